// Reports as .xlsx: written row by row while they are stored, so that memory does not grow with the rows.
import { once } from "node:events";
import { PassThrough } from "node:stream";
import ExcelJS from "exceljs";
import { mostRows } from "#shared/export.ts";
import { Failure } from "#shared/failure.ts";
import { Redirect } from "./answer.ts";
import { putReport } from "./reports.ts";

export interface Column<R> {
  head: string;
  /** Characters. */
  width: number;
  cell: (row: R) => string | number | Instant | undefined;
}

/** A moment, shown as the date and time it was where the business is. */
export class Instant {
  readonly iso: string;

  constructor(iso: string) {
    this.iso = iso;
  }
}

export interface Report<R> {
  /** Of the file, with its range and filters: `Transactions 01-11-2026 to 20-11-2026`. */
  name: string;
  columns: Column<R>[];
  /** Rows in portions. */
  rows: AsyncIterable<readonly R[]> | Iterable<readonly R[]>;
  /** What the second sheet says of the first: filters, range, time. */
  about: [string, string][];
}

/** Sheets know no zones: 19:00 in India is written as 19:00. The zone has been five and a half hours ahead since 1945. */
const offset = 5.5 * 3_600_000;
const dateFormat = "dd-mm-yyyy hh:mm";

/** Writes the report, stores it and leads to it. */
export const send = async <R>({ name, columns, rows, about }: Report<R>): Promise<Redirect> => {
  const stream = new PassThrough({ highWaterMark: 1 << 20 });
  const stored = putReport(name, stream);
  // A failure of the store is met below; it must not count as unhandled while rows are still written.
  stored.catch(() => stream.destroy());
  try {
    await write(stream, columns, rows, about);
  } catch (error) {
    stream.destroy(error as Error);
    await stored.catch(() => {});
    throw error;
  }
  return new Redirect(await stored);
};

const write = async <R>(
  stream: PassThrough,
  columns: Column<R>[],
  rows: Report<R>["rows"],
  about: [string, string][],
) => {
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true, useSharedStrings: false });
  const sheet = book.addWorksheet("Report", { views: [{ state: "frozen", ySplit: 1 }] });
  sheet.columns = columns.map(({ head, width }) => ({ header: head, width }));
  sheet.getRow(1).font = { bold: true };
  sheet.getRow(1).commit();
  let written = 0;
  for await (const portion of rows) {
    written += portion.length;
    if (written > mostRows) throw tooMany(written);
    for (const row of portion)
      addRow(
        sheet,
        columns.map(({ cell }) => cell(row)),
      );
    await inStep(stream);
  }
  sheet.commit();
  const notes = book.addWorksheet("About");
  notes.columns = [{ width: 20 }, { width: 60 }];
  for (const line of [...about, ["Rows", String(written)]]) notes.addRow(line).commit();
  notes.commit();
  await book.commit();
};

const addRow = (sheet: ExcelJS.Worksheet, cells: (string | number | Instant | undefined)[]): void => {
  const row = sheet.addRow(
    cells.map((cell) => (cell instanceof Instant ? new Date(Date.parse(cell.iso) + offset) : cell)),
  );
  for (const [index, cell] of cells.entries()) if (cell instanceof Instant) row.getCell(index + 1).numFmt = dateFormat;
  row.commit();
};

/** The writer has no backpressure of its own, so rows wait here while the store catches up. */
const inStep = async (stream: PassThrough): Promise<void> => {
  await new Promise(setImmediate);
  if (stream.writableNeedDrain && !stream.destroyed) await Promise.race([once(stream, "drain"), once(stream, "close")]);
};

const tooMany = (rows: number): Failure =>
  new Failure("UNPROCESSABLE_CONTENT", {
    message: `${rows.toLocaleString("en-IN")} rows or more; a file holds ${mostRows.toLocaleString("en-IN")}, so narrow the range`,
  });
