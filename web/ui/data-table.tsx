// The one table: every state of its data, sorting, thousands of rows, keyboard and phones are its concern.
import { type ReactNode, type RefObject, Suspense, useMemo, useState } from "react";
import { countText, numberText } from "../lib/format.ts";
import { later } from "../lib/later.tsx";
import type { Loaded } from "../lib/loaded.ts";
import { usePhone } from "../lib/media.ts";
import style from "./data-table.module.css";
import { Empty, NoMatch } from "./empty.tsx";
import { FilterSelect } from "./field.tsx";
import { bind, type RowAction, RowActions } from "./row-actions.tsx";
import type { RowFocus } from "./row-focus.ts";
import { TableBody } from "./table-body.tsx";
import { TableHead } from "./table-head.tsx";
import { Toolbar, type ToolbarProps } from "./toolbar.tsx";
import { Trouble } from "./trouble.tsx";
import { type Sorting, sortName, useRows } from "./use-rows.ts";

const ActionSheet = later(() => import("./action-sheet.tsx"), "ActionSheet");

export interface Column<Row> {
  head: string;
  cell: (row: Row, index: number) => ReactNode;
  /** As in CSS; the columns without one share what is left. */
  width?: string;
  /** Numbers stand right. */
  right?: boolean;
  /** What it is sorted by; without it the column does not sort. */
  sort?: (row: Row) => string | number;
}

/** A row on a phone: picture, name, a second line, and one number. */
export interface PhoneRow {
  image?: ReactNode;
  title: ReactNode;
  note?: ReactNode;
  number?: ReactNode;
}

export interface DataTableProps<Row> extends ToolbarProps {
  /** Its accessible name. */
  label: string;
  list: Loaded<readonly Row[]>;
  /** Written once outside the screen: sorting is done again when they change. */
  columns: readonly Column<Row>[];
  phone: (row: Row) => PhoneRow;
  /** Which rows to show; keep it the same function while its meaning is (useSearch, useCallback). */
  where?: (row: Row) => boolean;
  /** What a row is, for "2,000 records"; without it the count stands elsewhere. */
  noun?: string;
  /** The row's name, for the names of its buttons. */
  nameOf: (row: Row) => string;
  actions?: readonly RowAction<Row>[];
  /** On phones: what a row has no room for, above its actions. */
  more?: (row: Row) => ReactNode;
  /** Rows open by click or Enter, and arrows move between them; on phones, without it, they open their actions. */
  onOpen?: (row: Row) => void;
  /** There is nothing at all. */
  empty: ReactNode;
  /** The text searched for, echoed when nothing matches. */
  query?: string;
  /** In place of that. */
  noMatch?: ReactNode;
  /** What is asked for depends on the toolbar, so it stays when there is nothing. */
  ranged?: boolean;
  /** Sorted by this when the URL does not say, as in it: "-required". Then there is always an order. */
  order?: string;
  /** Rows as on a phone, whatever the width. */
  compact?: boolean;
  /** Lets a dialog give the focus back to a row. */
  focus?: RefObject<RowFocus | null>;
  /** Rows that matter less: none left. */
  muted?: (row: Row) => boolean;
  /** Said above the first of the rows that have it in common: their day. Keep it the same function while it is. */
  heading?: ((row: Row) => string) | undefined;
  /** Said beside the count: a total of the rows shown. */
  summary?: (rows: readonly Row[]) => string;
}

