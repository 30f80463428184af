// The columns of reports.
import type { Product } from "#shared/product.ts";
import { type ProductField, productFields, productLabels } from "#shared/product-fields.ts";
import type { Cell, DayCell } from "./workbook.ts";

export interface Column<R> {
  head: string;
  /** Characters. */
  width: number;
  cell: (row: R) => Cell;
}

export const fieldColumn = <F extends ProductField>(field: F): Column<Partial<Pick<Product, F>>> => ({
  head: productLabels[field],
  width: productFields[field].width,
  cell: (row) => row[field],
});

export const dayCell = (day: string | undefined): DayCell | undefined => (day ? { day } : undefined);

/** The columns that identify the product of a row. */
export const productColumns = <R>(of: (row: R) => Pick<Product, "p_id" | "name">): Column<R>[] =>
  (["p_id", "name"] as const).map((field) => ({ ...fieldColumn(field), cell: (row) => of(row)[field] }));
