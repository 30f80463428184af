// Shared by tests of the catalogue: their world, and Manage Products with its form as a manager opens them.
import { open, type PageOptions } from "#tests/support/browser.ts";
import { newProduct } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";

export const here = await world();
const { manager } = here;

/** Returns its id. */
export const addProduct = (p_id: string, name: string, fields?: Record<string, string>): Promise<string> =>
  newProduct(manager, { p_id, name, lead_time: "30", ...fields });

export const addStock = (product: string, warehouse: string, quantity: number) =>
  manager.post("/v1/transactions/in", { product, warehouse, quantity, reason: "Return" });

export const openProducts = (options?: PageOptions) => open(here, manager, { path: "/products", ...options });

export const openProductForm = (product = "", options?: PageOptions) =>
  open(here, manager, { path: `/products/opr/${product}`, ...options });

export const openWarehouses = (options?: PageOptions) => open(here, manager, { path: "/warehouses", ...options });
