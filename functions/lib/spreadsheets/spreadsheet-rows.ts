// The rows of a spreadsheet: .xlsx or text with separators, as its first bytes show.
import { maxAdjustmentRows } from "#shared/adjustment.ts";
import { Failure } from "#shared/failure.ts";
import { numberText } from "#shared/format.ts";
import type { Cell, Row } from "./cell.ts";
import { parseRows } from "./csv.ts";
import { damaged, noSuchSheet, tooLarge, unreadable } from "./refusals.ts";
import { decodeText, findSeparator } from "./text-file.ts";
import { maxColumns, maxTextLength } from "./worksheet.ts";
import { type ReadSheet, readWorkbook } from "./xlsx.ts";

/** Characters of all cells; a shared text counts wherever it is used. 50,000 rows of a stock report have 5 million. */
const maxCharacters = 12_000_000;

const zipMagic = Buffer.from("504b0304", "hex");
/** The container of a workbook with a password, and of formats before .xlsx. */
const oleMagic = Buffer.from("d0cf11e0", "hex");

export interface ReadOptions {
  /** Name of the sheet; the first with cells if left out. */
  sheet?: string | undefined;
  /** Takes hidden rows, too; left out, it does. */
  hidden?: boolean | undefined;
}

/**
 * Calls `onRow` with each row that is not blank, of the sheet with a name or of the first one with cells. 400 if the
 * file cannot be read, which may show after some rows. Returns which sheet of a workbook it was.
 */
export const readSpreadsheetRows = (
  file: Buffer,
  onRow: (row: Row) => void,
  { sheet: name, hidden = true }: ReadOptions = {},
): ReadSheet | undefined => {
  let count = 0;
  let hiddenRows = 0;
  let left = maxCharacters;
  const addRow = (row: Row): void => {
    if (row.cells.every((cell) => cell === null)) return;
    if (row.isHidden) hiddenRows++;
    if (row.isHidden && !hidden) return;
    if (++count > maxAdjustmentRows + 1) throw tooLarge(`At most ${numberText(maxAdjustmentRows)} rows`);
    for (const cell of row.cells) left -= cell?.text.length ?? 0;
    if (left < 0) throw tooLarge();
    onRow(row);
  };
  const sheet = file.subarray(0, 4).equals(zipMagic) ? readXlsx(file, addRow, name) : undefined;
  if (!sheet) readCsv(file, addRow, name);
  if (count === 0) throw unreadable(hiddenRows > 0 ? "All rows of the sheet are hidden" : "The sheet is empty");
  return sheet && { ...sheet, ...(hiddenRows > 0 && { hiddenRows }) };
};

/** The name of the first entry of an OpenDocument file, where a zip has it. */
const openDocumentName = "mimetype";

const readXlsx = (file: Buffer, onRow: (row: Row) => void, name?: string): ReadSheet => {
  if (file.toString("latin1", 30, 30 + openDocumentName.length) === openDocumentName)
    throw unreadable("An OpenDocument sheet (.ods), save it as .xlsx or CSV");
  try {
    return readWorkbook(file, onRow, name);
  } catch (error) {
    throw error instanceof Failure ? error : damaged();
  }
};

/** How a web page begins, or a workbook as XML: shops offer both as .xls. */
const markup = /^\ufeff?\s*<(\?xml|!doctype|html|head|meta|style|body|div|table)\b/i;

const readCsv = (file: Buffer, onRow: (row: Row) => void, name?: string): void => {
  if (file.subarray(0, 4).equals(oleMagic)) throw unreadable("Encrypted, or older than .xlsx");
  if (name !== undefined) throw noSuchSheet();
  const text = decodeText(file);
  if (markup.test(text))
    throw unreadable("A web page or XML called .xls, open it in a spreadsheet and save it as .xlsx");
  const { rows, separator } = findSeparator(text);
  let number = 0;
  for (const { cells, unclosed } of parseRows(rows, { separator, maxColumns }))
    onRow({ number: ++number, cells: cells.map((field, column) => textCell(field, column === unclosed)) });
};

/** The decoder leaves U+FFFD for bytes that are no text. */
const textCell = (text: string, isUnclosed: boolean): Cell | null =>
  text === ""
    ? null
    : { type: isUnclosed || text.includes("\ufffd") ? "damaged" : "text", text: text.slice(0, maxTextLength) };
