// What is done to many products at once: a value is set by an import of a sheet that is made here, deletions and
// restorations are sent one by one. Whatever the network does, each goes on until all is done or it is stopped.
import type { Import } from "#shared/import.ts";
import { importColumns } from "#shared/import-columns.ts";
import type { Product } from "#shared/product.ts";
import { applyImport, postImport } from "../../domain/import/apply-import.ts";
import { attempt, call, isTemporary, type Refusal, type Result } from "../../lib/api/client.ts";

/** The columns that many products can be set to one value of. */
export type Settable = "lead_time" | "pack" | "amazon" | "flipkart" | "website";

export interface Run {
  signal: AbortSignal;
  /** Called with the products that are done so far. */
  onProgress: (done: number) => void;
  /** No answer came; it is sent again once there is a network, or after a while. */
  onWaiting: (isWaiting: boolean) => void;
}

interface LeftOut {
  product: Product;
  why: string;
}

export interface Outcome {
  /** As they were before. */
  done: Product[];
  leftOut: LeftOut[];
  /** Those that were not come to, because it was stopped or refused. */
  left: Product[];
  /** Why it ended before all were done, if nobody stopped it. */
  failure?: Refusal;
}

const reasonOf = ({ message, details }: Refusal): string =>
  details.map((detail) => detail.message).join(", ") || message;

/** Milliseconds until what got no answer is sent again, if the network does not come back before. */
const retryAfter = 3_000;

const networkOrPause = (signal: AbortSignal): Promise<void> =>
  new Promise((go) => {
    const over = new AbortController();
    const timer = setTimeout(() => end(), retryAfter);
    const end = () => {
      clearTimeout(timer);
      over.abort();
      go();
    };
    addEventListener("online", end, { signal: over.signal });
    signal.addEventListener("abort", end, { signal: over.signal });
  });

/** Repeats a call, which may be repeated, until it is answered; `again` says that an earlier one may have taken effect. */
const untilAnswered = async <T>(
  send: () => Promise<Result<T>>,
  { signal, onWaiting }: Run,
): Promise<(Result<T> & { again: boolean }) | undefined> => {
  for (let again = false; !signal.aborted; again = true) {
    const result = await send();
    if (result.ok || !isTemporary(result.failure)) return { ...result, again };
    onWaiting(true);
    await networkOrPause(signal);
    onWaiting(false);
  }
  return undefined;
};

/** Calls on the way at once. */
const lanes = 4;

type Each = (product: Product, run: Run) => Promise<"done" | "left" | { why: string } | { failure: Refusal }>;

