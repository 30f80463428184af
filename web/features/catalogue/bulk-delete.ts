// Deletes and restores many products, one by one. Continues whatever the network does, until it is stopped.
import type { Product } from "#shared/product.ts";
import { attempt } from "../../lib/api/client.ts";
import { isTemporary, type Refusal, type Result } from "../../lib/api/result.ts";

export interface Run {
  signal: AbortSignal;
  /** Called with the products that are done so far. */
  onProgress: (done: number) => void;
  /** Called with true when no answer came; the call is sent again once there is a network, or after a while. */
  onWaiting: (isWaiting: boolean) => void;
}

/** A run without progress on the screen, such as an undo. */
export const unwatched = (): Run => ({
  signal: new AbortController().signal,
  onProgress: () => undefined,
  onWaiting: () => undefined,
});

interface LeftOut {
  product: Product;
  reason: string;
}

export interface BulkOutcome {
  done: Product[];
  leftOut: LeftOut[];
  /** Products that were not reached, because the run was stopped or refused. */
  left: Product[];
  /** Why it ended early, if nobody stopped it. */
  failure?: Refusal;
}

const reasonOf = ({ message, details }: Refusal): string =>
  details.map((detail) => detail.message).join(", ") || message;

/** Milliseconds until an unanswered call is sent again, unless the network returns before. */
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

/** Parallel calls. */
const lanes = 4;

type Each = (product: Product, run: Run) => Promise<"done" | "left" | { reason: string } | { failure: Refusal }>;

/** Runs all, a few in parallel. */
const forEach = async (products: readonly Product[], run: Run, each: Each): Promise<BulkOutcome> => {
  const outcome: BulkOutcome = { done: [], leftOut: [], left: [] };
  const waiting = products[Symbol.iterator]();
  const lane = async () => {
    for (const product of waiting) {
      const result = run.signal.aborted || outcome.failure ? "left" : await each(product, run);
      if (result === "done") outcome.done.push(product);
      else if (result === "left") outcome.left.push(product);
      else if ("reason" in result) outcome.leftOut.push({ product, reason: result.reason });
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

/** The session has ended, or the role has changed: every other product would be refused too. */
const isOfAll = ({ code }: { code?: string }): boolean => code === "UNAUTHORIZED" || code === "FORBIDDEN";

/** `isGone`: a product that is missing at a repetition was done by the call before. */
const each =
  (send: (id: string) => Promise<Result<unknown>>, isGone: boolean): Each =>
  async (product, run) => {
    const result = await untilAnswered(() => send(product._id), run);
    if (!result) return "left";
    if (result.ok) return "done";
    const { failure } = result;
    const code = "code" in failure ? String(failure.code) : "";
    // An earlier call, whose answer was lost, has done it.
    if (isGone && result.again && code === "RESOURCE_NOT_FOUND") return "done";
    if (isOfAll({ code })) return { failure };
    return { reason: code === "RESOURCE_NOT_FOUND" ? "No longer there" : reasonOf(failure) };
  };

export const deleteProducts = (products: readonly Product[], run: Run): Promise<BulkOutcome> =>
  forEach(
    products,
    run,
    each((id) => attempt("DELETE /v1/products/{id}", { path: { id } }), true),
  );

export const restoreProducts = (products: readonly Product[], run: Run): Promise<BulkOutcome> =>
  forEach(
    products,
    run,
    each((id) => attempt("POST /v1/products/{id}/restore", { path: { id } }), false),
  );
