// Posts a form's submission: one toast from Saving to Saved, or to Kept if no answer comes; stale lists are read again.
import type { Answer } from "#shared/api.ts";
import { staleAfter } from "#shared/call-facts.ts";
import { Failure } from "#shared/failure.ts";
import { ownServer } from "../api/address.ts";
import { rowsIn, type useRefresh } from "../api/refresh.ts";
import { makesStale, type Refusal, type Result } from "../api/result.ts";
import { session } from "../api/session.ts";
import type { Held } from "../forms/held.ts";
import type { Handover } from "../forms/use-form.ts";
import { clock, queue, store } from "../queue/device.ts";
import { isLostWithTab } from "../queue/item.ts";
import { toast } from "../toast.ts";
import { whenIdle } from "../when-idle.ts";
import {
  asideOf,
  type Entry,
  type EntryInput,
  isKeyTaken,
  isReversible,
  type OnceRoute,
  type SentInput,
  type SentRequest,
  stateOf,
} from "./entry.ts";
import { entries, isOnline, isStorageLasting, postings } from "./outbox.ts";
import { changeEntry, type Lacking } from "./postings.ts";
import { newSubmit, type SubmitOptions } from "./submit.ts";

export type PostOutcome<T> =
  | Result<T>
  /** No answer has come, and the entry waits under this key. */
  | { ok: true; kept: string }
  /** The server is in trouble: the entry waits, and its form may wait for the outcome in `later`. */
  | { ok: false; failure: Failure; later: Promise<Result<T>> };

export interface PostingOptions<R extends OnceRoute> {
  /** Toasts while it runs and when it is answered. */
  messages: readonly [string, string];
  /** A name for the id in the input, such as the container's, for the list of pending entries. */
  about?: string;
  /** The toast of a refusal leaves out its details, since the screen lists them. */
  brief?: boolean;
  /** Called with the answer, even a late one. Returns true if it shows `text` itself. */
  answered?: (answer: Answer<R>, text: string, isLate: boolean, input: EntryInput<R>) => unknown;
  /** Called with a refusal, even a late one. Returns true if it shows it itself. */
  refused?: (failure: Refusal, isLate: boolean, input: EntryInput<R>) => boolean;
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
  submitOptions: Pick<SubmitOptions, "apart" | "progress"> & Partial<Handover>;
  /** The same across the form's submissions. */
  attempted: { current: Attempted | undefined };
}

const submit = newSubmit({ store, postings, clock, sendNow: queue.sendNow, isOnline, ownServer });

/** Resolves with the answer, the refusal, or that the entry waits. A late answer has the same effects on the screen. */
export const post = async <R extends OnceRoute>(call: Post<R>): Promise<PostOutcome<Answer<R>>> => {
  const { id, refresh, route, input, options, submitOptions, attempted } = call;
  const { messages } = options;
  const { corrects, onStored, ...rest } = submitOptions;
  const toastId = `${id} ${JSON.stringify((input as { path?: object }).path)}`;
  toast.loading(messages[0], toastId);
  const before = attempted.current;
  const key = before?.key ?? corrects ?? crypto.randomUUID();
  const { user } = session();
  if (!user) throw new Failure("UNAUTHORIZED");
  const submission = await submit(user, route, input, {
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
  takenBack.delete(key);
  const show = (result: Result<Answer<R>>, isLate: boolean): Result<Answer<R>> => {
    if (result.ok) {
      refresh(staleAfter[route], rowsIn(input as object, result.answer));
      if (takenBack.has(key)) toast.dismiss(toastId);
      else succeed(messages[1], toastId, options.answered?.(result.answer, messages[1], isLate, input));
      return result;
    }
    const { failure } = result;
    // What was counted since is a question, which the form asks while it is there.
    const isAsked = !isLate && failure.details.some(({ counted_at }) => counted_at);
    if (options.refused?.(failure, isLate, input) || isAsked) toast.dismiss(toastId);
    else toast.refusal(failure, toastId, options.brief ? [] : undefined);
    if (makesStale(failure)) refresh(staleAfter[route]);
    return result;
  };
  const settle = (result: Result<Answer<R>>, isLate: boolean): Result<Answer<R>> => {
    const isOver = result.ok || isKeyTaken(result.failure);
    attempted.current = isOver ? undefined : { key, earlier };
    return show(result, isLate);
  };
  const resting = await submission.resting;
  switch (resting.is) {
    case "settled":
      return settle(resting.result, false);
    case "troubled": {
      const { failure, later } = resting;
      toast.refusal(failure, toastId);
      return { ok: false, failure, later: later.then((result) => settle(result, true)) };
    }
    case "kept": {
      // The form is free for other input: a late refusal is corrected from the outbox.
      attempted.current = undefined;
      if (resting.entry) {
        const text = await keptText(resting.entry, resting.lacking);
        succeed(text, toastId, options.kept?.(key, text));
      } else toast.dismiss(toastId);
      void resting.later.then((result) => show(result, true));
      whenIdle(() => void askForLastingStorage());
      return { ok: true, kept: key };
    }
  }
};

let isAsked = false;

/** Asks the browser to keep stored data, once a visit. Nothing waits for it, as some browsers ask the person. */
const askForLastingStorage = async (): Promise<void> => {
  if (isAsked) return;
  isAsked = true;
  if (!(await isStorageLasting())) await navigator.storage?.persist?.();
};

const untilText: Record<Lacking, string> = {
  network: "as soon as there is a network",
  server: "as soon as the server answers",
  "sign-in": "once you have signed in",
  update: "once the server is updated",
};

const keptText = async (entry: Entry, lacking: Lacking): Promise<string> => {
  const place = (await isStorageLasting()) ? "Kept on this device" : "Kept in this browser";
  return `${isLostWithTab(entry) ? "Kept in this tab only: do not close it" : place}. It is sent ${untilText[lacking]}`;
};

/** Entries of this tab whose reversal follows their answer. */
const takenBack = new Set<string>();

/**
 * Takes an entry back: one that has not left this device is deleted, and one that has is reversed once it is answered.
 * "gone" if it is answered or refused already.
 */
export const undoEntry = async (key: string): Promise<"deleted" | "waits" | "gone"> => {
  const event = { is: "taken back", reversal: crypto.randomUUID() } as const;
  const undone = await changeEntry(store, { kind: "posting", key }, event);
  if (!undone || (undone.after && asideOf(undone.after))) return "gone";
  if (!undone.after) return "deleted";
  takenBack.add(key);
  return "waits";
};

/** The submitted input of a form that may be closed before its answer is there. */
export const heldEntry = (key: string): Held => {
  const find = () => entries().find((entry) => entry.key === key && !asideOf(entry));
  return {
    isHeld: () => find() !== undefined,
    mayTakeBack: () => {
      const entry = find();
      return entry !== undefined && (stateOf(entry, clock.now()).is !== "sent" || isReversible(entry));
    },
    letWait: async () => void (await changeEntry(store, { kind: "posting", key }, { is: "kept" })),
    takeBack: async () => {
      const undone = await undoEntry(key);
      if (undone === "deleted") toast.success("Taken back", key);
      if (undone === "waits") toast.success("Sent already, reversed once it is answered", key);
    },
  };
};

const succeed = (text: string, toastId: string, isAnnounced: unknown): unknown =>
  isAnnounced === true ? toast.dismiss(toastId) : toast.success(text, toastId);
