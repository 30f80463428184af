// Revalidates what a write has changed, by prefix of the address.
import { useCallback } from "react";
import { useSWRConfig } from "swr";
import { newEmitter } from "../emitter.ts";
import { session, useSession } from "./session.ts";

const refreshes = newEmitter<[prefix: string]>();

/** Notifies data kept outside SWR: the application context. */
export const onRefresh = refreshes.subscribe;

/** Lists read from a DynamoDB index, which lags behind its table: they are read again after so many milliseconds. */
const laggingLists = ["/v1/transactions", "/v1/picklists"];
const indexLag = 5_000;

/** `merged`: lagging lists already show the change, so they are read only after the lag, or it could vanish again. */
export function useRefresh(): (prefixes: readonly string[], merged?: boolean) => void {
  const { mutate } = useSWRConfig();
  const { token } = useSession();
  return useCallback(
    (prefixes, merged = false) => {
      const reload = (wanted: readonly string[]) => {
        // The session that wrote has ended, and its cache with it.
        if (wanted.length === 0 || session().token !== token) return;
        void mutate((key) => typeof key === "string" && wanted.some((prefix) => key.startsWith(prefix)));
        for (const prefix of wanted) refreshes.emit(prefix);
      };
      const late = prefixes.filter((prefix) => laggingLists.includes(prefix));
      reload(merged ? prefixes.filter((prefix) => !late.includes(prefix)) : prefixes);
      if (late.length) setTimeout(() => reload(late), indexLag);
    },
    [mutate, token],
  );
}
