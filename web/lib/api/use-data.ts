// Reads of the API, cached by address and revalidated by SWR.
import { useEffect, useState } from "react";
import useSWR, { type SWRConfiguration, useSWRConfig } from "swr";
import type { Answer, Route } from "#shared/api.ts";
import { Failure } from "#shared/failure.ts";
import type { QueryState } from "../query-state.ts";
import { toast } from "../toast.ts";
import { address, type Params } from "./address.ts";
import { answeredAt, isTruncated, type Refusal, readAddress } from "./client.ts";

type Get = Extract<Route, `GET ${string}`>;
type Asked<R extends Get> = unknown extends Params<R> ? [params?: undefined] : [params: Params<R> | null];

/** Milliseconds between automatic retries; after the last one the user decides. */
const retryDelays = [1_000, 3_000, 9_000];

const worthRetrying = (failure: unknown): boolean =>
  !(failure instanceof Failure) || failure.status === 429 || failure.status >= 500;

/** Milliseconds in which the same address is not read again. */
export const dedupingInterval = 2_000;

/** Milliseconds between two revalidations on focus. */
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

/** The data of a route; with null as parameters nothing is read yet. */
export function useData<R extends Get>(route: R, ...[params]: Asked<R>): QueryState<Answer<R>> {
  const key = params === null ? null : address(route, params);
  const [slow, setSlow] = useState(false);
  const [retryAt, setRetryAt] = useState<number>();
  const { cache } = useSWRConfig();

  const swr = useSWR<Answer<R>, Refusal>(key, {
    onLoadingSlow: () => setSlow(true),
    onErrorRetry: (failure, failed, _, revalidate, { retryCount }) => {
      const wait = retryDelays[retryCount - 1];
      if (wait === undefined || !worthRetrying(failure)) return;
      setRetryAt(Date.now() + wait);
      setTimeout(() => failed === key && void revalidate({ retryCount }), wait);
    },
  });

  const { error, isLoading, isValidating, mutate } = swr;
  // The data of the previous address stays while this one loads, but not once it fails: it would pass for its answer.
  const answered = key !== null && cache.get(key)?.data !== undefined;
  const data = answered || !error ? swr.data : undefined;
  useEffect(() => {
    if (!isValidating) setSlow(false);
    else setRetryAt(undefined);
  }, [isValidating]);
  const message = error instanceof Failure && error.code === "UNAUTHORIZED" ? undefined : error?.message;
  useEffect(() => {
    // One toast per failure, not one per attempt.
    if (message) toast.error(message, `read ${key}`);
  }, [message, key]);

  return {
    data,
    failure: error,
    loading: data === undefined,
    stale: data !== undefined && isLoading,
    slow: slow && isValidating,
    retryAt: error && !isValidating ? retryAt : undefined,
    updatedAt: answered ? answeredAt(key) : undefined,
    truncated: isTruncated(data),
    retry: () => void mutate(),
  };
}
