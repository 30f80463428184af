// Reads of the API, cached by address and revalidated by SWR.
import { useEffect, useState } from "react";
import useSWR, { type SWRConfiguration, useSWRConfig } from "swr";
import type { Answer, Route } from "#shared/api.ts";
import { listFacts } from "#shared/call-facts.ts";
import { Failure } from "#shared/failure.ts";
import type { QueryState } from "../query-state.ts";
import { toast } from "../toast.ts";
import { address, type Params } from "./address.ts";
import { answeredAt, readAddress } from "./client.ts";
import { lastKnown } from "./offline-cache.ts";
import type { LastKnown } from "./offline-store.ts";
import { isTruncated } from "./pages.ts";
import { isSignedOut, isTemporary, type Refusal } from "./result.ts";

type Get = Extract<Route, `GET ${string}`>;

/** How a list on the device is read: the API sends only its changes. */
export interface KeptList {
  /** What an earlier visit left, which is shown until there is an answer. */
  stored: () => Promise<LastKnown | null>;
  /** The whole list after an answer; the same object if nothing has changed. */
  fetcher: () => Promise<unknown>;
}

interface ReadOptions<T> {
  /** The answer never changes, so it is read once. */
  unchanging?: boolean;
  kept?: KeptList;
  /** Milliseconds after which it is read again while somebody looks at it; 0 for never. */
  every?: number | ((data: T | undefined) => number);
}
type Asked<R extends Get> =
  unknown extends Params<R>
    ? [params?: null, options?: ReadOptions<Answer<R>>]
    : [params: Params<R> | null, options?: ReadOptions<Answer<R>>];

/** Milliseconds between automatic retries; after the last one the user decides. */
const retryDelays = [1_000, 3_000, 9_000];

/** Milliseconds without an answer after which the last known data is shown. */
const lastKnownDelay = 3_000;

/** Milliseconds between two revalidations on focus, and between later retries while last known data is shown. */
export const focusInterval = 30_000;

/** Milliseconds within which lists are read again after a lost network returns, so that not all devices ask at once. */
const reconnectSpread = 10_000;

const onReconnect = (read: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(read, Math.random() * reconnectSpread);
  };
  addEventListener("online", wait);
  return () => {
    clearTimeout(timer);
    removeEventListener("online", wait);
  };
};

export const dataConfig: SWRConfiguration = {
  fetcher: readAddress,
  keepPreviousData: true,
  focusThrottleInterval: focusInterval,
  loadingTimeout: 8_000,
  initReconnect: onReconnect,
};

/** For data that never changes, such as that stored on the device. */
const readOnce: SWRConfiguration = {
  keepPreviousData: false,
  revalidateIfStale: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
};

/** The data of a route; with null as parameters nothing is read yet. */
export function useData<R extends Get>(
  route: R,
  ...[params, { unchanging, kept, every } = {}]: Asked<R>
): QueryState<Answer<R>> {
  const key = params === null ? null : address(route, params);
  const [slow, setSlow] = useState(false);
  const [retryAt, setRetryAt] = useState<number>();
  const { cache } = useSWRConfig();

  const swr = useSWR<Answer<R>, Refusal>(key, {
    ...(unchanging && readOnce),
    ...(kept && { fetcher: kept.fetcher, compare: Object.is }),
    ...(every !== undefined && { refreshInterval: every }),
    onLoadingSlow: () => setSlow(true),
    onErrorRetry: (failure, failed, _, revalidate, { retryCount }) => {
      const wait = retryDelays[retryCount - 1] ?? (unconfirmed ? focusInterval : undefined);
      if (wait === undefined || !isTemporary(failure)) return;
      setRetryAt(Date.now() + wait);
      setTimeout(() => failed === key && void revalidate({ retryCount }), wait);
    },
  });

  const { error, isLoading, isValidating, mutate } = swr;
  // The data of the previous address stays while this one loads, but not once it fails: it would pass for its answer.
  const answered = key !== null && cache.get(key)?.data !== undefined;
  const [lateKey, setLateKey] = useState<string | null>();
  useEffect(() => {
    // The answer replaces the last known data, also in memory.
    if (answered) return void cache.delete(`offline ${key}`);
    const timer = setTimeout(() => setLateKey(key), lastKnownDelay);
    return () => clearTimeout(timer);
  }, [cache, key, answered]);
  const late = lateKey === key;
  const wanted = key !== null && !answered && (error ? isTemporary(error) : late || kept !== undefined);
  // Under a key of its own, so that it never replaces an answer.
  const stored = useSWR(wanted ? `offline ${key}` : null, kept?.stored ?? (() => lastKnown(key as string)), readOnce);
  const known = stored.data;
  const data = known ? (known.data as Answer<R>) : answered || !error ? swr.data : undefined;
  useEffect(() => {
    if (!isValidating) setSlow(false);
    else setRetryAt(undefined);
  }, [isValidating]);
  const unconfirmed = Boolean(known || (answered && error && isTemporary(error)));
  // Last known data says in its place that there was no answer, and a screen that a row does not exist.
  const hasPlace = (kept || !(error instanceof Failure)) && (stored.isLoading || data !== undefined);
  const silent = hasPlace || (error instanceof Failure && (isSignedOut(error) || error.code === "RESOURCE_NOT_FOUND"));
  const message = silent ? undefined : error?.message;
  useEffect(() => {
    // One toast per failure, not one per attempt or list.
    if (message) toast.error(message, `read ${message}`);
  }, [message]);

  return {
    data,
    failure: error,
    loading: data === undefined,
    stale: data !== undefined && isLoading && !known,
    slow: slow && isValidating,
    retryAt: error && !isValidating ? retryAt : undefined,
    updatedAt: known ? known.at : answered ? answeredAt(key) : undefined,
    unconfirmed,
    lastKnown: unconfirmed && (error !== undefined || late),
    truncated: isTruncated(data),
    retry: () => void mutate(),
  };
}

interface QuietQuery<T> {
  data: T | undefined;
  pending: boolean;
}

/** The data of a route that only adds to the screen: a failure is not shown. */
export const useQuietQuery = <R extends Get>(route: R, ...[params]: Asked<R>): QuietQuery<Answer<R>> => {
  const key = params === null ? null : address(route, params);
  const { minutes } = listFacts(key ?? "");
  const { data, error } = useSWR<Answer<R>, Refusal>(key, minutes ? { focusThrottleInterval: minutes * 60_000 } : {});
  return { data, pending: data === undefined && error === undefined };
};

export const useQuietData = <R extends Get>(route: R, ...asked: Asked<R>): Answer<R> | undefined =>
  useQuietQuery(route, ...asked).data;
