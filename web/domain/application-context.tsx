// The application context: the product and warehouse lists that pickers, filters and the search work from.
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import type { Context } from "#shared/app.ts";
import { call } from "../lib/api/client.ts";
import { lastKnown, whenIdle } from "../lib/api/offline-cache.ts";
import { onRefresh } from "../lib/api/refresh.ts";
import { focusInterval } from "../lib/api/use-data.ts";

/** Milliseconds before a failed request is retried. */
const retryDelay = 10_000;

interface Lists extends Context {
  /** The lists are being loaded; until then these are from an earlier visit. */
  refreshing: boolean;
}

const emptyLists: Context = { product: [], warehouse: [] };
const ListsContext = createContext<Lists>({ ...emptyLists, refreshing: false });

export function ApplicationContextProvider({ children }: { children: ReactNode }) {
  const [lists, setLists] = useState(emptyLists);
  const [refreshing, setRefreshing] = useState(true);
  const [request, setRequest] = useState({ quiet: false });

  useEffect(
    () =>
      whenIdle(async () => {
        const stored = await lastKnown("/v1/app/context");
        if (stored) setLists((lists) => (lists === emptyLists ? (stored.data as Context) : lists));
      }),
    [],
  );

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
  }, [request]);

  const value = useMemo(() => ({ ...lists, refreshing }), [lists, refreshing]);
  return <ListsContext value={value}>{children}</ListsContext>;
}

export const useApplicationContext = (): Lists => useContext(ListsContext);
