// Shared by tests of counting: a world with products in warehouses of their own, a count, and the screen.
import type { CountDetail, CountReview } from "#shared/count.ts";
import { open, type Page, type PageOptions } from "#tests/support/browser.ts";
import { setClock } from "#tests/support/clock.ts";
import { createProduct, idempotencyKey, newWarehouse, type ProductNames } from "#tests/support/stock.ts";
import { type Client, world } from "#tests/support/world.ts";

export const here = await world();
export const { manager, executive } = here;

/** Messages logged while there is no network. */
export const unanswered = /ERR_|No connection/;

let passed = 0;
/** Moves the server's clock, so that products counted next do not look as if they had just moved. */
export const passMinutes = (minutes: number): void => {
  passed += minutes * 60_000;
  setClock(new Date(Date.now() + passed).toISOString());
};

export const stocked = async (warehouse: string, held: number, fields: Record<string, string> = {}) => {
  const product = await createProduct(manager, fields);
  if (held > 0)
    await manager.post("/v1/transactions/in", { product: product._id, warehouse, quantity: held }, idempotencyKey());
  return product;
};

/** A warehouse of its own with these products in it, and an open count of them. */
export const openCount = async (held: readonly number[], fields: Record<string, string> = {}) => {
  const warehouse = await newWarehouse(manager);
  const products: ProductNames[] = [];
  for (const units of held) products.push(await stocked(warehouse, units, fields));
  if (held.some((units) => units > 0)) passMinutes(10);
  const form = { warehouse, products: products.map(({ _id }) => _id) };
  const { body } = await manager.post("/v1/counts", form, idempotencyKey());
  return { count: body._id as string, number: body.number as string, warehouse, products };
};

export const joinCount = async (count: string, options: PageOptions = {}, who: Client = executive): Promise<Page> => {
  const page = await open(here, who, { path: `/count/${count}`, ...options });
  await page.getByText("Scan the first product").waitFor();
  return page;
};

export const detailOf = async (count: string): Promise<CountDetail> => (await manager.get(`/v1/counts/${count}`)).body;
export const reviewOf = async (count: string): Promise<CountReview> =>
  (await manager.get(`/v1/counts/${count}/review`)).body;

/** Units of each product that have arrived, in the order of the products. */
export const arrived = async (count: string, products: readonly ProductNames[]): Promise<number[]> => {
  const { lines } = await detailOf(count);
  return products.map(({ _id }) =>
    lines.filter((line) => line.product === _id && !line.withdrawn).reduce((sum, { quantity }) => sum + quantity, 0),
  );
};
