// Writes to the API: one toast from Saving to Saved, one effect however often it is pressed; stale lists are read again.
import { useId, useRef, useState } from "react";
import type { Answer, Route } from "#shared/api.ts";
import { Failure } from "#shared/failure.ts";
import { toast } from "../toast.ts";
import { attempt, type Input, makesStale, type Refusal, type Result } from "./client.ts";
import type { Try } from "./pending.ts";
import { useRefresh } from "./refresh.ts";
import { usePending } from "./use-pending.ts";

type Write = Exclude<Route, `GET ${string}`>;
type Asked<R extends Write> = Omit<Input<R>, "key" | "signal">;

/** The toasts of the usual writes. */
export const saving = ["Saving", "Saved"] as const;
export const deleting = ["Deleting", "Deleted"] as const;

interface MutationOptions<R extends Write> {
  /** Toasts while it runs and when it is done. */
  messages: readonly [string, string];
  /** Prefixes of the addresses to read again after success, and after a failure that may mean they are out of date. */
  reload?: readonly string[];
  /** Posts stock: the idempotency key is stored under this name until an answer arrives. */
  once?: string;
  /** Puts the answer into cached lists at once; not after a repeated posting, whose effect they may already show. */
  merge?: (answer: Answer<R>, input: Asked<R>) => void;
}

interface Mutation<R extends Write> {
  run: (input: Asked<R>) => Promise<Result<Answer<R>>>;
  busy: boolean;
  /** A posting under this name was sent before this form was opened, and is still under way. */
  waiting: Try | undefined;
  failure: Refusal | undefined;
  /** The input of an unanswered posting; only it may be sent again. */
  unsure: Asked<R> | undefined;
  /** Drops the unanswered posting, so that another may be sent. */
  giveUp: () => void;
}

export function useMutation<R extends Write>(
  route: R,
  { messages, reload = [], once, merge }: MutationOptions<R>,
): Mutation<R> {
  const id = useId();
  const reloadAll = useRefresh();
  const running = useRef(new Map<string, Promise<Result<Answer<R>>>>());
  const [runs, setRuns] = useState(0);
  const [failure, setFailure] = useState<Refusal>();
  const pending = usePending<Asked<R>>(once ?? route);

  const act = async (input: Asked<R>, key?: string): Promise<Result<Answer<R>>> => {
    // Toasts of different rows do not replace each other.
    const toastId = `${id} ${JSON.stringify((input as { path?: object }).path)}`;
    setRuns((others) => others + 1);
    toast.loading(messages[0], toastId);
    const result = await attempt(route, { ...input, key } as unknown as Input<R>);
    setFailure(result.ok ? undefined : result.failure);
    setRuns((all) => all - 1);
    if (result.ok) toast.success(messages[1], toastId);
    else toast.refusal(result.failure, toastId);
    if (!result.ok) {
      // Offline, SWR reads it again as soon as there is a connection.
      if (makesStale(result.failure) && (result.failure instanceof Failure || navigator.onLine)) reloadAll(reload);
      return result;
    }
    const merged = merge !== undefined && !pending.unsure;
    if (merged) merge(result.answer, input);
    reloadAll(reload, merged);
    return result;
  };

  /** A second press with the same input joins the first; a different input is sent too, unless it posts stock. */
  const run = (input: Asked<R>) => {
    if (once !== undefined) return pending.send(input, (posting) => act(posting.input, posting.key));
    const what = JSON.stringify(input);
    const result =
      running.current.get(what) ??
      act(input).finally(() => {
        running.current.delete(what);
      });
    running.current.set(what, result);
    return result;
  };

  const leave = () => {
    pending.giveUp();
    setFailure(undefined);
    // It may have taken effect by now.
    reloadAll(reload);
  };

  const { unsure, waiting } = pending;
  return { run, busy: runs > 0 || pending.busy, waiting, failure, unsure, giveUp: leave };
}
