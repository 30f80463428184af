// The file of a stock adjustment: the rows of an uploaded count, read as Import Stock reads them and checked against
// the catalogue. All invalid rows are reported at once, with the questions of Import Stock: nobody can answer here.
import { adjustmentColumns } from "#shared/adjustment.ts";
import { dayOf } from "#shared/day.ts";
import { type Detail, Failure, firstDetails } from "#shared/failure.ts";
import { isOpen } from "#shared/import-columns.ts";
import { placeOf } from "#shared/movement.ts";
import { products, warehouses } from "../db/tables.ts";
import type { Spreadsheet } from "../spreadsheets/read-spreadsheet.ts";
import { hiddenRowsAsk, sheetAsk } from "./asks.ts";
import { readStockSheet, type StockEntry } from "./stock-sheet.ts";

/** Units counted of a product in a warehouse. */
export interface CountedRow {
  row: number;
  product: string;
  warehouse: string;
  quantity: number;
}

/** A row, and what it counts if it is valid. */
export interface AdjustmentRow {
  row: number;
  count?: CountedRow;
}

export interface AdjustmentFile {
  rows: AdjustmentRow[];
  errors: Detail[];
}

/** Reads the counted rows; 400 if a column is missing or there are no rows. */
export const readAdjustmentFile = async ({ rows, sheet }: Spreadsheet, date: string): Promise<AdjustmentFile> => {
  const [productRows, warehouseRows] = await Promise.all([products.list(), warehouses.list()]);
  const catalogue = { products: productRows, warehouses: warehouseRows, names: [sheet?.name ?? ""], mayAsk: false };
  const { table, asks, entries = [] } = await readStockSheet(rows, { mode: "SET" }, catalogue);
  const hidden = rows.filter(({ isHidden }) => isHidden).length;
  const questions = [
    ...(sheet ? sheetAsk(sheet, false, () => false) : []),
    ...(hidden > 0 ? [hiddenRowsAsk(hidden, false)] : []),
    ...asks,
  ].filter(isOpen);
  if (table.missing.includes("p_id") || (table.missing.length > 0 && questions.length === 0)) {
    const labels = Object.entries(adjustmentColumns).flatMap(([field, label]) =>
      table.missing.includes(field) ? [label] : [],
    );
    const message = `Column ${labels.join(", ")} missing`;
    throw new Failure("BAD_REQUEST", { field: "file", row: table.head_row ?? 1, message });
  }
  if (table.rows.length === 0) throw new Failure("BAD_REQUEST", { field: "file", message: "No rows below the header" });
  const counted = entries.filter(({ isNothing }) => !isNothing);
  const errors = questions.map(({ text }): Detail => ({ field: "file", message: `${text} Import Stock can ask` }));
  if (questions.length === 0 && counted.length === 0) errors.push({ field: "file", message: "No row has a quantity" });
  const firstRows = new Map<string, number>();
  return {
    errors,
    rows: counted.map((entry): AdjustmentRow => {
      const { product, warehouse, units, problems } = entry;
      const row = entry.row.number;
      const report = (field: string, message: string) => void errors.push({ row, field, message });
      for (const { column, message } of problems) report(column, message);
      if (product && dayOf(product.created_at) > date) report(headOf(entry, "p_id"), tooNew);
      if (warehouse && dayOf(warehouse.created_at) > date) report(headOf(entry, "w_id"), tooNew);
      if (!product || !warehouse || units === undefined) return { row };
      const place = placeOf(product._id, warehouse._id);
      const first = firstRows.get(place);
      if (first !== undefined) report(headOf(entry, "p_id"), `Duplicate of row ${first}`);
      firstRows.set(place, row);
      return { row, count: { row, product: product._id, warehouse: warehouse._id, quantity: units } };
    }),
  };
};

const tooNew = "Created after this date";

const headOf = ({ table }: StockEntry, field: "p_id" | "w_id"): string =>
  table.heads[table.columns[field] ?? -1] ?? adjustmentColumns[field];

/** 422 with the invalid rows. */
export const rejectRows = (errors: Detail[]): void => {
  if (errors.length > 0) throw new Failure("UNPROCESSABLE_CONTENT", ...firstDetails(errors));
};
