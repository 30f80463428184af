// Products, warehouses and stock, created through the API, and queries of stock and ledger.
import { randomUUID } from "node:crypto";
import type { StockRecord } from "#shared/stock.ts";
import { productForm, recentTransactions, unique } from "./fixtures.ts";
import type { Answer, Client } from "./world.ts";

export const newWarehouse = async (manager: Client, w_id = unique("W"), name = `${w_id} Hub`): Promise<string> =>
  (await manager.post("/v1/warehouses", { w_id, name })).body._id;

/** A product's id, and its texts on the screens. */
export interface ProductNames {
  _id: string;
  name: string;
  p_id: string;
}

export const createProduct = async (manager: Client, fields: Record<string, string> = {}): Promise<ProductNames> => {
  const form = productForm({ p_id: unique("SND"), name: unique("Muslin Swaddle"), ...fields });
  return (await manager.post("/v1/products", form)).body;
};

export const newProduct = async (manager: Client, fields?: Record<string, string>): Promise<string> =>
  (await createProduct(manager, fields))._id;

export const idempotencyKey = (key = randomUUID() as string) => ({ "idempotency-key": key });

/** A new product with so many units in a new warehouse, as the body of a stock-out of one unit. */
export const newStockLine = async (manager: Client, quantity: number) => {
  const [product, warehouse] = await Promise.all([newProduct(manager), newWarehouse(manager)]);
  const line = { product, warehouse, quantity: 1 };
  if (quantity > 0) await manager.post("/v1/transactions/in", { ...line, quantity });
  return line;
};

/** Stock records of a product, or of a warehouse. */
export const recordsOf = async (client: Client, id: string): Promise<StockRecord[]> =>
  (await client.get("/v1/stocks")).body.filter(
    ({ product, warehouse }: StockRecord) => product._id === id || warehouse._id === id,
  );

/** Units of a product in all warehouses, or of all products in a warehouse. */
export const heldOf = async (client: Client, id: string): Promise<number> =>
  (await recordsOf(client, id)).reduce((sum, { quantity }) => sum + quantity, 0);

/** Units of a product in each warehouse that has held it. */
export const placesOf = async (client: Client, product: string): Promise<Record<string, number>> =>
  Object.fromEntries((await recordsOf(client, product)).map(({ warehouse, quantity }) => [warehouse._id, quantity]));

/** Signed quantities of a product's rows in the ledger, newest first. */
export const ledgerOf = async (manager: Client, product: string): Promise<number[]> => {
  const rows = (await manager.get(recentTransactions())).body;
  return rows
    .filter((row: { product: { _id: string } }) => row.product._id === product)
    .map((row: { action: string; quantity: number }) => (row.action === "STOCK_IN" ? row.quantity : -row.quantity));
};

/** Reverses a movement or a batch. */
export const reverse = (client: Client, movement: string, key?: string): Promise<Answer> =>
  client.post(`/v1/transactions/${movement}/reverse`, {}, idempotencyKey(key));

/** The warehouses that picklists of a channel take from. */
export const setChannelWarehouses = (manager: Client, channel: string, warehouses: unknown) =>
  manager.send("PUT", "/v1/warehouses/channels", { channel, warehouses });

let ticks = 0;

/** A tick of a picklist's place, later than those before it. */
export const pickTick = (product = "", warehouse = "", more: { picked?: boolean; age?: number } = {}) => {
  ticks += 1;
  return { product, warehouse, picked: true, device: "phone", rev: ticks, age: 0, ...more };
};
