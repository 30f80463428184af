// Columns that several lists have. `of` reads the value from a row; `more` sets the widths, and what differs.
import type { UserTag } from "#shared/user.ts";
import { agoText, dateTimeText, numberText } from "../lib/format.ts";
import { byTime, type Column } from "../ui/table/columns.ts";
import { ClampedText, Code, TwoLines } from "../ui/tag.tsx";

export type More<Row> = Partial<Column<Row>>;

export const textColumn = <Row,>(head: string, of: (row: Row) => string, more?: More<Row>): Column<Row> => ({
  head,
  cell: (row) => <ClampedText>{of(row)}</ClampedText>,
  sort: of,
  ...more,
});

export const codeColumn = <Row,>(head: string, of: (row: Row) => string, more?: More<Row>): Column<Row> => ({
  head,
  cell: (row) => <Code>{of(row)}</Code>,
  sort: of,
  ...more,
});

export const numberColumn = <Row,>(head: string, of: (row: Row) => number, more?: More<Row>): Column<Row> => ({
  head,
  right: true,
  cell: (row) => numberText(of(row)),
  sort: of,
  ...more,
});

/** An instant, by which the list can be sorted. */
export const timeColumn = <Row,>(head: string, of: (row: Row) => string, more?: More<Row>): Column<Row> => ({
  head,
  width: "10.5rem",
  least: "8.75rem",
  cell: (row) => dateTimeText(of(row)),
  sort: of,
  orders: byTime,
  ...more,
});

/** An instant in a list by time: the date on one line, the time under it. */
export const momentColumn = <Row,>(head: string, of: (row: Row) => string, more?: More<Row>): Column<Row> => ({
  head,
  width: "6.5rem",
  cell: (row) => <ClampedText hint={agoText(of(row))}>{dateTimeText(of(row))}</ClampedText>,
  ...more,
});

export const userColumn = <Row,>(of: (row: Row) => UserTag, more?: More<Row>): Column<Row> => ({
  head: "User",
  cell: (row) => <TwoLines note={`@${of(row).username}`}>{of(row).name}</TwoLines>,
  ...more,
});
