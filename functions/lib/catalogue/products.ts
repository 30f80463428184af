// The catalogue as people see it: products with the stock, in transit and run rate computed from what is stored.
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

/** Shipments that still owe something: the index is sparse. */
export const openShipments = (): Promise<ShipmentRow[]> =>
  queryAll({
    TableName: shipments.name,
    IndexName: "open",
    KeyConditionExpression: "#open = :open",
    ExpressionAttributeNames: { "#open": "open" },
    ExpressionAttributeValues: { ":open": "open" },
  });

/** Units in the given warehouses. */
export const total = (held: Record<string, number>, active: ReadonlySet<string>): number => {
  let units = 0;
  for (const [warehouse, quantity] of Object.entries(held)) if (active.has(warehouse)) units += quantity;
  return units;
};

const nothing: Pick<StockRow, "held" | "sold"> = { held: {}, sold: {} };

/** Every product as of today, deleted ones marked and without stock, and the stock items behind them. */
export const readWhole = async (
  today: string,
): Promise<{ catalogue: (Product & { deleted?: boolean })[]; hot: StockRow[] }> => {
  const [rows, hot, places, open] = await Promise.all([
    products.everything(),
    stocks.everything(),
    warehouses.list(),
    openShipments(),
  ]);
  const active = new Set(places.map((place) => place._id));
  const byId = new Map(hot.map((row) => [row._id, row]));
  const owed = inTransit(open);
  const of = (row: ProductRow) => byId.get(row._id) ?? nothing;
  const gone = ({ deleted_at: _, ...row }: ProductRow) => ({
    ...merged(row, of(row), new Set(), new Map(), today),
    deleted: true,
  });
  const catalogue = rows.map((row) => (row.deleted_at ? gone(row) : merged(row, of(row), active, owed, today)));
  return { catalogue, hot };
};

/** All products that were not deleted, as of today. */
export const readCatalogue = async (today: string): Promise<Product[]> =>
  (await readWhole(today)).catalogue.filter((product) => !product.deleted);

/** One product, as of today. */
export const readProduct = async (row: ProductRow, today: string): Promise<Product> => {
  const [hot, places, open] = await Promise.all([stocks.find(row._id), warehouses.list(), openShipments()]);
  return merged(row, hot ?? nothing, new Set(places.map((place) => place._id)), inTransit(open), today);
};

const merged = (
  row: ProductRow,
  { held, sold }: Pick<StockRow, "held" | "sold">,
  active: ReadonlySet<string>,
  owed: ReadonlyMap<string, number>,
  today: string,
): Product => ({ ...row, stock: total(held, active), in_transit: owed.get(row._id) ?? 0, drr: runRate(sold, today) });
