// Reports: columns and rows, and the redirect to the file that they are written to.
import { maxReportRows } from "#shared/export.ts";
import { Failure } from "#shared/failure.ts";
import { numberText } from "#shared/format.ts";
import type { Product } from "#shared/product.ts";
import { productLabels } from "#shared/product-label.ts";
import { Redirect } from "../http/answer.ts";
import type { Cell } from "./workbook.ts";

export interface Column<R> {
  head: string;
  /** Characters. */
  width: number;
  cell: (row: R) => Cell;
}

interface Report<R> {
  /** File name, with range and filters: `Transactions 01-11-2026 to 20-11-2026`. */
  name: string;
  columns: Column<R>[];
  /** In portions. */
  rows: AsyncIterable<readonly R[]> | Iterable<readonly R[]>;
  /** Lines of the second sheet: filters, range, time. */
  about: [string, string][];
}

/** The columns that identify the product of a row. */
export const productColumns = <R>(of: (row: R) => Pick<Product, "p_id" | "name">): Column<R>[] => [
  { head: productLabels.p_id, width: 18, cell: (row) => of(row).p_id },
  { head: productLabels.name, width: 44, cell: (row) => of(row).name },
];

/** Writes and stores a report and redirects to it; 422 if it has more rows than a file may have. */
export const sendReport = async <R>({ name, columns, rows, about }: Report<R>): Promise<Redirect> => {
  // A bundle of its own: the library that writes sheets is three times as large as everything else.
  const { storeWorkbook } = await import("./workbook.ts");
  const heads = columns.map(({ head, width }) => ({ head, width }));
  return new Redirect(await storeWorkbook(name, heads, cellsOf(columns, rows), about));
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
