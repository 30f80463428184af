// Merged cells of a worksheet: the value stands in the first, and is meant for all rows that it spans.
import type { Cell, Row } from "./cell.ts";
import { covers, type Range, rangeOf } from "./worksheet.ts";

/** 500 columns are read, and a sheet has as many merged cells as rows. */
const maxColumn = 500;

/** The part names them behind its rows. */
const rangesIn = (part: Buffer): Range[] => {
  const behind = part.subarray(part.lastIndexOf("sheetData>")).toString("latin1");
  const found = behind.matchAll(/<(?:\w+:)?mergeCell\b[^>]*?\sref=["']([A-Z]{1,3}\d{1,7}:[A-Z]{1,3}\d{1,7})["']/gi);
  return [...found].map(([, ref = ""]) => rangeOf(ref));
};

/** Those of the rows whose cell of a column is merged with others, in any direction. */
export const mergedRows = (part: Buffer, column: number, rows: Iterable<number>): Set<number> => {
  const ranges = rangesIn(part)
    .filter(({ columns }) => covers(columns, column))
    .sort((a, b) => a.rows[0] - b.rows[0]);
  let at = 0;
  let last = 0;
  const isMerged = (row: number) => {
    for (; (ranges[at]?.rows[0] ?? Infinity) <= row; at++) last = Math.max(last, ranges[at]?.rows[1] ?? 0);
    return row <= last;
  };
  return new Set([...rows].sort((a, b) => a - b).filter(isMerged));
};

/** Fills in the rows of a part, from the first on. A blank row stays blank. */
export const mergedCells = (part: Buffer): ((row: Row) => Row) => {
  const below = rangesIn(part).filter(({ rows: [first, last], columns }) => last > first && columns[0] < maxColumn);
  if (below.length === 0) return (row) => row;
  const ranges = Map.groupBy(below, ({ rows }) => rows[0]);
  const open = new Map<number, { cell: Cell; last: number }>();
  return (row) => {
    const cells = [...row.cells];
    if (!cells.some(Boolean)) return row;
    for (const [column, { cell, last }] of open)
      if (row.number > last) open.delete(column);
      else {
        while (cells.length <= column) cells.push(null);
        cells[column] ??= { ...cell, merged: "below" };
      }
    for (const { columns, rows } of ranges.get(row.number) ?? []) {
      const [column, last] = [columns[0], rows[1]];
      const cell = cells[column];
      if (!cell) continue;
      cells[column] = { ...cell, merged: "first" };
      open.set(column, { cell, last });
    }
    return { ...row, cells };
  };
};
