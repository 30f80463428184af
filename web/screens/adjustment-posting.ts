// Posting an adjustment: one file and date at a time, under a key that is kept until an answer arrives.
import { useId, useRef, useState } from "react";
import type { AdjustmentSummary } from "#shared/adjustment.ts";
import { type Detail, Failure } from "#shared/failure.ts";
import { attempt, isKnown, type Result } from "../lib/call.ts";
import { dropPending, keepPending, type Pending, pendingOf } from "../lib/pending.ts";
import { say } from "../lib/say.ts";

export interface Counted {
  date: string;
  file: File;
}

/** What a reload leaves of it: by this its file is known again when it is chosen again. */
export interface Asked {
  date: string;
  file: Pick<File, "name" | "size" | "lastModified">;
}

const name = "stock adjustment";

export const isFileOf = ({ file }: Asked, { name, size, lastModified }: File): boolean =>
  file.name === name && file.size === size && file.lastModified === lastModified;

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
  const [pending, setPending] = useState(() => pendingOf<Asked>(name));

  const begin = ({ date, file: { name: called, size, lastModified } }: Counted): Pending<Asked> => {
    const file = { name: called, size, lastModified };
    const posting = pending ?? { key: crypto.randomUUID(), input: { date, file } };
    keepPending(name, posting);
    return posting;
  };
  const drop = () => {
    dropPending(name);
    setPending(undefined);
  };

  const send = async (counted: Counted): Promise<Result<AdjustmentSummary>> => {
    setWrong([]);
    setShare(0);
    say.working("Processing stock adjustment", toastId);
    const posting = begin(counted);
    const result = await attempt("POST /v1/dev/stock-adjustment", {
      body: { date: counted.date },
      file: { file: counted.file },
      key: posting.key,
      progress: setShare,
    });
    setShare(undefined);
    if (result.ok || isKnown(result.failure, pending !== undefined)) drop();
    else setPending(posting);
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

  return { run, share, wrong, forget: () => setWrong([]), asked: pending?.input, giveUp: drop };
}
