// Merged cells of a worksheet: the value stands in the first, and is meant for all rows that it spans.
import { columnIndex } from "#shared/import-columns.ts";
import type { Cell, Row } from "./cell.ts";

/** The first row and column, and the last row. */
interface Range {
  column: number;
  last: number;
}

/** 500 columns are read, and a sheet has as many merged cells as rows. */
const maxColumn = 500;

/** The part names them behind its rows. */
const rangesIn = (part: Buffer): Map<number, Range[]> => {
  const behind = part.subarray(part.lastIndexOf("sheetData>")).toString("latin1");
  const ranges = new Map<number, Range[]>();
  for (const [, letters = "", first, last] of behind.matchAll(
    /<(?:\w+:)?mergeCell\b[^>]*?\sref=["']([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})["']/gi,
  )) {
    const column = columnIndex(letters);
    if (Number(last) <= Number(first) || column >= maxColumn) continue;
    const own = ranges.get(Number(first)) ?? [];
    own.push({ column, last: Number(last) });
    ranges.set(Number(first), own);
  }
  return ranges;
};

/** Fills in the rows of a part, from the first on. A blank row stays blank. */
export const mergedCells = (part: Buffer): ((row: Row) => Row) => {
  const ranges = rangesIn(part);
  if (ranges.size === 0) return (row) => row;
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
    for (const { column, last } of ranges.get(row.number) ?? []) {
      const cell = cells[column];
      if (!cell) continue;
      cells[column] = { ...cell, merged: "first" };
      open.set(column, { cell, last });
    }
    return { ...row, cells };
  };
};
