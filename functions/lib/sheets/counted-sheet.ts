// A counted sheet: the rows of an uploaded stock count, checked against the catalogue. All invalid rows are reported at
// once.
import * as v from "valibot";
import { adjustmentColumns } from "#shared/adjustment.ts";
import { dayOf } from "#shared/day.ts";
import { type Detail, Failure, firstDetails } from "#shared/failure.ts";
import { unitCount } from "#shared/field.ts";
import { numberText } from "#shared/format.ts";
import { earlierForm, normalised } from "#shared/name.ts";
import { products, warehouses } from "../db/tables.ts";
import type { Cell, Row } from "./cell.ts";

/** Units counted of a product in a warehouse. */
export interface CountedRow {
  row: number;
  product: string;
  warehouse: string;
  quantity: number;
}

type Column = keyof typeof adjustmentColumns;

/** The numbers of all rows, the valid rows, and what is wrong with the others. */
export interface CountedSheet {
  rows: number[];
  counts: CountedRow[];
  errors: Detail[];
}

/** Reads a counted sheet; 400 if a column is missing or there are no rows. */
export const readCountedSheet = async ([header, ...rows]: Row[], date: string): Promise<CountedSheet> => {
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
        message: unusable[cells[at[column]]?.type ?? "text"] ?? message,
      });
    const [product, otherProduct] = catalogue.products(cells[at.p_id]);
    const [warehouse, otherWarehouse] = catalogue.warehouses(cells[at.w_id]);
    const quantity = unitsOf(cells[at.quantity]);
    if (!product) report("p_id", "No such product");
    else if (otherProduct) report("p_id", "Several products look like this, copy the P.ID from an export");
    else if (dayOf(product.created_at) > date) report("p_id", "Created after this date");
    if (!warehouse) report("w_id", "No such warehouse");
    else if (otherWarehouse) report("w_id", "Several warehouses look like this, copy the W.ID from an export");
    else if (dayOf(warehouse.created_at) > date) report("w_id", "Created after this date");
    if (quantity === undefined) report("quantity", `A whole number from 0 to ${numberText(maxUnits)} expected`);
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

const findColumns = (header: Row | undefined): Record<Column, number> => {
  const names = (header?.cells ?? []).map((cell) => normalised(textOf(cell)));
  const found = (Object.keys(adjustmentColumns) as Column[]).map(
    (column) => [column, names.indexOf(normalised(adjustmentColumns[column]))] as const,
  );
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
    products: finder(productRows, ({ p_id }) => p_id),
    warehouses: finder(warehouseRows, ({ w_id }) => w_id),
  };
};

/** Finds the rows that a cell stands for: more than one only if it differs from each in invisible characters. */
const finder = <R>(rows: R[], nameOf: (row: R) => string): ((cell: MaybeCell) => R[]) => {
  const exact = Map.groupBy(rows, (row) => earlierForm(nameOf(row)));
  const alike = Map.groupBy(rows, (row) => normalised(nameOf(row)));
  // In release 0.1.0 a name could show nothing, which an empty cell does not stand for.
  alike.delete("");
  return (cell) => exact.get(earlierForm(textOf(cell))) ?? alike.get(normalised(textOf(cell))) ?? [];
};

/** More than one movement allows: a warehouse holds the units of many movements. */
const maxUnits = 999_999_999;
const Units = unitCount(0, maxUnits);

type MaybeCell = Cell | null | undefined;

/** What is wrong with a cell of a type that no column can have. */
const unusable: Partial<Record<Cell["type"], string>> = {
  formula: "Contains a formula, paste its value instead",
  date: "Contains a date, format the cell as text and type it again",
};

/** The text of a code; none for a formula, a date or an error. */
const textOf = (cell: MaybeCell): string =>
  cell && (cell.type === "text" || cell.type === "number" || cell.type === "boolean") ? cell.text : "";

/** A number, or a text of digits. */
const unitsOf = (cell: MaybeCell): number | undefined => {
  if (!cell || (cell.type !== "text" && cell.type !== "number")) return undefined;
  const units = /^\s*\d{1,9}\s*$/.test(cell.text) ? Number(cell.text) : undefined;
  return v.is(Units, units) ? units : undefined;
};
