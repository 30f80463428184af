// The application context: the product and warehouse lists that pickers, filters and the palette work from.
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import type { Context } from "#shared/app.ts";
import { call } from "../lib/api/client.ts";
import { onRefresh } from "../lib/api/refresh.ts";
import { onSessionEnd, useSession } from "../lib/api/session.ts";
import { focusInterval } from "../lib/api/use-data.ts";

/** Milliseconds after which lists that could not be read are asked for again. */
const rest = 10_000;

/** Raised when the cached shape changes; an older cache is dropped. */
const version = 1;
const cacheKey = (user: string): string => `context ${user}`;

interface Lists extends Context {
  /** The lists shown are from an earlier visit; the present ones are on their way. */
  refreshing: boolean;
}

const nothing: Context = { product: [], warehouse: [] };
const ListsOf = createContext<Lists>({ ...nothing, refreshing: false });

const cached = (user: string): Context => {
  const text = localStorage.getItem(cacheKey(user));
  const kept = text ? JSON.parse(text) : undefined;
  return kept?.version === version ? kept.lists : nothing;
};

const keep = (user: string, lists: Context): void => {
  // A full store, or none in private windows, is no reason to stop.
  try {
    localStorage.setItem(cacheKey(user), JSON.stringify({ version, lists }));
  } catch {
    localStorage.removeItem(cacheKey(user));
  }
};

onSessionEnd((why, user) => {
  if (why === "logout" && user) localStorage.removeItem(cacheKey(user._id));
});

export function ApplicationContextProvider({ children }: { children: ReactNode }) {
  const user = useSession().user?._id ?? "";
  const [lists, setLists] = useState(() => cached(user));
  const [refreshing, setRefreshing] = useState(true);
  const [round, setRound] = useState({ quiet: false });

  useEffect(() => {
    let asked = Date.now();
    const again = () => {
      asked = Date.now();
      setRound({ quiet: false });
    };
    // Others may have added what the lists on screen name by now.
    const back = () => document.visibilityState === "visible" && Date.now() - asked >= focusInterval && again();
    addEventListener("online", again);
    addEventListener("focus", back);
    document.addEventListener("visibilitychange", back);
    const forget = onRefresh((prefix) => "/v1/app/context".startsWith(prefix) && again());
    return () => {
      removeEventListener("online", again);
      removeEventListener("focus", back);
      document.removeEventListener("visibilitychange", back);
      forget();
    };
  }, []);

  useEffect(() => {
    // A controller per run: one that is kept over runs is already aborted when StrictMode mounts again.
    const controller = new AbortController();
    let later: ReturnType<typeof setTimeout> | undefined;
    // What waits for the lists need not wait for each try after a failure.
    setRefreshing(!round.quiet);
    call("GET /v1/app/context", { signal: controller.signal }).then(
      (fresh) => {
        if (controller.signal.aborted) return;
        setLists(fresh);
        setRefreshing(false);
        keep(user, fresh);
      },
      // call has logged it, and signed out if it was a 401; the cached lists stay.
      () => {
        if (controller.signal.aborted) return;
        setRefreshing(false);
        later = setTimeout(() => setRound({ quiet: true }), rest);
      },
    );
    return () => {
      clearTimeout(later);
      controller.abort();
    };
  }, [user, round]);

  const value = useMemo(() => ({ ...lists, refreshing }), [lists, refreshing]);
  return <ListsOf value={value}>{children}</ListsOf>;
}

export const useApplicationContext = (): Lists => useContext(ListsOf);
