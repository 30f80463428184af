// From somebody's own file to right stock, as a person goes: the first time with few questions, the second with none.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { StockRecord } from "#shared/stock.ts";
import { expectAccessible, open, type Page } from "#tests/support/browser.ts";
import { createProduct, idempotencyKey, newWarehouse } from "#tests/support/stock.ts";
import { newWorld } from "#tests/support/world.ts";
import { countedActions } from "#tests/web/frequent-job.ts";
import { button, expectApplied, field, press } from "#tests/web/page.ts";

const here = await newWorld();
const { manager } = here;
const folder = new URL("../../../functions/imports/cases/", import.meta.url);

/** Another file of the same form: with other numbers, where there are any. */
const choose = async (page: Page, path: string, change: (text: string) => string = (text) => text) => {
  const whole = readFileSync(new URL(path, folder));
  const buffer = path.endsWith(".csv") ? Buffer.from(change(whole.toString())) : whole;
  await page
    .getByLabel("Sheet", { exact: true })
    .setInputFiles({ name: path.split("/")[1] ?? "", mimeType: "text/csv", buffer });
};

const records = async (): Promise<StockRecord[]> => (await manager.get("/v1/stocks")).body;
const unitsOf = async (p_id: string): Promise<number> =>
  (await records()).filter(({ product }) => product.p_id === p_id).reduce((sum, { quantity }) => sum + quantity, 0);

const newStock = async (p_id: string, units: number, name = p_id): Promise<void> => {
  const { _id: product } = await createProduct(manager, { p_id, name });
  const warehouse = await newWarehouse(manager);
  const body = { product, warehouse, quantity: units, reason: "Return" };
  if (units > 0) await manager.post("/v1/transactions/in", body, idempotencyKey());
};

test("Shopify's orders without SKUs ask for each title once", async () => {
  await newStock("SND-BIB-4301", 100, "Muslin bib 4301");
  await newStock("SND-CAP-4302", 100, "Blue cap for winter");
  const page = await open(here, manager, { path: "/picklist/orders?channel=snd-website" });
  const { act: answer, count } = countedActions();
  await choose(page, "orders/shopify-no-sku.csv");
  await answer(press(page, "Muslin bib 4301 (SND-BIB-4301)"));
  const picker = page.getByRole("combobox", { name: "Product of Winter cap 4302 - Blue / M" });
  await picker.fill("SND-CAP-4302");
  await page.getByRole("option", { name: "SND-CAP-4302" }).waitFor();
  await answer(page.keyboard.press("Enter"));
  await page.getByText("2 products, 4 units").waitFor();
  await press(page, "Create picklist");
  await page.getByText("Picklist created").waitFor();
  expect(count()).toBe(2);
  expect([await unitsOf("SND-BIB-4301"), await unitsOf("SND-CAP-4302")]).toEqual([97, 99]);
  await press(page, "Another file");
  await choose(page, "orders/shopify-no-sku.csv", (text) => text.replaceAll("#", "#1"));
  await press(page, "Create picklist");
  await page.getByText("Picklist created").waitFor();
  expect([await unitsOf("SND-BIB-4301"), await unitsOf("SND-CAP-4302")]).toEqual([94, 98]);
});

test("Tally's stock asks for the warehouse, and the second time for nothing", async () => {
  await newStock("SND-TLY-281", 1, "Hooded towel, bear");
  await newStock("SND-TLY-282", 0, "Hooded towel, frog");
  await newStock("SND-TLY-283", 0, "Wash mitt, set of 2");
  await newWarehouse(manager, "TLY-01", "Main godown");
  const page = await open(here, manager, { path: "/stock/import" });
  const { act: answer, count } = countedActions();
  const file = "sheets/tally-stock-summary.xlsx";
  await choose(page, file);
  await answer(field(page, "Which warehouse are all rows for?").selectOption("TLY-01"));
  await press(page, "Set 2 products in TLY-01");
  await expectApplied(page, 2);
  expect(count()).toBe(1);
  expect(await unitsOf("SND-TLY-283")).toBe(130);
  const found = (await records()).find(({ product }) => product.p_id === "SND-TLY-283");
  const taken = { product: found?.product._id, warehouse: found?.warehouse._id, quantity: 30, reason: "Sample" };
  await manager.post("/v1/transactions/out", taken, idempotencyKey());
  await press(page, "Import another sheet");
  await choose(page, file);
  await press(page, "Set 1 product in TLY-01");
  await expectApplied(page, 1);
  expect(await unitsOf("SND-TLY-283")).toBe(130);
});

test("a supplier's list without lead times asks for one, and the second time for nothing", async () => {
  const page = await open(here, manager, { path: "/products/import" });
  const { act: answer, count } = countedActions();
  await choose(page, "sheets/no-lead-time-woocommerce.csv");
  await page.getByText("The sheet has no lead time for new products.").waitFor();
  await expectAccessible(page);
  await answer(field(page, "The sheet has no lead time for new products.").selectOption("30"));
  await button(page, "Lead time of new products = 30 days").waitFor();
  await press(page, "Apply 2 rows");
  await expectApplied(page, 2);
  expect(count()).toBe(1);
  await press(page, "Import another sheet");
  await choose(page, "sheets/no-lead-time-woocommerce.csv", (text) => text.replaceAll("SND-NLT", "SND-NLT-2"));
  await press(page, "Apply 2 rows");
  await expectApplied(page, 2);
  const products: { p_id: string; lead_time: number }[] = (await manager.get("/v1/products")).body;
  expect(products.find(({ p_id }) => p_id === "SND-NLT-2-191")?.lead_time).toBe(30);
});
