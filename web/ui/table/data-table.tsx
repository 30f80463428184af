// The table of every list: the states of its data, sorting, thousands of rows, the keyboard, and phones.
import { type ReactNode, type RefObject, useMemo, useRef, useState } from "react";
import { useDensity } from "../../lib/appearance.ts";
import { countText } from "../../lib/format.ts";
import { laterComponent, lazyComponent } from "../../lib/lazy.tsx";
import { usePhone } from "../../lib/media.ts";
import { useQuerySet } from "../../lib/navigation/url-state.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { wordsOf } from "../../lib/search.ts";
import { SearchedWords } from "../highlighted.tsx";
import { Empty, NoMatch } from "../page/empty.tsx";
import { asOfText, LoadError, Stale } from "../page/query-status.tsx";
import type { GoneColumns as GoneOfRow } from "./action-drawer.tsx";
import { type Column, type PhoneRow, type RowsBeside, ShownRows } from "./columns.ts";
import { fitColumns, goneFrom, minTableWidth, useRoom } from "./fit-columns.ts";
import type { PrintedList as PrintedListOfRows } from "./printed-list.tsx";
import { actionColumn, desktopColumns, phoneColumns } from "./responsive-columns.tsx";
import { bindActions, type RowAction, useAction } from "./row-actions.tsx";
import type { RowFocus } from "./row-focus.ts";
import style from "./table.module.css";
import { TableBody } from "./table-body.tsx";
import { TableFoot, TableHead } from "./table-head.tsx";
import { Toolbar, type ToolbarProps } from "./toolbar.tsx";
import { useSortedRows } from "./use-rows.ts";

