// Loading a screen: its first requests start before its code has arrived, once, and only for users with access.
import { expect, test } from "vitest";
import { hold, open, type Page } from "#tests/support/browser.ts";
import { blank } from "#tests/support/browser-session.ts";
import { addressOf, fileOf } from "#tests/support/built-file.ts";
import { newStockLine } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { dialog, follow, goTo, heading, press, rows, toast } from "#tests/web/page.ts";

const here = await world();
// On an empty list the primary button moves below the text.
await newStockLine(here.manager, 1);

/** Paths of the API that a page requests, in order. */
const requestsOf = (page: Page): string[] => {
  const requested: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "GET" && request.url().startsWith(here.api))
      requested.push(new URL(request.url()).pathname);
  });
  return requested;
};

test("the lists are asked for while the code of a screen is still loading, and only once for all screens", async () => {
  const page = await open(here, here.manager, { path: "/login" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  const requested = requestsOf(page);
  const release = await hold(page, fileOf("catalogue"));
  await page.goto("/products", { waitUntil: "commit" });
  await expect.poll(() => requested).toContain("/v1/app/catalogue");
  release();
  await rows(page).first().waitFor();
  for (const name of ["Manage Inventory", "In-Transit Inventory", "Inventory Dashboard"]) {
    await page.getByRole("link", { name }).click();
    await heading(page, name).waitFor();
  }
  const lists = ["/v1/app/catalogue", "/v1/products", "/v1/stocks", "/v1/shipments", "/v1/app/dash/inventory"];
  expect(requested.filter((path) => lists.includes(path))).toEqual(["/v1/app/catalogue"]);
});

test("a list that is on its way shares the network with nothing that is not shown yet", async () => {
  const page = await open(here, here.manager, { path: blank });
  const release = await hold(page, "**/v1/app/catalogue");
  await page.goto("/inventory", { waitUntil: "commit" });
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  await heading(page, "Manage Inventory").waitFor();
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(() => requestIdleCallback(idle))));
  const releasedAt = await page.evaluate(() => performance.now());
  release();
  for (const part of ["stock-more", "shell", "catalogue"].map(addressOf)) {
    await expect.poll(() => requested).toContain(part);
    const begun = () => page.evaluate((url) => performance.getEntriesByName(url)[0]?.startTime, here.site + part);
    // They are held back for 5 s at most.
    await expect.poll(begun).toBeGreaterThanOrEqual(Math.min(releasedAt, 5_000));
  }
});

test("Loading covers the last screen until the next one is loaded, and goes away when the user goes back", async () => {
  const page = await open(here, here.manager, { path: "/inventory" });
  await heading(page, "Manage Inventory").waitFor();
  const release = await hold(page, fileOf("count"));
  const loading = page.getByRole("status", { name: "Loading", exact: true });
  const go = () => page.getByRole("link", { name: "Count Stock" }).click();
  await go();
  await loading.waitFor();
  await page.goBack();
  await loading.waitFor({ state: "hidden" });
  await heading(page, "Manage Inventory").waitFor();
  await go();
  await loading.waitFor();
  release();
  await heading(page, "Count Stock").waitFor();
  await loading.waitFor({ state: "hidden" });
});

test("a screen whose code fails to load says so in its place, is tried again, and reloads only for a new version", async () => {
  const page = await open(here, here.manager, { path: "/inventory", mayLog: /ERR_|dynamically imported/ });
  const loads: string[] = [];
  page.on("load", () => loads.push(page.url()));
  await heading(page, "Manage Inventory").waitFor();
  await page.route(fileOf("account"), (route) => route.abort());
  const before = loads.length;
  await page.getByRole("link", { name: "Manage Users" }).click();
  await page.getByRole("main").getByText("No connection").waitFor();
  expect(loads.length - before).toBe(0);
  await follow(page, "Manage Inventory");
  await page.getByRole("link", { name: "Manage Users" }).click();
  await page.getByRole("main").getByText("No connection").waitFor();
  await page.unroute(fileOf("account"));
  await press(page, "Try again");
  await heading(page, "Manage Users").waitFor();
  // A deployment: another entry, and the old file is gone.
  await page.getByRole("link", { name: "Manage Inventory" }).click();
  await page.route("**/index.html", (route) => route.fulfill({ body: '<script src="/assets/other.js"></script>' }));
  await page.route(fileOf("count"), (route) => route.abort(), { times: 1 });
  const deployed = loads.length;
  await follow(page, "Count Stock");
  expect(loads.length - deployed).toBe(1);
});

test("a part that fails to load is reported, its screen stays, and Try again loads it", async () => {
  const page = await open(here, here.manager, { path: "/login", mayLog: /ERR_|dynamically imported/ });
  const updateStock = dialog(page, "Update Stock");
  // Before it is loaded, as soon as the browser is idle.
  await page.route(fileOf("stock-more"), (route) => route.abort());
  await page.goto("/inventory");
  await press(page, "Update Stock");
  await toast(page, "No connection, try again").waitFor();
  await heading(page, "Manage Inventory").waitFor();
  expect(await updateStock.count()).toBe(0);
  await page.unroute(fileOf("stock-more"));
  await press(page, "Try again");
  await updateStock.waitFor();
});

test("nothing is requested for a screen without access", async () => {
  const page = await open(here, here.executive, { path: "/login" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  const requested = requestsOf(page);
  await page.goto("/products");
  await page.getByText("No access, ask a manager.").waitFor();
  expect(requested).not.toContain("/v1/plan/summary");
});

test("browsers are told not to translate the app", async () => {
  const page = await (await fetch(`${here.site}/login`)).text();
  expect(page).toMatch(/<html [^>]*translate="no"/);
  expect(page).toContain('<meta name="google" content="notranslate"');
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
  await goTo(page, "/picklist", "Create Picklist");
  const surface = () => page.evaluate(() => document.documentElement.style.getPropertyValue("--surface"));
  expect(await surface()).toBe("#fff");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(surface).toBe("#191e25");
});
