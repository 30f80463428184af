// A posting under a key that is kept until its outcome is known; until then nothing else may be sent in its place.
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { Result } from "./client.ts";
import { dropPending, keptPending, type Pending, post, type Try, tryOf, watchPending } from "./pending.ts";

interface UsePending<I> {
  /** The input of a posting without an answer so far, once that is more than its first try on its way. */
  unsure: I | undefined;
  /** It is on its way, whoever has sent it. */
  busy: boolean;
  /** It was sent before this form was opened, and is on its way for the first time. */
  waiting: Try | undefined;
  /** Sends the posting without an answer, or one of this input under a new key; one on its way is joined. */
  send: <T>(input: I, by: (posting: Pending<I>) => Promise<Result<T>>) => Promise<Result<T>>;
  /** The person looks after that posting otherwise, and wants to send another. */
  giveUp: () => void;
}

export function usePending<I>(name: string): UsePending<I> {
  const [me] = useState(() => Symbol(name));
  const kept = useSyncExternalStore(watchPending, () => keptPending(name));
  const running = useSyncExternalStore(watchPending, () => tryOf(name));
  const input = useMemo(() => (kept === null ? undefined : (JSON.parse(kept) as Pending<I>).input), [kept]);
  return {
    unsure: running?.first ? undefined : input,
    busy: running !== undefined,
    waiting: running?.first && running.by !== me ? running : undefined,
    send: (input, by) => post(name, input, me, by),
    giveUp: () => dropPending(name),
  };
}

/** Does this when what was sent before a form was opened has taken effect; a refusal leaves the form as it is. */
export function useAnswered(waiting: Try | undefined, then: () => void): void {
  const waited = useRef<Try>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of the wait counts.
  useEffect(() => {
    if (waited.current?.done && !waiting) then();
    waited.current = waiting;
  }, [waiting]);
}
