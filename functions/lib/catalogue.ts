// The catalogue as people see it: products with the stock, in transit and run rate computed from what is stored.
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { Product } from "#shared/product.ts";
import { runRate } from "#shared/sales.ts";
import { inTransit } from "#shared/shipment.ts";
import { dynamo } from "./dynamo.ts";
import { type ProductRow, products, type ShipmentRow, type StockRow, shipments, stocks, warehouses } from "./tables.ts";

/** Shipments that still owe something: the index is sparse. */
const openShipments = async (): Promise<ShipmentRow[]> => {
  const open: ShipmentRow[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const page = await dynamo.send(
      new QueryCommand({
        TableName: shipments.name,
        IndexName: "open",
        KeyConditionExpression: "#open = :open",
        ExpressionAttributeNames: { "#open": "open" },
        ExpressionAttributeValues: { ":open": "open" },
        ...(from && { ExclusiveStartKey: from }),
      }),
    );
    open.push(...((page.Items ?? []) as ShipmentRow[]));
    from = page.LastEvaluatedKey;
  } while (from);
  return open;
};

/** Units in the given warehouses. */
export const total = (held: Record<string, number>, active: ReadonlySet<string>): number => {
  let units = 0;
  for (const [warehouse, quantity] of Object.entries(held)) if (active.has(warehouse)) units += quantity;
  return units;
};

const nothing: Pick<StockRow, "held" | "sold"> = { held: {}, sold: {} };

/** All products that were not deleted, as of today. */
export const readCatalogue = async (today: string): Promise<Product[]> => {
  const [rows, hot, places, open] = await Promise.all([products.list(), stocks.list(), warehouses.list(), openShipments()]);
  const active = new Set(places.map((place) => place._id));
  const byId = new Map(hot.map((row) => [row._id, row]));
  const owed = inTransit(open);
  return rows.map((row) => merged(row, byId.get(row._id) ?? nothing, active, owed, today));
};

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
