// Uploaded sheets: .xlsx or CSV, told by their bytes, as rows of cells.
import { Readable } from "node:stream";
import ExcelJS from "exceljs";
import { mostAdjusted } from "#shared/adjustment.ts";
import { Failure } from "#shared/failure.ts";
import { readRows as readCsvRows } from "./csv.ts";
import { checkZip } from "./zip.ts";

/** A formula is none of these: its value is what somebody's computer last made of it. */
export type Cell = string | number | undefined | "formula";

export interface Row {
  /** As the sheet numbers it, from 1. */
  number: number;
  cells: unknown[];
}

const refused = (message: string) => new Failure("BAD_REQUEST", { field: "file", message });
const zipped = Buffer.from("504b0304", "hex");
/** What Office makes of a workbook with a password, and of formats before .xlsx. */
const compound = Buffer.from("d0cf11e0", "hex");

/** The rows of the first sheet; 400 when it cannot be read, 413 when there are too many. */
export const readSheet = async (file: Buffer): Promise<Row[]> => {
  const rows = file.subarray(0, 4).equals(zipped) ? await readBook(file) : readText(file);
  if (rows.length === 0) throw refused("The sheet is empty");
  return rows;
};

const checkCount = (rows: number): void => {
  if (rows > mostAdjusted + 1)
    throw new Failure("PAYLOAD_TOO_LARGE", {
      field: "file",
      message: `At most ${mostAdjusted.toLocaleString("en-IN")} rows`,
    });
};

const readText = (file: Buffer): Row[] => {
  if (file.subarray(0, 4).equals(compound)) throw refused("Encrypted, or older than .xlsx");
  const text = file.toString("utf8");
  if (text.includes("\0")) throw refused("Neither .xlsx nor CSV");
  try {
    const rows = readCsvRows(text).map((cells, index) => ({ number: index + 1, cells }));
    checkCount(rows.length);
    return rows;
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw refused((error as Error).message);
  }
};

const readBook = async (file: Buffer): Promise<Row[]> => {
  checkZip(file);
  try {
    return await firstSheet(file);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw refused("Not a whole .xlsx file");
  }
};

const firstSheet = async (file: Buffer): Promise<Row[]> => {
  const rows: Row[] = [];
  const options = {
    worksheets: "emit",
    sharedStrings: "cache",
    hyperlinks: "ignore",
    styles: "ignore",
    entries: "ignore",
  } as const;
  for await (const sheet of new ExcelJS.stream.xlsx.WorkbookReader(Readable.from([file]), options)) {
    for await (const row of sheet) {
      const cells = (row.values as unknown[]).slice(1).map(plain);
      if (cells.some((cell) => cell !== undefined && cell !== "")) rows.push({ number: row.number, cells });
      checkCount(rows.length);
    }
    return rows;
  }
  return rows;
};

const plain = (value: unknown): unknown => {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== "object") return value;
  if ("richText" in value) return (value.richText as { text: string }[]).map(({ text }) => text).join("");
  if ("text" in value) return value.text;
  return "formula" in value || "sharedFormula" in value ? "formula" : String(value);
};
