// A table's columns as they are shown: numbered on a desk, one cell of lines on a phone; names unfold, actions come last.
import { ChevronDown, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { numberText } from "../../lib/format.ts";
import type { Column, PhoneRow } from "./columns.ts";
import style from "./data-table.module.css";
import { type RowAction, RowActions } from "./row-actions.tsx";
import table from "./table.module.css";

/** What rows unfold under them, by a button that is their name. */
export interface ExpandableRows<Row> {
  /** Ids of the rows that are open. */
  open: ReadonlySet<string>;
  toggle: (row: Row) => void;
  content: (row: Row) => ReactNode;
}

/** Of the row that a button unfolds. */
export const expandedRowId = (row: { _id: string }): string => `unfolded-${row._id}`;

type Cell<Row> = (row: Row, index: number) => ReactNode;

/** A press anywhere in the row counts, so the button needs no handler of its own. */
const unfolding =
  <Row extends { _id: string }>({ open }: ExpandableRows<Row>, cell: Cell<Row>): Cell<Row> =>
  (row, index) => {
    const isOpen = open.has(row._id);
    const Mark = isOpen ? ChevronDown : ChevronRight;
    return (
      <button
        type="button"
        className={style.phone}
        aria-expanded={isOpen}
        aria-controls={isOpen ? expandedRowId(row) : undefined}
      >
        <Mark size={16} aria-hidden="true" />
        {cell(row, index)}
      </button>
    );
  };

const serial = {
  head: "S.No",
  width: "4.5rem",
  cell: (_: unknown, index: number) => <span className={table.serial}>{numberText(index + 1)}</span>,
};

export function deskColumns<Row extends { _id: string }>(
  columns: readonly Column<Row>[],
  unfold?: ExpandableRows<Row>,
): Column<Row>[] {
  const [first, ...rest] = columns;
  if (!unfold || !first) return [serial, ...columns];
  const name: Cell<Row> = (row, index) => <PhoneCell title={first.cell(row, index)} />;
  return [serial, { ...first, names: true, cell: unfolding(unfold, name) }, ...rest];
}

export function phoneColumns<Row extends { _id: string }>(
  phone: (row: Row) => PhoneRow,
  unfold?: ExpandableRows<Row>,
): Column<Row>[] {
  const lines: Cell<Row> = (row) => <PhoneCell {...phone(row)} />;
  if (unfold) return [{ head: "Row", names: true, cell: unfolding(unfold, lines) }];
  return [{ head: "Row", cell: (row, index) => <div className={style.phone}>{lines(row, index)}</div> }];
}

/** What a row of lines holds, side by side: it needs a flex box around it. */
export function PhoneCell({ image, title, note, last, number }: PhoneRow) {
  return (
    <>
      {image}
      <span className={style.lines}>
        <span className={style.title}>{title}</span>
        {note && <span className={style.note}>{note}</span>}
        {last && <span className={style.note}>{last}</span>}
      </span>
      {number !== undefined && <span className={style.number}>{number}</span>}
    </>
  );
}

interface Acting<Row> {
  actions: readonly RowAction<Row>[];
  nameOf: (row: Row) => string;
  /** On phones: opens the sheet. */
  onFold?: (row: Row) => void;
  preload: () => void;
}

/** In rem, each with the gap after it: a named button, an icon, the same on phones, and what stands around them. */
const widths = { named: 6.25, icon: 2.5, touched: 3, around: 1 };

export function actionColumn<Row>({ actions, nameOf, onFold, preload }: Acting<Row>): Column<Row> {
  const named = actions.filter((action) => action.named).length;
  const onDesk = Math.max(widths.named * named + widths.icon * (actions.length - named), 3.5) + widths.around;
  return {
    head: "Actions",
    width: `${onFold ? widths.touched * (named + 1) + 0.25 : onDesk}rem`,
    cell: (row) => (
      <RowActions {...{ row, actions, name: nameOf(row) }} {...(onFold && { onFold: () => onFold(row), preload })} />
    ),
  };
}

/** Below it the table scrolls sideways: a column that shares what is left keeps some words. */
export const leastWidth = (columns: readonly { width?: string }[]): string =>
  `calc(${columns.map(({ width = "10rem" }) => width).join(" + ")})`;
