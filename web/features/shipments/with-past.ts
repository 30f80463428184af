// The open rows of a list, and by choice those of some days that are done.
import { useMemo } from "react";
import type { QueryState } from "../../lib/query-state.ts";

export const pastChoices = [
  { value: "all", label: "All of 90 days" },
  { value: "year", label: "All of a year" },
];

/** Days since they were made in which rows that are done are read, for each choice that shows them. */
export const reach: Record<string, number> = { received: 90, all: 90, year: 366 };

/** `past`: rows of those days, of which the open ones are in `open` too; undefined without such a choice. */
export function useWithPast<R extends { _id: string }>(
  open: QueryState<R[]>,
  past: QueryState<R[]> | undefined,
  isDone: (row: R) => boolean,
): QueryState<R[]> {
  const [now, before, isAsked] = [open.data, past?.data, past !== undefined];
  // biome-ignore lint/correctness/useExhaustiveDependencies: which rows are done never changes.
  const data = useMemo(() => {
    if (!now || !isAsked) return now;
    const ids = new Set(now.map(({ _id }) => _id));
    return [...now, ...(before ?? []).filter((row) => isDone(row) && !ids.has(row._id))];
  }, [now, before, isAsked]);
  if (!past || now === undefined) return { ...open, data };
  return { ...past, data, loading: false, stale: past.loading || past.stale };
}
