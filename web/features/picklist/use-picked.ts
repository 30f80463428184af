// What was picked of a picklist: by this device at once, by others as often as it is read again.
import { useEffect } from "react";
import { useSWRConfig } from "swr";
import type { Picked } from "#shared/picklist.ts";
import { pickedAnswers, type Tick, useWaitingTicks } from "../../domain/picks/picks.ts";
import { address } from "../../lib/api/address.ts";
import { keepAnswer } from "../../lib/api/offline-cache.ts";
import { session } from "../../lib/api/session.ts";
import { useData } from "../../lib/api/use-data.ts";
import type { QueryState } from "../../lib/query-state.ts";

const route = "GET /v1/picklists/{id}/picked";

/** Milliseconds until the ticks of others are read again. */
const readInterval = 10_000;

const noTicks: readonly Tick[] = [];

export function usePicked(id: string): { query: QueryState<Picked>; ticks: readonly Tick[] } {
  const query = useData(route, { path: { id } });
  const { retry } = query;
  const { mutate } = useSWRConfig();
  useEffect(
    () =>
      pickedAnswers.subscribe((answer) => {
        if (answer._id !== id) return;
        const read = address(route, { path: { id } });
        // Before its ticks are forgotten; also for a reload where there is no network.
        void mutate(read, answer, { revalidate: false });
        keepAnswer(session().token, read, [JSON.stringify(answer)]);
      }),
    [id, mutate],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `retry` is another function each time, and does the same.
  useEffect(() => {
    const timer = setInterval(
      () => document.visibilityState === "visible" && navigator.onLine && retry(),
      readInterval,
    );
    return () => clearInterval(timer);
  }, [id]);
  return { query, ticks: useWaitingTicks()[id] ?? noTicks };
}
