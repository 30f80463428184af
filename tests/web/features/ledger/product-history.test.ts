// A product's history: its movements with the balance after each, from its row and from its dialog.
import { expect, test } from "vitest";
import { expectAccessible, open } from "#tests/support/browser.ts";
import { newProduct } from "#tests/support/stock.ts";
import { cellTexts, gone, press, rows } from "#tests/web/page.ts";
import { here, hub, ncr, post, reverse } from "./driver.ts";

const { manager } = here;

const product = await newProduct(manager);
const still = await newProduct(manager);
await post("in", { product, warehouse: hub, quantity: 40 });
await post("in", { product, warehouse: ncr, quantity: 5 });
await reverse(await post("out", { product, warehouse: hub, quantity: 12 }), manager, "Counted twice");

const openHistory = async (phone = false) => {
  const page = await open(here, manager, { path: `/products/${product}/history`, phone });
  await page.getByText("0 to 45 units in total · 4 movements").waitFor();
  return page;
};

test("movements are listed newest first, each with the balance of its warehouse and of all after it, up to the live stock", async () => {
  const page = await openHistory();
  const figures = (await rows(page).all()).map(async (row) => (await cellTexts(row)).slice(-3));
  expect(await Promise.all(figures)).toEqual([
    ["+12", "40", "45"],
    ["−12", "28", "33"],
    ["+5", "5", "45"],
    ["+40", "40", "40"],
  ]);
  await expectAccessible(page);
});

test("the product's row links to its history, which without movements shows the units in stock throughout", async () => {
  const page = await open(here, manager, { path: "/products" });
  await page.getByRole("link", { name: "History Muslin Swaddle" }).first().click();
  await page.getByRole("heading", { level: 1, name: "Product history" }).waitFor();
  await page.goto(`/products/${still}/history`);
  await page.getByText(/^No movements from .*: 0 units in stock throughout$/).waitFor();
  await press(page, "The last 365 days");
  await expect.poll(() => page.url()).toContain("start=");
});

test("while the newest movements are missing it says so, and Retry reads again", { tags: "exhaustive" }, async () => {
  const page = await open(here, manager, { path: "/products" });
  let reads = 0;
  await page.route("**/movements?*", async (route) => {
    const response = await route.fetch();
    const history = await response.json();
    return route.fulfill({ response, json: { ...history, settling: reads++ === 0 } });
  });
  await page.goto(`/products/${product}/history`);
  await page.getByText("Updating:").waitFor();
  await press(page, "Retry");
  await gone(page.getByText("Updating:"));
});

test("a deleted product is not found", async () => {
  const page = await open(here, manager, { path: "/products/p-none/history", mayLog: /404|Resource not found/ });
  await page.getByText("Product not found. It may have been deleted.").waitFor();
});

test("on a phone a row is quantity and reason, then time, warehouse and balance", { tags: "exhaustive" }, async () => {
  const page = await openHistory(true);
  const text = await rows(page).first().innerText();
  for (const part of ["+12", "Correction", "Reversal", "40", "45"]) expect(text).toContain(part);
  await expectAccessible(page);
});
