// The table of every list: the states of its data, sorting, thousands of rows, the keyboard, and phones.
import { type ComponentType, type ReactNode, type RefObject, useMemo, useState } from "react";
import { useDensity } from "../../lib/appearance.ts";
import { countText } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { usePhone } from "../../lib/media.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { wordsOf } from "../../lib/search.ts";
import { SearchedWords } from "../marked.tsx";
import { Empty, NoMatch } from "../page/empty.tsx";
import { LoadError, Stale } from "../page/query-status.tsx";
import { type Column, type PhoneRow, type RowsBeside, ShownRows } from "./columns.ts";
import type { PrintedList as PrintedListOfRows } from "./printed-list.tsx";
import {
  actionColumn,
  desktopColumns,
  type ExpandableRows,
  minTableWidth,
  phoneColumns,
} from "./responsive-columns.tsx";
import { bindActions, type RowAction, useAction } from "./row-actions.tsx";
import type { RowFocus } from "./row-focus.ts";
import style from "./table.module.css";
import { TableBody } from "./table-body.tsx";
import { TableHead } from "./table-head.tsx";
import { Toolbar, type ToolbarProps } from "./toolbar.tsx";
import { useSortedRows } from "./use-rows.ts";

const ActionSheet = lazyComponent(() => import("./action-sheet.tsx"), "ActionSheet");
const SortSelect = lazyComponent(() => import("./filter-sheet.tsx"), "SortSelect", <span className={style.sort} />);
const PrintedList = lazyComponent(
  () => import("./printed-list.tsx"),
  "PrintedList",
) as unknown as typeof PrintedListOfRows;

interface DataTableProps<Row> extends ToolbarProps {
  /** Its accessible name. */
  label: string;
  list: QueryState<readonly Row[]>;
  /** Defined outside the component: the rows are sorted again whenever they change. */
  columns: readonly Column<Row>[];
  phone: (row: Row) => PhoneRow;
  /** Which rows to show; memoized (useSearch, useCallback), since the rows are filtered again when it changes. */
  rowFilter?: (row: Row) => boolean;
  /** What a row is, for "2,000 records"; without it no count is shown. */
  noun?: string;
  /** The row's name, for the names of its buttons. */
  nameOf: (row: Row) => string;
  actions?: readonly RowAction<Row>[];
  /** On phones: details that the row has no room for, above its actions. */
  more?: (row: Row) => ReactNode;
  /**
   * Opens a row by click or Enter; arrows move between rows. Without it a row does its `primary` action, and on phones
   * shows all actions.
   */
  onOpen?: (row: Row) => void;
  /** What can be open beside the list: the key of a row, and the one that is open. */
  beside?: RowsBeside<Row>;
  /** Shown when the list has no rows. */
  empty: ReactNode;
  /** The search text, repeated when nothing matches. */
  query?: string;
  /** Shown instead when nothing matches. */
  noMatch?: ReactNode;
  /** Keep the toolbar over an empty list, because the query depends on it. */
  keepToolbar?: boolean;
  /** The sort when the URL has none, written as there: "-required". The table is then always sorted. */
  defaultSort?: string;
  /** Where the table is wider than its place, the first column stays and the others scroll sideways. */
  pinned?: boolean;
  /** The totals of its columns: TableFoot. */
  foot?: ComponentType<{ columns: readonly Column<Row>[]; rows: readonly Row[] }>;
  /** Without the column of serial numbers. */
  unnumbered?: boolean;
  /** Rows as on a phone, at any width. */
  compact?: boolean;
  /** Rows expand instead of opening, by a button in the first column, on phones by the whole row. */
  expandable?: ExpandableRows<Row>;
  /** Pixels of a row on phones, if it has more than two lines. */
  phoneRowHeight?: number;
  /** Pixels of a row at a desk, if it has more than one line; its padding is narrower then. */
  rowHeight?: number;
  /** Lets a dialog return the focus to a row. */
  focus?: RefObject<RowFocus | null>;
  /** Rows shown in grey, such as those without stock. */
  muted?: (row: Row) => boolean;
  /** Heading above each group of rows, such as their day; memoized. */
  heading?: ((row: Row) => string) | undefined;
  /** Shown beside the count: a total of the rows. */
  summary?: (rows: readonly Row[]) => string;
}

