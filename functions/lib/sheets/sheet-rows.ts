// The rows of a file that is a sheet, .xlsx or text with separators, told apart by its first bytes.
import { maxAdjustmentRows } from "#shared/adjustment.ts";
import { Failure } from "#shared/failure.ts";
import { numberText } from "#shared/format.ts";
import type { Cell, Row } from "./cell.ts";
import { parseRows } from "./csv.ts";
import { damaged, tooLarge, unreadable } from "./refusals.ts";
import { decodeText, findSeparator } from "./text-file.ts";
import { maxColumns, maxTextLength } from "./worksheet.ts";
import { readWorkbook } from "./xlsx.ts";

/** Characters of all cells; a shared text counts wherever it is used. 50,000 rows of a stock report have 5 million. */
const maxCharacters = 12_000_000;

const zipMagic = Buffer.from("504b0304", "hex");
/** The container of a workbook with a password, and of formats before .xlsx. */
const oleMagic = Buffer.from("d0cf11e0", "hex");

/** Calls `onRow` with each row that is not blank. 400 if the file cannot be read, which may show after some rows. */
export const readSheetRows = (file: Buffer, onRow: (row: Row) => void): void => {
  let count = 0;
  let left = maxCharacters;
  const addRow = (row: Row): void => {
    if (row.cells.every((cell) => cell === null)) return;
    if (++count > maxAdjustmentRows + 1) throw tooLarge(`At most ${numberText(maxAdjustmentRows)} rows`);
    for (const cell of row.cells) left -= cell?.text.length ?? 0;
    if (left < 0) throw tooLarge();
    onRow(row);
  };
  if (file.subarray(0, 4).equals(zipMagic)) readXlsx(file, addRow);
  else readCsv(file, addRow);
  if (count === 0) throw unreadable("The sheet is empty");
};

const readXlsx = (file: Buffer, onRow: (row: Row) => void): void => {
  try {
    readWorkbook(file, onRow);
  } catch (error) {
    throw error instanceof Failure ? error : damaged();
  }
};

const readCsv = (file: Buffer, onRow: (row: Row) => void): void => {
  if (file.subarray(0, 4).equals(oleMagic)) throw unreadable("Encrypted, or older than .xlsx");
  const { rows, separator } = findSeparator(decodeText(file));
  let number = 0;
  try {
    for (const cells of parseRows(rows, { separator, maxColumns }))
      onRow({ number: ++number, cells: cells.map(textCell) });
  } catch (error) {
    throw error instanceof Failure ? error : unreadable((error as Error).message);
  }
};

const textCell = (text: string): Cell | null =>
  text === "" ? null : { type: "text", text: text.slice(0, maxTextLength) };
