// Shared by tests of the catalogue: their world, and Manage Products with its form as a manager opens them.
import type { Product } from "#shared/product.ts";
import { open, type Page, type PageOptions } from "#tests/support/browser.ts";
import { newProduct } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { field } from "#tests/web/page.ts";

export const here = await world();
const { manager } = here;

/** Returns its id. */
export const addProduct = (p_id: string, name: string, fields?: Record<string, string>): Promise<string> =>
  newProduct(manager, { p_id, name, lead_time: "30", ...fields });

export const allProducts = async (): Promise<Product[]> => (await manager.get("/v1/products")).body;

export const addStock = (product: string, warehouse: string, quantity: number) =>
  manager.post("/v1/transactions/in", { product, warehouse, quantity, reason: "Return" });

export const openProducts = (options?: PageOptions) => open(here, manager, { path: "/products", ...options });

export const openProductForm = (product = "", options?: PageOptions) =>
  open(here, manager, { path: `/products/opr/${product}`, ...options });

/** Fills in the fields that every product has. */
export const fillProduct = async (page: Page, name: string, p_id: string, lead_time = "15 days"): Promise<void> => {
  await field(page, "Product Name").fill(name);
  await field(page, "P.ID/SKU/BC").fill(p_id);
  await field(page, "Lead Time").selectOption(lead_time);
};

export const openWarehouses = (options?: PageOptions) => open(here, manager, { path: "/warehouses", ...options });
