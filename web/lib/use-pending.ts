// A posting under a key that is kept until its outcome is known; until then nothing else may be sent in its place.
import { useState } from "react";
import { isKnown, type Result } from "./call.ts";
import { dropPending, keepPending, type Pending, pendingOf } from "./pending.ts";

interface UsePending<I> {
  /** The input of a posting without an answer so far. */
  unsure: I | undefined;
  /** What to send: the posting without an answer, or one of this input under a new key. */
  begin: (input: I) => Pending<I>;
  settle: (posting: Pending<I>, result: Result<unknown>) => void;
  /** The person looks after that posting otherwise, and wants to send another. */
  giveUp: () => void;
}

export function usePending<I>(name: string): UsePending<I> {
  const [pending, setPending] = useState(() => pendingOf<I>(name));

  const begin = (input: I): Pending<I> => {
    const posting = pending ?? { key: crypto.randomUUID(), input };
    keepPending(name, posting);
    return posting;
  };

  const giveUp = (): void => {
    dropPending(name);
    setPending(undefined);
  };

  const settle = (posting: Pending<I>, result: Result<unknown>): void => {
    if (result.ok || isKnown(result.failure, pending !== undefined)) giveUp();
    else setPending(posting);
  };

  return { unsure: pending?.input, begin, settle, giveUp };
}
