// The application context: the product and warehouse lists that pickers, filters and the palette work from.
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import type { Context } from "#shared/app.ts";
import { call } from "../lib/api/client.ts";
import { onRefresh } from "../lib/api/refresh.ts";
import { onSessionEnd, useSession } from "../lib/api/session.ts";
import { focusInterval } from "../lib/api/use-data.ts";

/** Milliseconds before a failed request is retried. */
const retryDelay = 10_000;

/** Raised when the cached shape changes; an older cache is dropped. */
const version = 1;
const cacheKey = (user: string): string => `context ${user}`;

interface Lists extends Context {
  /** The lists are being loaded; until then these are from an earlier visit. */
  refreshing: boolean;
}

const emptyLists: Context = { product: [], warehouse: [] };
const ListsContext = createContext<Lists>({ ...emptyLists, refreshing: false });

const readCache = (user: string): Context => {
  const text = localStorage.getItem(cacheKey(user));
  const stored = text ? JSON.parse(text) : undefined;
  return stored?.version === version ? stored.lists : emptyLists;
};

const writeCache = (user: string, lists: Context): void => {
  // Storage may be full, or missing in private windows; the product works without the cache.
  try {
    localStorage.setItem(cacheKey(user), JSON.stringify({ version, lists }));
  } catch {
    localStorage.removeItem(cacheKey(user));
  }
};

onSessionEnd((reason, user) => {
  if (reason === "logout" && user) localStorage.removeItem(cacheKey(user._id));
});

export function ApplicationContextProvider({ children }: { children: ReactNode }) {
  const user = useSession().user?._id ?? "";
  const [lists, setLists] = useState(() => readCache(user));
  const [refreshing, setRefreshing] = useState(true);
  const [request, setRequest] = useState({ quiet: false });

  useEffect(() => {
    let requestedAt = Date.now();
    const reload = () => {
      requestedAt = Date.now();
      setRequest({ quiet: false });
    };
    // Lists on the screen may name products and warehouses that others have added meanwhile.
    const reloadOnReturn = () =>
      document.visibilityState === "visible" && Date.now() - requestedAt >= focusInterval && reload();
    addEventListener("online", reload);
    addEventListener("focus", reloadOnReturn);
    document.addEventListener("visibilitychange", reloadOnReturn);
    const unsubscribe = onRefresh((prefix) => "/v1/app/context".startsWith(prefix) && reload());
    return () => {
      removeEventListener("online", reload);
      removeEventListener("focus", reloadOnReturn);
      document.removeEventListener("visibilitychange", reloadOnReturn);
      unsubscribe();
    };
  }, []);

  useEffect(() => {
    // A controller per run: one that outlives a run is already aborted when StrictMode mounts again.
    const controller = new AbortController();
    let retryTimer: ReturnType<typeof setTimeout> | undefined;
    // After a failure, screens that wait for the lists do not wait for each retry.
    setRefreshing(!request.quiet);
    call("GET /v1/app/context", { signal: controller.signal }).then(
      (fresh) => {
        if (controller.signal.aborted) return;
        setLists(fresh);
        setRefreshing(false);
        writeCache(user, fresh);
      },
      // `call` has logged the failure, and signed out after a 401; the cached lists stay.
      () => {
        if (controller.signal.aborted) return;
        setRefreshing(false);
        retryTimer = setTimeout(() => setRequest({ quiet: true }), retryDelay);
      },
    );
    return () => {
      clearTimeout(retryTimer);
      controller.abort();
    };
  }, [user, request]);

  const value = useMemo(() => ({ ...lists, refreshing }), [lists, refreshing]);
  return <ListsContext value={value}>{children}</ListsContext>;
}

export const useApplicationContext = (): Lists => useContext(ListsContext);
