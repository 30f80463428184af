// What outlives a reload until it is dropped: kept in sessionStorage, so of this tab, and of the signed-in user.
import { useSyncExternalStore } from "react";
import { session } from "../../lib/api/session.ts";
import { newEmitter } from "../../lib/emitter.ts";

interface Kept<T> {
  get: () => T;
  /** Written before it returns: what must be kept before a request leaves is. */
  set: (value: T) => void;
  subscribe: (watcher: () => void) => () => void;
}

/** A new name drops what an older shape was kept under. */
export const kept = <T>(name: string, start: T): Kept<T> => {
  const { subscribe, emit } = newEmitter();
  let read: { text: string | null; value: T } = { text: null, value: start };
  const at = () => `kept ${session().user?._id} ${name}`;
  return {
    get: () => {
      const text = sessionStorage.getItem(at());
      if (text !== read.text) read = { text, value: text === null ? start : JSON.parse(text) };
      return read.value;
    },
    set: (value) => {
      if (value === start) sessionStorage.removeItem(at());
      else sessionStorage.setItem(at(), JSON.stringify(value));
      emit();
    },
    subscribe,
  };
};

export const useKept = <T>({ get, subscribe }: Kept<T>): T => useSyncExternalStore(subscribe, get);
