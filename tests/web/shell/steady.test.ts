// Nothing visible moves while a screen reads its data, so that a press never meets something else; and none warns in the
// console.
import { expect, test } from "vitest";
import { addDays } from "#shared/day.ts";
import { hold, open, type Page } from "#tests/support/browser.ts";
import { openCount } from "#tests/support/counts.ts";
import { inParallel, today, unique } from "#tests/support/fixtures.ts";
import { idempotencyKey, newProduct, newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";

const here = await world();
const { manager } = here;
const [warehouse = ""] = await inParallel(3, (n) =>
  newWarehouse(manager, `BHW-${n}F`, `Bhiwandi, floor ${n} behind the mill`),
);
const products = await inParallel(20, () => newProduct(manager, { lead_time: "60" }));
const list = products.map((product) => ({ product, quantity: 30 }));
// Several people with long names.
for (const name of ["Lakshmi Venkataraman", "Chandrashekhar Iyer"]) {
  const username = unique("staff");
  await manager.post("/v1/users", { name, username, password: "executive-password", role: "executive" });
  const user = await here.signIn(username, "executive-password");
  await inParallel(products.length, (n) =>
    user.post("/v1/transactions/in", { product: products[n], warehouse, quantity: 40 }, idempotencyKey()),
  );
  await user.post("/v1/transactions/out", { list, channel: "amazon" }, idempotencyKey());
}
const container = { container: "MSKU 307", expected_delivery: addDays(today(), 5), list };
await manager.post("/v1/shipments", container, idempotencyKey());
await openCount(manager, warehouse);

/** Lists and dashboards. Plan Orders is left out: before the first nightly job it explains itself above the list. */
const screens = [
  "/dashboard/analytics",
  "/dashboard/inventory",
  "/inventory",
  "/inventory?view=product",
  "/transactions",
  "/products",
  "/intransit",
  "/picklist/register",
  "/warehouses",
  "/users",
  "/count",
];

/** The most that may move, by the browsers' measure of layout shifts. */
const budget = 0.02;

/** Adds up layout shifts without a press; runs before the page's own scripts. */
const observe = () => {
  const moved = { sum: 0 };
  Object.assign(globalThis, { moved });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) moved.sum += (entry as unknown as { value: number }).value;
  }).observe({ type: "layout-shift", buffered: true });
};

const nextFrames = (page: Page) =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));

const expectSteady = async (some: string[], phone: boolean): Promise<void> => {
  const page = await open(here, manager, { path: "/outbox", phone });
  await page.addInitScript(observe);
  const warnings: string[] = [];
  page.on("console", (message) => {
    const isOurs = message.type() === "warning" && !message.text().includes("blocked by Playwright");
    if (isOurs) warnings.push(`${page.url()}: ${message.text()}`);
  });
  for (const path of some) {
    const release = await hold(page, "**/v1/**");
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await nextFrames(page);
    release();
    await page.waitForLoadState("networkidle");
    await nextFrames(page);
    await page.unroute("**/v1/**");
    const moved = await page.evaluate(() => (globalThis as unknown as { moved: { sum: number } }).moved.sum);
    expect(moved, path).toBeLessThan(budget);
  }
  expect(warnings).toEqual([]);
};

test("a dashboard, a list and a count do not move on a phone as their data arrive", () =>
  expectSteady(["/dashboard/inventory", "/inventory", "/count"], true));
test.each([false, true])("no screen moves as its data arrives (phone: %s)", { tags: "exhaustive" }, (phone) =>
  expectSteady(screens, phone),
);
