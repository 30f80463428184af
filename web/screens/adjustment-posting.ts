// Posting an adjustment: one file and date at a time, under a key that is kept until an answer arrives.
import { useId, useRef, useState } from "react";
import type { AdjustmentSummary } from "#shared/adjustment.ts";
import { type Detail, Failure } from "#shared/failure.ts";
import { attempt, isKnown, type Result } from "../lib/call.ts";
import { dropPending, keepPending, pendingOf } from "../lib/pending.ts";
import { say } from "../lib/say.ts";

export interface Counted {
  date: string;
  file: File;
}

const name = "stock adjustment";

/** The same file for the same date goes under the key it had, also after a reload. */
const keyFor = ({ date, file }: Counted): string => {
  const print = [date, file.name, file.size, file.lastModified].join(" ");
  const kept = pendingOf<string>(name);
  const pending = kept?.input === print ? kept : { key: crypto.randomUUID(), input: print };
  keepPending(name, pending);
  return pending.key;
};

/** Details that stand at a row of the file, and the rest. */
const split = (failure: Failure): [rows: Detail[], rest: Failure] => {
  const rows = failure.details.filter(({ row, field }) => row !== undefined && field !== "file");
  return [rows, new Failure(failure.code, ...failure.details.filter((detail) => !rows.includes(detail)))];
};

export function useAdjustment() {
  const toastId = useId();
  const running = useRef(false);
  /** Of the file that has left; undefined while nothing is sent. */
  const [share, setShare] = useState<number>();
  const [wrong, setWrong] = useState<readonly Detail[]>([]);

  const send = async ({ date, file }: Counted): Promise<Result<AdjustmentSummary>> => {
    setWrong([]);
    setShare(0);
    say.working("Processing stock adjustment", toastId);
    const key = keyFor({ date, file });
    const result = await attempt("POST /v1/dev/stock-adjustment", {
      body: { date },
      file: { file },
      key,
      progress: setShare,
    });
    setShare(undefined);
    if (result.ok || isKnown(result.failure, true)) dropPending(name);
    if (result.ok) {
      say.done("Stock adjustment processed", toastId);
      return result;
    }
    say.failure(result.failure.message, toastId);
    if (!(result.failure instanceof Failure)) return result;
    const [rows, rest] = split(result.failure);
    setWrong(rows);
    return { ok: false, failure: rest };
  };

  /** A second press while the first runs does nothing. */
  const run = async (counted: Counted): Promise<Result<AdjustmentSummary> | undefined> => {
    if (running.current) return undefined;
    running.current = true;
    return send(counted).finally(() => {
      running.current = false;
    });
  };

  return { run, share, wrong, forget: () => setWrong([]) };
}
