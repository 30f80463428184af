// Posting an adjustment: one file and date at a time, under a key that is kept until an answer arrives.
import { useId, useState } from "react";
import type { AdjustmentSummary } from "#shared/adjustment.ts";
import { type Detail, Failure } from "#shared/failure.ts";
import { attempt, type Result } from "../../lib/api/client.ts";
import { usePending } from "../../lib/api/use-pending.ts";
import { toast } from "../../lib/toast.ts";

export interface Counted {
  date: string;
  file: File;
}

/** What a reload leaves of it: by this its file is known again when it is chosen again. */
export interface Asked {
  date: string;
  file: Pick<File, "name" | "size" | "lastModified">;
}

export const isFileOf = ({ file }: Asked, { name, size, lastModified }: File): boolean =>
  file.name === name && file.size === size && file.lastModified === lastModified;

/** Details that stand at a row of the file, and the rest. */
const split = (failure: Failure): [rows: Detail[], rest: Failure] => {
  const rows = failure.details.filter(({ row, field }) => row !== undefined && field !== "file");
  return [rows, new Failure(failure.code, ...failure.details.filter((detail) => !rows.includes(detail)))];
};

export function useAdjustment() {
  const toastId = useId();
  /** Of the file that has left; undefined while nothing is sent. */
  const [share, setShare] = useState<number>();
  const [wrong, setWrong] = useState<readonly Detail[]>([]);
  const { unsure: asked, send, ...pending } = usePending<Asked>("stock adjustment");

  const act = async ({ date, file }: Counted, key: string): Promise<Result<AdjustmentSummary>> => {
    setWrong([]);
    setShare(0);
    toast.loading("Processing stock adjustment", toastId);
    const result = await attempt("POST /v1/dev/stock-adjustment", {
      body: { date },
      file: { file },
      key,
      progress: setShare,
    });
    setShare(undefined);
    if (result.ok) {
      toast.success("Stock adjustment processed", toastId);
      return result;
    }
    const { failure } = result;
    // Its rows are listed in the form.
    toast.refusal(failure, toastId, []);
    if (!(failure instanceof Failure)) return result;
    const [rows, rest] = split(failure);
    setWrong(rows);
    return { ok: false, failure: rest };
  };

  const run = (counted: Counted): Promise<Result<AdjustmentSummary>> => {
    const { name, size, lastModified } = counted.file;
    return send({ date: counted.date, file: { name, size, lastModified } }, ({ key }) => act(counted, key));
  };

  return { run, share, wrong, forget: () => setWrong([]), asked, ...pending };
}
