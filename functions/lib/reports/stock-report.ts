// Stock records, one for each product and warehouse that has ever held it, as a list and as a report.
import { adjustmentColumns } from "#shared/adjustment.ts";
import { importColumns } from "#shared/import-columns.ts";
import type { StockRecord } from "#shared/stock.ts";
import { type Column, productColumns } from "./report.ts";

/** Includes the columns that a stock adjustment reads. */
export const stockColumns: Column<StockRecord>[] = [
  ...productColumns<StockRecord>(({ product }) => product),
  { head: adjustmentColumns.w_id, width: 12, cell: ({ warehouse }) => warehouse.w_id },
  { head: "Warehouse", width: 24, cell: ({ warehouse }) => warehouse.name },
  { head: adjustmentColumns.quantity, width: 12, cell: ({ quantity }) => quantity },
];

/** Not of a past day: where a product lay then is not stored. */
export const shelfColumn: Column<StockRecord> = {
  head: importColumns.stock.shelf.label,
  width: 14,
  cell: ({ shelf }) => shelf,
};
