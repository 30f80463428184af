// Sends a call that may be repeated until it is answered, whatever the network does.
import { isTemporary, type Result } from "./result.ts";

/** Milliseconds until an unanswered call is sent again, unless the network returns before. */
const retryAfter = 5_000;

/**
 * Undefined if it was stopped before an answer. `again`: an earlier try, whose answer was lost, may have taken effect. `onWaiting`
 * is called while no answer comes, with a function that sends the call now, and with undefined once it is sent again.
 */
export const untilAnswered = async <T>(
  send: (again: boolean) => Promise<Result<T>>,
  onWaiting: (retry: (() => void) | undefined) => void,
  signal: AbortSignal | undefined,
): Promise<Result<T> | undefined> => {
  for (let again = false; !signal?.aborted; again = true) {
    const result = await send(again);
    if (result.ok || !isTemporary(result.failure)) return result;
    await new Promise<void>((go) => {
      onWaiting(go);
      addEventListener("online", () => go(), { once: true });
      signal?.addEventListener("abort", () => go(), { once: true });
      setTimeout(go, retryAfter);
    });
    onWaiting(undefined);
  }
  return undefined;
};
