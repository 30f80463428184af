// Makes an import from a sheet, and applies one group by group. No React here.
import type { ApplyStep, ImportKind, ImportSummary } from "#shared/import.ts";
import { type Applied, type Applying, applySteps } from "../../lib/api/apply-steps.ts";
import { attempt, type Input, type Result } from "../../lib/api/client.ts";

interface Sheet {
  file: File;
  /** What people call it, if not by its file. */
  name?: string;
  /** Fields of the form; a list or an object is sent as JSON. */
  values: Readonly<Record<string, unknown>>;
  progress?: (share: number) => void;
  signal?: AbortSignal;
}

const formValue = (value: unknown): unknown => (typeof value === "object" ? JSON.stringify(value) : value);

/** Nothing is written: the answer says how the sheet was read. */
export const postImport = (
  kind: ImportKind,
  { file, name = file.name, values, ...rest }: Sheet,
): Promise<Result<ImportSummary>> => {
  const body = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, formValue(value)]));
  const input = { body: { ...body, name }, file: { file }, ...rest };
  // Their bodies differ, and TypeScript does not know which one goes with the kind.
  return attempt(`POST /v1/imports/${kind}`, input as unknown as Input<"POST /v1/imports/products">);
};

/** Applies a group; those that are done answer what they did. */
export const applyGroup =
  (id: string) =>
  (from: number, signal: AbortSignal | undefined): Promise<Result<ApplyStep>> =>
    attempt("POST /v1/imports/{id}/apply", { path: { id }, body: { from }, ...(signal && { signal }) });

export const applyImport = (id: string, applying: Applying<ApplyStep>): Promise<Applied> =>
  applySteps(applyGroup(id), applying);
