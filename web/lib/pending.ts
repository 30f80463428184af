// Postings whose outcome is unknown: key and input survive a reload until an answer arrives.
import { session } from "./session.ts";

export interface Pending<I> {
  key: string;
  input: I;
}

const at = (name: string): string => `pending ${session().user?._id} ${name}`;

export const pendingOf = <I>(name: string): Pending<I> | undefined => {
  const kept = sessionStorage.getItem(at(name));
  return kept ? JSON.parse(kept) : undefined;
};

export const keepPending = <I>(name: string, pending: Pending<I>): void =>
  sessionStorage.setItem(at(name), JSON.stringify(pending));

export const dropPending = (name: string): void => sessionStorage.removeItem(at(name));

/** What follows the prefix in the names of those that begin with it. */
export const pendingAfter = (prefix: string): string[] =>
  Object.keys(sessionStorage).flatMap((name) => (name.startsWith(at(prefix)) ? [name.slice(at(prefix).length)] : []));
