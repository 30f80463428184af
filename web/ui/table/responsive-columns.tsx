// The columns a table shows: numbered on desktop, one stacked cell on phones; the first cell can expand its row.
import { ChevronDown, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { numberText } from "../../lib/format.ts";
import { ClampedText } from "../tag.tsx";
import type { Column, PhoneRow } from "./columns.ts";
import { type RowAction, RowActions } from "./row-actions.tsx";
import style from "./table.module.css";

/** Rows that expand by a button in their first cell. */
export interface ExpandableRows<Row> {
  /** Ids of the rows that are open. */
  open: ReadonlySet<string>;
  toggle: (row: Row) => void;
  content: (row: Row) => ReactNode;
}

export const expandedRowId = (row: { _id: string }): string => `expanded-${row._id}`;

type Cell<Row> = (row: Row, index: number) => ReactNode;

/** The row handles the click, so the button needs no handler. */
const expandCell =
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

export const serial = {
  head: "S.No",
  width: "4.5rem",
  least: "3rem",
  cell: (_: unknown, index: number) => <span className={style.serial}>{numberText(index + 1)}</span>,
};

export function desktopColumns<Row extends { _id: string }>(
  columns: readonly Column<Row>[],
  expandable?: ExpandableRows<Row>,
  unnumbered = false,
): Column<Row>[] {
  const [first, ...rest] = columns;
  const numbers = unnumbered ? [] : [serial];
  if (!expandable || !first) return [...numbers, ...columns];
  const name: Cell<Row> = (row, index) => <PhoneCell title={first.cell(row, index)} />;
  return [...numbers, { ...first, rowHeader: true, cell: expandCell(expandable, name) }, ...rest];
}

export function phoneColumns<Row extends { _id: string }>(
  phone: (row: Row) => PhoneRow,
  expandable?: ExpandableRows<Row>,
): Column<Row>[] {
  const lines: Cell<Row> = (row) => <PhoneCell {...phone(row)} />;
  if (expandable) return [{ head: "Row", rowHeader: true, cell: expandCell(expandable, lines) }];
  return [{ head: "Row", cell: (row, index) => <div className={style.phone}>{lines(row, index)}</div> }];
}

/** The parts of a row on a phone, for a flex container. */
export function PhoneCell({ image, title, note, last, number }: PhoneRow) {
  return (
    <>
      {image}
      <span className={style.lines}>
        <span className={style.title}>{typeof title === "string" ? <ClampedText>{title}</ClampedText> : title}</span>
        {note && <span className={style.note}>{note}</span>}
        {last && <span className={style.note}>{last}</span>}
      </span>
      {number !== undefined && <span className={style.number}>{number}</span>}
    </>
  );
}

interface ActionColumnOptions<Row> {
  actions: readonly RowAction<Row>[];
  nameOf: (row: Row) => string;
  /** On phones: opens the drawer. */
  onMore?: (row: Row) => void;
  /** On phones: they stand over the first cell, at its upper and lower end. */
  over?: boolean;
}

/** Widths in rem, gap included: a labelled button, an icon button, one on a phone; and the cell's padding, the least and more. */
const widths = { labelled: 6.75, icon: 2.5, touched: 3, least: 0.25, around: 0.75 };

export function actionColumn<Row>({ actions, nameOf, onMore, over = false }: ActionColumnOptions<Row>): Column<Row> {
  const labelled = actions.filter((action) => action.labelled).length;
  const onDesktop =
    Math.max(widths.labelled * labelled + widths.icon * (actions.length - labelled), 3.5) + widths.least;
  const onPhone = over ? 0 : widths.labelled * labelled + (labelled < actions.length ? widths.touched : 0) + 0.25;
  return {
    head: "Actions",
    width: `${onMore ? onPhone : onDesktop + widths.around}rem`,
    least: `${onMore ? onPhone : onDesktop}rem`,
    cell: (row) => (
      <RowActions {...{ row, actions, name: nameOf(row) }} {...(onMore && { onMore: () => onMore(row) })} />
    ),
  };
}