export function DataTable<Row extends { _id: string }>(props: DataTableProps<Row>) {
  const {
    label,
    list,
    columns,
    phone,
    rowFilter,
    noun,
    nameOf,
    actions = [],
    more,
    onOpen,
    beside,
    empty,
    query,
    noMatch,
    keepToolbar = false,
    defaultSort,
    pinned = false,
    foot: Foot,
    unnumbered,
    compact = false,
    expandable,
    phoneRowHeight = phoneHeight,
    rowHeight = usualHeight,
    focus,
    muted,
    heading,
    summary,
    ...toolbar
  } = props;
  const onPhone = usePhone();
  const small = onPhone || compact;
  const { compact: compactRows } = useDensity();
  const deskHeight = compactRows ? Math.max(compactHeight, rowHeight - lineHeight) : rowHeight;
  const height = onPhone ? phoneRowHeight : deskHeight;
  const tight = rowHeight > usualHeight;
  const { rows, sorting } = useSortedRows(list.data, columns, rowFilter, defaultSort);
  const words = useMemo(() => wordsOf(query ?? ""), [query]);
  const [sheet, setSheet] = useState<Row>();
  const shown = useMemo(
    () =>
      small
        ? phoneColumns(phone, expandable)
        : desktopColumns(columns, expandable, tight && !pinned).slice(unnumbered ? 1 : 0),
    [columns, small, phone, expandable, tight, pinned, unnumbered],
  );
  // High rows have room for a labelled action beside their last line.
  const over = onPhone && phoneRowHeight > phoneHeight && actions.some(({ labelled }) => labelled);
  const sheetOption = onPhone && { onMore: setSheet, over };
  const all = actions.length
    ? [...shown, actionColumn<Row>({ actions, nameOf, preload: ActionSheet.preload, ...sheetOption })]
    : shown;

  const act = useAction(actions.find(({ primary }) => primary));
  const openSheet = actions.length && !expandable ? setSheet : undefined;

  const nothing = list.data?.length === 0;
  const said = [summary?.(rows), noun && countText(rows.length, noun)].filter(Boolean).join(" · ");
  const status = noun || summary ? (list.data ? said : "") : undefined;
  // There is no header to sort by.
  const withSort = small && columns.some(({ sort }) => sort);
  const filters = withSort ? (
    <>
      {toolbar.filters}
      <SortSelect {...{ columns, sorting, defaultSort }} />
    </>
  ) : (
    toolbar.filters
  );
  // A sort alone needs no filter sheet.
  const alone = onPhone && !toolbar.search && !toolbar.range && !toolbar.filters;
  const bar = alone
    ? { search: filters, aside: toolbar.aside }
    : { ...toolbar, filters, sortOnly: !toolbar.range && !toolbar.filters };
  const hasToolbar = bar.search || toolbar.range || filters || status !== undefined;
  return (
    <ShownRows value={rows}>
      <div className={style.list} data-fills>
        {hasToolbar && (!nothing || keepToolbar || (toolbar.activeFilters ?? 0) > 0) && (
          <Toolbar {...bar} status={status} />
        )}
        <LoadError query={list} />
        {nothing && (
          <div className={`${style.card} ${style.dataCard}`} data-nothing>
            {typeof empty === "string" ? <Empty text={empty} /> : empty}
          </div>
        )}
        {!nothing && (
          <Stale query={list}>
            <div className={`${style.card} ${style.dataCard}`} data-scroll-card>
              <table
                aria-label={label}
                aria-busy={list.loading || list.stale}
                aria-rowcount={list.data ? rows.length + 1 : -1}
                className={`${style.table} ${style.dataTable}`}
                style={{ ["--row" as string]: `${height}px`, minWidth: small ? undefined : minTableWidth(all) }}
                data-compact={compactRows || undefined}
                data-phone={small || undefined}
                data-pinned={(pinned && !small) || undefined}
                data-over={over || undefined}
                data-tight={(!small && (tight || all.length > maxWideColumns)) || undefined}
              >
                <TableHead columns={all} sorting={sorting} />
                <SearchedWords value={words}>
                  <TableBody
                    {...{
                      label,
                      rows,
                      columns: all,
                      loading: list.loading,
                      height,
                      muted,
                      heading,
                      focus,
                      expandable,
                      beside,
                    }}
                    onOpen={onOpen ?? (onPhone ? openSheet : act)}
                  />
                </SearchedWords>
                {Foot && !small && rows.length > 0 && <Foot columns={all} rows={rows} />}
              </table>
              {list.data && rows.length === 0 && (noMatch ?? <NoMatch query={query} onClear={toolbar.onClear} />)}
            </div>
          </Stale>
        )}
        {sheet && (
          <ActionSheet title={nameOf(sheet)} actions={bindActions(sheet, actions)} onClose={() => setSheet(undefined)}>
            {more?.(sheet)}
          </ActionSheet>
        )}
        {rows.length > 0 && <PrintedList {...props} {...{ rows, sorting, status }} />}
      </div>
    </ShownRows>
  );
}

/** With more columns than this, their padding is narrower. */
const maxWideColumns = 8;

/** Pixels of a row on phones whose name takes two lines, such as that of a product. */
export const twoLineHeight = 76;

/** Pixels of a row. */
const usualHeight = 44;
const compactHeight = 36;
const phoneHeight = 64;
/** Pixels by which a compact row of several lines is lower. */
const lineHeight = 14;
