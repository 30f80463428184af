// Revalidates what a write has changed, by prefix of the address, in this tab and in others once they are looked at.
import { useCallback, useEffect } from "react";
import { type ScopedMutator, useSWRConfig } from "swr";
import { newEmitter } from "../emitter.ts";
import { session, useSession } from "./session.ts";

const refreshes = newEmitter<[prefix: string]>();

/** Notifies data kept outside SWR: the application context. */
export const onRefresh = refreshes.subscribe;

/** Lists read from a DynamoDB index, which lags behind its table: they are read again after so many milliseconds. */
const laggingLists = ["/v1/transactions", "/v1/picklists"];
const indexLag = 5_000;

const otherTabs = new BroadcastChannel("refresh");

const revalidate = (mutate: ScopedMutator, prefixes: readonly string[]): void => {
  void mutate((key) => typeof key === "string" && prefixes.some((prefix) => key.startsWith(prefix)));
  for (const prefix of prefixes) refreshes.emit(prefix);
};

/** `merged`: lagging lists already show the change, so they are read only after the lag, or it could vanish again. */
export function useRefresh(): (prefixes: readonly string[], merged?: boolean) => void {
  const { mutate } = useSWRConfig();
  const { token } = useSession();
  return useCallback(
    (prefixes, merged = false) => {
      const reload = (wanted: readonly string[]) => {
        // The session that wrote has ended, and its cache with it.
        if (wanted.length === 0 || session().token !== token) return;
        revalidate(mutate, wanted);
        otherTabs.postMessage(wanted);
      };
      const late = prefixes.filter((prefix) => laggingLists.includes(prefix));
      reload(merged ? prefixes.filter((prefix) => !late.includes(prefix)) : prefixes);
      if (late.length) setTimeout(() => reload(late), indexLag);
    },
    [mutate, token],
  );
}

/** Reads again what another tab has changed, once this one is visible. */
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
