// Writes workbooks (.xlsx) row by row while they are uploaded to S3, so that memory does not grow with the rows. It is a
// bundle of its own, loaded on demand: `instanceof` fails for classes of other bundles, such as Failure.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { PassThrough, type Readable } from "node:stream";
import { S3Client } from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import ExcelJS from "exceljs";
import { wallClock } from "#shared/day.ts";
import { awsTimeouts } from "../db/aws-timeouts.ts";
import { downloadAddress } from "./download-address.ts";

const s3 = new S3Client({ requestHandler: awsTimeouts });
const Bucket = process.env.REPORTS_BUCKET;
const ContentType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const momentFormat = "dd-mm-yyyy hh:mm";
const dayFormat = "dd-mm-yyyy";

/** An instant, written as date and time in India. */
export interface Moment {
  instant: string;
}

/** A day, written as a date. */
export interface DayCell {
  day: string;
}

export type Cell = string | number | Moment | DayCell | undefined;

/** Stores rows below a frozen header, and `about` on a second sheet; returns a link that downloads the file under `name`. */
export const storeWorkbook = async (
  name: string,
  heads: { head: string; width: number }[],
  rows: AsyncIterable<Cell[][]>,
  about: [string, string][],
): Promise<string> => {
  const stream = new PassThrough({ highWaterMark: 1 << 20 });
  const stored = upload(name, stream);
  stored.catch(() => stream.destroy());
  try {
    // If the upload fails the stream is destroyed, and the writer would wait for it for ever.
    await Promise.race([writeWorkbook(stream, heads, rows, about), stored]);
  } catch (error) {
    stream.destroy(error as Error);
    // Throws the upload's own error if that failed first.
    await stored;
    throw error;
  }
  return stored;
};

/** Uploads a stream of unknown length in parts. */
const upload = async (name: string, Body: Readable): Promise<string> => {
  const Key = `exports/${randomUUID()}.xlsx`;
  const params = { Bucket, Key, Body, ContentType };
  // A lifecycle rule of the bucket deletes the parts of failed uploads. Aborting them would need another permission,
  // and a failed abort could hide the original error.
  await new Upload({ client: s3, params, queueSize: 2, leavePartsOnError: true }).done();
  return downloadAddress(s3, { Bucket, Key }, `${name}.xlsx`);
};

const writeWorkbook = async (
  stream: PassThrough,
  heads: { head: string; width: number }[],
  rows: AsyncIterable<Cell[][]>,
  about: [string, string][],
) => {
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true, useSharedStrings: false });
  const sheet = book.addWorksheet("Report", { views: [{ state: "frozen", ySplit: 1 }] });
  sheet.columns = heads.map(({ head, width }) => ({ header: wellFormed(head), width }));
  sheet.getRow(1).font = { bold: true };
  sheet.getRow(1).commit();
  let written = 0;
  for await (const portion of rows) {
    for (const cells of portion) addRow(sheet, cells);
    written += portion.length;
    await waitForDrain(stream);
  }
  sheet.commit();
  const notes = book.addWorksheet("About");
  notes.columns = [{ width: 20 }, { width: 60 }];
  for (const line of [...about, ["Rows", String(written)]]) notes.addRow(line).commit();
  notes.commit();
  await book.commit();
};

/** XML allows neither lone surrogates nor these two characters: a workbook with one of them cannot be opened. */
const wellFormed = (text: string): string => text.toWellFormed().replace(/[\ufffe\uffff]/g, "\ufffd");

const cellValue = (cell: Cell): string | number | Date | undefined => {
  if (typeof cell === "string") return wellFormed(cell);
  if (typeof cell !== "object") return cell;
  return "day" in cell ? new Date(cell.day) : wallClock(cell.instant);
};

const addRow = (sheet: ExcelJS.Worksheet, cells: Cell[]): void => {
  // Workbooks have no time zones: 19:00 in India is written as 19:00.
  const row = sheet.addRow(cells.map(cellValue));
  for (const [index, cell] of cells.entries())
    if (typeof cell === "object") row.getCell(index + 1).numFmt = "day" in cell ? dayFormat : momentFormat;
  row.commit();
};

/** Waits until the upload catches up, because the writer has no backpressure. */
const waitForDrain = async (stream: PassThrough): Promise<void> => {
  await new Promise(setImmediate);
  if (stream.writableNeedDrain && !stream.destroyed) await Promise.race([once(stream, "drain"), once(stream, "close")]);
  if (stream.destroyed) throw new Error("The upload has failed");
};
