// One posting at a time under a name: its key is stored, and nothing else is sent, until its outcome is known.
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { Result } from "./client.ts";
import { dropPending, keptPending, type Pending, post, type Try, tryOf, watchPending } from "./pending.ts";

interface UsePending<I> {
  /** The input of a posting whose first attempt went unanswered. */
  unsure: I | undefined;
  /** An attempt is under way, from whichever form. */
  busy: boolean;
  /** A first attempt under way that was sent before this form was opened. */
  waiting: Try | undefined;
  /** Sends the unanswered posting again, or this input under a new key; joins an attempt under way. */
  send: <T>(input: I, by: (posting: Pending<I>) => Promise<Result<T>>) => Promise<Result<T>>;
  /** Drops the unanswered posting, so that another may be sent. */
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

/** Calls `then` when a posting sent before the form was opened succeeds; after a failure the form stays as it is. */
export function useAnswered(waiting: Try | undefined, then: () => void): void {
  const waited = useRef<Try>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of the wait counts.
  useEffect(() => {
    if (waited.current?.done && !waiting) then();
    waited.current = waiting;
  }, [waiting]);
}
