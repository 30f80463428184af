// From 1024 px on every list has the columns that the specification names: in its rows, or in an opened row. No text of a head,
// tile, tag or button is cut or covered.
import { expect, test } from "vitest";
import { open, type Page } from "#tests/support/browser.ts";
import { cutOrCovered } from "#tests/support/layout.ts";
import { idempotencyKey, newProduct, newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { columnHeads, rows } from "#tests/web/page.ts";

const here = await world();
const { manager } = here;
const hub = await newWarehouse(manager, "BLR-01", "Bengaluru Hub, Whitefield");
const depot = await newWarehouse(manager, "DEL-02", "Delhi NCR Depot");
const links = { amazon: "https://a.example/1", flipkart: "https://f.example/2", website: "https://w.example/3" };
const product = (p_id: string, name: string) =>
  newProduct(manager, { p_id, name, cost: "412.50", pack: "24", ...links });
const swaddle = await product("SND-SWD-0101", "Organic Muslin Swaddle, Pack of Three (Elephant)");
const bib = await product("SND-BIB-0202", "Terry Bib (Sky Blue)");
const post = async (path: string, body: object) => {
  const { status, body: answer } = await manager.post(path, body, idempotencyKey());
  expect([path, status]).toEqual([path, 201]);
  return answer;
};
const line = (product: string, warehouse: string, quantity: number) => ({ product, warehouse, quantity });
await post("/v1/transactions/in", { ...line(swaddle, hub, 12_345), reason: "Production (Domestic)" });
await post("/v1/transactions/in", line(bib, depot, 4));
const list = [swaddle, bib].map((product) => ({ product, quantity: 2 }));
const { movement } = await post("/v1/transactions/out", { list, channel: "amazon" });
await post(`/v1/transactions/${movement}/correct`, { list: [line(swaddle, hub, 1)], corrections: 0 });
const shipment = { expected_delivery: "2026-01-01", list: [{ product: swaddle, quantity: 1_200 }] };
const { _id: late } = await post("/v1/shipments", { container: "MSKU 307 114-2", ...shipment });
const part = { warehouse: hub, list: [{ product: swaddle, quantity: 200 }] };
await post(`/v1/shipments/${late}/receive`, part);

interface List {
  path: string;
  /** In the row, or in the opened row. */
  heads: string[];
  /** In the row: they never give way. */
  inRow?: string[];
  /** Texts of a row under heads of other words, each in the row. */
  texts?: string[];
}

const lists: List[] = [
  {
    path: "/inventory",
    heads: ["S.No", "Image", "P.ID/SKU/BC", "Product Name", "Warehouse", "Quantity"],
    texts: ["Bengaluru Hub", "BLR-01"],
  },
  {
    path: "/products",
    heads: ["S.No", "Image", "P.ID/SKU/BC", "Product Name", "Avl. Stock", "Min. Stock", "DRR (3D)", "Lead Time"],
    inRow: ["Choose all that are shown", "Listings", "Actions"],
  },
  {
    path: "/transactions",
    heads: ["S.No", "Image", "Product", "Action", "Reason", "Quantity", "Warehouse", "Created At", "User"],
    texts: ["SND-SWD-0101", "Production", "Bengaluru Hub", "BLR-01", "manager", "@manager"],
  },
  { path: "/intransit", heads: ["Container", "Status", "Expected Delivery", "Created At"], inRow: ["Actions"] },
  { path: "/users", heads: ["S.No", "Username", "Name", "Role", "Created At", "Updated At"], inRow: ["Actions"] },
  { path: "/warehouses", heads: ["S.No", "W.ID", "Warehouse Name", "Location", "Description"], inRow: ["Actions"] },
  {
    path: "/dashboard/inventory",
    heads: ["S.No", "Product", "Avl. Stock", "In-Transit", "Min. Stock", "Required"],
  },
];

/** 1366 px at 125 % are 1093. */
const sizes = [1440, 1366, 1280, 1200, 1093, 1024];

/** Names of what is under an opened row. */
const detailsOf = async (page: Page): Promise<string[]> => {
  const details = page.locator("dt");
  if ((await details.count()) === 0) await rows(page).first().click();
  await details.first().waitFor();
  return details.allInnerTexts();
};

test.each(lists)("$path keeps them, and its texts", async ({ path, heads, inRow = [], texts = [] }) => {
  const page = await open(here, manager, { path });
  await rows(page).first().waitFor();
  for (const width of sizes) {
    await page.setViewportSize({ width, height: 768 });
    await expect.poll(() => cutOrCovered(page), { message: `${path} at ${width}` }).toEqual([]);
    const shown = await columnHeads(page.getByRole("table").first());
    const labels = await page.locator("thead input").evaluateAll((boxes) => boxes.map(({ ariaLabel }) => ariaLabel));
    expect([...shown, ...labels], `${path} at ${width}`).toEqual(expect.arrayContaining(inRow));
    const missing = heads.filter((head) => !shown.includes(head));
    if (missing.length > 0)
      expect(await detailsOf(page), `${path} at ${width}`).toEqual(expect.arrayContaining(missing));
    for (const text of texts) await page.getByText(text, { exact: false }).locator("visible=true").first().waitFor();
  }
});

test("a picklist is a table with its columns from 1024 px on", async () => {
  const page = await open(here, manager, { path: "/picklist" });
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.getByRole("combobox", { name: "Product", exact: true }).fill("swaddle");
  await page.getByRole("option", { name: /Swaddle/ }).click();
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const table = page.getByRole("table", { name: "Picklist" });
  await table.waitFor();
  expect(await columnHeads(table)).toEqual([
    "S.No",
    "Image",
    "P.ID/SKU/BC",
    "Product Name",
    "Quantity",
    "Breakdown Preview",
    "Actions",
  ]);
  expect(await cutOrCovered(page)).toEqual([]);
});

test.each([
  ["/dashboard/analytics", "Key figures"],
  ["/dashboard/plan", "Plan"],
])("no text is cut or covered on %s either", async (path, name) => {
  const page = await open(here, manager, { path });
  await page.getByRole(name === "Plan" ? "table" : "list", { name }).waitFor();
  await page.waitForLoadState("networkidle");
  for (const width of sizes) {
    await page.setViewportSize({ width, height: 768 });
    await expect.poll(() => cutOrCovered(page), { message: `${path} at ${width}` }).toEqual([]);
  }
});
