// Makes calls that each do a group of a long work and say which is next, until all are done, whatever the network does.
import { isTemporary, type Refusal, type Result } from "./client.ts";

/** Milliseconds until a step that got no answer is sent again, if the network does not come back before. */
const retryAfter = 5_000;

export interface Applying<S> {
  /** The group to begin with; those that are done answer what they did. */
  from?: number;
  onStep: (step: S) => void;
  /** No answer came, and the step is sent again: after a while, once there is a network, or when `retry` is called. */
  onWaiting?: (retry: (() => void) | undefined) => void;
  signal?: AbortSignal;
}

export type Applied = { ok: true } | { ok: false; failure: Refusal };

/** Resolves once all groups are done, or with the refusal that stopped it; stopped by its signal, it never resolves. */
export const applySteps = async <S extends { next?: number | undefined }>(
  send: (from: number, signal: AbortSignal | undefined) => Promise<Result<S>>,
  { from = 0, onStep, onWaiting, signal }: Applying<S>,
): Promise<Applied> => {
  for (let next: number | undefined = from; next !== undefined; ) {
    const result: Result<S> = await send(next, signal).catch(() => never);
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
