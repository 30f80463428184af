// Posts what a form submits: one toast from Saving to Saved, or to Kept if no answer comes; stale lists are read again.
import type { Answer } from "#shared/api.ts";
import { Failure } from "#shared/failure.ts";
import { makesStale, type Result } from "../api/client.ts";
import type { useRefresh } from "../api/refresh.ts";
import { toast } from "../toast.ts";
import type { EntryInput, OnceRoute } from "./entry.ts";
import { type SubmitOptions, submit } from "./outbox.ts";

/** No answer has come, and the entry waits under this key. */
interface Kept {
  ok: true;
  kept: string;
}

export type Outcome<T> = Result<T> | Kept;

export interface PostingOptions<R extends OnceRoute> {
  /** Toasts while it runs and when it is answered. */
  messages: readonly [string, string];
  /** The toast of a refusal leaves out its details, since the screen lists them. */
  brief?: boolean;
  /** Prefixes of the addresses to read again after an answer, and after a refusal that may mean they are out of date. */
  reload?: readonly string[];
  /** Puts the answer into cached lists at once; not after it waited, since they may show its effect already. */
  merge?: (answer: Answer<R>) => void;
  /** Called with the answer, also with a late one, of an entry that was kept. */
  answered?: (answer: Answer<R>, input: EntryInput<R>, isLate: boolean) => void;
  /** Called with the key of an entry that waits from now on. */
  kept?: (key: string, input: EntryInput<R>) => void;
}

interface Post<R extends OnceRoute> {
  /** Of the form: toasts of different forms do not replace each other. */
  id: string;
  refresh: ReturnType<typeof useRefresh>;
  route: R;
  input: EntryInput<R>;
  options: PostingOptions<R>;
  submitOptions: SubmitOptions | undefined;
}

/** Resolves with the answer, the refusal, or that it is kept. What an answer changes is changed also if it comes later. */
export const post = async <R extends OnceRoute>(call: Post<R>): Promise<Outcome<Answer<R>>> => {
  const { id, route, input, options, submitOptions } = call;
  const toastId = `${id} ${JSON.stringify((input as { path?: object }).path)}`;
  toast.loading(options.messages[0], toastId);
  const submission = await submit(route, input, submitOptions);
  if (!submission) {
    const failure = new Failure("CONFLICT", { message: "It was corrected or discarded in another tab" });
    toast.refusal(failure, toastId);
    return { ok: false, failure };
  }
  const { key } = submission;
  let isLate = false;
  const settled = submission.settled.then((result): Outcome<Answer<R>> => {
    settle(call, result, toastId, isLate);
    return result;
  });
  const kept = submission.kept.then((text): Kept => {
    isLate = true;
    toast.success(text, toastId);
    options.kept?.(key, input);
    return { ok: true, kept: key };
  });
  return Promise.race([settled, kept]);
};

const settle = <R extends OnceRoute>(
  { refresh, input, options: { messages, brief, reload = [], merge, answered } }: Post<R>,
  result: Result<Answer<R>>,
  toastId: string,
  isLate: boolean,
): void => {
  if (!result.ok) {
    toast.refusal(result.failure, toastId, brief ? [] : undefined);
    if (makesStale(result.failure)) refresh(reload);
    return;
  }
  toast.success(messages[1], toastId);
  if (!isLate) merge?.(result.answer);
  refresh(reload, merge !== undefined && !isLate);
  answered?.(result.answer, input, isLate);
};
