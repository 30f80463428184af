// Posts a stock adjustment: a file and the day whose closing stock was counted.
import { useState } from "react";
import type { AdjustmentSummary } from "#shared/adjustment.ts";
import { type Detail, Failure } from "#shared/failure.ts";
import { type Handover, withFailure } from "../../lib/forms/use-form.ts";
import { usePosting } from "../../lib/outbox/use-posting.ts";

export interface Upload {
  date: string;
  file: File;
  /** Leaves out rows that were counted for a later day. */
  skipCounted?: boolean;
}

/** Separates the details of single rows of the file from the rest. */
const splitByRow = (failure: Failure): [rows: Detail[], rest: Failure] => {
  const rows = failure.details.filter(({ row, field }) => row !== undefined && field !== "file");
  return [rows, new Failure(failure.code, ...failure.details.filter((detail) => !rows.includes(detail)))];
};

export function useAdjustment(answered: (summary: AdjustmentSummary, upload: Upload) => void) {
  /** The part of the file that is uploaded, 0 to 1; undefined while nothing is sent. */
  const [progress, setProgress] = useState<number>();
  const [wrongRows, setWrongRows] = useState<readonly Detail[]>([]);
  const { run, busy } = usePosting("POST /v1/dev/stock-adjustment", {
    messages: ["Processing stock adjustment", "Stock adjustment processed"],
    brief: true,
    answered: (summary, _, __, { body: { date }, file }) => file.file && answered(summary, { date, file: file.file }),
  });

  /** Lists the wrong rows of a refusal; returns the refusal without them. */
  const listRows = (failure: Failure): Failure => {
    const [rows, rest] = splitByRow(failure);
    setWrongRows(rows);
    return rest;
  };

  const post = async ({ date, file, skipCounted }: Upload, handover: Handover) => {
    setWrongRows([]);
    setProgress(0);
    const body = { date, ...(skipCounted && { skip_counted: "true" as const }) };
    const result = await run({ body, file: { file } }, { handover, progress: setProgress });
    setProgress(undefined);
    return withFailure(result, listRows);
  };

  return { post, progress, wrongRows, listRows, clearWrongRows: () => setWrongRows([]), busy };
}
