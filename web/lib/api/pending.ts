// Postings whose outcome is unknown: key and input survive a reload until an answer arrives. Separate from use-pending.ts,
// since the picklist needs only this.
import { newEmitter } from "../emitter.ts";
import { isKnownOutcome, type Result } from "./client.ts";
import { session } from "./session.ts";

export interface Pending<I> {
  key: string;
  input: I;
}

/** An attempt by this tab that has no outcome yet. */
export interface Try {
  /** No earlier attempt of the same posting went unanswered. */
  first: boolean;
  /** Which form sent it. */
  by: symbol;
  /** It succeeded. */
  done: boolean;
  result: Promise<Result<unknown>>;
}

const { subscribe, emit } = newEmitter();
export const watchPending = subscribe;

const at = (name: string): string => `pending ${session().user?._id} ${name}`;
/** By the storage key of their posting. */
const tries = new Map<string, Try>();

export const tryOf = (name: string): Try | undefined => tries.get(at(name));

/** The stored text identifies the posting. */
export const keptPending = (name: string): string | null => sessionStorage.getItem(at(name));

export const pendingOf = <I>(name: string): Pending<I> | undefined => {
  const kept = keptPending(name);
  return kept === null ? undefined : JSON.parse(kept);
};

/** Whether an attempt of it went unanswered. */
export const isUnanswered = (name: string): boolean => keptPending(name) !== null && !tryOf(name)?.first;

/**
 * Sends the unanswered posting again, or else this input under a new key. It is stored before it is sent and until its
 * outcome is known. While an attempt is under way in this tab, its result is returned.
 */
export const post = <I, T>(
  name: string,
  input: I,
  by: symbol,
  send: (posting: Pending<I>) => Promise<Result<T>>,
): Promise<Result<T>> => {
  const place = at(name);
  const running = tries.get(place);
  if (running) return running.result as Promise<Result<T>>;
  const before = pendingOf<I>(name);
  const posting = before ?? { key: crypto.randomUUID(), input };
  sessionStorage.setItem(place, JSON.stringify(posting));
  const result = send(posting)
    .then((outcome) => {
      one.done = outcome.ok;
      if (outcome.ok || isKnownOutcome(outcome.failure, before !== undefined)) sessionStorage.removeItem(place);
      return outcome;
    })
    .finally(() => {
      tries.delete(place);
      emit();
    });
  const one: Try = { first: before === undefined, by, done: false, result };
  tries.set(place, one);
  emit();
  return result;
};

export const dropPending = (name: string): void => {
  sessionStorage.removeItem(at(name));
  emit();
};

/** The rest of each name that begins with the prefix. */
export const pendingAfter = (prefix: string): string[] =>
  Object.keys(sessionStorage).flatMap((name) => (name.startsWith(at(prefix)) ? [name.slice(at(prefix).length)] : []));
