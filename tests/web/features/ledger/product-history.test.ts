// A product's history: its movements with the balance after each, from its row and from its dialog.
import { beforeAll, expect, test } from "vitest";
import { expectAccessible, open, type Page } from "#tests/support/browser.ts";
import { newProduct, newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";

const here = await world();
const { manager, executive } = here;

let product = "";
let still = "";
beforeAll(async () => {
  const [first, second] = [await newWarehouse(manager), await newWarehouse(manager)];
  product = await newProduct(manager);
  still = await newProduct(manager);
  const stock = (way: "in" | "out", warehouse: string, quantity: number) =>
    manager.post(`/v1/transactions/${way}`, { product, warehouse, quantity });
  await stock("in", first, 40);
  await stock("in", second, 5);
  const { body } = await stock("out", first, 12);
  await manager.post(`/v1/transactions/${body.movement}/reverse`, { remarks: "Counted twice" });
});

const bodyRows = (page: Page) => page.locator("tbody tr[aria-rowindex]");
const shown = async (phone = false) => {
  const page = await open(here, manager, { path: `/products/${product}/history`, phone });
  await page.getByText("0 to 45 units in total · 4 movements").waitFor();
  return page;
};

test("the newest movement stands first, each with what its warehouse and all held after it, up to the live stock", async () => {
  const page = await shown();
  const figures = (await bodyRows(page).all()).map(async (row) =>
    (await row.getByRole("cell").allInnerTexts()).slice(-3).map((text) => text.trim()),
  );
  expect(await Promise.all(figures)).toEqual([
    ["+12", "40", "45"],
    ["−12", "28", "33"],
    ["+5", "5", "45"],
    ["+40", "40", "40"],
  ]);
  await expectAccessible(page);
});

test("a movement and the one that undid it lead to each other", async () => {
  const page = await shown();
  await bodyRows(page).filter({ hasText: "Reversed" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Reversed by").waitFor();
  await dialog.getByRole("button", { name: /^Correction,/ }).click();
  await dialog.getByText("Counted twice").waitFor();
  await dialog.getByText("Reverses", { exact: true }).waitFor();
  await expectAccessible(page);
});

test("it is one press away from the product's row; without movements it says what was in stock throughout", async () => {
  const page = await open(here, manager, { path: "/products" });
  await page
    .getByRole("link", { name: /^History Muslin Swaddle/ })
    .first()
    .click();
  await page.getByRole("heading", { level: 1, name: "Product history" }).waitFor();
  await page.goto(`/products/${still}/history`);
  await page.getByText(/^No movements from .*: 0 units in stock throughout$/).waitFor();
  await page.getByRole("button", { name: "The last 365 days" }).click();
  await expect.poll(() => page.url()).toContain("start=");
});

test("while the newest movements are on their way it says so, and asks again", async () => {
  const page = await open(here, manager, { path: "/products" });
  let asked = 0;
  await page.route("**/movements?*", async (route) => {
    const response = await route.fetch();
    const history = await response.json();
    return route.fulfill({ response, json: { ...history, settling: asked++ === 0 } });
  });
  await page.goto(`/products/${product}/history`);
  await page.getByText("Updating:").waitFor();
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByText("Updating:").waitFor({ state: "detached" });
});

test("a product that is gone is not found, and an executive has no access", async () => {
  const page = await open(here, manager, { path: "/products/p-none/history", mayLog: /404|Resource not found/ });
  await page.getByText("Product not found. It may have been deleted.").waitFor();
  const other = await open(here, executive, { path: `/products/${product}/history` });
  await other.getByText("No access, ask a manager.").waitFor();
});

test("on a phone a row is two lines: what moved and why, then when, where and what is left", async () => {
  const page = await shown(true);
  const text = await bodyRows(page).first().innerText();
  for (const part of ["+12", "Correction", "Reversal", "40", "45"]) expect(text).toContain(part);
  await expectAccessible(page);
});
