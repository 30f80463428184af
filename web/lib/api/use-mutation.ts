// Writes to the API that need a network: one toast from Saving to Saved; stale lists are read again. Calls that take
// effect once, however often they are sent, go through the outbox instead.
import { useId, useRef, useState } from "react";
import type { Answer } from "#shared/api.ts";
import { staleAfter, type Write } from "#shared/call-facts.ts";
import { Failure } from "#shared/failure.ts";
import { toast } from "../toast.ts";
import { attempt, type Input } from "./client.ts";
import { rowsIn, useRefresh } from "./refresh.ts";
import { makesStale, type Refusal, type Result } from "./result.ts";

type Asked<R extends Write> = Omit<Input<R>, "key" | "age" | "signal">;

/** The toasts of the usual writes. */
export const saving = ["Saving", "Saved"] as const;
export const deleting = ["Deleting", "Deleted"] as const;

interface MutationOptions {
  /** Toasts while it runs and when it is done. */
  messages: readonly [string, string];
  /** Whether the screen asks about a refusal, which then needs no toast. */
  asks?: (refusal: Refusal) => boolean;
}

interface Mutation<R extends Write> {
  run: (input: Asked<R>) => Promise<Result<Answer<R>>>;
  busy: boolean;
}

export function useMutation<R extends Write>(route: R, { messages, asks }: MutationOptions): Mutation<R> {
  const id = useId();
  const refresh = useRefresh();
  const running = useRef(new Map<string, Promise<Result<Answer<R>>>>());
  const [runs, setRuns] = useState(0);

  const act = async (input: Asked<R>): Promise<Result<Answer<R>>> => {
    // Toasts of different rows do not replace each other.
    const toastId = `${id} ${JSON.stringify((input as { path?: object }).path)}`;
    setRuns((count) => count + 1);
    toast.loading(messages[0], toastId);
    const result = await attempt(route, input as unknown as Input<R>);
    setRuns((all) => all - 1);
    if (result.ok) {
      toast.success(messages[1], toastId);
      refresh(staleAfter[route], rowsIn(input as object, result.answer));
    } else {
      if (asks?.(result.failure)) toast.dismiss(toastId);
      else toast.refusal(result.failure, toastId);
      // Offline, SWR reads it again as soon as there is a connection.
      if (makesStale(result.failure) && (result.failure instanceof Failure || navigator.onLine))
        refresh(staleAfter[route]);
    }
    return result;
  };

  /** A second press with the same input joins the first; a different input is sent too. */
  const run = (input: Asked<R>) => {
    const what = JSON.stringify(input);
    const result =
      running.current.get(what) ??
      act(input).finally(() => {
        running.current.delete(what);
      });
    running.current.set(what, result);
    return result;
  };

  return { run, busy: runs > 0 };
}
