// What a person prefers in this browser: menu collapsed, theme, shortcuts.
import { useCallback, useSyncExternalStore } from "react";

const watchers = new Set<() => void>();

const watch = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  addEventListener("storage", watcher);
  return () => {
    watchers.delete(watcher);
    removeEventListener("storage", watcher);
  };
};

export const preferenceOf = (name: string, fallback: string): string => localStorage.getItem(name) ?? fallback;

export function usePreference(name: string, fallback: string): [string, (value: string) => void] {
  const value = useSyncExternalStore(watch, () => preferenceOf(name, fallback));
  const set = useCallback(
    (next: string) => {
      localStorage.setItem(name, next);
      for (const watcher of watchers) watcher();
    },
    [name],
  );
  return [value, set];
}
