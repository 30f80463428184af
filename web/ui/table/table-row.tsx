// One row of a table: its cells, the heading above it, and its expanded part.
import type { KeyboardEvent, MouseEvent } from "react";
import type { Column, RowsBeside } from "./columns.ts";
import { ExpandedRow } from "./expanded-row.tsx";
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
  onOpen: ((row: Row) => void) | undefined;
  expandable: ExpandableRows<Row> | undefined;
  beside: RowsBeside<Row> | undefined;
  /** Called with the height of the expanded part. */
  onHeight: ((id: string, height: number) => void) | undefined;
  onKey: (event: KeyboardEvent, index: number) => void;
}

export function TableRow<Row extends { _id: string }>(props: Props<Row>) {
  const { row, index, columns, muted, heading, active, onOpen, expandable, beside, onHeight, onKey } = props;
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
        data-beside={key}
        aria-current={(key && key === beside?.open) || undefined}
        {...(onOpen && { tabIndex: active ? 0 : -1 })}
        {...((onOpen || expandable) && {
          "data-opens": true,
          // A click on a link or a control inside follows only that.
          onClick: ({ target }: MouseEvent) =>
            (target as Element).closest("a, [data-cell], [data-controls]") || (onOpen ?? expandable?.toggle)?.(row),
          onKeyDown: (event: KeyboardEvent) => onKey(event, index),
        })}
      >
        {columns.map((column) => (
          <td
            key={column.head}
            data-right={column.right || undefined}
            {...(column.rowHeader && { role: "rowheader" as const })}
          >
            {column.cell(row, index)}
          </td>
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
