// What is written into a column of a spreadsheet, and what came of it.
/** Numbers by the row that they are for, from 1. */
export type Fills = ReadonlyMap<number, number>;

/** Why a row is left as it is; `missing`: a line of text that has no such cell. */
export type LeftRow = "formula" | "merged" | "protected" | "missing";

export interface Filling {
  /** The name of a workbook's sheet. */
  sheet?: string | undefined;
  /** Index from 0. */
  column: number;
  fills: Fills;
}

export interface Filled {
  file: Buffer;
  /** Rows that stay as they are, by number, and why. */
  left: Map<number, LeftRow>;
}
