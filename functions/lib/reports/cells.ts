// What a report holds: its columns, and the cells of its rows, up to as many as a file holds.
import { mostRows } from "#shared/export.ts";
import { Failure } from "#shared/failure.ts";
import { numberText } from "#shared/format.ts";
import type { Product } from "#shared/product.ts";
import { productLabels } from "#shared/product-label.ts";

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

/** Rows in portions. */
export type Rows<R> = AsyncIterable<readonly R[]> | Iterable<readonly R[]>;

export async function* cellsOf<R>(columns: Column<R>[], rows: Rows<R>): AsyncGenerator<Cell[][]> {
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
