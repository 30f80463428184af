// Reads again, by prefix of the address, what a write has changed.
import { useCallback } from "react";
import { useSWRConfig } from "swr";

type Listener = (prefix: string) => void;
const listeners = new Set<Listener>();

/** For data kept outside SWR: the application context. */
export const onReload = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Lists read from an index, which lags on AWS: they are read again after this many milliseconds. */
const lagging = ["/v1/transactions", "/v1/shipments"];
const lag = 5_000;

export function useReload(): (prefixes: readonly string[]) => void {
  const { mutate } = useSWRConfig();
  return useCallback(
    (prefixes) => {
      const reload = (wanted: readonly string[]) => {
        if (wanted.length === 0) return;
        void mutate((key) => typeof key === "string" && wanted.some((prefix) => key.startsWith(prefix)));
        for (const prefix of wanted) for (const listener of listeners) listener(prefix);
      };
      reload(prefixes);
      const late = prefixes.filter((prefix) => lagging.includes(prefix));
      if (late.length) setTimeout(() => reload(late), lag);
    },
    [mutate],
  );
}
