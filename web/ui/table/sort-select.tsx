// The order of a table as a filter, where no head is shown to sort by.

import { FilterSelect } from "../form/field.tsx";
import type { Column } from "./columns.ts";
import { type Sorting, sortName } from "./use-rows.ts";

interface Props<Row> {
  columns: readonly Column<Row>[];
  sorting: Sorting;
  /** The order there is while none is chosen. */
  defaultSort: string | undefined;
}

export function SortSelect<Row>({ columns, sorting, defaultSort = "" }: Props<Row>) {
  const choices = columns
    .filter(({ sort }) => sort)
    .flatMap(({ head, right, orders }) => {
      const [up, down] = orders ?? (right ? ["low to high", "high to low"] : ["A to Z", "Z to A"]);
      const name = sortName(head);
      return [
        { value: name, label: `${head}, ${up}` },
        { value: `-${name}`, label: `${head}, ${down}` },
      ];
    });
  return (
    <FilterSelect
      label="Sort"
      empty={choices.find(({ value }) => value === defaultSort)?.label ?? "Unsorted"}
      value={sorting.name === defaultSort ? "" : sorting.name}
      onChange={(name) => sorting.set(name || defaultSort)}
      choices={choices.filter(({ value }) => value !== defaultSort)}
    />
  );
}
