// Shared by tests of stock: a world with two warehouses, products with stock, and the dialog Update Stock.
import { open, type Page, type PageOptions, retype } from "#tests/support/browser.ts";
import { createProduct, idempotencyKey, newWarehouse, type ProductNames } from "#tests/support/stock.ts";
import { type Client, world } from "#tests/support/world.ts";
import { asTyped, button, closeBy, dialog, field, gone, press } from "#tests/web/page.ts";

export const here = await world();
export const hub = await newWarehouse(here.manager, "BLR-01", "Bengaluru Hub");
export const ncr = await newWarehouse(here.manager, "DEL-02", "Delhi NCR");
export const hubLabel = "Bengaluru Hub (BLR-01)";

/** Somebody else posts a movement. */
export const move = (way: "in" | "out", { _id }: { _id: string }, quantity: number, warehouse = hub) =>
  here.manager.post(`/v1/transactions/${way}`, { product: _id, warehouse, quantity }, idempotencyKey());

/** A new product with so many units in the hub. */
export const productInHub = async (
  quantity: number,
  fields: { name?: string; p_id?: string } = {},
): Promise<ProductNames> => {
  const product = await createProduct(here.manager, fields);
  if (quantity > 0) await move("in", product, quantity);
  return product;
};

export const updateStock = (page: Page) => dialog(page, "Update Stock");
export const formField = (page: Page, label: string) => field(updateStock(page), label);
export const pressInForm = (page: Page, name: string) => press(updateStock(page), name);
export const formClosed = (page: Page) => gone(updateStock(page));
export const submitForm = (page: Page, name = "Submit") => closeBy(updateStock(page), name);
/** The choice between stock in, stock out and transfer. */
export const direction = (page: Page, name: "STOCK IN" | "STOCK OUT" | "TRANSFER") =>
  updateStock(page).getByRole("radio", { name });

/** With its lists, which it would not get if the test cut the network now. */
export const openUpdateStock = async (options?: PageOptions, client: Client = here.executive): Promise<Page> => {
  const page = await open(here, client, { path: "/inventory", ...options });
  // In an empty list the button stands below its words instead.
  await page
    .getByText(/\d records?$/)
    .first()
    .waitFor();
  await button(page, "Update Stock").click();
  await formField(page, "Warehouse").getByRole("option", { name: hubLabel }).waitFor({ state: "attached" });
  return page;
};

export const chooseProduct = async (page: Page, { p_id }: ProductNames) => {
  await formField(page, "Product").fill(asTyped(p_id));
  await page.getByRole("option").filter({ hasText: p_id }).click();
};

/** Fills Update Stock, as a person types it. */
export const fillForm = async (
  page: Page,
  product: ProductNames,
  quantity: number,
  way: "STOCK IN" | "STOCK OUT" = "STOCK IN",
) => {
  await direction(page, way).check();
  await chooseProduct(page, product);
  await formField(page, "Warehouse").selectOption({ label: hubLabel });
  await retype(formField(page, "Quantity"), String(quantity));
};
