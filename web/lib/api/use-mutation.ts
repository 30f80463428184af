// Writes to the API that need a network: one toast from Saving to Saved; stale lists are read again. What takes effect once,
// however often it is sent, goes through the outbox instead.
import { useId, useRef, useState } from "react";
import { useSWRConfig } from "swr";
import type { Answer, Route } from "#shared/api.ts";
import { Failure } from "#shared/failure.ts";
import { toast } from "../toast.ts";
import { attempt, type Input, makesStale, type Result } from "./client.ts";
import { useRefresh } from "./refresh.ts";

type Write = Exclude<Route, `GET ${string}`>;
type Asked<R extends Write> = Omit<Input<R>, "key" | "age" | "signal">;

/** The toasts of the usual writes. */
export const saving = ["Saving", "Saved"] as const;
export const deleting = ["Deleting", "Deleted"] as const;

interface MutationOptions<R extends Write> {
  /** Toasts while it runs and when it is done. */
  messages: readonly [string, string];
  /** Prefixes of the addresses to read again after success, and after a failure that may mean they are out of date. */
  reload?: readonly string[];
  /** Puts the answer into cached lists at once. */
  merge?: (answer: Answer<R>, input: Asked<R>) => void;
}

interface Mutation<R extends Write> {
  run: (input: Asked<R>) => Promise<Result<Answer<R>>>;
  busy: boolean;
}

export function useMutation<R extends Write>(
  route: R,
  { messages, reload = [], merge }: MutationOptions<R>,
): Mutation<R> {
  const id = useId();
  const reloadAll = useRefresh();
  const running = useRef(new Map<string, Promise<Result<Answer<R>>>>());
  const [runs, setRuns] = useState(0);

  const act = async (input: Asked<R>): Promise<Result<Answer<R>>> => {
    // Toasts of different rows do not replace each other.
    const toastId = `${id} ${JSON.stringify((input as { path?: object }).path)}`;
    setRuns((others) => others + 1);
    toast.loading(messages[0], toastId);
    const result = await attempt(route, input as unknown as Input<R>);
    setRuns((all) => all - 1);
    if (result.ok) toast.success(messages[1], toastId);
    else toast.refusal(result.failure, toastId);
    if (!result.ok) {
      // Offline, SWR reads it again as soon as there is a connection.
      if (makesStale(result.failure) && (result.failure instanceof Failure || navigator.onLine)) reloadAll(reload);
      return result;
    }
    merge?.(result.answer, input);
    reloadAll(reload, merge !== undefined);
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

interface Cached<Row> {
  put: (row: Row) => void;
  drop: (id: string) => void;
}

/** Changes one row of a cached list in place, until it is read again. */
export function useCachedList<Row extends { _id: string }>(list: string): Cached<Row> {
  const { mutate } = useSWRConfig();
  const change = (make: (rows: Row[]) => Row[]) =>
    void mutate<Row[]>(list, (rows) => rows && make(rows), { revalidate: false });
  return {
    put: (row) =>
      change((rows) =>
        rows.some(({ _id }) => _id === row._id) ? rows.map((old) => (old._id === row._id ? row : old)) : [...rows, row],
      ),
    drop: (id) => change((rows) => rows.filter(({ _id }) => _id !== id)),
  };
}
