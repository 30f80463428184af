// Stock, one record for each product and warehouse that has held it: as a list and as a report.
import { adjustmentColumns } from "#shared/adjustment.ts";
import type { StockRecord } from "#shared/stock.ts";
import { type ProductRow, products, stocks, type WarehouseRow, warehouses } from "../db/tables.ts";
import { type Column, productColumns } from "./cells.ts";

/** Stock of now, of what was not deleted. */
export const readStockRecords = async (): Promise<StockRecord[]> => {
  const [goods, hot, places] = await Promise.all([products.list(), stocks.list(), warehouses.list()]);
  return stockRecords(goods, places, new Map(hot.map((row) => [row._id, row.held])));
};

/** Records of what these products hold in these warehouses. */
export const stockRecords = (
  goods: readonly ProductRow[],
  places: readonly WarehouseRow[],
  held: ReadonlyMap<string, Record<string, number>>,
): StockRecord[] => {
  const tags = places.map(({ _id, w_id, name }) => ({ _id, w_id, name }));
  const found: StockRecord[] = [];
  for (const { _id, p_id, name, image } of goods) {
    const product = { _id, p_id, name, image };
    const own = held.get(_id) ?? {};
    for (const warehouse of tags) {
      const quantity = own[warehouse._id];
      if (quantity !== undefined) found.push({ _id: `${_id}-${warehouse._id}`, product, warehouse, quantity });
    }
  }
  return found;
};

/** The columns that an adjustment upload reads again. */
export const columns: Column<StockRecord>[] = [
  ...productColumns<StockRecord>(({ product }) => product),
  { head: adjustmentColumns.w_id, width: 12, cell: ({ warehouse }) => warehouse.w_id },
  { head: "Warehouse", width: 24, cell: ({ warehouse }) => warehouse.name },
  { head: adjustmentColumns.quantity, width: 12, cell: ({ quantity }) => quantity },
];
