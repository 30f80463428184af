// Revalidates lists that a write has changed, by prefix of the address, in this tab and, once visible, in other tabs.
import { useCallback, useEffect } from "react";
import { type ScopedMutator, useSWRConfig } from "swr";
import { laggingLists, listFacts } from "#shared/call-facts.ts";
import { answeredAt } from "./client.ts";
import { session, useSession } from "./session.ts";

/** Ids of rows that this device has changed, as far as they are known, until the catalogue has them. */
export const changedRows = new Set<string>();

/** Milliseconds after which a list from an index that lags behind its table is read again. */
const indexLag = 5_000;

const otherTabs = new BroadcastChannel("refresh");

/** Some lists are so dear that they are read again only after some minutes, unless a write names them. */
const isStale = (key: string, prefixes: readonly string[]): boolean => {
  const { minutes = 0 } = listFacts(key);
  const isOld = Date.now() - (answeredAt(key) ?? 0) >= minutes * 60_000;
  return prefixes.some((prefix) => key === prefix || (isOld && key.startsWith(prefix)));
};

const revalidate = (mutate: ScopedMutator, prefixes: readonly string[]): void =>
  void mutate((key) => typeof key === "string" && isStale(key, prefixes));

/** Reads lists again that a write has changed; `rows` are the ids of products and containers that it named. */
export function useRefresh(): (prefixes: readonly string[], rows?: readonly string[]) => void {
  const { mutate } = useSWRConfig();
  const { token } = useSession();
  return useCallback(
    (prefixes, rows = []) => {
      for (const row of rows) changedRows.add(row);
      const reload = (wanted: readonly string[]) => {
        // The session that wrote has ended, and its cache with it.
        if (wanted.length === 0 || session().token !== token) return;
        revalidate(mutate, wanted);
        otherTabs.postMessage(wanted);
      };
      const late = laggingLists.filter((list) => prefixes.some((prefix) => list.startsWith(prefix)));
      reload(prefixes);
      if (late.length) setTimeout(() => reload(late), indexLag);
    },
    [mutate, token],
  );
}

interface Named {
  _id?: string;
  product?: { _id: string };
}

/** The ids of products and containers in a write's path and answer. */
export const rowsIn = ({ path }: { path?: Record<string, string> }, answer: unknown): string[] => {
  const rows = (answer as { data?: Named[] } | undefined)?.data ?? [answer as Named | undefined];
  return [...Object.values(path ?? {}), ...rows.flatMap((row) => row?.product?._id ?? row?._id ?? [])];
};

/** Reads the lists again that another tab has changed, once this one is visible. */
export function useRefreshFromOtherTabs(): void {
  const { mutate } = useSWRConfig();
  useEffect(() => {
    const changed = new Set<string>();
    const reload = () => {
      if (document.visibilityState === "hidden" || changed.size === 0) return;
      const prefixes = [...changed];
      changed.clear();
      revalidate(mutate, prefixes);
    };
    const note = ({ data }: MessageEvent<readonly string[]>) => {
      for (const prefix of data) changed.add(prefix);
      reload();
    };
    otherTabs.addEventListener("message", note);
    document.addEventListener("visibilitychange", reload);
    return () => {
      otherTabs.removeEventListener("message", note);
      document.removeEventListener("visibilitychange", reload);
    };
  }, [mutate]);
}
