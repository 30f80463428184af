// The rows of a table: a skeleton while loading, only the visible rows of a long list, and arrow keys.
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useToday } from "../../lib/clock.ts";
import { usePhone } from "../../lib/media.ts";
import { useScrollRestoration } from "../../lib/navigation/scroll-restoration.ts";
import type { Column, RowsBeside } from "./columns.ts";
import { useOpenRow } from "./open-row.ts";
import type { ExpandableRows } from "./responsive-columns.tsx";
import { type RowFocus, useRowFocus } from "./row-focus.ts";
import style from "./table.module.css";
import { TableRow } from "./table-row.tsx";
import { type ExtraHeight, headingHeight, heightOf, useVirtualRows } from "./virtual-rows.ts";

/** Rows above which only the visible ones are drawn. */
const many = 200;
const none: readonly number[] = [];
const unmeasured: ReadonlyMap<string, number> = new Map();
const skeletonRows = Array.from({ length: 10 }, (_, index) => index);

interface Props<Row> {
  /** Label of the table, unique on the screen. */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  loading: boolean;
  height: number;
  muted?: ((row: Row) => boolean) | undefined;
  heading?: ((row: Row) => string) | undefined;
  onOpen?: ((row: Row) => void) | undefined;
  expandable?: ExpandableRows<Row> | undefined;
  beside?: RowsBeside<Row> | undefined;
  focus?: RefObject<RowFocus | null> | undefined;
}

export function TableBody<Row extends { _id: string }>({
  label,
  rows,
  columns,
  loading,
  height,
  muted,
  heading,
  onOpen,
  expandable,
  beside,
  focus,
}: Props<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const onPhone = usePhone();
  const day = useToday();
  const [margin, setMargin] = useState(0);
  const scroller = () => body.current?.closest<HTMLElement>(onPhone ? "[data-scroll]" : "[data-scroll-card]") ?? null;

  // On phones the page scrolls, and the rows start below its top.
  useLayoutEffect(() => {
    const outer = body.current?.closest<HTMLElement>("[data-scroll]");
    if (loading || !onPhone || !outer || !body.current) return setMargin(0);
    setMargin(body.current.getBoundingClientRect().top - outer.getBoundingClientRect().top + outer.scrollTop);
  }, [onPhone, loading]);

  const allDrawn = rows.length <= many;
  const headings = useMemo(() => headingRows(rows, heading), [rows, heading]);
  const { extras, onHeight } = useExtras(rows, headings, expandable?.open);
  const count = loading ? 0 : rows.length;
  const { first, last, scrollToRow } = useVirtualRows({ count, height, scroller, margin, extras, disabled: allDrawn });
  // On phones, Page restores the scroll position.
  useScrollRestoration(`rows of ${label}`, scroller, !loading && !onPhone);

  const rowAt = (index: number) => {
    const row = body.current?.querySelector<HTMLElement>(`[aria-rowindex="${index + 2}"]`);
    return row?.querySelector<HTMLElement>(expandButton) ?? row;
  };
  const {
    active,
    setActive,
    focus: focusRow,
    handleKey,
  } = useRowFocus({
    count: rows.length,
    rowAt,
    scrollToRow,
    ref: focus,
  });
  const follow = useOpenRow(beside, { rows, loading, active, focus: focusRow });

  if (loading) return <Skeleton columns={columns} />;

  const visible = allDrawn ? rows : rows.slice(first, last + 1);
  const open =
    onOpen &&
    ((row: Row) => {
      beside?.onRows(rows);
      onOpen(row);
    });
  const onKey = (event: KeyboardEvent, index: number) => {
    const isRow = event.target === event.currentTarget;
    if (!isRow && !(event.target as Element).matches(expandButton)) return;
    const opens = event.key === "Enter" && isRow;
    if (opens) open?.(rows[index] as Row);
    const to = opens ? undefined : handleKey(event.key, index);
    if (to !== undefined) follow(to);
    if (opens || to !== undefined) event.preventDefault();
  };
  const onFocus = ({ target }: FocusEvent) => {
    const index = Number(target.closest("[aria-rowindex]")?.getAttribute("aria-rowindex"));
    if (index) setActive(index - 2);
  };

  return (
    <tbody ref={body} onFocus={onFocus}>
      {first > 0 && <Spacer height={heightOf(0, first, height, extras)} span={columns.length} />}
      {visible.map((row, offset) => {
        const index = first + offset;
        return (
          <TableRow
            key={row._id}
            {...{ row, index, columns, expandable, beside }}
            onOpen={open}
            muted={muted?.(row) ?? false}
            heading={headings.includes(index) ? heading?.(row) : undefined}
            active={index === active}
            day={day}
            onHeight={allDrawn ? undefined : onHeight}
            onKey={onKey}
          />
        );
      })}
      {last < rows.length - 1 && (
        <Spacer height={heightOf(last + 1, rows.length, height, extras)} span={columns.length} />
      )}
    </tbody>
  );
}

const expandButton = "[aria-expanded]";

/** The extra height of headings and expanded rows; the latter is known once it has been drawn. */
function useExtras<Row extends { _id: string }>(
  rows: readonly Row[],
  headings: readonly number[],
  open: ReadonlySet<string> | undefined,
) {
  const [heights, setHeights] = useState(unmeasured);
  const onHeight = useCallback(
    (id: string, height: number) =>
      setHeights((before) => (before.get(id) === height ? before : new Map(before).set(id, height))),
    [],
  );
  const extras = useMemo((): ExtraHeight[] => {
    const found = headings.map((row) => ({ row, height: headingHeight }));
    if (open?.size)
      for (const [row, { _id }] of rows.entries()) {
        const height = open.has(_id) ? heights.get(_id) : undefined;
        if (height) found.push({ row, height });
      }
    return found.sort((a, b) => a.row - b.row);
  }, [rows, headings, open, heights]);
  return { extras, onHeight };
}

function headingRows<Row>(rows: readonly Row[], heading: ((row: Row) => string) | undefined): readonly number[] {
  if (!heading) return none;
  const found: number[] = [];
  let before: string | undefined;
  for (const [index, row] of rows.entries()) {
    const text = heading(row);
    if (text !== before) found.push(index);
    before = text;
  }
  return found;
}

function Spacer({ height, span }: { height: number; span: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can have the focus.
    <tr aria-hidden="true" className={style.spacer}>
      <td colSpan={span} style={{ height }} />
    </tr>
  );
}

function Skeleton<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <tbody className={style.skeleton}>
      {skeletonRows.map((bone) => (
        <tr key={bone}>
          {columns.map(({ head, right }) => (
            <td key={head} data-right={right || undefined}>
              <span className={style.bone} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
