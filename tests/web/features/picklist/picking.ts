// Picklists for the tests of Create Picklist: one world, its products, and the parts of the screen.
import { expect } from "vitest";
import type { Transaction } from "#shared/movement.ts";
import { open, type Page } from "#tests/support/browser.ts";
import { lately, productForm, unique } from "#tests/support/make.ts";
import { keyed } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";

export const here = await world();
const hubs: string[] = [];

interface Good {
  _id: string;
  name: string;
  p_id: string;
}

/** A new product with so many units in Bengaluru, Delhi and Bhiwandi. */
export const good = async (held: number[], p_id = unique("NET")): Promise<Good> => {
  const { body } = await here.manager.post("/v1/products", productForm({ name: unique("Swaddle"), p_id }));
  for (const [at, quantity] of held.entries())
    if (quantity > 0)
      await here.manager.post("/v1/transactions/in", { product: body._id, warehouse: hubs[at], quantity }, keyed());
  return body;
};

/** Another user takes units of it. */
export const takeAway = ({ _id }: Good, quantity: number) =>
  here.manager.post("/v1/transactions/out", { product: _id, warehouse: hubs[0], quantity }, keyed());

const places = [
  { w_id: "BLR-01", name: "Bengaluru Hub" },
  { w_id: "DEL-02", name: "Delhi NCR" },
  { w_id: "MUM-03", name: "Bhiwandi" },
];
for (const place of places) hubs.push((await here.manager.post("/v1/warehouses", place)).body._id);

export const opened = async (wishes: Parameters<typeof open>[2] = {}, who = here.executive): Promise<Page> => {
  const page = await open(here, who, { path: "/picklist", ...wishes });
  await page.getByText("Scan or add the first product.").waitFor();
  await page.getByLabel("Channel").waitFor();
  return page;
};

export const product = (page: Page) => page.getByRole("combobox", { name: "Product", exact: true });
export const quantity = (page: Page, { name }: Good) => page.getByLabel(`Quantity of ${name}`);
export const line = (page: Page, { name }: Good) => page.getByRole("row").filter({ hasText: name });
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const press = (page: Page, name: string) => button(page, name).click();
export const said = (page: Page, text: string) =>
  page.locator("#toasts").getByText(text, { exact: true }).first().waitFor();
export const totals = (page: Page, text: string) => page.getByRole("status").getByText(text, { exact: true }).waitFor();
export const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute("aria-label") ?? (activeElement as HTMLInputElement)?.labels?.[0]?.textContent;
  });

/** By search: its P.ID, Enter, the quantity, Enter. */
export const add = async (page: Page, { p_id, name }: Good, units: number) => {
  await product(page).fill(p_id);
  await page.getByRole("option").filter({ hasText: p_id }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toBe("Quantity");
  await page.keyboard.type(String(units));
  await page.keyboard.press("Enter");
  await page.getByLabel(`Quantity of ${name}`).waitFor();
};

export const choose = (page: Page, channel: string) => page.getByLabel("Channel").selectOption(channel);

export const save = async (page: Page, question = "Process picklist ?", answer = "Process picklist") => {
  await press(page, "Save");
  await page.getByRole("alertdialog").getByText(question).waitFor();
  await press(page, answer);
};

/** The movements that took units of it, newest first. */
export const picklistsOf = async ({ _id }: Good): Promise<Transaction[]> => {
  const rows: Transaction[] = (await here.manager.get(lately())).body;
  return rows.filter((row) => row.product._id === _id && row.channel !== undefined);
};

export const posting = "**/v1/transactions/out";
export const unanswered = /ERR_|No connection/;
export const refused = /422|Unable to process/;
