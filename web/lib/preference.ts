// A user's preferences in this browser, in localStorage: menu, theme, rows, shortcuts.
import { useCallback, useSyncExternalStore } from "react";
import { newEmitter } from "./emitter.ts";
import { readText, writeText } from "./stored.ts";

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
