// The one table: every state of its data, sorting, thousands of rows, keyboard and phones are its concern.
import { type ReactNode, type RefObject, useMemo, useState } from "react";
import { useDensity } from "../../lib/appearance.ts";
import { countText } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { usePhone } from "../../lib/media.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { Empty, NoMatch } from "../page/empty.tsx";
import { LoadError, Stale } from "../page/query-status.tsx";
import type { Column, PhoneRow } from "./columns.ts";
import { actionColumn, deskColumns, type ExpandableRows, leastWidth, phoneColumns } from "./responsive-columns.tsx";
import { bindActions, type RowAction, useAction } from "./row-actions.tsx";
import type { RowFocus } from "./row-focus.ts";
import style from "./table.module.css";
import { TableBody } from "./table-body.tsx";
import { TableHead } from "./table-head.tsx";
import { SortSelect, Toolbar, type ToolbarProps } from "./toolbar.tsx";
import { useSortedRows } from "./use-rows.ts";

const ActionSheet = lazyComponent(() => import("./action-sheet.tsx"), "ActionSheet");

interface DataTableProps<Row> extends ToolbarProps {
  /** Its accessible name. */
  label: string;
  list: QueryState<readonly Row[]>;
  /** Written once outside the screen: sorting is done again when they change. */
  columns: readonly Column<Row>[];
  phone: (row: Row) => PhoneRow;
  /** Which rows to show; keep it the same function while its meaning is (useSearch, useCallback). */
  rowFilter?: (row: Row) => boolean;
  /** What a row is, for "2,000 records"; without it the count stands elsewhere. */
  noun?: string;
  /** The row's name, for the names of its buttons. */
  nameOf: (row: Row) => string;
  actions?: readonly RowAction<Row>[];
  /** On phones: what a row has no room for, above its actions. */
  more?: (row: Row) => ReactNode;
  /**
   * Rows open by click or Enter, and arrows move between them. Without it they do the action that `primary`, and on
   * phones show all of them.
   */
  onOpen?: (row: Row) => void;
  /** There is nothing at all. */
  empty: ReactNode;
  /** The text searched for, echoed when nothing matches. */
  query?: string;
  /** In place of that. */
  noMatch?: ReactNode;
  /** What is asked for depends on the toolbar, so it stays when there is nothing. */
  keepToolbar?: boolean;
  /** Sorted by this when the URL does not say, as in it: "-required". Then there is always an order. */
  defaultSort?: string;
  /** Rows as on a phone, whatever the width. */
  compact?: boolean;
  /** Rows expandable in place of opening: the first column, on phones all of the row, is the button that does it. */
  expandable?: ExpandableRows<Row>;
  /** Of a row on phones, in pixels, where two lines are not all. */
  phoneRowHeight?: number;
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
    rowFilter,
    noun,
    nameOf,
    actions = [],
    more,
    onOpen,
    empty,
    query,
    noMatch,
    keepToolbar = false,
    defaultSort,
    compact = false,
    expandable,
    phoneRowHeight,
    focus,
    muted,
    heading,
    summary,
    ...toolbar
  } = props;
  const onPhone = usePhone();
  const small = onPhone || compact;
  const { height, compact: compactRows } = useRowHeight(phoneRowHeight);
  const { rows, sorting } = useSortedRows(list.data, columns, rowFilter, defaultSort);
  const [sheet, setSheet] = useState<Row>();
  const shown = useMemo(
    () => (small ? phoneColumns(phone, expandable) : deskColumns(columns, expandable)),
    [columns, small, phone, expandable],
  );
  const sheetOption = onPhone && { onMore: setSheet };
  const all = actions.length
    ? [...shown, actionColumn<Row>({ actions, nameOf, preload: ActionSheet.preload, ...sheetOption })]
    : shown;

  const act = useAction(actions.find(({ primary }) => primary));
  const openSheet = actions.length && !expandable ? setSheet : undefined;

  const nothing = list.data?.length === 0;
  const said = [summary?.(rows), noun && countText(rows.length, noun)].filter(Boolean).join(" · ");
  const status = noun || summary ? (list.data ? said : "") : undefined;
  // A phone shows no head to sort by.
  const withSort = onPhone && columns.some(({ sort }) => sort);
  const filters = withSort ? (
    <>
      {toolbar.filters}
      <SortSelect {...{ columns, sorting, defaultSort }} />
    </>
  ) : (
    toolbar.filters
  );
  // Sorting alone needs no sheet of filters.
  const alone = onPhone && !toolbar.search && !toolbar.range && !toolbar.filters;
  const bar = alone ? { search: filters } : { ...toolbar, filters, sortOnly: !toolbar.range && !toolbar.filters };
  const hasToolbar = bar.search || toolbar.range || filters || status !== undefined;
  return (
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
              style={{ ["--row" as string]: `${height}px`, minWidth: small ? undefined : leastWidth(all) }}
              data-compact={compactRows || undefined}
              data-phone={small || undefined}
              data-tight={(!small && all.length > roomy) || undefined}
            >
              <TableHead columns={all} sorting={sorting} />
              <TableBody
                {...{ label, rows, columns: all, loading: list.loading, height, muted, heading, focus, expandable }}
                onOpen={onOpen ?? (onPhone ? openSheet : act)}
              />
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
    </div>
  );
}

/** Columns above which they stand closer, to leave names their room. */
const roomy = 8;

/** Pixels. */
const heights = { usual: 44, compact: 36, phone: 64 };

/** Pixels of a row; `phone`: of one on phones, where two lines are not all. */
export function useRowHeight(phone = heights.phone): { height: number; compact: boolean } {
  const onPhone = usePhone();
  const { compact } = useDensity();
  return { height: onPhone ? phone : compact ? heights.compact : heights.usual, compact };
}
