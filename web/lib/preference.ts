// What a person prefers in this browser: menu collapsed, theme, shortcuts.
import { useCallback, useSyncExternalStore } from "react";
import { newEmitter } from "./emitter.ts";

const changes = newEmitter();

/** Of this tab and of others. */
const subscribe = (watcher: () => void): (() => void) => {
  const end = changes.subscribe(watcher);
  addEventListener("storage", watcher);
  return () => {
    end();
    removeEventListener("storage", watcher);
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
