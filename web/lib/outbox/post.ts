// Posts a form's submission: one toast from Saving to Saved, or to Kept if no answer comes; stale lists are read again.
import type { Answer } from "#shared/api.ts";
import { staleAfter } from "#shared/call-facts.ts";
import { Failure } from "#shared/failure.ts";
import { rowsIn, type useRefresh } from "../api/refresh.ts";
import { makesStale, type Result } from "../api/result.ts";
import type { Handover } from "../forms/use-form.ts";
import { store } from "../queue/device.ts";
import { toast } from "../toast.ts";
import { whenIdle } from "../when-idle.ts";
import {
  type Entry,
  type EntryInput,
  isKeyTaken,
  isRefused,
  type OnceRoute,
  type SentInput,
  type SentRequest,
} from "./entry.ts";
import { type Held, isReversible } from "./held.ts";
import { askForLastingStorage, entries, keptText, submit } from "./outbox.ts";
import { changeEntry } from "./postings.ts";
import type { SubmitOptions } from "./submit.ts";

/** No answer has come, and the entry waits under this key. */
interface Kept {
  ok: true;
  kept: string;
}

/** The server is in trouble: the entry waits, and its form may wait for the outcome in `later`. */
interface Troubled {
  ok: false;
  failure: Failure;
  later: Promise<Result<unknown>>;
}

export type PostOutcome<T> = Result<T> | Kept | Troubled;

export interface PostingOptions<R extends OnceRoute> {
  /** Toasts while it runs and when it is answered. */
  messages: readonly [string, string];
  /** A name for the id in the input, such as the container's, for the list of pending entries. */
  about?: string;
  /** The toast of a refusal leaves out its details, since the screen lists them. */
  brief?: boolean;
  /** Called with the answer, even a late one. Returns true if it shows `text` itself. */
  answered?: (answer: Answer<R>, text: string, isLate: boolean, input: EntryInput<R>) => unknown;
  /** Called with the key of an entry that waits from now on. Returns true if it shows `text` itself. */
  kept?: (key: string, text: string) => unknown;
}

/**
 * A form's submission without an answer. The key stays until it has taken effect, so that an earlier request and its
 * replacement cannot both take effect.
 */
export interface Attempted {
  key: string;
  /** Refused requests, which the outbox no longer has. */
  earlier: SentRequest[];
}

interface Post<R extends OnceRoute> {
  /** Id of the form, so that toasts of different forms do not replace each other. */
  id: string;
  refresh: ReturnType<typeof useRefresh>;
  route: R;
  input: EntryInput<R>;
  options: PostingOptions<R>;
  submitOptions: Pick<SubmitOptions, "progress"> & Partial<Handover>;
  /** The same across the form's submissions. */
  attempted: { current: Attempted | undefined };
}

/** Resolves with the answer, the refusal, or that the entry waits. A late answer has the same effects on the screen. */
export const post = async <R extends OnceRoute>(call: Post<R>): Promise<PostOutcome<Answer<R>>> => {
  const { id, route, input, options, submitOptions, attempted } = call;
  const { corrects, onStored, ...rest } = submitOptions;
  const toastId = `${id} ${JSON.stringify((input as { path?: object }).path)}`;
  toast.loading(options.messages[0], toastId);
  const before = attempted.current;
  const key = before?.key ?? corrects ?? crypto.randomUUID();
  const submission = await submit(route, input, {
    ...rest,
    key,
    about: options.about,
    earlier: before?.earlier ?? [],
    onStored: (stored) => onStored?.(heldEntry(stored)),
    corrects: !before && corrects !== undefined,
  });
  if (!submission) {
    attempted.current = undefined;
    const failure = new Failure("CONFLICT", { message: "It was corrected or discarded in another tab" });
    toast.refusal(failure, toastId);
    return { ok: false, failure };
  }
  const earlier = [...submission.earlier, { route, input: input as SentInput }];
  attempted.current = { key, earlier };
  let isLate = false;
  const settled = submission.settled.then((result): PostOutcome<Answer<R>> => {
    const isOver = result.ok || isKeyTaken(result.failure);
    attempted.current = isOver ? undefined : { key, earlier };
    settle(call, key, result, toastId, isLate);
    return result;
  });
  const kept = submission.kept.then(async ({ entry, lacking }): Promise<Kept> => {
    isLate = true;
    attempted.current = undefined;
    const text = await keptText(entry, lacking);
    succeed(text, toastId, options.kept?.(key, text));
    whenIdle(() => void askForLastingStorage());
    return { ok: true, kept: key };
  });
  const troubled = submission.troubled.then((failure): Troubled => {
    isLate = true;
    toast.refusal(failure, toastId);
    return { ok: false, failure, later: submission.settled };
  });
  return Promise.race([settled, kept, troubled]);
};

/** Entries of this tab whose reversal follows their answer. */
const takenBack = new Set<string>();

/**
 * Takes an entry back: one that has not left this device is deleted, and one that has is reversed once it is answered.
 * "gone" if it is answered already.
 */
export const undoEntry = async (key: string): Promise<"deleted" | "waits" | "gone"> => {
  const undone = await changeEntry(store, { kind: "posting", key }, async (entry, table) => {
    await (entry.sent ? table.put<Entry>({ ...entry, undo: crypto.randomUUID() }) : table.delete(entry));
    return entry.sent ? "waits" : "deleted";
  });
  if (undone === "waits") takenBack.add(key);
  return undone ?? "gone";
};

/** The submitted input of a form that may be closed before its answer is there. */
export const heldEntry = (key: string): Held => {
  const find = () => entries().find((entry) => entry.key === key && !isRefused(entry));
  return {
    isHeld: () => find() !== undefined,
    mayTakeBack: () => {
      const entry = find();
      return entry !== undefined && (!entry.sent || isReversible(entry));
    },
    letWait: async () => {
      await changeEntry(store, { kind: "posting", key }, (entry, table) => table.put<Entry>({ ...entry, kept: true }));
    },
    takeBack: async () => {
      const undone = await undoEntry(key);
      if (undone === "deleted") toast.success("Taken back", key);
      if (undone === "waits") toast.success("Sent already, reversed once it is answered", key);
    },
  };
};

const settle = <R extends OnceRoute>(
  { refresh, route, input, options: { messages, brief, answered } }: Post<R>,
  key: string,
  result: Result<Answer<R>>,
  toastId: string,
  isLate: boolean,
): void => {
  if (!result.ok) {
    const { failure } = result;
    // What was counted since is a question, which the form asks while it is there.
    if (!isLate && failure.details.some(({ counted_at }) => counted_at)) toast.dismiss(toastId);
    else toast.refusal(failure, toastId, brief ? [] : undefined);
    if (makesStale(failure)) refresh(staleAfter[route]);
    return;
  }
  refresh(staleAfter[route], rowsIn(input as object, result.answer));
  if (takenBack.has(key)) toast.dismiss(toastId);
  else succeed(messages[1], toastId, answered?.(result.answer, messages[1], isLate, input));
};

const succeed = (text: string, toastId: string, isAnnounced: unknown): unknown =>
  isAnnounced === true ? toast.dismiss(toastId) : toast.success(text, toastId);
