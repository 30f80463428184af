// Posts a stock adjustment: one file and date at a time, under an idempotency key that is stored until an answer arrives.
import { useId, useState } from "react";
import type { AdjustmentSummary } from "#shared/adjustment.ts";
import { type Detail, Failure } from "#shared/failure.ts";
import { attempt, type Result } from "../../lib/api/client.ts";
import { usePending } from "../../lib/api/use-pending.ts";
import { toast } from "../../lib/toast.ts";

export interface Upload {
  date: string;
  file: File;
}

/** What survives a reload: enough to recognise the file when it is chosen again. */
export interface SentUpload {
  date: string;
  file: Pick<File, "name" | "size" | "lastModified">;
}

export const isSameFile = ({ file }: SentUpload, { name, size, lastModified }: File): boolean =>
  file.name === name && file.size === size && file.lastModified === lastModified;

/** Separates the details of single rows of the file from the rest. */
const splitByRow = (failure: Failure): [rows: Detail[], rest: Failure] => {
  const rows = failure.details.filter(({ row, field }) => row !== undefined && field !== "file");
  return [rows, new Failure(failure.code, ...failure.details.filter((detail) => !rows.includes(detail)))];
};

export function useAdjustment() {
  const toastId = useId();
  /** The part of the file that is uploaded, 0 to 1; undefined while nothing is sent. */
  const [progress, setProgress] = useState<number>();
  const [wrongRows, setWrongRows] = useState<readonly Detail[]>([]);
  const { unsure: asked, send, ...pending } = usePending<SentUpload>("stock adjustment");

  const sendFile = async ({ date, file }: Upload, key: string): Promise<Result<AdjustmentSummary>> => {
    setWrongRows([]);
    setProgress(0);
    toast.loading("Processing stock adjustment", toastId);
    const result = await attempt("POST /v1/dev/stock-adjustment", {
      body: { date },
      file: { file },
      key,
      progress: setProgress,
    });
    setProgress(undefined);
    if (result.ok) {
      toast.success("Stock adjustment processed", toastId);
      return result;
    }
    const { failure } = result;
    // The screen lists the wrong rows, so the toast does not.
    toast.refusal(failure, toastId, []);
    if (!(failure instanceof Failure)) return result;
    const [rows, rest] = splitByRow(failure);
    setWrongRows(rows);
    return { ok: false, failure: rest };
  };

  const run = (upload: Upload): Promise<Result<AdjustmentSummary>> => {
    const { name, size, lastModified } = upload.file;
    return send({ date: upload.date, file: { name, size, lastModified } }, ({ key }) => sendFile(upload, key));
  };

  return { run, progress, wrongRows, clearWrongRows: () => setWrongRows([]), asked, ...pending };
}
