// A process that reads the sheet in its input: .xlsx or CSV, told by its bytes, as rows of cells in its output.
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type ExcelJS from "exceljs";
import { mostAdjusted } from "#shared/adjustment.ts";
import { Failure } from "#shared/failure.ts";
import { numberText } from "#shared/format.ts";
import { parseRows } from "./csv.ts";
import type { Outcome, Row } from "./sheet.ts";
import { checkZip } from "./zip.ts";

/** Columns that are read, and characters of a cell: what stands further right is not looked at. */
const mostColumns = 100;
const mostText = 500;

const refused = (message: string) => new Failure("BAD_REQUEST", { field: "file", message });
const zipped = Buffer.from("504b0304", "hex");
/** What Office makes of a workbook with a password, and of formats before .xlsx. */
const compound = Buffer.from("d0cf11e0", "hex");

const readRows = async (file: Buffer): Promise<Row[]> => {
  const rows = file.subarray(0, 4).equals(zipped) ? await readBook(file) : readText(file);
  if (rows.length === 0) throw refused("The sheet is empty");
  return rows;
};

/** Keeps a row that says something; 413 when there are too many. */
const keep = (rows: Row[], number: number, cells: unknown[]): void => {
  if (cells.every((cell) => cell === undefined || cell === "")) return;
  rows.push({ number, cells: cells.map((cell) => (typeof cell === "string" ? cell.slice(0, mostText) : cell)) });
  if (rows.length > mostAdjusted + 1)
    throw new Failure("PAYLOAD_TOO_LARGE", {
      field: "file",
      message: `At most ${numberText(mostAdjusted)} rows`,
    });
};

const readText = (file: Buffer): Row[] => {
  if (file.subarray(0, 4).equals(compound)) throw refused("Encrypted, or older than .xlsx");
  const text = file.toString("utf8");
  if (text.includes("\0")) throw refused("Neither .xlsx nor CSV");
  const rows: Row[] = [];
  let number = 0;
  try {
    for (const cells of parseRows(text, mostColumns)) keep(rows, ++number, cells);
  } catch (error) {
    throw error instanceof Failure ? error : refused((error as Error).message);
  }
  return rows;
};

const readBook = async (file: Buffer): Promise<Row[]> => {
  await checkZip(file);
  try {
    return await firstSheet(file);
  } catch (error) {
    throw error instanceof Failure ? error : refused("Not a whole .xlsx file");
  }
};

const firstSheet = async (file: Buffer): Promise<Row[]> => {
  const { stream } = (await import("exceljs")).default;
  const rows: Row[] = [];
  const options = {
    worksheets: "emit",
    sharedStrings: "cache",
    hyperlinks: "ignore",
    // Only its style tells a date from a number.
    styles: "cache",
    entries: "ignore",
  } as const;
  for await (const sheet of new stream.xlsx.WorkbookReader(Readable.from([file]), options)) {
    for await (const row of sheet) keep(rows, row.number, cellsOf(row));
    return rows;
  }
  return rows;
};

const cellsOf = (row: ExcelJS.Row): unknown[] =>
  Array.from({ length: Math.min(row.cellCount, mostColumns) }, (_, column) => plain(row.findCell(column + 1)?.value));

const plain = (value: unknown): unknown => {
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

/** It ends by a signal: an orderly exit waits for the threads of V8, which wait for ever when the heap is full. */
const die = () => process.kill(process.pid, "SIGKILL");

void buffer(process.stdin)
  .then(outcomeOf)
  .then((outcome) => process.stdout.write(`${JSON.stringify(outcome)}\n`, die));
