// The catalogue as the API returns it: products with stock, units in transit and run rate (DRR).
import type { Product } from "#shared/product.ts";
import { runRate } from "#shared/sales.ts";
import { inTransit } from "#shared/shipment-item.ts";
import { queryAll } from "../db/batch-reads.ts";
import {
  type ProductRow,
  products,
  type ShipmentRow,
  type StockRow,
  shipments,
  stocks,
  warehouses,
} from "../db/tables.ts";

/** Shipments with outstanding units, from a sparse index. */
export const openShipments = (): Promise<ShipmentRow[]> =>
  queryAll({
    TableName: shipments.name,
    IndexName: "open",
    KeyConditionExpression: "#open = :open",
    ExpressionAttributeNames: { "#open": "open" },
    ExpressionAttributeValues: { ":open": "open" },
  });

/** Units in the given warehouses. */
export const unitsIn = (held: Record<string, number>, active: ReadonlySet<string>): number => {
  let units = 0;
  for (const [warehouse, quantity] of Object.entries(held)) if (active.has(warehouse)) units += quantity;
  return units;
};

const noStock: Pick<StockRow, "held" | "sold"> = { held: {}, sold: {} };

/** All products as of today, their stock rows, and open shipments. Deleted products are marked and have no stock. */
export const readCatalogueAndStock = async (
  today: string,
): Promise<{ catalogue: (Product & { deleted?: boolean })[]; stockRows: StockRow[]; open: ShipmentRow[] }> => {
  const [rows, stockRows, warehouseRows, open] = await Promise.all([
    products.listWithDeleted(),
    stocks.listWithDeleted(),
    warehouses.list(),
    openShipments(),
  ]);
  const active = new Set(warehouseRows.map(({ _id }) => _id));
  const byId = new Map(stockRows.map((row) => [row._id, row]));
  const outstanding = inTransit(open);
  const catalogue = rows.map(({ deleted_at, ...row }) => {
    const stock = byId.get(row._id) ?? noStock;
    return deleted_at
      ? { ...toProduct(row, stock, new Set(), new Map(), today), deleted: true }
      : toProduct(row, stock, active, outstanding, today);
  });
  return { catalogue, stockRows, open };
};

/** All products as of today, without deleted ones. */
export const readCatalogue = async (today: string): Promise<Product[]> =>
  (await readCatalogueAndStock(today)).catalogue.filter((product) => !product.deleted);

/** One product, as of today. */
export const readProduct = async (row: ProductRow, today: string): Promise<Product> => {
  const [stockRow, warehouseRows, open] = await Promise.all([stocks.find(row._id), warehouses.list(), openShipments()]);
  return toProduct(row, stockRow ?? noStock, new Set(warehouseRows.map(({ _id }) => _id)), inTransit(open), today);
};

export const toProduct = (
  { snooze: _, ...row }: ProductRow,
  { held, sold }: Pick<StockRow, "held" | "sold">,
  active: ReadonlySet<string>,
  outstanding: ReadonlyMap<string, number>,
  today: string,
): Product => ({
  ...row,
  stock: unitsIn(held, active),
  in_transit: outstanding.get(row._id) ?? 0,
  drr: runRate(sold, today),
});
