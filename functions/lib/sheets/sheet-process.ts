// The process that reads a sheet: standard input is an .xlsx or CSV file, told apart by its first bytes, standard output
// its rows as JSON.
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type ExcelJS from "exceljs";
import { maxAdjustmentRows } from "#shared/adjustment.ts";
import { Failure } from "#shared/failure.ts";
import { numberText } from "#shared/format.ts";
import { parseRows } from "./csv.ts";
import type { Outcome, Row } from "./sheet.ts";
import { checkZip } from "./zip.ts";

/** Columns of a row, and characters of a cell, that are read; the rest is ignored. */
const maxColumns = 100;
const maxCellLength = 500;

const unreadable = (message: string) => new Failure("BAD_REQUEST", { field: "file", message });
const zipMagic = Buffer.from("504b0304", "hex");
/** The container of a workbook with a password, and of formats before .xlsx. */
const oleMagic = Buffer.from("d0cf11e0", "hex");

const readRows = async (file: Buffer): Promise<Row[]> => {
  const rows = file.subarray(0, 4).equals(zipMagic) ? await readWorkbook(file) : readCsv(file);
  if (rows.length === 0) throw unreadable("The sheet is empty");
  return rows;
};

/** Adds a row that is not blank; 413 if there are too many. */
const addRow = (rows: Row[], number: number, cells: unknown[]): void => {
  if (cells.every((cell) => cell === undefined || cell === "")) return;
  rows.push({ number, cells: cells.map((cell) => (typeof cell === "string" ? cell.slice(0, maxCellLength) : cell)) });
  if (rows.length > maxAdjustmentRows + 1)
    throw new Failure("PAYLOAD_TOO_LARGE", {
      field: "file",
      message: `At most ${numberText(maxAdjustmentRows)} rows`,
    });
};

const readCsv = (file: Buffer): Row[] => {
  if (file.subarray(0, 4).equals(oleMagic)) throw unreadable("Encrypted, or older than .xlsx");
  const text = file.toString("utf8");
  if (text.includes("\0")) throw unreadable("Neither .xlsx nor CSV");
  const rows: Row[] = [];
  let number = 0;
  try {
    for (const cells of parseRows(text, maxColumns)) addRow(rows, ++number, cells);
  } catch (error) {
    throw error instanceof Failure ? error : unreadable((error as Error).message);
  }
  return rows;
};

const readWorkbook = async (file: Buffer): Promise<Row[]> => {
  await checkZip(file);
  try {
    return await firstSheet(file);
  } catch (error) {
    throw error instanceof Failure ? error : unreadable("Not a complete .xlsx file");
  }
};

const firstSheet = async (file: Buffer): Promise<Row[]> => {
  const { stream } = (await import("exceljs")).default;
  const rows: Row[] = [];
  const options = {
    worksheets: "emit",
    sharedStrings: "cache",
    hyperlinks: "ignore",
    // Only the style of a cell tells a date from a number.
    styles: "cache",
    entries: "ignore",
  } as const;
  for await (const sheet of new stream.xlsx.WorkbookReader(Readable.from([file]), options)) {
    for await (const row of sheet) addRow(rows, row.number, cellsOf(row));
    return rows;
  }
  return rows;
};

const cellsOf = (row: ExcelJS.Row): unknown[] =>
  Array.from({ length: Math.min(row.cellCount, maxColumns) }, (_, column) =>
    cellValue(row.findCell(column + 1)?.value),
  );

const cellValue = (value: unknown): unknown => {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== "object") return value;
  if ("richText" in value) return (value.richText as { text: string }[]).map(({ text }) => text).join("");
  if ("text" in value) return value.text;
  return "formula" in value || "sharedFormula" in value ? {} : String(value);
};

const outcomeOf = async (file: Buffer): Promise<Outcome> => {
  try {
    return { rows: await readRows(file) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { code: error.code, details: error.details };
  }
};

/** By a signal: an orderly exit waits for V8's threads, which wait for ever when the heap is full. */
const exit = () => process.kill(process.pid, "SIGKILL");

void buffer(process.stdin)
  .then(outcomeOf)
  .then((outcome) => process.stdout.write(`${JSON.stringify(outcome)}\n`, exit));
