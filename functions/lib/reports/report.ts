// A report as a file: its columns and rows, and the answer that leads to it.
import { Redirect } from "../http/answer.ts";
import { type Column, cellsOf, type Rows } from "./cells.ts";

interface Report<R> {
  /** Of the file, with its range and filters: `Transactions 01-11-2026 to 20-11-2026`. */
  name: string;
  columns: Column<R>[];
  rows: Rows<R>;
  /** What the second sheet says of the first: filters, range, time. */
  about: [string, string][];
}

/** Writes and stores the report, and leads to it; 422 when it is longer than a file holds. */
export const sendReport = async <R>({ name, columns, rows, about }: Report<R>): Promise<Redirect> => {
  // A file of its own beside the bundle: what writes sheets weighs three times all the rest.
  const { storeWorkbook } = await import("./workbook.ts");
  const heads = columns.map(({ head, width }) => ({ head, width }));
  return new Redirect(await storeWorkbook(name, heads, cellsOf(columns, rows), about));
};
