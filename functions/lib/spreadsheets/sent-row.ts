// A row as the process that reads spreadsheets sends it: its filled cells with their positions, since a sheet may be 500 columns
// wide and hold little.
import type { Row } from "./cell.ts";

export type SentRow = Row & { at: number[] };

export const toSent = ({ cells, ...row }: Row): SentRow => {
  const at = cells.flatMap((cell, column) => (cell ? column : []));
  return { ...row, at, cells: at.map((column) => cells[column] ?? null) };
};

/** Columns up to which a row has null for an empty cell. A wider one has nothing there. */
const denseColumns = 100;
/** V8 gives an array with a gap of this size no memory for what is missing. */
const gap = 1_024;

export const fromSent = ({ at, cells: sent, ...row }: SentRow): Row => {
  const width = (at.at(-1) ?? -1) + 1;
  const cells: Row["cells"] = width > denseColumns ? [] : Array(width).fill(null);
  if (width > denseColumns) {
    cells[width + gap] = null;
    cells.length = width;
  }
  for (const [index, column] of at.entries()) cells[column] = sent[index] ?? null;
  return { ...row, cells };
};
