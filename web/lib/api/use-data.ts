// Reads of the API, cached by address and revalidated by SWR.
import { useEffect, useState } from "react";
import useSWR, { type SWRConfiguration, useSWRConfig } from "swr";
import type { Answer, Route } from "#shared/api.ts";
import { Failure } from "#shared/failure.ts";
import type { QueryState } from "../query-state.ts";
import { toast } from "../toast.ts";
import { address, type Params } from "./address.ts";
import { answeredAt, isTemporary, type Refusal, readAddress } from "./client.ts";
import { lastKnown } from "./offline-cache.ts";
import { isTruncated } from "./pages.ts";

type Get = Extract<Route, `GET ${string}`>;
interface ReadOptions {
  /** The answer never changes, so it is read once. */
  unchanging?: boolean;
}
type Asked<R extends Get> =
  unknown extends Params<R>
    ? [params?: null, options?: ReadOptions]
    : [params: Params<R> | null, options?: ReadOptions];

/** Milliseconds between automatic retries; after the last one the user decides. */
const retryDelays = [1_000, 3_000, 9_000];

/** Milliseconds without an answer after which the last known data is shown. */
const patience = 3_000;

/** Milliseconds in which the same address is not read again. */
export const dedupingInterval = 2_000;

/** Milliseconds between two revalidations on focus, and between later retries while last known data is shown. */
export const focusInterval = 30_000;

export const dataConfig: SWRConfiguration = {
  fetcher: readAddress,
  keepPreviousData: true,
  dedupingInterval: dedupingInterval,
  focusThrottleInterval: focusInterval,
  loadingTimeout: 8_000,
  revalidateOnFocus: true,
  revalidateOnReconnect: true,
};

/** Of what never changes, such as what is stored on the device. */
const readOnce: SWRConfiguration = {
  keepPreviousData: false,
  revalidateIfStale: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
};

/** The data of a route; with null as parameters nothing is read yet. */
export function useData<R extends Get>(route: R, ...[params, options]: Asked<R>): QueryState<Answer<R>> {
  const key = params === null ? null : address(route, params);
  const [slow, setSlow] = useState(false);
  const [retryAt, setRetryAt] = useState<number>();
  const { cache } = useSWRConfig();

  const swr = useSWR<Answer<R>, Refusal>(key, {
    ...(options?.unchanging && readOnce),
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
    // The answer takes its place, also in memory.
    if (answered) return void cache.delete(`offline ${key}`);
    const timer = setTimeout(() => setLateKey(key), patience);
    return () => clearTimeout(timer);
  }, [cache, key, answered]);
  const wanted = key !== null && !answered && (error ? isTemporary(error) : lateKey === key);
  // Beside the answers and not among them: it never replaces one, and an answer on its way replaces it.
  const stored = useSWR(wanted ? `offline ${key}` : null, () => lastKnown(key as string), readOnce);
  const known = stored.data;
  const data = known ? (known.data as Answer<R>) : answered || !error ? swr.data : undefined;
  useEffect(() => {
    if (!isValidating) setSlow(false);
    else setRetryAt(undefined);
  }, [isValidating]);
  const unconfirmed = Boolean(known || (answered && error && isTemporary(error)));
  // Without any answer, the last known data says so in its place.
  const silent =
    error instanceof Failure
      ? // The sign-in says the one, and the screen the other: it is about what is not there.
        error.code === "UNAUTHORIZED" || error.code === "RESOURCE_NOT_FOUND"
      : stored.isLoading || data !== undefined;
  const message = silent ? undefined : error?.message;
  useEffect(() => {
    // One toast per failure, not one per attempt.
    if (message) toast.error(message, `read ${key}`);
  }, [message, key]);

  return {
    data,
    failure: error,
    loading: data === undefined,
    stale: data !== undefined && isLoading && !known,
    slow: slow && isValidating,
    retryAt: error && !isValidating ? retryAt : undefined,
    updatedAt: known ? known.at : answered ? answeredAt(key) : undefined,
    lastKnown: unconfirmed,
    truncated: isTruncated(data),
    retry: () => void mutate(),
  };
}

interface QuietQuery<T> {
  data: T | undefined;
  /** There is neither an answer nor a failure yet. */
  pending: boolean;
}

/** The data of a route that only adds to the screen: nothing is said if reading it fails. */
export const useQuietQuery = <R extends Get>(route: R, ...[params]: Asked<R>): QuietQuery<Answer<R>> => {
  const { data, error } = useSWR<Answer<R>, Refusal>(params === null ? null : address(route, params));
  return { data, pending: data === undefined && error === undefined };
};

export const useQuietData = <R extends Get>(route: R, ...asked: Asked<R>): Answer<R> | undefined =>
  useQuietQuery(route, ...asked).data;
