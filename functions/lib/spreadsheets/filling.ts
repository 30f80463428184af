// What is written into a column of a spreadsheet, and what came of it.
/** Numbers by the row that they are for, from 1. */
export type Fills = ReadonlyMap<number, number>;

/** Why a cell is left as it is. */
export const leftCells = {
  formula: "A formula, left as it is",
  merged: "A merged cell, left as it is",
  protected: "A protected cell, left as it is",
  missing: "The row has no cell for it, left as it is",
} as const;
export type LeftCell = (typeof leftCells)[keyof typeof leftCells];

export interface Filling {
  /** The name of a workbook's sheet. */
  sheet?: string | undefined;
  /** Index from 0. */
  column: number;
  fills: Fills;
  /** Of all columns: formulas of a table name them. */
  heads?: readonly string[];
}

export interface Filled {
  file: Buffer;
  /** Rows that stay as they are, by number, and why. */
  left: Map<number, LeftCell>;
}
