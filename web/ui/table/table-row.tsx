// One row of a table: its cells, the heading above it, and its expanded part.
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from "react";
import type { Column, RowsBeside } from "./columns.ts";
import { type ExpandableRows, expandedRowId } from "./responsive-columns.tsx";
import style from "./table.module.css";

interface Props<Row> {
  row: Row;
  index: number;
  columns: readonly Column<Row>[];
  muted: boolean;
  heading: string | undefined;
  /** It is the tab stop among the rows. */
  active: boolean;
  /** The business day, by which cells word their days. */
  day: string;
  onOpen: ((row: Row) => void) | undefined;
  expandable: ExpandableRows<Row> | undefined;
  beside: RowsBeside<Row> | undefined;
  /** Called with the height of the expanded part. */
  onHeight: ((id: string, height: number) => void) | undefined;
  onKey: (event: KeyboardEvent, index: number) => void;
}

export function TableRow<Row extends { _id: string }>(props: Props<Row>) {
  const { row, index, columns, muted, heading, active, day, onOpen, expandable, beside, onHeight, onKey } = props;
  const key = beside?.keyOf(row);
  return (
    <>
      {heading !== undefined && (
        <tr className={style.heading}>
          <th colSpan={columns.length} scope="rowgroup">
            {heading}
          </th>
        </tr>
      )}
      <tr
        aria-rowindex={index + 2}
        data-muted={muted || undefined}
        aria-current={(key && key === beside?.openKey) || undefined}
        {...(onOpen && { tabIndex: active ? 0 : -1 })}
        {...((onOpen || expandable) && {
          "data-opens": true,
          // A click on a link or a control inside follows only that; one in a popup of the row bubbles through React alone.
          onClick: ({ target, currentTarget }: MouseEvent) =>
            currentTarget.contains(target as Element) &&
            !(target as Element).closest("a, [data-cell], [data-controls]") &&
            (onOpen ?? expandable?.toggle)?.(row),
          onKeyDown: (event: KeyboardEvent) => onKey(event, index),
        })}
      >
        {columns.map(({ head, cell, right = false, rowHeader = false }) => (
          <Cell key={head} {...{ cell, right, rowHeader, row, index, day }} />
        ))}
      </tr>
      {expandable?.open.has(row._id) && (
        <ExpandedRow
          id={expandedRowId(row)}
          span={columns.length}
          onHeight={onHeight && ((height) => onHeight(row._id, height))}
        >
          {expandable.content(row)}
        </ExpandedRow>
      )}
    </>
  );
}

interface CellProps<Row> extends Pick<Props<Row>, "row" | "index" | "day"> {
  cell: Column<Row>["cell"];
  right: boolean;
  rowHeader: boolean;
}

/** Drawn anew only for another row, place, column or day: a press that changes some cells does not wait for all of them. */
const Cell = memo(<Row,>({ cell, right, rowHeader, row, index }: CellProps<Row>) => (
  <td data-right={right || undefined} {...(rowHeader && { role: "rowheader" as const })}>
    {cell(row, index)}
  </td>
)) as <Row>(props: CellProps<Row>) => ReactNode;

interface ExpandedRowProps {
  id: string;
  span: number;
  /** Called with its height in pixels, whenever that changes. */
  onHeight: ((height: number) => void) | undefined;
  children: ReactNode;
}

function ExpandedRow({ id, span, onHeight, children }: ExpandedRowProps) {
  const box = useRef<HTMLTableCellElement>(null);
  const report = useEffectEvent((height: number) => onHeight?.(height));
  const measured = onHeight !== undefined;
  useLayoutEffect(() => {
    const cell = box.current;
    if (!measured || !cell) return;
    const measure = () => report(cell.offsetHeight);
    const resized = new ResizeObserver(measure);
    measure();
    resized.observe(cell);
    return () => resized.disconnect();
  }, [measured]);
  return (
    <tr id={id} className={style.expanded}>
      <td ref={box} colSpan={span}>
        {children}
      </td>
    </tr>
  );
}
