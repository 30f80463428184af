// The device right now: a phone's width, any media query, and whether there is a connection.
import { useCallback, useSyncExternalStore } from "react";

export function useMedia(query: string): boolean {
  const watch = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(watch, () => matchMedia(query).matches);
}

const phoneQuery = "(max-width: 640px)";
export const usePhone = (): boolean => useMedia(phoneQuery);

const subscribeToConnection = (changed: () => void): (() => void) => {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
};
export const useOnline = (): boolean => useSyncExternalStore(subscribeToConnection, () => navigator.onLine);
