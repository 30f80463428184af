// How a screen begins: what it reads first is on its way before its code is there, once, and for nobody who may not.
import { beforeAll, expect, test } from "vitest";
import { hold, open, type Page } from "#tests/support/browser.ts";
import { stocked } from "#tests/support/stock.ts";
import { type TestWorld, world } from "#tests/support/world.ts";

let here: TestWorld;
beforeAll(async () => {
  here = await world();
  // Over an empty list the primary button would leave its place for another under the words.
  await stocked(here.manager, 1);
});

/** Addresses of the API that a page asks for, in order. */
const reads = (page: Page): string[] => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "GET" && request.url().startsWith(here.api))
      asked.push(request.url().slice(here.api.length));
  });
  return asked;
};

test("a screen's list is asked for while its code is still on its way, and not once more", async () => {
  const page = await open(here, here.manager, { path: "/login" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  const asked = reads(page);
  const release = await hold(page, /\/assets\/products-/);
  await page.goto("/products", { waitUntil: "commit" });
  await expect.poll(() => asked).toContain("/v1/products");
  release();
  await page.locator("tbody tr[aria-rowindex]").first().waitFor();
  expect(asked.filter((path) => path === "/v1/products")).toHaveLength(1);
});

test("an answer that was begun and failed is asked for again, and shown", async () => {
  const page = await open(here, here.manager, { path: "/login", mayLog: /ERR_|No connection/ });
  await page.getByRole("heading", { level: 1 }).waitFor();
  let calls = 0;
  await page.route("**/v1/products", (route) => (calls++ === 0 ? route.abort() : route.continue()));
  await page.goto("/products");
  await page.locator("tbody tr[aria-rowindex]").first().waitFor();
  expect(calls).toBe(2);
});

test("over the last screen Loading stands until the next one has come, and goes when its person does not wait", async () => {
  const page = await open(here, here.manager, { path: "/inventory", phone: true });
  await page.getByRole("heading", { name: "Manage Inventory" }).waitFor();
  const release = await hold(page, /\/assets\/in-transit-/);
  const loading = page.getByRole("status", { name: "Loading", exact: true });
  const go = () => page.getByRole("link", { name: "In-Transit" }).click();
  await go();
  await loading.waitFor();
  await page.goBack();
  await loading.waitFor({ state: "hidden" });
  await page.getByRole("heading", { name: "Manage Inventory" }).waitFor();
  await go();
  await loading.waitFor();
  release();
  await page.getByRole("heading", { name: "In-Transit Inventory" }).waitFor();
  await loading.waitFor({ state: "hidden" });
});

test("a screen whose code cannot be had is looked for once more, then says so, and the rest goes on", async () => {
  const page = await open(here, here.manager, { path: "/inventory", mayLog: /ERR_|dynamically imported/ });
  const loads: string[] = [];
  page.on("load", () => loads.push(page.url()));
  await page.getByRole("heading", { name: "Manage Inventory" }).waitFor();
  await page.route(/\/assets\/products-/, (route) => route.abort());
  const before = loads.length;
  await page.getByRole("link", { name: "Manage Products" }).click();
  await page.getByRole("heading", { name: "This screen failed" }).waitFor();
  expect(loads.length - before).toBe(1);
  await page.getByRole("link", { name: "Manage Inventory" }).click();
  await page.getByRole("heading", { name: "Manage Inventory" }).waitFor();
});

test("without a network a screen that is not here yet says so, and the product stays", async () => {
  const page = await open(here, here.manager, {
    path: "/inventory",
    mayLog: /ERR_|dynamically imported|No connection/,
  });
  await page.getByRole("heading", { name: "Manage Inventory" }).waitFor();
  await page.route(/\/assets\/products-/, (route) => route.abort());
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Manage Products" }).click();
  await page.getByRole("heading", { name: "This screen failed" }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole("link", { name: "Manage Inventory" }).click();
  await page.getByRole("heading", { name: "Manage Inventory" }).waitFor();
});

test("a part that cannot be loaded says so, leaves its screen, and comes with a reload", async () => {
  const page = await open(here, here.manager, { path: "/inventory", mayLog: /ERR_|dynamically imported/ });
  await page.getByRole("heading", { name: "Manage Inventory" }).waitFor();
  const dialog = page.getByRole("dialog", { name: "Update Stock" });
  await page.route(/\/assets\/update-stock-/, (route) => route.abort());
  await page.getByRole("button", { name: "Update Stock" }).click();
  await page.getByText("A part of this screen could not be loaded. Reload the page.").waitFor();
  await page.getByRole("heading", { name: "Manage Inventory" }).waitFor();
  expect(await dialog.count()).toBe(0);
  await page.unroute(/\/assets\/update-stock-/);
  await page.reload();
  await dialog.waitFor();
});

test("Ctrl + K begins what a screen is for", async () => {
  const page = await open(here, here.manager, { path: "/inventory" });
  await page.getByRole("heading", { name: "Manage Inventory" }).waitFor();
  for (const [deed, seen] of [
    ["add prod", page.getByRole("heading", { name: "Add Product" })],
    ["update st", page.getByRole("dialog", { name: "Update Stock" })],
  ] as const) {
    await page.keyboard.press("Control+k");
    await page.getByPlaceholder("Screens, actions, products").fill(deed);
    await page.keyboard.press("Enter");
    await seen.waitFor();
  }
});

test("nothing is asked for a screen that its person may not see", async () => {
  const page = await open(here, here.executive, { path: "/login" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  const asked = reads(page);
  await page.goto("/products");
  await page.getByText("No access, ask a manager.").waitFor();
  expect(asked).not.toContain("/v1/products");
});
