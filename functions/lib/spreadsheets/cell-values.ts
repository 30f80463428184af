// The value of a cell: a text, a number of units, or why it has none.
import { numberText } from "#shared/format.ts";
import { plain, unmarked } from "#shared/name.ts";
import type { Cell } from "./cell.ts";

export type MaybeCell = Cell | null | undefined;

/** The problem with a cell of a type that no column can have. */
const unusable: Partial<Record<Cell["type"], string>> = {
  formula: "Contains a formula, paste its value instead",
  date: "Contains a date, format the cell as text and type it again",
  damaged: "Has a lost character, or quotes are not closed as CSV has it, type it again",
  moved: "The row has more fields than heads, so they may be of other columns: put a text with a comma into quotes",
};

export const problemOf = (cell: MaybeCell): string | undefined => (cell ? unusable[cell.type] : undefined);

/** The text of a cell; none for a formula, a date or an error. */
export const textOf = (cell: MaybeCell): string =>
  cell && (cell.type === "text" || cell.type === "number" || cell.type === "boolean") ? cell.text : "";

/** A formula as what it showed. */
export const withResult = (cell: Cell): Cell => (cell.result ? { type: cell.result, text: cell.text } : cell);

/** More than one movement allows: a warehouse holds the units of many movements. */
export const maxHeld = 999_999_999;

/** A text whose digits may be of another script, bold in a message, or kept as a text by `'` or `="…"`. */
export const plainNumber = (text: string): string =>
  // Most are plain digits, which saves time for 50,000 rows.
  /^\d+$/.test(text)
    ? text
    : unmarked(plain(text))
        .replace(/^=?"(.*)"$/, "$1")
        .replace(/^['‘’`]+/, "")
        .trim();

/** A number, or a text of digits, also with `.0` behind them; undefined for anything else and outside the limits. */
export const unitsOf = (cell: MaybeCell, min = 0, max = maxHeld): number | undefined => {
  if (!cell || (cell.type !== "text" && cell.type !== "number")) return undefined;
  const text = plainNumber(cell.text);
  const units = /^\d{1,9}(\.0+)?$/.test(text) ? Number(text) : -1;
  return units >= min && units <= max ? units : undefined;
};

/** A blank cell and a dash say nothing. */
export const isNothingIn = (cell: MaybeCell): boolean =>
  !cell || (cell.type === "text" && /^-*$/.test(plain(cell.text).trim()));

export const notUnits = (min = 0, max = maxHeld): string =>
  `A whole number from ${numberText(min)} to ${numberText(max)} expected`;
