// A row of an uploaded spreadsheet and its cells, as they stand in the file. Their meaning is for the reader of the
// rows to decide.

export interface Row {
  /** The row number in the spreadsheet, from 1. */
  number: number;
  /** The spreadsheet hides it. */
  isHidden?: true;
  /** Of a text: how many fields it has, blank ones included. */
  fields?: number;
  /** From the first column on; null where the sheet has nothing. */
  cells: (Cell | null)[];
}

export interface Cell {
  type: "text" | "number" | "date" | "boolean" | "formula" | "error" | "damaged" | "moved";
  /**
   * A number in its shortest form, without separators; a date in ISO 8601; TRUE or FALSE; an error, or a number that is
   * none, as it is written. What is left of a damaged text; of one that has moved, what may be of another column. The stored result of a formula, which may be outdated.
   */
  text: string;
  /** It is merged with cells of other rows, as the first of them or a further one, which has the same value. */
  merged?: "first" | "below";
  /** What the stored result of a formula is. */
  result?: Cell["type"];
}

/** What stood behind a quote that is never closed is lost, so such a row does not say that there is nothing to do. */
export const isDamaged = ({ cells }: Row): boolean =>
  cells.some((cell) => cell?.type === "damaged" || cell?.type === "moved");
