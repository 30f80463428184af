// Damaged data on the device is dropped, and nothing else fails.
import { expect, test } from "vitest";
import { open, type Page } from "#tests/support/browser.ts";
import { newStockLine } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { heading } from "#tests/web/page.ts";

const screens: [path: string, title: string][] = [
  ["/dashboard/analytics", "Analytics Dashboard"],
  ["/dashboard/inventory", "Inventory Dashboard"],
  ["/dashboard/plan", "Plan Orders"],
  ["/inventory", "Manage Inventory"],
  ["/intransit", "In-Transit Inventory"],
  ["/products", "Manage Products"],
  ["/products/import", "Import Products"],
  ["/stock/import", "Import Stock"],
  ["/transactions", "View Transactions"],
  ["/picklist", "Create Picklist"],
  ["/picklist/orders", "Picklist from Orders"],
  ["/count", "Count Stock"],
  ["/warehouses", "Warehouse List"],
  ["/users", "Manage Users"],
  ["/outbox", "Waiting on this device"],
];

/** Names under which screens store data, beside those that the page has stored by then. */
const names = (user: string) => [
  ...["theme", "menu", "narrow menu", "density", "device", "tick rev", "devices", "warehouse", "scanner", "order"],
  ...["scan prefix", "scan suffix", "columns products", "columns stock", "columns orders amazon", "snooze"],
  ...[`draft ${user} order`, `views ${user}`, "sort low stock"],
];

/** Runs in the page. */
const damage = async (known: string[]): Promise<void> => {
  for (const name of [...known, ...Object.keys(localStorage)]) localStorage.setItem(name, '{"broken');
  for (const name of [...Object.keys(sessionStorage), "return", "undo"]) sessionStorage.setItem(name, '{"broken');
  for (const { name = "", version } of await indexedDB.databases()) {
    const opening = indexedDB.open(name, version);
    await new Promise((resolve) => opening.addEventListener("success", resolve));
    const db = opening.result;
    for (const table of db.objectStoreNames) {
      const store = db.transaction(table, "readwrite").objectStore(table);
      const keys = store.keyPath === null ? undefined : [store.keyPath].flat();
      // The session stays: without it every screen is the sign-in.
      if (table.includes("session") || name.includes("session")) continue;
      const row = Object.fromEntries((keys ?? []).map((key) => [key, "damaged"]));
      const put = keys ? store.put({ ...row, broken: true }) : store.put("broken", "damaged");
      await new Promise((resolve) => {
        put.addEventListener("success", resolve);
        put.addEventListener("error", resolve);
      });
    }
    db.close();
  }
};

const failed = (page: Page) => heading(page, "This screen failed");

test("each screen opens though everything that the device has stored beside the session is broken", async () => {
  const here = await world();
  await newStockLine(here.manager, 3);
  const page = await open(here, here.manager, { path: "/inventory", mayLog: /left alone|Dropped|could not be/ });
  await heading(page, "Manage Inventory").waitFor();
  await page.evaluate(damage, names(here.manager._id ?? ""));
  for (const [path, title] of screens) {
    await page.goto(path);
    await heading(page, title).or(failed(page)).first().waitFor();
    expect(await failed(page).count(), path).toBe(0);
  }
});
