// Makes an import from a sheet, and applies one group by group until all are done, whatever the network does. No React here.
import type { Answer } from "#shared/api.ts";
import type { ApplyStep, ImportKind, ImportSummary } from "#shared/import.ts";
import { attempt, type Input, isTemporary, type Refusal, type Result } from "../../lib/api/client.ts";

/** Milliseconds until a step that got no answer is sent again, if the network does not come back before. */
const retryAfter = 5_000;

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

interface Applying {
  /** The group to begin with; those that are done answer what they did. */
  from?: number;
  onStep: (step: ApplyStep) => void;
  /** No answer came, and the step is sent again: after a while, once there is a network, or when `retry` is called. */
  onWaiting?: (retry: (() => void) | undefined) => void;
  signal?: AbortSignal;
}

type Applied = { ok: true } | { ok: false; failure: Refusal };

/** Resolves once all groups are done, or with the refusal that stopped it; stopped by its signal, it never resolves. */
export const applyImport = async (id: string, { from = 0, onStep, onWaiting, signal }: Applying): Promise<Applied> => {
  for (let next: number | undefined = from; next !== undefined; ) {
    const result: Result<Answer<"POST /v1/imports/{id}/apply">> = await attempt("POST /v1/imports/{id}/apply", {
      path: { id },
      body: { from: next },
      ...(signal && { signal }),
    }).catch(() => never);
    if (signal?.aborted) return never;
    if (result.ok) {
      onStep(result.answer);
      next = result.answer.next;
    } else if (isTemporary(result.failure)) {
      await new Promise<void>((retry) => {
        onWaiting?.(retry);
        addEventListener("online", () => retry(), { once: true });
        setTimeout(retry, retryAfter);
      });
      onWaiting?.(undefined);
    } else return result;
  }
  return { ok: true };
};

const never = new Promise<never>(() => undefined);
