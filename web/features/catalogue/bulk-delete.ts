// Deletes and restores many products, one by one. Continues whatever the network does, until it is stopped.
import { Failure } from "#shared/failure.ts";
import type { Product } from "#shared/product.ts";
import { attempt } from "../../lib/api/client.ts";
import { isTemporary, type Refusal, type Result, refusalText } from "../../lib/api/result.ts";

/** How a run is watched and stopped; one that nobody watches, such as an undo, has none of this. */
export interface Run {
  signal?: AbortSignal;
  /** Called with the number of products that are done so far. */
  onProgress?: (done: number) => void;
  /** Called with true when no answer came; the call is sent again once there is a network, or after a while. */
  onWaiting?: (isWaiting: boolean) => void;
}

export interface BulkOutcome {
  done: Product[];
  leftOut: { product: Product; reason: string }[];
  /** Products that were not reached, because the run was stopped or refused. */
  left: Product[];
  /** Why it ended early, if nobody stopped it. */
  failure?: Refusal;
}

/** Milliseconds until an unanswered call is sent again, unless the network returns before. */
const retryAfter = 3_000;

const networkOrPause = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((go) => {
    addEventListener("online", () => go(), { once: true });
    signal?.addEventListener("abort", () => go(), { once: true });
    setTimeout(go, retryAfter);
  });

type Outcome = "done" | "left" | { reason: string } | { failure: Refusal };

/** `mayBeDone`: an earlier call, whose answer was lost, may have deleted the product. */
const outcomeOf = (failure: Refusal, mayBeDone: boolean): Outcome => {
  const code = failure instanceof Failure ? failure.code : undefined;
  if (code === "RESOURCE_NOT_FOUND") return mayBeDone ? "done" : { reason: "No longer there" };
  // The session has ended, or the role has changed: every other product would be refused too.
  if (code === "UNAUTHORIZED" || code === "FORBIDDEN") return { failure };
  return { reason: refusalText(failure) };
};

/** Repeats a call, which may be repeated, until it is answered or the run is stopped. */
const untilAnswered = async (send: () => Promise<Result<unknown>>, run: Run, deletes: boolean): Promise<Outcome> => {
  for (let again = false; !run.signal?.aborted; again = true) {
    const result = await send();
    if (result.ok) return "done";
    if (!isTemporary(result.failure)) return outcomeOf(result.failure, deletes && again);
    run.onWaiting?.(true);
    await networkOrPause(run.signal);
    run.onWaiting?.(false);
  }
  return "left";
};

/** Parallel calls. */
const lanes = 4;

/** Runs all, a few in parallel. */
const forEach = async (
  route: "DELETE /v1/products/{id}" | "POST /v1/products/{id}/restore",
  products: readonly Product[],
  run: Run,
): Promise<BulkOutcome> => {
  const outcome: BulkOutcome = { done: [], leftOut: [], left: [] };
  const waiting = products[Symbol.iterator]();
  const lane = async () => {
    for (const product of waiting) {
      const send = () => attempt(route, { path: { id: product._id } });
      const result = outcome.failure ? "left" : await untilAnswered(send, run, route.startsWith("DELETE"));
      if (result === "done") outcome.done.push(product);
      else if (result === "left") outcome.left.push(product);
      else if ("reason" in result) outcome.leftOut.push({ product, reason: result.reason });
      else {
        outcome.left.push(product);
        outcome.failure = result.failure;
      }
      run.onProgress?.(outcome.done.length + outcome.leftOut.length);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return outcome;
};

export const deleteProducts = (products: readonly Product[], run: Run = {}): Promise<BulkOutcome> =>
  forEach("DELETE /v1/products/{id}", products, run);

export const restoreProducts = (products: readonly Product[]): Promise<BulkOutcome> =>
  forEach("POST /v1/products/{id}/restore", products, {});
