// The file of a stock adjustment: the rows of an uploaded count, checked against the catalogue. All invalid rows are reported at
// once.
import { adjustmentColumns } from "#shared/adjustment.ts";
import { dayOf } from "#shared/day.ts";
import { type Detail, Failure, firstDetails } from "#shared/failure.ts";
import { normalised } from "#shared/name.ts";
import { products, warehouses } from "../db/tables.ts";
import { productHeads, quantityHeads, warehouseHeads } from "../imports/heads.ts";
import type { Row } from "./cell.ts";
import { notUnits, problemOf, textOf, unitsOf } from "./cell-values.ts";
import { finder, productByCode } from "./find-by-name.ts";

/** Units counted of a product in a warehouse. */
export interface CountedRow {
  row: number;
  product: string;
  warehouse: string;
  quantity: number;
}

type Column = keyof typeof adjustmentColumns;

/** The numbers of all rows, the valid rows, and the errors of the rest. */
export interface AdjustmentFile {
  rows: number[];
  counts: CountedRow[];
  errors: Detail[];
}

/** Reads the counted rows; 400 if a column is missing or there are no rows. */
export const readAdjustmentFile = async ([header, ...rows]: Row[], date: string): Promise<AdjustmentFile> => {
  const at = findColumns(header);
  if (rows.length === 0) throw new Failure("BAD_REQUEST", { field: "file", message: "No rows below the header" });
  const catalogue = await readCatalogueByCode();
  const errors: Detail[] = [];
  const seen = new Map<string, number>();
  const counts = rows.flatMap(({ number: row, cells }) => {
    const report = (column: Column, message: string) =>
      void errors.push({
        row,
        field: adjustmentColumns[column],
        message: problemOf(cells[at[column]]) ?? message,
      });
    const product = catalogue.products(textOf(cells[at.p_id]));
    const warehouse = catalogue.warehouses(textOf(cells[at.w_id]));
    const quantity = unitsOf(cells[at.quantity]);
    if (!product) report("p_id", "No such product");
    else if (dayOf(product.created_at) > date) report("p_id", "Created after this date");
    if (!warehouse) report("w_id", "No such warehouse");
    else if (dayOf(warehouse.created_at) > date) report("w_id", "Created after this date");
    if (quantity === undefined) report("quantity", notUnits());
    if (!product || !warehouse || quantity === undefined) return [];
    const pair = `${product._id}#${warehouse._id}`;
    const first = seen.get(pair);
    if (first !== undefined) report("p_id", `Duplicate of row ${first}`);
    seen.set(pair, row);
    return [{ row, product: product._id, warehouse: warehouse._id, quantity }];
  });
  return { rows: rows.map(({ number }) => number), counts, errors };
};

/** 422 with the invalid rows. */
export const rejectRows = (errors: Detail[]): void => {
  if (errors.length > 0) throw new Failure("UNPROCESSABLE_CONTENT", ...firstDetails(errors));
};

const heads = { p_id: productHeads.p_id, w_id: warehouseHeads, quantity: quantityHeads };

const findColumns = (header: Row | undefined): Record<Column, number> => {
  const names = (header?.cells ?? []).map((cell) => normalised(textOf(cell)));
  const indexOf = (column: Column): number =>
    [adjustmentColumns[column], ...heads[column]]
      .map((head) => names.indexOf(normalised(head)))
      .find((index) => index >= 0) ?? -1;
  const found = (Object.keys(adjustmentColumns) as Column[]).map((column) => [column, indexOf(column)] as const);
  const missing = found.filter(([, index]) => index < 0).map(([column]) => adjustmentColumns[column]);
  if (missing.length > 0)
    throw new Failure("BAD_REQUEST", {
      field: "file",
      row: header?.number ?? 1,
      message: `Column ${missing.join(", ")} missing`,
    });
  return Object.fromEntries(found) as Record<Column, number>;
};

const readCatalogueByCode = async () => {
  const [productRows, warehouseRows] = await Promise.all([products.list(), warehouses.list()]);
  return {
    products: productByCode(productRows),
    warehouses: finder(warehouseRows, ({ w_id }) => [w_id]),
  };
};
