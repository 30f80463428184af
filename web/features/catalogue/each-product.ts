// Makes a call for each of many products, such as a deletion. Continues whatever the network does, until it is stopped.
import { Failure } from "#shared/failure.ts";
import { attempt } from "../../lib/api/client.ts";
import { type Refusal, type Result, refusalText } from "../../lib/api/result.ts";
import { untilAnswered } from "../../lib/api/until-answered.ts";
import type { NamedProduct } from "./interrupted.ts";

/** How a run is watched and stopped; one that nobody watches, such as an undo, has none of this. */
export interface Run {
  signal?: AbortSignal;
  /** A run that was interrupted is made again: what is gone may have been deleted by that one. */
  isAgain?: boolean;
  /** Called with the number of products that are done so far. */
  onProgress?: (done: number) => void;
  /** Called with true when no answer came; the call is sent again once there is a network, or after a while. */
  onWaiting?: (isWaiting: boolean) => void;
}

export interface BulkOutcome {
  done: NamedProduct[];
  leftOut: { product: NamedProduct; reason: string }[];
  /** Products that were not reached, because the run was stopped or refused. */
  left: NamedProduct[];
  /** Why it ended early, if nobody stopped it. */
  failure?: Refusal;
}

const isOneOf = (failure: Refusal, ...codes: readonly Failure["code"][]): boolean =>
  failure instanceof Failure && codes.includes(failure.code);

const reasonOf = (failure: Refusal): string =>
  isOneOf(failure, "RESOURCE_NOT_FOUND") ? "No longer there" : refusalText(failure);

/** Parallel calls. */
const lanes = 4;

/** Makes a call for each product, which may be repeated, a few in parallel. `again`: an earlier one may have taken effect. */
export const eachProduct = async <P extends NamedProduct>(
  products: readonly P[],
  call: (product: P, again: boolean) => Promise<Result<unknown>>,
  { signal, onProgress, onWaiting }: Run = {},
): Promise<BulkOutcome> => {
  const outcome: BulkOutcome = { done: [], leftOut: [], left: [] };
  const waiting = products[Symbol.iterator]();
  const onWait = (retry: unknown) => onWaiting?.(retry !== undefined);
  const lane = async () => {
    for (const product of waiting) {
      const send = (again: boolean) => call(product, again);
      const result = outcome.failure ? undefined : await untilAnswered(send, onWait, signal);
      if (result?.ok) outcome.done.push(product);
      // If the session has ended, or the role has changed, every other product would be refused too.
      else if (result && !isOneOf(result.failure, "UNAUTHORIZED", "FORBIDDEN"))
        outcome.leftOut.push({ product, reason: reasonOf(result.failure) });
      else {
        outcome.left.push(product);
        if (result) outcome.failure = result.failure;
      }
      onProgress?.(outcome.done.length + outcome.leftOut.length);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return outcome;
};

export const deleteProducts = (products: readonly NamedProduct[], run: Run = {}): Promise<BulkOutcome> => {
  const remove = async ({ _id: id }: NamedProduct, again: boolean): Promise<Result<unknown>> => {
    const result = await attempt("DELETE /v1/products/{id}", { path: { id } });
    const isGone = !result.ok && isOneOf(result.failure, "RESOURCE_NOT_FOUND");
    return isGone && (again || run.isAgain) ? { ok: true, answer: undefined } : result;
  };
  return eachProduct(products, remove, run);
};

export const restoreProducts = (products: readonly NamedProduct[]): Promise<BulkOutcome> =>
  eachProduct(products, ({ _id }) => attempt("POST /v1/products/{id}/restore", { path: { id: _id } }));
