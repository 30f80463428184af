// The rows a table shows: filtered by the screen, and sorted by the column in the URL.
import { useMemo } from "react";
import { compareText } from "../../lib/compare-text.ts";
import { useQueryParam } from "../../lib/navigation/url-state.ts";
import { usePreference } from "../../lib/preference.ts";
import type { Column } from "./columns.ts";

const compare = (a: string | number, b: string | number): number =>
  typeof a === "number" && typeof b === "number" ? a - b : compareText(String(a), String(b));

/** A column's name in the URL: "DRR (3D)" is `drr-3d`. */
export const sortName = (head: string): string =>
  head
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

export interface Sorting {
  directionOf: (column: { head: string }) => "ascending" | "descending" | "none";
  /** Cycles unsorted, ascending, descending; with a default sort only the latter two. */
  toggle: (column: { head: string }) => void;
  /** As in the URL: "quantity", "-quantity" when descending, "" when unsorted. */
  name: string;
  set: (name: string) => void;
}

export function useSortedRows<Row>(
  data: readonly Row[] | undefined,
  columns: readonly Column<Row>[],
  filter?: (row: Row) => boolean,
  defaultSort = "",
  remembered?: string,
) {
  const [last, remember] = usePreference(`sort ${remembered}`, defaultSort);
  const isKnown = columns.some((column) => column.sort && sortName(column.head) === last.replace(/^-/, ""));
  const [sort, setInUrl] = useQueryParam("sort", remembered && isKnown ? last : defaultSort);
  const setSort = (name: string) => {
    setInUrl(name, "replace");
    if (remembered) remember(name);
  };
  const sorting: Sorting = {
    directionOf: ({ head }) => {
      const name = sortName(head);
      if (sort === name) return "ascending";
      return sort === `-${name}` ? "descending" : "none";
    },
    toggle: ({ head }) => {
      const name = sortName(head);
      if (sort === name) setSort(`-${name}`);
      else setSort(sort === `-${name}` && !defaultSort ? "" : name);
    },
    name: sort,
    set: setSort,
  };
  const filtered = useMemo(() => (filter && data ? data.filter(filter) : (data ?? [])), [data, filter]);
  const rows = useMemo(() => {
    const name = sort.replace(/^-/, "");
    const by = columns.find(({ head }) => sortName(head) === name)?.sort;
    if (!by) return filtered;
    const sign = sort.startsWith("-") ? -1 : 1;
    const keyed = filtered.map((row) => ({ row, key: by(row) }));
    return keyed.sort((a, b) => sign * compare(a.key, b.key)).map(({ row }) => row);
  }, [filtered, columns, sort]);
  return { rows, sorting };
}
