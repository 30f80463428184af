// Reads the rows of a worksheet part, with cells as they stand in it.
import { columnIndex } from "#shared/import-columns.ts";
import type { Cell, Row } from "./cell.ts";
import { type IsDate, isoDate } from "./dates.ts";
import { damaged } from "./refusals.ts";
import { type Attributes, readXml } from "./xml.ts";

/** Columns of a row, and characters of a cell, that are read; the rest is ignored. No field may be that long. */
export const maxColumns = 500;
export const maxTextLength = 2_100;
/** The last row that a spreadsheet can have. */
const maxRowNumber = 1_048_576;

/** Rows and columns that a reference spans, columns from 0. */
export interface Range {
  columns: readonly [number, number];
  rows: readonly [number, number];
}

/** "B2:B10" or "B2". */
export const rangeOf = (ref: string): Range => {
  const [, first = "", from = "", last = first, to = from] =
    /^([A-Z]{1,3})(\d+)(?::([A-Z]{1,3})(\d+))?$/i.exec(ref) ?? [];
  return { columns: [columnIndex(first), columnIndex(last)], rows: [Number(from), Number(to)] };
};
export const covers = ([first, last]: readonly [number, number], at: number): boolean => first <= at && at <= last;

/** Parts of the workbook that cells refer to. */
export interface Context {
  texts: string[];
  isDate: IsDate;
  from1904: boolean;
}

/** A cell of the part: `stored` is the text of its value. */
interface StoredCell {
  column: number;
  type: string | undefined;
  style: string | undefined;
  stored: string;
  isFormula: boolean;
}

const textPaths = new Set(["v", "is/t", "is/r/t"].map((path) => `worksheet/sheetData/row/c/${path}`));

/** Calls `onRow` with each row, as they stand in the part. 400 if rows or cells are there twice or refer to nothing. */
export const readWorksheet = (part: Buffer, context: Context, onRow: (row: Row) => void): void => {
  let row: Row = { number: 0, cells: [] };
  let cell: StoredCell | undefined;
  let column = 0;
  // A bit for each row.
  const seen = new Uint8Array((maxRowNumber >> 3) + 1);
  readXml(part, {
    onOpen: (path, attributes) => {
      switch (path) {
        case "worksheet/sheetData/row":
          row = {
            number: rowNumber(attributes, row.number, seen),
            cells: [],
            ...(/^(1|true)$/.test(attributes.hidden ?? "") && { isHidden: true as const }),
          };
          column = 0;
          break;
        case "worksheet/sheetData/row/c":
          column = columnNumber(attributes, row.number, column);
          cell = { column, type: attributes.t, style: attributes.s, stored: "", isFormula: false };
          break;
        case "worksheet/sheetData/row/c/f":
          if (cell) cell.isFormula = true;
      }
    },
    onText: (path, text) => {
      if (cell && textPaths.has(path)) cell.stored = appended(cell.stored, text);
    },
    onClose: (path) => {
      if (path === "worksheet/sheetData/row") onRow(row);
      if (path !== "worksheet/sheetData/row/c" || !cell) return;
      if (cell.column <= maxColumns) setCell(row.cells, cell.column, readCell(cell, context));
      cell = undefined;
    },
  });
};

/** A text with a piece of it appended, up to the length that is read. */
export const appended = (text: string, piece: string): string =>
  text.length < maxTextLength ? (text + piece).slice(0, maxTextLength) : text;

/** Rows and cells need not say where they are, and then follow the one before. */
const rowNumber = ({ r }: Attributes, last: number, seen: Uint8Array): number => {
  const number = r === undefined ? last + 1 : Number(r);
  if (!Number.isInteger(number) || number < 1 || number > maxRowNumber) throw damaged();
  const [byte, bit] = [seen[number >> 3] ?? 0, 1 << (number & 7)];
  if (byte & bit) throw damaged();
  seen[number >> 3] = byte | bit;
  return number;
};

export const columnNumber = ({ r }: Attributes, row: number, last: number): number => {
  if (r === undefined) return last + 1;
  const [, letters = "", digits] = /^([A-Z]{1,3})(\d+)$/i.exec(r) ?? [];
  if (Number(digits) !== row || letters === "") throw damaged();
  return columnIndex(letters) + 1;
};

const setCell = (cells: Row["cells"], column: number, cell: Cell | null): void => {
  if (!cell) return;
  if (cells[column - 1]) throw damaged();
  while (cells.length < column) cells.push(null);
  cells[column - 1] = cell;
};

const readCell = ({ type, style, stored, isFormula }: Omit<StoredCell, "column">, context: Context): Cell | null => {
  if (isFormula) {
    const result = readCell({ type, style, stored, isFormula: false }, context);
    return { type: "formula", text: result?.text ?? "", ...(result && { result: result.type }) };
  }
  if (stored === "") return null;
  const { texts, isDate, from1904 } = context;
  switch (type) {
    case undefined:
    case "n":
      return readNumber(stored, isDate(style), from1904);
    case "s":
      return textCell(texts[Number(stored)]);
    case "str":
    case "inlineStr":
      return textCell(unescaped(stored));
    case "b":
      return { type: "boolean", text: stored === "0" || stored === "false" ? "FALSE" : "TRUE" };
    case "d":
      return { type: "date", text: stored };
    case "e":
      return { type: "error", text: stored };
    default:
      throw damaged();
  }
};

const textCell = (text: string | undefined): Cell | null => {
  if (text === undefined) throw damaged();
  return text === "" ? null : { type: "text", text };
};

/** Decimal digits only: `Number` alone would also accept hexadecimal ones. */
const readNumber = (stored: string, isDate: boolean, from1904: boolean): Cell => {
  const number = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(stored) ? Number(stored) : Number.NaN;
  if (!Number.isFinite(number)) return { type: "error", text: stored };
  if (!isDate) return { type: "number", text: String(number) };
  const date = isoDate(number, from1904);
  return date ? { type: "date", text: date } : { type: "error", text: stored };
};

/**
 * Control characters, which XML cannot hold, are stored as _x000D_, and an underscore before such digits as _x005F_. Any
 * other, as in a code PACK_x1000_BX, is a text: many programs do not escape it.
 */
export const unescaped = (text: string): string =>
  text.replaceAll(/_x(00[01][\da-f]|005f(?=_x[\da-f]{4}_)|fff[ef])_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
