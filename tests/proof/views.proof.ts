// Each view with widths and names that break layouts: nothing that matters is cut off, and axe finds no violation.
import { beforeAll, describe, expect, test } from "vitest";
import { addDays } from "#shared/day.ts";
import { checkEverything, open, type Page } from "#tests/support/browser.ts";
import { newPerson, productForm, today } from "#tests/support/fixtures.ts";
import { layoutFaults } from "#tests/support/layout.ts";
import { idempotencyKey } from "#tests/support/stock.ts";
import { type Client, type TestWorld, world } from "#tests/support/world.ts";

const long = {
  hindi: "नवजात शिशु के लिए जैविक सूती मलमल का स्वैडल, तीन का पैक, मुलायम और हवादार (पुदीना हरा)",
  english: "Ergonomic Baby Carrier with Hip Seat, 4 Positions, Breathable Mesh, for 3 to 36 Months (Midnight Blue)",
  warehouse: "Bengaluru Whitefield Fulfilment Centre, Building 7B",
  container: "MSKU 418227-0 MEDITERRANEAN SHIPPING",
  code: "SND-CARRIER-HIPSEAT-4POS-BLUE-2026",
};

let here: TestWorld;
let root: Client;
const made = { product: "", shipment: "" };

beforeAll(async () => {
  here = await world();
  root = (await newPerson(here, "root")).client;
  const post = async (path: string, body: unknown) => {
    const answer = await here.root.post(path, body, idempotencyKey());
    expect([path, answer.status]).toEqual([path, 201]);
    return answer.body;
  };
  const hub = (await post("/v1/warehouses", { w_id: "BLR-WHITEFIELD-7B", name: long.warehouse }))._id;
  await post("/v1/warehouses", { w_id: "DEL-02", name: "दिल्ली एनसीआर गोदाम" });
  made.product = (await post("/v1/products", productForm({ p_id: long.code, name: long.english })))._id;
  const other = (await post("/v1/products", productForm({ p_id: "8900000411030", name: long.hindi })))._id;
  await post("/v1/products", productForm({ p_id: "NEVER", name: "Never Stocked Rattle (Yellow)" }));
  for (const product of [made.product, other])
    await post("/v1/transactions/in", { product, warehouse: hub, quantity: 104_265 });
  const list = [made.product, other].map((product) => ({ product, quantity: 9_999 }));
  await post("/v1/transactions/out", { channel: "amazon", list });
  await post("/v1/transactions/out", { product: other, warehouse: hub, quantity: 94_266 });
  const late = { container: long.container, expected_delivery: addDays(today(), -6), list };
  made.shipment = (await post("/v1/shipments", late))._id;
  await post(`/v1/shipments/${made.shipment}/receive`, { warehouse: hub, list: [{ product: other, quantity: 7 }] });
  await post("/v1/categories", { name: long.english, amazon: `https://www.amazon.in/${"carrier".repeat(12)}` });
});

const views: [name: string, path: () => string][] = [
  ["Analytics", () => "/dashboard/analytics"],
  ["Product modal", () => `/dashboard/analytics?do=product&id=${made.product}`],
  ["Inventory Dashboard", () => "/dashboard/inventory"],
  ["Plan Orders", () => "/dashboard/plan"],
  ["Manage Inventory", () => "/inventory"],
  ["Update Stock", () => `/inventory?do=update&id=${made.product}`],
  ["In-Transit", () => `/intransit?open=${made.shipment}`],
  ["Receive", () => `/intransit?do=receive&id=${made.shipment}`],
  ["Announce", () => "/intransit?do=add"],
  ["Manage Products", () => "/products"],
  ["Product form", () => `/products/opr/${made.product}`],
  ["Product page", () => `/products/${made.product}`],
  ["Product beside a list", () => `/products?product=${made.product}`],
  ["Product history", () => `/products/${made.product}/history`],
  ["View Transactions", () => "/transactions"],
  ["Create Picklist", () => "/picklist"],
  ["Past picklists", () => "/picklist/register"],
  ["Warehouse List", () => "/warehouses"],
  ["Manage Users", () => "/users"],
  ["User form", () => "/users/opr"],
  ["Changes", () => "/changes"],
];

const widths = [
  { name: "a phone of 390 px", width: 390, height: 844, phone: true },
  { name: "a phone of 320 px", width: 320, height: 568, phone: true },
  { name: "200 % zoom", width: 683, height: 384, phone: false },
  { name: "1024 px", width: 1024, height: 768, phone: false },
  { name: "1366 px", width: 1366, height: 768, phone: false },
];

const show = async (page: Page, path: string) => {
  await page.goto(path);
  await page.locator("h1, [role=dialog]").last().waitFor();
  await page.waitForLoadState("networkidle");
};

describe.each(views)("%s", (_, path) => {
  test("nothing that can be pressed is cut at any width, and axe finds nothing on desks and phones, light and dark", async () => {
    for (const { name, width, height, phone } of widths) {
      const page = await open(here, root, { path: path(), phone });
      await page.setViewportSize({ width, height });
      await show(page, path());
      expect.soft(await layoutFaults(page), name).toEqual([]);
      if (width === 390 || width === 1366) expect.soft(await checkEverything(page), name).toEqual([]);
      await page.context().close();
    }
  });
});