export function DataTable<Row extends { _id: string }>(props: DataTableProps<Row>) {
  const {
    label,
    list,
    columns,
    phone,
    where,
    noun,
    nameOf,
    actions = [],
    more,
    onOpen,
    empty,
    query,
    noMatch,
    ranged = false,
    order,
    compact = false,
    focus,
    muted,
    heading,
    summary,
    ...toolbar
  } = props;
  const onPhone = usePhone();
  const small = onPhone || compact;
  const { rows, sorting } = useRows(list.data, columns, where, order);
  const [sheet, setSheet] = useState<Row>();
  const shown = useMemo(() => (small ? phoneColumns(phone) : numbered(columns)), [columns, small, phone]);
  const all: Column<Row>[] = actions.length
    ? [
        ...shown,
        {
          head: "Actions",
          width: onPhone ? "3.25rem" : `${Math.max(2.5 * actions.length, 3.5) + 1}rem`,
          cell: (row) => (
            <RowActions
              {...{ row, actions, name: nameOf(row) }}
              {...(onPhone && { onFold: () => setSheet(row), preload: ActionSheet.preload })}
            />
          ),
        },
      ]
    : shown;

  const nothing = list.data?.length === 0;
  const said = [summary?.(rows), noun && countText(rows.length, noun)].filter(Boolean).join(" · ");
  const status = noun || summary ? (list.data ? said : "") : undefined;
  const filters = withSort(toolbar.filters, onPhone, columns, sorting, order);
  // Sorting alone needs no sheet of filters.
  const alone = onPhone && !toolbar.search && !toolbar.range && !toolbar.filters;
  const bar = alone ? { search: filters } : { ...toolbar, filters };
  const hasToolbar = bar.search || toolbar.range || filters || status !== undefined;
  return (
    <div className={style.list} data-fills>
      {hasToolbar && (!nothing || ranged || (toolbar.active ?? 0) > 0) && <Toolbar {...bar} status={status} />}
      <Trouble of={list} />
      {nothing && (
        <div className={style.card} data-nothing>
          {typeof empty === "string" ? <Empty text={empty} /> : empty}
        </div>
      )}
      {!nothing && (
        <div className={style.frame} data-outdated={list.outdated || undefined}>
          {list.outdated && <span className={style.progress} aria-hidden="true" />}
          <div className={style.card} data-scroll-card>
            <table
              aria-label={label}
              aria-busy={list.loading || list.outdated}
              aria-rowcount={list.data ? rows.length + 1 : -1}
              className={style.table}
              style={small ? undefined : { minWidth: leastWidth(all) }}
              data-phone={small || undefined}
              data-tight={(!small && all.length > roomy) || undefined}
            >
              <TableHead columns={all} sorting={sorting} />
              <TableBody
                {...{ label, rows, columns: all, loading: list.loading, muted, heading, focus }}
                onOpen={onOpen ?? (onPhone && actions.length ? setSheet : undefined)}
              />
            </table>
            {list.data && rows.length === 0 && (noMatch ?? <NoMatch query={query} onClear={toolbar.onClear} />)}
          </div>
        </div>
      )}
      {sheet && (
        <Suspense>
          <ActionSheet title={nameOf(sheet)} actions={bind(sheet, actions)} onClose={() => setSheet(undefined)}>
            {more?.(sheet)}
          </ActionSheet>
        </Suspense>
      )}
    </div>
  );
}

/** Columns above which they stand closer, to leave names their room. */
const roomy = 8;

/** Below it the table scrolls sideways: a column that shares what is left keeps some words. */
const leastWidth = (columns: readonly { width?: string }[]): string =>
  `calc(${columns.map(({ width = "10rem" }) => width).join(" + ")})`;

/** A phone shows no head to sort by. */
function withSort<Row>(
  filters: ReactNode,
  onPhone: boolean,
  columns: readonly Column<Row>[],
  sorting: Sorting,
  order = "",
) {
  const sorts = columns.filter(({ sort }) => sort);
  if (!onPhone || sorts.length === 0) return filters;
  const choices = sorts.flatMap(({ head, right }) => {
    const [up, down] = right ? ["low to high", "high to low"] : ["A to Z", "Z to A"];
    const name = sortName(head);
    return [
      { value: name, label: `${head}, ${up}` },
      { value: `-${name}`, label: `${head}, ${down}` },
    ];
  });
  return (
    <>
      {filters}
      <FilterSelect
        label="Sort"
        empty={choices.find(({ value }) => value === order)?.label ?? "Unsorted"}
        value={sorting.name === order ? "" : sorting.name}
        onChange={(name) => sorting.set(name || order)}
        choices={choices.filter(({ value }) => value !== order)}
      />
    </>
  );
}

function numbered<Row>(columns: readonly Column<Row>[]): Column<Row>[] {
  const serial = {
    head: "S.No",
    width: "4.5rem",
    cell: (_: Row, index: number) => <span className={style.serial}>{numberText(index + 1)}</span>,
  };
  return [serial, ...columns];
}

function phoneColumns<Row>(phone: (row: Row) => PhoneRow): Column<Row>[] {
  const cell = (row: Row) => {
    const { image, title, note, number } = phone(row);
    return (
      <div className={style.phone}>
        {image}
        <span className={style.lines}>
          <span className={style.title}>{title}</span>
          {note && <span className={style.note}>{note}</span>}
        </span>
        {number !== undefined && <span className={style.number}>{number}</span>}
      </div>
    );
  };
  return [{ head: "Row", cell }];
}
