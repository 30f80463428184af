// What a table shows of a row: its columns on a desk, its lines on a phone.
import type { ReactNode } from "react";

/** The orders of days and times. */
export const byTime = ["earliest first", "latest first"] as const;

export interface Column<Row> {
  head: string;
  cell: (row: Row, index: number) => ReactNode;
  /** As in CSS; the columns without one share what is left. */
  width?: string;
  /** Numbers stand right. */
  right?: boolean;
  /** What it is sorted by; without it the column does not sort. */
  sort?: (row: Row) => string | number;
  /** What its two orders are called, where letters or low and high are not what it is sorted by. */
  orders?: readonly [up: string, down: string];
  /** The row's name, for screen readers. */
  rowHeader?: boolean;
}

/** A row on a phone: picture, name, a second line and a last one, and one number. */
export interface PhoneRow {
  image?: ReactNode;
  title: ReactNode;
  note?: ReactNode;
  last?: ReactNode;
  number?: ReactNode;
}
