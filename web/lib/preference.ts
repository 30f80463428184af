// A user's preferences in this browser, in localStorage: menu, theme, rows, shortcuts.
import { useCallback, useSyncExternalStore } from "react";
import { newEmitter } from "./emitter.ts";
import { type Guard, readStored, readText, writeText } from "./stored.ts";

const changes = newEmitter();

/** Changes in this tab and in other tabs. */
const subscribe = (listener: () => void): (() => void) => {
  const end = changes.subscribe(listener);
  addEventListener("storage", listener);
  return () => {
    end();
    removeEventListener("storage", listener);
  };
};

export const preferenceOf = (name: string, fallback: string): string => readText("localStorage", name) ?? fallback;

export function usePreference(name: string, fallback: string): [string, (value: string) => void] {
  const value = useSyncExternalStore(subscribe, () => preferenceOf(name, fallback));
  const set = useCallback(
    (next: string) => {
      writeText("localStorage", name, next);
      changes.emit();
    },
    [name],
  );
  return [value, set];
}

/** A JSON value under a name, which may be that of the user. It is the same object as long as its text is the same. */
export const storedValue = <T>(nameOf: () => string, fits: Guard<T>, none: T) => {
  let known: { text: string | undefined; value: T } = { text: undefined, value: none };
  const get = (): T => {
    const text = readText("localStorage", nameOf());
    if (text !== known.text) known = { text, value: readStored("localStorage", nameOf(), fits) ?? none };
    return known.value;
  };
  const set = (value: T): void => {
    known = { text: JSON.stringify(value), value };
    writeText("localStorage", nameOf(), known.text);
    changes.emit();
  };
  const use = (): T => useSyncExternalStore(subscribe, get);
  return { get, set, use, subscribe };
};
