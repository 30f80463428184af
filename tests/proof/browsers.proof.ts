// A day's work in Firefox and WebKit, where they are installed: Debian's firefox-esr, webkit2gtk-driver and xvfb.
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { addDays } from "#shared/day.ts";
import { today } from "#tests/support/fixtures.ts";
import {
  createProduct,
  heldOf,
  idempotencyKey,
  ledgerOf,
  newWarehouse,
  type ProductNames,
} from "#tests/support/stock.ts";
import { type Driver, keys, startFirefox, startWebKit } from "#tests/support/webdriver.ts";
import { type TestWorld, world } from "#tests/support/world.ts";

let here: TestWorld;
let swaddle: ProductNames;

beforeAll(async () => {
  here = await world();
  await newWarehouse(here.manager, "BLR-01", "Bengaluru Hub");
  swaddle = await createProduct(here.manager, { p_id: "8900000411030", name: "Muslin Swaddle, Pack of 3 (Mint)" });
});

/** Bodies of functions in the page that find something visible: by its role's element and text, or a field by its label. */
const visible = "const seen = (e) => e.getClientRects().length > 0;";
const byText = `${visible} const [selector, text] = arguments;
  return [...document.querySelectorAll(selector)].find(
    (e) => seen(e) && (e.textContent.trim() === text || e.getAttribute("aria-label") === text));`;
const containing = `${visible} const [selector, text] = arguments;
  return [...document.querySelectorAll(selector)].find((e) => seen(e) && e.textContent.includes(text));`;
const byLabel = `${visible} const [text] = arguments;
  const label = [...document.querySelectorAll("label")].find((e) => seen(e) && e.textContent.trim() === text);
  return label && document.getElementById(label.htmlFor);`;
const choice = `${visible} const [label, text] = arguments;
  const box = document.getElementById([...document.querySelectorAll("label")].find(
    (e) => seen(e) && e.textContent.trim() === label)?.htmlFor) ?? document.querySelector("select[aria-label=" + label + "]");
  return box && [...box.options].find((e) => e.textContent.trim() === text);`;

const startDay = async (driver: Driver) => {
  await driver.open(`${here.site}/login`);
  await driver.type("manager", byLabel, "Username");
  await driver.type("manager-password", byLabel, "Password");
  await driver.press(byText, "button", "Login");
  await driver.until(byText, "h1", "Analytics Dashboard");
};

/** Stock in, as a person types it: the quantity is cleared by keys and typed anew. `before` is done before Submit. */
const takeIn = async (driver: Driver, units: string, before = "") => {
  await driver.open(`${here.site}/inventory?do=update`);
  await driver.type("mint swaddle", byLabel, "Product");
  await driver.press(containing, "[role=option]", swaddle.p_id);
  await driver.press(choice, "Warehouse", "Bengaluru Hub (BLR-01)");
  await driver.type(`${keys.control}a${keys.control}${keys.delete}${units}`, byLabel, "Quantity");
  await driver.run(before);
  await driver.press(byText, "[role=dialog] button", "Submit");
};

/** Firefox asks whether it may keep stored data. Nobody answers, and the form does not wait for that. */
const keepWithoutNetwork = async (driver: Driver) => {
  await takeIn(driver, "3", "window.online = fetch; window.fetch = () => Promise.reject(new TypeError('No network'))");
  await driver.until(containing, "#toasts", "Kept");
  await driver.until("return !document.querySelector('[role=dialog]')");
  await driver.run("window.fetch = window.online; dispatchEvent(new Event('online'))");
  await driver.until(containing, "#toasts", "Stock updated successfully");
};

const makePicklist = async (driver: Driver) => {
  await driver.open(`${here.site}/picklist`);
  await driver.type("8900000411030", byLabel, "Product");
  await driver.press(containing, "[role=option]", swaddle.p_id);
  await driver.press(byText, "button", "Add");
  await driver.until(containing, "main", "1 line, 1 unit");
  await driver.press(choice, "Channel", "Amazon");
  await driver.press(byText, "button", "Save");
  await driver.press(byText, "[role=alertdialog] button", "Process picklist");
  await driver.until(containing, "main", "Processed");
};

const receive = async (driver: Driver) => {
  const container = `CMAU ${Math.random().toString().slice(2, 8)}`;
  const list = [{ product: swaddle._id, quantity: 5 }];
  const sent = { container, expected_delivery: addDays(today(), 3), list };
  const { _id } = (await here.manager.post("/v1/shipments", sent, idempotencyKey())).body;
  await driver.open(`${here.site}/intransit?do=receive&id=${_id}`);
  await driver.press(choice, "Warehouse", "Bengaluru Hub (BLR-01)");
  await driver.press(containing, "[role=dialog] [type=submit]", "Receive");
  await driver.until(containing, "#toasts", container);
};

