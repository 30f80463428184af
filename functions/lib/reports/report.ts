// Reports: their rows, and the redirect to the file that they are written to.
import { dateTimeText } from "#shared/day.ts";
import { maxReportRows } from "#shared/export.ts";
import { Failure } from "#shared/failure.ts";
import { numberText } from "#shared/format.ts";
import { Redirect } from "../http/answer.ts";
import type { Column } from "./column.ts";
import type { Cell } from "./workbook.ts";

interface Report<R> {
  /** File name, with range and filters: `Transactions 01-11-2026 to 20-11-2026`. */
  name: string;
  /** Its title on the second sheet. */
  title: string;
  columns: Column<R>[];
  /** In portions. */
  rows: AsyncIterable<readonly R[]> | Iterable<readonly R[]>;
  /** Lines of the second sheet: filters and range. */
  about?: [string, string][];
  now: Date;
}

/** Writes and stores a report and redirects to it; 422 if it has more rows than a file may have. */
export const sendReport = async <R>(report: Report<R>): Promise<Redirect> => {
  const { name, title, columns, rows, about = [], now } = report;
  // A bundle of its own: the library that writes workbooks is three times as large as everything else.
  const { storeWorkbook } = await import("./workbook.ts");
  const heads = columns.map(({ head, width }) => ({ head, width }));
  const notes: [string, string][] = [["Report", title], ...about, ["Generated", dateTimeText(now)]];
  return new Redirect(await storeWorkbook(name, heads, cellsOf(columns, rows), notes));
};

async function* cellsOf<R>(columns: Column<R>[], rows: Report<R>["rows"]): AsyncGenerator<Cell[][]> {
  let count = 0;
  for await (const portion of rows) {
    count += portion.length;
    if (count > maxReportRows) throw tooManyRows(count);
    yield portion.map((row) => columns.map(({ cell }) => cell(row)));
  }
}

const tooManyRows = (rows: number): Failure =>
  new Failure("UNPROCESSABLE_CONTENT", {
    message: `${numberText(rows)} rows or more; a file holds ${numberText(maxReportRows)}, so narrow the range`,
  });
