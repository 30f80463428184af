// Shared by tests of picklists: a world with three warehouses, products with stock, and Create Picklist.
import { expect } from "vitest";
import type { Transaction } from "#shared/movement.ts";
import { open, type Page, type PageOptions } from "#tests/support/browser.ts";
import { recentTransactions } from "#tests/support/fixtures.ts";
import { createProduct, idempotencyKey, newWarehouse, type ProductNames } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { asTyped, expectQuestion, field, focused, press, toast } from "#tests/web/page.ts";

export const here = await world();
const { manager } = here;
const warehouses = [
  await newWarehouse(manager, "BLR-01", "Bengaluru Hub"),
  await newWarehouse(manager, "DEL-02", "Delhi NCR"),
  await newWarehouse(manager, "MUM-03", "Bhiwandi"),
];

/** A new product with so many units in Bengaluru, Delhi and Bhiwandi. */
export const newProduct = async (held: number[], p_id?: string): Promise<ProductNames> => {
  const product = await createProduct(manager, p_id ? { p_id } : {});
  for (const [at, quantity] of held.entries()) {
    const line = { product: product._id, warehouse: warehouses[at], quantity };
    if (quantity > 0) await manager.post("/v1/transactions/in", line, idempotencyKey());
  }
  return product;
};

/** The id of the warehouse with a W.ID. */
export const warehouseOf = async (w_id: string): Promise<string> =>
  (await manager.get("/v1/warehouses")).body.find((one: { w_id: string }) => one.w_id === w_id)._id;

/** Somebody else takes units from Bengaluru. */
export const takeElsewhere = ({ _id }: ProductNames, quantity: number) =>
  manager.post("/v1/transactions/out", { product: _id, warehouse: warehouses[0], quantity }, idempotencyKey());

/** The movements of picklists that took units of it, newest first. */
export const picklistsOf = async ({ _id }: ProductNames): Promise<Transaction[]> => {
  const rows: Transaction[] = (await manager.get(recentTransactions())).body;
  return rows.filter((row) => row.product._id === _id && row.channel !== undefined);
};

export const openPicklist = async (options?: PageOptions, client = here.executive): Promise<Page> => {
  const page = await open(here, client, { path: "/picklist", ...options });
  await expectEmpty(page);
  await page.getByLabel("Channel").waitFor();
  return page;
};
export const expectEmpty = (page: Page) => page.getByText("Scan or add the first product.").waitFor();
export const expectProcessed = (page: Page) => page.getByText("Processed", { exact: true }).waitFor();
export const expectTotals = (page: Page, text: string) =>
  page.getByRole("status").getByText(text, { exact: true }).waitFor();
export const expectToast = (page: Page, text: string) => toast(page, text).first().waitFor();

export const productField = (page: Page) => page.getByRole("combobox", { name: "Product", exact: true });
export const chooseProduct = async (page: Page, { p_id }: ProductNames) => {
  await productField(page).fill(asTyped(p_id));
  await page.getByRole("option").filter({ hasText: p_id }).click();
};
/** The quantity of a line that is being added. */
export const newQuantity = (page: Page) => field(page, "Quantity");
export const quantityOf = (page: Page, { name }: ProductNames) => page.getByLabel(`Quantity of ${name}`);

/** Adds a line by keys: its P.ID, Enter, the quantity, Enter. */
export const addLine = async (page: Page, { p_id, name }: ProductNames, units: number) => {
  await productField(page).fill(asTyped(p_id));
  // The option that Enter takes is highlighted.
  await page.locator("[role=option][data-highlighted]").filter({ hasText: p_id }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toBe("Quantity");
  await page.keyboard.type(String(units));
  await page.keyboard.press("Enter");
  await page.getByLabel(`Quantity of ${name}`).waitFor();
};

export const chooseChannel = (page: Page, channel: string) => page.getByLabel("Channel").selectOption(channel);

/** Adds a line, and chooses the channel. */
export const draft = async (page: Page, product: ProductNames, units: number, channel = "Amazon") => {
  await addLine(page, product, units);
  await chooseChannel(page, channel);
};

export const save = async (page: Page, question = "Process picklist ?", answer = "Process picklist") => {
  await press(page, "Save");
  await expectQuestion(page, question);
  await press(page, answer);
};
export const saveProcessed = async (page: Page) => {
  await save(page);
  await expectProcessed(page);
};

/** The call that posts a picklist, and the errors logged when it gets no answer or is refused. */
export const posting = "**/v1/transactions/out";
export const unanswered = /ERR_|No connection/;
export const refused = /422|Unable to process/;