/** The ways a network may fail a call, and the form's message for each. */
const networks = [
  ["window.fetch = () => Promise.reject(new TypeError('No network'))", "#toasts", "Kept"],
  ["window.fetch = (...call) => online(...call).then(() => Promise.reject(new TypeError('Lost')))", "#toasts", "Kept"],
  ["window.fetch = async () => new Response('<h1>Welcome</h1>')", "#toasts", "Kept"],
  ["window.fetch = async () => new Response('{}', { status: 503 })", "[role=dialog]", "Busy right now, try again"],
] as const;

/** How many lists the browser has stored, as Blobs or as bytes. */
const storedLists = `return new Promise(async (resolve) => {
  const lists = (await indexedDB.databases()).find(({ name }) => name.startsWith("lists "));
  if (!lists) return resolve(0);
  const opening = indexedDB.open(lists.name);
  opening.onsuccess = () => {
    const all = opening.result.transaction("lists").objectStore("lists").getAll();
    all.onsuccess = () => resolve(all.result.length);
  };
});`;

describe.each([
  ["Firefox", startFirefox],
  ["WebKit", startWebKit],
] as const)("in %s", (name, start) => {
  test("one signs in, takes in, picks, receives, looks at each screen and signs out", async () => {
    const driver = await start();
    if (!driver) {
      console.warn(`\n*** SKIPPED: ${name} is not installed. ***\n`);
      return;
    }
    onTestFinished(driver.close);
    await startDay(driver);
    const before = await heldOf(here.manager, swaddle._id);
    await takeIn(driver, "9");
    await driver.until(containing, "#toasts", "Stock updated successfully");
    await keepWithoutNetwork(driver);
    expect(await heldOf(here.manager, swaddle._id)).toBe(before + 12);
    await makePicklist(driver);
    expect(await heldOf(here.manager, swaddle._id)).toBe(before + 11);
    await receive(driver);
    expect(await heldOf(here.manager, swaddle._id)).toBe(before + 16);
    for (const [path, title] of screens) {
      await driver.open(`${here.site}${path}`);
      await driver.until(byText, "h1", title);
      expect(await driver.run("return document.documentElement.scrollWidth - innerWidth"), path).toBeLessThanOrEqual(0);
    }
    await driver.open(`${here.site}/warehouses?do=add`);
    await driver.until(byText, "[role=dialog] h2", "Add Warehouse");
    // A colour that the browser does not understand would leave the dialog without a background.
    const background = `return getComputedStyle(document.querySelector("[role=dialog]")).backgroundColor`;
    expect(await driver.run(background)).toMatch(/^rgb\(/);
    await driver.press(byText, "[role=dialog] button", "Cancel");
    await driver.press(byText, "button", "Logout");
    await driver.until(byText, "h1", "Sign in");
  });

  test("whatever the network does, a reload after each, every entry is booked once and in order, and lists are stored", async () => {
    const driver = await start();
    if (!driver) return;
    onTestFinished(driver.close);
    await startDay(driver);
    const before = await ledgerOf(here.manager, swaddle._id);
    const units = networks.concat(networks).map((_, at) => 101 + at);
    for (const [at, quantity] of units.entries()) {
      const [network, place, text] = networks[at % networks.length] as (typeof networks)[number];
      await takeIn(driver, String(quantity), `window.online = fetch; ${network}`);
      await driver.until(containing, place, text);
      if (place === "#toasts") continue;
      await driver.press(byText, "[role=dialog] button", "Cancel");
      await driver.press(byText, "[role=alertdialog] button", "Discard");
    }
    await driver.open(`${here.site}/inventory`);
    await expect
      .poll(() => ledgerOf(here.manager, swaddle._id), { timeout: 60_000 })
      .toEqual([...units.toReversed(), ...before]);
    await expect.poll(() => driver.run<number>(storedLists), { timeout: 60_000 }).toBeGreaterThan(0);
  });
});

const screens = [
  ["/dashboard/analytics", "Analytics Dashboard"],
  ["/dashboard/inventory", "Inventory Dashboard"],
  ["/dashboard/plan", "Plan Orders"],
  ["/inventory", "Manage Inventory"],
  ["/intransit", "In-Transit Inventory"],
  ["/products", "Manage Products"],
  ["/products/opr", "Add Product"],
  ["/transactions", "View Transactions"],
  ["/picklist", "Create Picklist"],
  ["/picklist/register", "Past picklists"],
  ["/warehouses", "Warehouse List"],
  ["/users", "Manage Users"],
  ["/users/opr", "Create User"],
  ["/outbox", "Waiting on this device"],
] as const;
