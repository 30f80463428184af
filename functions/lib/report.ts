// A report as a file: its columns and rows, and the answer that leads to it.
import { mostRows } from "#shared/export.ts";
import { Failure } from "#shared/failure.ts";
import { numberText } from "#shared/format.ts";
import type { Product } from "#shared/product.ts";
import { productLabels } from "#shared/product-label.ts";
import { Redirect } from "./answer.ts";

/** A moment, written as the date and time it was where the business is. */
export interface Moment {
  instant: string;
}

export type Cell = string | number | Moment | undefined;

export interface Column<R> {
  head: string;
  /** Characters. */
  width: number;
  cell: (row: R) => Cell;
}

/** How each row of a report names its product. */
export const productColumns = <R>(of: (row: R) => Pick<Product, "p_id" | "name">): Column<R>[] => [
  { head: productLabels.p_id, width: 18, cell: (row) => of(row).p_id },
  { head: productLabels.name, width: 44, cell: (row) => of(row).name },
];

interface Report<R> {
  /** Of the file, with its range and filters: `Transactions 01-11-2026 to 20-11-2026`. */
  name: string;
  columns: Column<R>[];
  /** Rows in portions. */
  rows: AsyncIterable<readonly R[]> | Iterable<readonly R[]>;
  /** What the second sheet says of the first: filters, range, time. */
  about: [string, string][];
}

/** Writes and stores the report, and leads to it; 422 when it is longer than a file holds. */
export const send = async <R>({ name, columns, rows, about }: Report<R>): Promise<Redirect> => {
  // A file of its own beside the bundle: what writes sheets weighs three times all the rest.
  const { storeWorkbook } = await import("./workbook.ts");
  const heads = columns.map(({ head, width }) => ({ head, width }));
  return new Redirect(await storeWorkbook(name, heads, cellsOf(columns, rows), about));
};

async function* cellsOf<R>(columns: Column<R>[], rows: Report<R>["rows"]): AsyncGenerator<Cell[][]> {
  let count = 0;
  for await (const portion of rows) {
    count += portion.length;
    if (count > mostRows) throw tooMany(count);
    yield portion.map((row) => columns.map(({ cell }) => cell(row)));
  }
}

const tooMany = (rows: number): Failure =>
  new Failure("UNPROCESSABLE_CONTENT", {
    message: `${numberText(rows)} rows or more; a file holds ${numberText(mostRows)}, so narrow the range`,
  });
