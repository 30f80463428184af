// Shared by tests of the ledger: a world with two warehouses, movements, and View Transactions with its reversals.
import { open, type Page, type PageOptions } from "#tests/support/browser.ts";
import { createProduct, idempotencyKey, newWarehouse, type ProductNames } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { dialog, rows } from "#tests/web/page.ts";

export const here = await world();
export const hub = await newWarehouse(here.manager, "BLR-01", "Bengaluru Hub");
export const ncr = await newWarehouse(here.manager, "DEL-02", "Delhi NCR");

/** Posts as an executive, and returns the movement's id. */
export const post = async (call: "in" | "out" | "transfer", body: object): Promise<string> =>
  (await here.executive.post(`/v1/transactions/${call}`, body, idempotencyKey())).body.movement;

/** A new product of which so many units came into the hub, by this movement. */
export const received = async (quantity: number): Promise<ProductNames & { movement: string }> => {
  const product = await createProduct(here.manager);
  const movement = await post("in", { product: product._id, warehouse: hub, quantity });
  return { ...product, movement };
};

export const reverse = (movement: string, by = here.manager, remarks?: string) =>
  by.post(`/v1/transactions/${movement}/reverse`, { remarks }, idempotencyKey());

export const openTransactions = (query = "", options?: PageOptions) =>
  open(here, here.manager, { path: `/transactions${query}`, ...options });

export const table = (page: Page) => page.getByRole("table", { name: "Transactions" });
/** Found also while a dialog covers the list. */
export const transaction = (page: Page, text: RegExp | string) => rows(table(page)).filter({ hasText: text });

export const reversal = (page: Page) => dialog(page, "Reverse movement");
