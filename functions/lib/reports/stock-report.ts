// Stock records, one for each product and warehouse that has ever held it, as a list and as a report.
import { adjustmentColumns } from "#shared/adjustment.ts";
import type { StockRecord } from "#shared/stock.ts";
import { type ProductRow, products, stocks, type WarehouseRow, warehouses } from "../db/tables.ts";
import { type Column, productColumns } from "./report.ts";

/** Current stock, without deleted products and warehouses. */
export const readStockRecords = async (): Promise<StockRecord[]> => {
  const [productRows, stockRows, warehouseRows] = await Promise.all([
    products.list(),
    stocks.list(),
    warehouses.list(),
  ]);
  return stockRecords(productRows, warehouseRows, new Map(stockRows.map((row) => [row._id, row.held])));
};

/** Stock records of these products in these warehouses. */
export const stockRecords = (
  productRows: readonly ProductRow[],
  warehouseRows: readonly WarehouseRow[],
  held: ReadonlyMap<string, Record<string, number>>,
): StockRecord[] => {
  const tags = warehouseRows.map(({ _id, w_id, name }) => ({ _id, w_id, name }));
  const records: StockRecord[] = [];
  for (const { _id, p_id, name, image } of productRows) {
    const product = { _id, p_id, name, image };
    const units = held.get(_id) ?? {};
    for (const warehouse of tags) {
      const quantity = units[warehouse._id];
      if (quantity !== undefined) records.push({ _id: `${_id}-${warehouse._id}`, product, warehouse, quantity });
    }
  }
  return records;
};

/** Includes the columns that a stock adjustment reads. */
export const stockColumns: Column<StockRecord>[] = [
  ...productColumns<StockRecord>(({ product }) => product),
  { head: adjustmentColumns.w_id, width: 12, cell: ({ warehouse }) => warehouse.w_id },
  { head: "Warehouse", width: 24, cell: ({ warehouse }) => warehouse.name },
  { head: adjustmentColumns.quantity, width: 12, cell: ({ quantity }) => quantity },
];
