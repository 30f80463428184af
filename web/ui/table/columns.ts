// How a table shows a row: as columns on a desktop, as lines on a phone.
import { createContext, type ReactNode } from "react";

/** Labels of the ascending and descending order of a date column. */
export const byTime = ["earliest first", "latest first"] as const;

export interface Column<Row> {
  /** Also its name in the URL, so unique in its table. */
  head: string;
  /** Shown instead of `head`. */
  label?: ReactNode;
  cell: (row: Row, index: number) => ReactNode;
  /** A simpler cell for paper, where thousands are drawn at once; `false` if the column is only for the screen. */
  paper?: ((row: Row) => ReactNode) | false;
  /** In rem; columns without a width share the rest. */
  width?: string;
  /** In rem, where there is little room. */
  least?: string;
  /** In rem, what a column without a width takes where there is room. */
  usual?: string;
  /**
   * When it gives way where there is no room, the lowest first; those of one number together. Without it the column stays. Up to 0
   * it is an extra, for which no column without a width is narrower than usual.
   */
  gives?: number;
  /** What changes in this column once the one with that head has given way, such as a cell that shows both. */
  without?: Partial<Column<Row>> & { head: string };
  /** Right-aligned, for numbers. */
  right?: boolean;
  /** The sort key; without it the column cannot be sorted. */
  sort?: (row: Row) => string | number;
  /** Labels of ascending and descending, if not the default "A to Z" or "low to high". */
  orders?: readonly [up: string, down: string];
  /** Its total, under the rows that are shown. */
  total?: (rows: readonly Row[]) => ReactNode;
  /** Its cells name the row, for screen readers. */
  rowHeader?: boolean;
}

/** The rows of the table as they are shown: filtered and sorted. */
export const ShownRows = createContext<readonly unknown[]>([]);

/** A row on a phone: image, title, up to two more lines, and one number. */
export interface PhoneRow {
  image?: ReactNode;
  title: ReactNode;
  note?: ReactNode;
  last?: ReactNode;
  number?: ReactNode;
}

/** Rows that open something beside their list. */
export interface RowsBeside<Row> {
  keyOf: (row: Row) => string;
  /** The key of the open row, or "". */
  openKey: string;
  show: (key: string) => void;
  /** The key of the row that led to the screen from which the user returns, or "". */
  returned: string;
  /** Called with the place of the open row, whenever that changes. */
  onPlace: (place: RowPlace | undefined) => void;
  /** Called with the rows of the list as one of them is opened. */
  onRows: (rows: readonly Row[]) => void;
}

/** Where the open row is in its list. */
export interface RowPlace {
  /** Opens the row above or below it, if there is one. */
  above: (() => void) | undefined;
  below: (() => void) | undefined;
  focus: () => void;
}