const ActionDrawer = lazyComponent(() => import("./action-drawer.tsx"), "ActionDrawer");
const GoneColumns = lazyComponent(() => import("./action-drawer.tsx"), "GoneColumns") as unknown as typeof GoneOfRow;
const SortSelect = laterComponent(() => import("./filter-drawer.tsx"), "SortSelect", <span className={style.sort} />);
const PrintedList = laterComponent(
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
  /** On phones: details beside the columns that gave way, above the row's actions. */
  more?: (row: Row) => ReactNode;
  /**
   * Opens a row by click or Enter; arrows move between rows. Without it a row does its `primary` action, or on phones and
   * where columns gave way shows those with all actions.
   */
  onOpen?: (row: Row) => void;
  beside?: RowsBeside<Row>;
  empty: ReactNode;
  /** The search text, repeated when nothing matches. */
  query?: string;
  noMatch?: ReactNode;
  /** Keep the toolbar over an empty list, because the query depends on it. */
  keepToolbar?: boolean;
  /** The sort when the URL has none, written as there: "-required". The table is then always sorted. */
  defaultSort?: string;
  /** The name under which the device remembers the sort that was chosen last; the list begins with it. */
  remembersSort?: string;
  /** Where the table is wider than its place, the first column stays and the rest scrolls sideways. */
  pinned?: boolean;
  unnumbered?: boolean;
  /** Rows as on a phone, at any width, and so many pixels high. */
  cardHeight?: number;
  /**
   * Rows expand to this instead of opening, by a button in the first column, on phones by the whole row. The URL holds
   * which are expanded.
   */
  expanded?: (row: Row) => ReactNode;
  /** Pixels of a row on phones, if it has more than two lines. */
  phoneRowHeight?: number;
  /** Pixels of a row on a desktop, if it has more than one line; its padding is narrower then. */
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
    remembersSort,
    pinned = false,
    unnumbered,
    cardHeight,
    expanded,
    phoneRowHeight = phoneHeight,
    rowHeight = usualHeight,
    focus,
    muted,
    heading,
    summary,
    ...toolbar
  } = props;
  const onPhone = usePhone();
  const { compact } = useDensity();
  const place = useRef<HTMLDivElement>(null);
  const room = useRoom(() => place.current);
  const { rows, sorting } = useSortedRows(list.data, columns, rowFilter, defaultSort, remembersSort);
  const { values: open, toggle } = useQuerySet("open", "replace");
  const expandable = expanded && { open, toggle: ({ _id }: Row) => toggle(_id), content: expanded };
  const words = useMemo(() => wordsOf(query ?? ""), [query]);
  const [drawer, setDrawer] = useState<Row>();
  // High rows have room for a labelled action beside their last line.
  const actionsOver = onPhone && phoneRowHeight > phoneHeight && actions.some(({ labelled }) => labelled);
  const drawerOption = onPhone && { onMore: setDrawer, over: actionsOver };
  const withActions = (shown: Column<Row>[]) =>
    actions.length ? [...shown, actionColumn<Row>({ actions, nameOf, ...drawerOption })] : shown;
  const wanted = withActions(desktopColumns(columns, expandable, unnumbered));
  const fitting = onPhone || cardHeight ? undefined : fitColumns(wanted, room, pinned);
  const asCards = !fitting;
  const gone = fitting?.gone ?? goneFrom(columns, columns.filter(stays));
  const cards = useMemo(() => phoneColumns(phone, expandable), [phone, expandable]);
  const all = fitting?.columns ?? withActions(cards);
  const desktopHeight = compact ? Math.max(compactHeight, rowHeight - lineHeight) : rowHeight;
  const height = asCards ? (cardHeight ?? phoneRowHeight) : desktopHeight;
  const gap = Math.min(fitting?.gap ?? 1, rowHeight > usualHeight || all.length > maxWideColumns ? tightGap : 1);

  const opened = expandable && {
    ...expandable,
    content: (row: Row) => (
      <>
        <GoneColumns columns={gone} row={row} />
        {expandable.content(row)}
      </>
    ),
  };
  const act = useAction(actions.find(({ primary }) => primary));
  const openDrawer = actions.length + gone.length > 0 && !expandable ? setDrawer : undefined;

  const nothing = list.data?.length === 0;
  const { data, unconfirmed, lastKnown, updatedAt } = list;
  // The banner of last known data says so itself.
  const asOf = unconfirmed && !lastKnown && updatedAt !== undefined && ` · ${asOfText(updatedAt)}`;
  const figures = [summary?.(rows), noun && countText(rows.length, noun)].filter(Boolean).join(" · ");
  const status = noun || summary ? (data ? figures : "") : undefined;
  // There is no header to sort by.
  const withSort = asCards && columns.some(({ sort }) => sort);
  const filters = withSort ? (
    <>
      {toolbar.filters}
      <SortSelect {...{ columns, sorting, defaultSort }} />
    </>
  ) : (
    toolbar.filters
  );
  // A sort alone needs no filter drawer.
  const sortAlone = onPhone && !toolbar.search && !toolbar.range && !toolbar.filters;
  const toolbarParts = sortAlone
    ? { search: filters, aside: toolbar.aside }
    : { ...toolbar, filters, sortOnly: !toolbar.range && !toolbar.filters };
  const hasToolbar = toolbarParts.search || toolbar.range || filters || status !== undefined;
  return (
    <ShownRows value={rows}>
      <div ref={place} className={style.list} data-fills>
        {hasToolbar && (!nothing || keepToolbar || (toolbar.activeFilters ?? 0) > 0) && (
          <Toolbar {...toolbarParts} status={status && status + (asOf || "")} />
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
                style={{
                  ["--row" as string]: `${height}px`,
                  ["--gap" as string]: fitting && `${gap}rem`,
                  minWidth: fitting && minTableWidth(all),
                }}
                data-compact={compact || undefined}
                data-phone={asCards || undefined}
                data-pinned={fitting?.sideways || undefined}
                data-over={actionsOver || undefined}
              >
                <TableHead columns={all} sorting={sorting} hidden={asCards} />
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
                      expandable: opened,
                      beside,
                    }}
                    onOpen={onOpen ?? (onPhone || gone.length > 0 ? openDrawer : act)}
                  />
                </SearchedWords>
                {!asCards && <TableFoot columns={all} rows={rows} />}
              </table>
              {list.data && rows.length === 0 && (noMatch ?? <NoMatch query={query} onClear={toolbar.onClear} />)}
            </div>
          </Stale>
        )}
        {drawer && (
          <ActionDrawer
            title={nameOf(drawer)}
            actions={bindActions(drawer, actions)}
            onClose={() => setDrawer(undefined)}
          >
            <GoneColumns columns={gone} row={drawer} />
            {onPhone && more?.(drawer)}
          </ActionDrawer>
        )}
        {rows.length > 0 && <PrintedList {...props} {...{ rows, sorting, status, expandable }} />}
      </div>
    </ShownRows>
  );
}

const stays = ({ gives }: { gives?: number }): boolean => gives === undefined;

/** With more columns than this, or with rows of several lines, at most so many rem stand beside each text. */
const maxWideColumns = 8;
const tightGap = 0.5;

/** Pixels of a row on phones whose name takes two lines, such as that of a product. */
export const twoLineHeight = 76;

/** Of a row with three lines. */
export const threeLineHeight = 88;

const usualHeight = 44;
const compactHeight = 36;
const phoneHeight = 64;
/** Pixels by which a compact row of several lines is lower. */
const lineHeight = 14;
