// Loading a screen: its first requests start before its code has arrived, once, and only for users with access.
import { beforeAll, expect, test } from "vitest";
import { hold, open, type Page } from "#tests/support/browser.ts";
import { fileOf } from "#tests/support/built-file.ts";
import { newStockLine } from "#tests/support/stock.ts";
import { type TestWorld, world } from "#tests/support/world.ts";
import { dialog, heading, press, rows } from "#tests/web/page.ts";

let here: TestWorld;
beforeAll(async () => {
  here = await world();
  // On an empty list the primary button moves below the text.
  await newStockLine(here.manager, 1);
});

/** Paths of the API that a page requests, in order. */
const requestsOf = (page: Page): string[] => {
  const requested: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "GET" && request.url().startsWith(here.api))
      requested.push(request.url().slice(here.api.length));
  });
  return requested;
};

test("a screen's list is requested while its code is still loading, and only once", async () => {
  const page = await open(here, here.manager, { path: "/login" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  const requested = requestsOf(page);
  const release = await hold(page, fileOf("features/catalogue/products.tsx"));
  await page.goto("/products", { waitUntil: "commit" });
  await expect.poll(() => requested).toContain("/v1/products");
  release();
  await rows(page).first().waitFor();
  expect(requested.filter((path) => path === "/v1/products")).toHaveLength(1);
});

test("a first request that failed is repeated, and its answer shown", async () => {
  const page = await open(here, here.manager, { path: "/login", mayLog: /ERR_|No connection/ });
  await page.getByRole("heading", { level: 1 }).waitFor();
  let calls = 0;
  await page.route("**/v1/products", (route) => (calls++ === 0 ? route.abort() : route.continue()));
  await page.goto("/products");
  await rows(page).first().waitFor();
  expect(calls).toBe(2);
});

test("Loading covers the last screen until the next one is loaded, and goes away when the user goes back", async () => {
  const page = await open(here, here.manager, { path: "/inventory", phone: true });
  await heading(page, "Manage Inventory").waitFor();
  const release = await hold(page, fileOf("features/shipments/in-transit.tsx"));
  const loading = page.getByRole("status", { name: "Loading", exact: true });
  const go = () => page.getByRole("link", { name: "In-Transit" }).click();
  await go();
  await loading.waitFor();
  await page.goBack();
  await loading.waitFor({ state: "hidden" });
  await heading(page, "Manage Inventory").waitFor();
  await go();
  await loading.waitFor();
  release();
  await heading(page, "In-Transit Inventory").waitFor();
  await loading.waitFor({ state: "hidden" });
});

test("a screen whose code fails to load is tried once more, then shows an error, and other screens still work", async () => {
  const page = await open(here, here.manager, { path: "/inventory", mayLog: /ERR_|dynamically imported/ });
  const loads: string[] = [];
  page.on("load", () => loads.push(page.url()));
  await heading(page, "Manage Inventory").waitFor();
  await page.route(fileOf("features/catalogue/products.tsx"), (route) => route.abort());
  const before = loads.length;
  await page.getByRole("link", { name: "Manage Products" }).click();
  await heading(page, "This screen failed").waitFor();
  expect(loads.length - before).toBe(1);
  await page.getByRole("link", { name: "Manage Inventory" }).click();
  await heading(page, "Manage Inventory").waitFor();
});

test("without a network a screen that is not loaded yet shows an error, and the app keeps running", async () => {
  const page = await open(here, here.manager, {
    path: "/inventory",
    mayLog: /ERR_|dynamically imported|No connection/,
  });
  await heading(page, "Manage Inventory").waitFor();
  await page.route(fileOf("features/catalogue/products.tsx"), (route) => route.abort());
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Manage Products" }).click();
  await heading(page, "This screen failed").waitFor();
  await page.context().setOffline(false);
  await page.getByRole("link", { name: "Manage Inventory" }).click();
  await heading(page, "Manage Inventory").waitFor();
});

test("a part that fails to load is reported, its screen stays, and a reload loads it", async () => {
  const page = await open(here, here.manager, { path: "/inventory", mayLog: /ERR_|dynamically imported/ });
  await heading(page, "Manage Inventory").waitFor();
  const updateStock = dialog(page, "Update Stock");
  await page.route(fileOf("features/stock/update-stock.tsx"), (route) => route.abort());
  await press(page, "Update Stock");
  await page.getByText("A part of this screen could not be loaded. Reload the page.").waitFor();
  await heading(page, "Manage Inventory").waitFor();
  expect(await updateStock.count()).toBe(0);
  await page.unroute(fileOf("features/stock/update-stock.tsx"));
  await page.reload();
  await updateStock.waitFor();
});

test("nothing is requested for a screen without access", async () => {
  const page = await open(here, here.executive, { path: "/login" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  const requested = requestsOf(page);
  await page.goto("/products");
  await page.getByText("No access, ask a manager.").waitFor();
  expect(requested).not.toContain("/v1/products");
});

test("a browser of early 2023, which lacks three functions and light-dark(), works in both themes", async () => {
  const page = await open(here, here.manager, { path: "/login" });
  await page.addInitScript(() => {
    for (const [owner, name] of [
      [Map, "groupBy"],
      [Promise, "withResolvers"],
      [AbortSignal, "any"],
    ] as const)
      Reflect.deleteProperty(owner, name);
    CSS.supports = () => false;
  });
  await page.goto("/inventory?do=update");
  const form = dialog(page, "Update Stock");
  await form.getByLabel("Product", { exact: true }).fill("swaddle");
  await page.getByRole("option").first().click();
  await form.getByLabel("Warehouse", { exact: true }).selectOption({ index: 1 });
  await press(form, "Submit");
  await page.getByText("Stock updated successfully").waitFor();
  await page.goto("/picklist");
  await heading(page, "Create Picklist").waitFor();
  const surface = () => page.evaluate(() => document.documentElement.style.getPropertyValue("--surface"));
  expect(await surface()).toBe("#fff");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(surface).toBe("#191e25");
});