/** One after the other, a few at once. */
const forEach = async (products: readonly Product[], run: Run, each: Each): Promise<Outcome> => {
  const outcome: Outcome = { done: [], leftOut: [], left: [] };
  const waiting = products[Symbol.iterator]();
  const lane = async () => {
    for (const product of waiting) {
      const result = run.signal.aborted || outcome.failure ? "left" : await each(product, run);
      if (result === "done") outcome.done.push(product);
      else if (result === "left") outcome.left.push(product);
      else if ("why" in result) outcome.leftOut.push({ product, why: result.why });
      else {
        outcome.left.push(product);
        outcome.failure = result.failure;
      }
      run.onProgress(outcome.done.length + outcome.leftOut.length);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return outcome;
};

/** The session has ended, or the role has changed: no product would be taken. */
const isOfAll = ({ code }: { code?: string }): boolean => code === "UNAUTHORIZED" || code === "FORBIDDEN";

/** `isGone`: what is no longer there at a repetition was done before. */
const each =
  (send: (id: string) => Promise<Result<unknown>>, isGone: boolean): Each =>
  async (product, run) => {
    const result = await untilAnswered(() => send(product._id), run);
    if (!result) return "left";
    if (result.ok) return "done";
    const { failure } = result;
    const code = "code" in failure ? String(failure.code) : "";
    // The call before, whose answer was lost, has done it.
    if (isGone && result.again && code === "RESOURCE_NOT_FOUND") return "done";
    if (isOfAll({ code })) return { failure };
    return { why: code === "RESOURCE_NOT_FOUND" ? "No longer there" : reasonOf(failure) };
  };

export const deleteProducts = (products: readonly Product[], run: Run): Promise<Outcome> =>
  forEach(
    products,
    run,
    each((id) => attempt("DELETE /v1/products/{id}", { path: { id } }), true),
  );

export const restoreProducts = (products: readonly Product[], run: Run): Promise<Outcome> =>
  forEach(
    products,
    run,
    each((id) => attempt("POST /v1/products/{id}/restore", { path: { id } }), false),
  );

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

/** Of P.IDs with their values; `-` empties a field. */
const sheetOf = (column: Settable, rows: readonly (readonly [p_id: string, value: string])[]): File => {
  const { p_id, [column]: set } = importColumns.products;
  const lines = [[p_id.label, set.label], ...rows.map(([code, value]) => [code, value || "-"])];
  const text = lines.map((cells) => cells.map(quoted).join(",")).join("\r\n");
  return new File([text], "Chosen products.csv", { type: "text/csv" });
};

const textOf = (value: unknown): string => String(value ?? "");

/** Sets each product to its value, empty clears it. Those that have the value already count as done. */
const setValues = async (
  column: Settable,
  wanted: readonly { product: Product; value: string }[],
  run: Run,
): Promise<Outcome> => {
  const products = wanted.map(({ product }) => product);
  const none = { done: [], leftOut: [], left: products };
  const file = sheetOf(
    column,
    wanted.map(({ product, value }) => [product.p_id, value] as const),
  );
  const posted = await untilAnswered(() => postImport("products", { file, values: {} }), run);
  if (!posted?.ok) return { ...none, ...(posted && { failure: posted.failure }) };
  const path = { id: posted.answer._id };
  const read = await untilAnswered(() => attempt("GET /v1/imports/{id}", { path }), run);
  if (!read?.ok) return { ...none, ...(read && { failure: read.failure }) };

  // Rows are numbered as in the sheet, whose first is the head.
  const rows = new Map((read.answer as Import).rows.map((row) => [Number(row._id), row]));
  const all = wanted.map((one, at) => ({ ...one, at: at + 2, row: rows.get(at + 2) }));
  const renamed = all.filter(({ product, row }) => (row?.product?._id ?? product._id) !== product._id);
  if (renamed.length > 0) {
    const rest = all.filter((one) => !renamed.includes(one));
    const outcome = rest.length > 0 ? await setValues(column, rest, run) : { ...none, left: [] };
    const moved = renamed.map(({ product }) => ({ product, why: "Another product has its P.ID now" }));
    return { ...outcome, leftOut: [...moved, ...outcome.leftOut] };
  }

  const why = new Map(all.flatMap(({ at, row }) => (row?.problems[0] ? [[at, row.problems[0].message] as const] : [])));
  let written = 0;
  const stopped = new Promise<undefined>((stop) => run.signal.addEventListener("abort", () => stop(undefined)));
  const applied = await Promise.race([
    stopped,
    applyImport(path.id, {
      signal: run.signal,
      onStep: (step) => {
        written += step.written;
        for (const { row, message } of step.left_out) why.set(row, message);
        run.onProgress(written + why.size);
      },
      onWaiting: (retry) => run.onWaiting(retry !== undefined),
    }),
  ]);
  // A step whose answer is missing may have taken effect: then the list says what is set.
  const fresh = applied?.ok ? undefined : await readProducts();
  const outcome: Outcome = {
    done: [],
    leftOut: [],
    left: [],
    ...(applied?.ok === false && { failure: applied.failure }),
  };
  for (const { product, value, at, row } of all) {
    const reason = why.get(at);
    if (reason) outcome.leftOut.push({ product, why: reason });
    else if (applied?.ok || textOf(fresh?.get(product._id)?.[column]) === value)
      outcome.done.push({ ...product, [column]: row?.status === "changed" ? row.changes[0]?.from : value });
    else outcome.left.push(product);
  }
  return outcome;
};

const readProducts = (): Promise<Map<string, Product> | undefined> =>
  call("GET /v1/products", {}).then(
    (list) => new Map(list.map((product) => [product._id, product])),
    () => undefined,
  );

export const setMany = (products: readonly Product[], column: Settable, value: string, run: Run): Promise<Outcome> =>
  setValues(
    column,
    products.map((product) => ({ product, value })),
    run,
  );

/**
 * Prepares the way back for products as they were before: when it is called, those that nobody has changed since are set
 * to what they had.
 */
export const wayBack = async (
  before: readonly Product[],
  column: Settable,
  value: string,
): Promise<((run: Run) => Promise<Outcome>) | undefined> => {
  const changed = before.filter((product) => textOf(product[column]) !== value);
  const after = changed.length > 0 ? await readProducts() : undefined;
  if (!after) return undefined;
  return async (run) => {
    const now = await untilAnswered(() => attempt("GET /v1/products", {}), run);
    if (!now?.ok) return { done: [], leftOut: [], left: [...changed], ...(now && { failure: now.failure }) };
    const current = new Map(now.answer.map((product) => [product._id, product]));
    const isAsLeft = ({ _id }: Product) => {
      const one = current.get(_id);
      return one !== undefined && textOf(one[column]) === value && one.updated_at === after.get(_id)?.updated_at;
    };
    const back = changed.filter(isAsLeft).map((product) => ({ product, value: textOf(product[column]) }));
    const others = changed.filter((product) => !isAsLeft(product));
    const outcome = back.length
      ? await setValues(column, back, run)
      : ({ done: [], leftOut: [], left: [] } satisfies Outcome);
    const changedSince = others.map((product) => ({ product, why: "Changed since" }));
    return { ...outcome, leftOut: [...changedSince, ...outcome.leftOut] };
  };
};
