// A user's preferences in this browser, in localStorage: menu, theme, rows, shortcuts. Separate from appearance.ts,
// which only the signed-in part needs.
import { useCallback, useSyncExternalStore } from "react";
import { newEmitter } from "./emitter.ts";

const changes = newEmitter();

/** Changes in this tab and in others. */
const subscribe = (listener: () => void): (() => void) => {
  const end = changes.subscribe(listener);
  addEventListener("storage", listener);
  return () => {
    end();
    removeEventListener("storage", listener);
  };
};

export const preferenceOf = (name: string, fallback: string): string => localStorage.getItem(name) ?? fallback;

export function usePreference(name: string, fallback: string): [string, (value: string) => void] {
  const value = useSyncExternalStore(subscribe, () => preferenceOf(name, fallback));
  const set = useCallback(
    (next: string) => {
      localStorage.setItem(name, next);
      changes.emit();
    },
    [name],
  );
  return [value, set];
}
