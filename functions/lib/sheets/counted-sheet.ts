// A counted sheet: the rows of an uploaded stock count, checked against the catalogue. All invalid rows are reported at
// once.
import * as v from "valibot";
import { adjustmentColumns } from "#shared/adjustment.ts";
import { dayOf } from "#shared/day.ts";
import { type Detail, Failure, firstDetails } from "#shared/failure.ts";
import { unitCount } from "#shared/field.ts";
import { numberText } from "#shared/format.ts";
import { normalised } from "#shared/name.ts";
import { type ProductRow, products, type WarehouseRow, warehouses } from "../db/tables.ts";
import type { Row } from "./sheet.ts";

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
        message: isFormula(cells[at[column]]) ? formulaFound : message,
      });
    const product = catalogue.product(cells[at.p_id]);
    const warehouse = catalogue.warehouse(cells[at.w_id]);
    const quantity = unitsOf(cells[at.quantity]);
    if (!product) report("p_id", "No such product");
    else if (dayOf(product.created_at) > date) report("p_id", "Created after this date");
    if (!warehouse) report("w_id", "No such warehouse");
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
  const names = (header?.cells ?? []).map(textOf);
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
  const product = new Map(productRows.map((row): [string, ProductRow] => [normalised(row.p_id), row]));
  const warehouse = new Map(warehouseRows.map((row): [string, WarehouseRow] => [normalised(row.w_id), row]));
  return {
    product: (cell: unknown) => product.get(textOf(cell)),
    warehouse: (cell: unknown) => warehouse.get(textOf(cell)),
  };
};

/** More than one movement allows: a warehouse holds the units of many movements. */
const maxUnits = 999_999_999;
const Units = unitCount(0, maxUnits);

const formulaFound = "Contains a formula, paste its value instead";
const isFormula = (cell: unknown): boolean => typeof cell === "object" && cell !== null;

const textOf = (cell: unknown): string => (isFormula(cell) ? "" : normalised(String(cell ?? "")));

/** A number, or its digits in CSV. */
const unitsOf = (cell: unknown): number | undefined => {
  const units = typeof cell === "string" && /^\s*\d{1,9}\s*$/.test(cell) ? Number(cell) : cell;
  return v.is(Units, units) ? units : undefined;
};
