// Postings whose outcome is unknown: key and input survive a reload until an answer arrives.

import { newEmitter } from "../emitter.ts";
import { isKnownOutcome, type Result } from "./client.ts";
import { session } from "./session.ts";

export interface Pending<I> {
  key: string;
  input: I;
}

/** A try that has left this tab and has no outcome yet. */
export interface Try {
  /** No earlier one of the same posting has gone without an answer. */
  first: boolean;
  /** What has sent it. */
  by: symbol;
  /** Its answer says that it took effect. */
  done: boolean;
  result: Promise<Result<unknown>>;
}

const { subscribe, emit } = newEmitter();
export const watchPending = subscribe;

const at = (name: string): string => `pending ${session().user?._id} ${name}`;
/** By where their postings are kept. */
const tries = new Map<string, Try>();

export const tryOf = (name: string): Try | undefined => tries.get(at(name));

/** As it is kept: as long as it is the same text, it is the same posting. */
export const keptPending = (name: string): string | null => sessionStorage.getItem(at(name));

export const pendingOf = <I>(name: string): Pending<I> | undefined => {
  const kept = keptPending(name);
  return kept === null ? undefined : JSON.parse(kept);
};

/** Whether somebody has waited for its answer in vain. */
export const isUnanswered = (name: string): boolean => keptPending(name) !== null && !tryOf(name)?.first;

/**
 * Sends the posting that has no answer so far, else this input under a new key: kept before it leaves, and until its
 * outcome is known. While one is on its way from this tab, its result is the result.
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

/** What follows the prefix in the names of those that begin with it. */
export const pendingAfter = (prefix: string): string[] =>
  Object.keys(sessionStorage).flatMap((name) => (name.startsWith(at(prefix)) ? [name.slice(at(prefix).length)] : []));
