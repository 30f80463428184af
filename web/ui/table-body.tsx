// The rows of a table: skeleton while loading, only the visible ones when there are many, arrows between them.
import {
  Fragment,
  type KeyboardEvent,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useKeptScroll } from "../lib/kept-scroll.ts";
import { usePhone } from "../lib/media.ts";
import { heightOf, useVisible } from "../lib/visible.ts";
import style from "./data-table.module.css";
import type { Column } from "./data-table.tsx";
import type { RowFocus } from "./row-focus.ts";

/** Rows above which only the visible ones are drawn. */
const many = 200;
/** Heights of --row, in pixels. */
const heights = { desktop: 44, phone: 64 };
const none: readonly number[] = [];
const bones = Array.from({ length: 10 }, (_, index) => index);

interface Props<Row> {
  /** Of its table, unique on the screen. */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  loading: boolean;
  muted?: ((row: Row) => boolean) | undefined;
  heading?: ((row: Row) => string) | undefined;
  onOpen?: ((row: Row) => void) | undefined;
  focus?: RefObject<RowFocus | null> | undefined;
}

export function TableBody<Row extends { _id: string }>({
  label,
  rows,
  columns,
  loading,
  muted,
  heading,
  onOpen,
  focus,
}: Props<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const onPhone = usePhone();
  /** The aria-rowindex that gets the focus as soon as it is drawn. */
  const wanted = useRef<number>(undefined);
  const [margin, setMargin] = useState(0);
  const [active, setActive] = useState(0);
  const height = onPhone ? heights.phone : heights.desktop;
  const scroller = () => body.current?.closest<HTMLElement>(onPhone ? "[data-scroll]" : "[data-scroll-card]") ?? null;

  // On phones the whole page scrolls, so the rows begin somewhere below its top.
  useLayoutEffect(() => {
    const outer = body.current?.closest<HTMLElement>("[data-scroll]");
    if (loading || !onPhone || !outer || !body.current) return setMargin(0);
    setMargin(body.current.getBoundingClientRect().top - outer.getBoundingClientRect().top + outer.scrollTop);
  }, [onPhone, loading]);

  const off = rows.length <= many;
  const headings = useMemo(() => headed(rows, heading), [rows, heading]);
  const count = loading ? 0 : rows.length;
  const { first, last, reach } = useVisible({ count, height, scroller, margin, headings, off });
  // On phones the page does.
  useKeptScroll(`rows of ${label}`, scroller, !loading && !onPhone);

  // A far row is drawn only after the scroll, a render or two later.
  const give = () => {
    const row = body.current?.querySelector<HTMLElement>(`[aria-rowindex="${wanted.current}"]`);
    if (!row) return;
    row.focus();
    wanted.current = undefined;
  };
  useLayoutEffect(give);

  const move = (to: number) => {
    const index = Math.max(0, Math.min(rows.length - 1, to));
    setActive(index);
    reach(index);
    wanted.current = index + 2;
    give();
  };
  useImperativeHandle(focus, () => ({ focus: move }));

  if (loading) return <Skeleton columns={columns} />;

  const visible = off ? rows : rows.slice(first, last + 1);
  const press = (event: KeyboardEvent, index: number) => {
    if (event.target !== event.currentTarget) return;
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (to !== undefined) move(to);
    else if (event.key === "Enter") onOpen?.(rows[index] as Row);
    else return;
    event.preventDefault();
  };

  return (
    <tbody ref={body}>
      {first > 0 && <Spacer height={heightOf(0, first, height, headings)} span={columns.length} />}
      {visible.map((row, offset) => {
        const index = first + offset;
        const drawn = (
          <tr
            key={row._id}
            aria-rowindex={index + 2}
            data-muted={muted?.(row) || undefined}
            {...(onOpen && {
              tabIndex: index === Math.min(active, rows.length - 1) ? 0 : -1,
              "data-opens": true,
              onClick: () => onOpen(row),
              onKeyDown: (event: KeyboardEvent) => press(event, index),
            })}
          >
            {columns.map((column) => (
              <td key={column.head} data-right={column.right || undefined}>
                {column.cell(row, index)}
              </td>
            ))}
          </tr>
        );
        if (!heading || !headings.includes(index)) return drawn;
        return (
          <Fragment key={row._id}>
            <tr className={style.heading}>
              <th colSpan={columns.length} scope="rowgroup">
                {heading(row)}
              </th>
            </tr>
            {drawn}
          </Fragment>
        );
      })}
      {last < rows.length - 1 && (
        <Spacer height={heightOf(last + 1, rows.length, height, headings)} span={columns.length} />
      )}
    </tbody>
  );
}

/** The rows a heading stands above: the first of each. */
function headed<Row>(rows: readonly Row[], heading: ((row: Row) => string) | undefined): readonly number[] {
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
      {bones.map((bone) => (
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
