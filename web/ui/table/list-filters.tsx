// The filters of a list, each defined once: name in the address, control, test of rows, and words on paper.
import { type ComponentProps, Fragment, type ReactNode, useMemo, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { rangeText } from "../../lib/navigation/date-range.ts";
import { type Search, useUpdateQuery } from "../../lib/navigation/url-state.ts";
import { type Choice, FilterSelect } from "../form/field.tsx";
import { RangeBar } from "../form/range-bar.tsx";

export interface Filter<Row> {
  label: string;
  choices?: readonly Choice[];
  /** What is shown without a choice, if not all. */
  empty?: string;
  /** Not all choices are loaded yet. */
  loading?: boolean;
  /** A value that is not among the choices does not filter. */
  known?: boolean;
  test: (row: Row, value: string) => boolean;
  /** Instead of a select. */
  control?: (control: { value: string; onChange: (value: string) => void }) => ReactNode;
  /** The words for a value that is not among the choices. */
  words?: (value: string) => string | undefined;
}

export interface ListOptions<Row> {
  search?: Search<Row>;
  /** Days, in a line of their own. */
  range?: ComponentProps<typeof RangeBar>;
  /** Rows that the list shows at all, before the filters; memoized. */
  only?: ((row: Row) => boolean) | undefined;
  /** Controls that are not filters, and their words on paper. */
  view?: { controls: ReactNode; words: readonly (string | false | undefined)[] };
}

/** `filters` by their names in the address. The returned `table` is for DataTable. */
export function useListFilters<Row, Name extends string = never>(
  filters: Readonly<Record<Name, Filter<Row>>>,
  { search, range, only, view }: ListOptions<Row>,
) {
  const [params] = useSearchParams();
  const change = useUpdateQuery();
  const names = Object.keys(filters) as Name[];
  const set = (name: Name, value: string) => change((now) => (value ? now.set(name, value) : now.delete(name)));
  const values = Object.fromEntries(names.map((name) => [name, shownValue(filters[name], params.get(name))])) as Record<
    Name,
    string
  >;
  const active = names.filter((name) => values[name]);
  const latest = useRef(filters);
  latest.current = filters;
  const matches = search?.matches;
  // The rows are filtered again only when a value changes.
  const key = JSON.stringify(active.map((name) => [name, values[name]]));
  const rowFilter = useMemo(() => {
    const tests: [Name, string][] = JSON.parse(key);
    return (row: Row): boolean =>
      tests.every(([name, value]) => latest.current[name].test(row, value)) &&
      (only?.(row) ?? true) &&
      (matches?.(row) ?? true);
  }, [key, only, matches]);
  const table = {
    ...(range && { keepToolbar: true, range: <RangeBar {...range} /> }),
    filters: (names.length > 0 || view) && (
      <>
        {names.map((name) => {
          const { label, choices = [], loading = false, empty = `All (${label})`, control } = filters[name];
          const wiring = { value: values[name], onChange: (value: string) => set(name, value) };
          if (control) return <Fragment key={name}>{control(wiring)}</Fragment>;
          return <FilterSelect key={name} {...{ label, choices, loading, empty, ...wiring }} />;
        })}
        {view?.controls}
      </>
    ),
    inWords: [
      range && rangeText(range.range),
      ...active.map((name) => wordsOf(filters[name], values[name])),
      ...(view?.words ?? []),
    ],
    activeFilters: active.length,
    rowFilter,
    query: search?.query ?? "",
    onClear: () => {
      search?.field.onChange("");
      change((now) => {
        for (const name of [...names, "q"]) now.delete(name);
      });
    },
  };
  return { values, set, table };
}

const isChoice = ({ choices = [] }: Filter<never>, value: string): boolean =>
  choices.some((one) => one.value === value);

const shownValue = (filter: Filter<never>, value: string | null): string =>
  filter.known && !filter.loading && !isChoice(filter, value ?? "") ? "" : (value ?? "");

const wordsOf = ({ label, choices = [], words }: Filter<never>, value: string): string | undefined => {
  if (words) return words(value);
  const choice = choices.find((one) => one.value === value);
  return choice && `${label}: ${choice.label}`;
};
