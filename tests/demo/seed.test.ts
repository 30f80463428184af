// The demo data, seeded into an empty product as `npm start` does.
import { expect, test } from "vitest";
import { articles } from "#demo/catalogue.ts";
import { addDays, dayOf } from "#shared/day.ts";
import type { Transaction } from "#shared/movement.ts";
import type { Product } from "#shared/product.ts";
import type { PurchaseOrder } from "#shared/purchase-order.ts";
import { orderState } from "#shared/purchase-order-item.ts";
import type { Analytics } from "#shared/sales.ts";
import type { Shipment } from "#shared/shipment.ts";
import type { StockRecord } from "#shared/stock.ts";
import { demoChannels, plant } from "#tests/support/demo.ts";
import { newProduct } from "#tests/support/stock.ts";
import { newWorld, type TestWorld } from "#tests/support/world.ts";

const summary = async ({ manager }: TestWorld) => {
  const [products, stocks, warehouses] = await Promise.all(
    ["/v1/products", "/v1/stocks", "/v1/warehouses"].map(async (path) => (await manager.get(path)).body),
  );
  return { products, stocks, warehouses };
};

/** Units by product and warehouse, as stock and as the ledger's sum. */
const held = async ({ manager }: TestWorld) => {
  const records: StockRecord[] = (await manager.get("/v1/stocks")).body;
  return Object.fromEntries(
    records.map(({ product, warehouse, quantity }) => [`${product.p_id} ${warehouse.w_id}`, quantity]),
  );
};
const ledger = async ({ manager }: TestWorld) => {
  const today = dayOf(new Date());
  const rows: Transaction[] = [];
  for (let days = 80; days >= 0; days -= 10) {
    const [start, end] = [addDays(today, -days), addDays(today, Math.min(0, 9 - days))];
    rows.push(...(await manager.get(`/v1/transactions?start=${start}&end=${end}`)).body);
  }
  const sums: Record<string, number> = {};
  for (const { product, warehouse, action, quantity } of rows) {
    const pair = `${product.p_id} ${warehouse.w_id}`;
    sums[pair] = (sums[pair] ?? 0) + (action === "STOCK_IN" ? quantity : -quantity);
  }
  return sums;
};

/** Units by channel and by product over the whole of the demo's sales, as the dashboard shows them. */
const dashboard = async ({ manager }: TestWorld): Promise<Analytics> => {
  const today = dayOf(new Date());
  return (await manager.get(`/v1/app/dash/analytics?start=${addDays(today, -45)}&end=${today}`)).body;
};

/** Retries, as the schedule does, when a slow machine has not closed all 46 days within a Lambda's timeout. */
const nightly = (here: TestWorld, tries = 5): Promise<unknown> =>
  here.invoke("snapshot", { pause: 0 }).catch((error: Error) => {
    if (tries === 1) throw error;
    return nightly(here, tries - 1);
  });

test("killed seeding resumes to a whole history; a further run changes nothing", {
  tags: "exhaustive",
  timeout: 180_000,
}, async () => {
  const here = await newWorld({ realHashes: true });
  for (const milliseconds of [700, 1_200, 2_500]) await plant(here, milliseconds);
  expect(await plant(here)).toMatch(/45 days of trade, 1\d{3} movements/);

  const planted = await summary(here);
  const codesOf = (some: readonly { p_id: string }[]) => some.map(({ p_id }) => p_id).sort();
  expect(codesOf(planted.products)).toEqual(codesOf(articles));
  expect(planted.products.filter(({ image }: { image?: string }) => image)).toHaveLength(66);
  expect(planted.warehouses).toHaveLength(5);
  expect(planted.stocks.filter(({ warehouse }: StockRecord) => warehouse.w_id === "FBA")).toHaveLength(5);
  expect(await held(here)).toEqual(await ledger(here));
  for (const { image } of planted.products.slice(0, 3)) {
    const answer = await fetch(here.site + image);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/webp"]);
  }

  const sold = await dashboard(here);
  for (const channel of demoChannels)
    expect(Object.values(sold.channelSales[channel] ?? {}).filter((units) => units > 0).length).toBeGreaterThan(8);
  const { lowStockProducts, outOfStockProducts } = (await here.manager.get("/v1/app/dash/inventory")).body;
  expect(lowStockProducts.length).toBeGreaterThanOrEqual(3);
  expect(outOfStockProducts.length).toBeGreaterThanOrEqual(3);
  const shipments: Shipment[] = (await here.manager.get("/v1/shipments")).body;
  expect(shipments).toHaveLength(4);
  const orders: PurchaseOrder[] = (await here.manager.get("/v1/purchase-orders")).body;
  expect(orders.map(({ items }) => orderState(items)).sort()).toEqual(["announced in part", "open"]);
  expect((await here.manager.get("/v1/picklists/summary")).body).toMatchObject({ waiting: 5 });
  expect(shipments.filter(({ expected_delivery }) => expected_delivery < dayOf(new Date()))).toHaveLength(2);
  expect(planted.products.filter(({ in_transit }: Product) => in_transit > 0).length).toBeGreaterThan(12);
  const returned = (await here.manager.get("/v1/returns/summary")).body;
  expect(returned).toMatchObject({ awaited: 5, to_file: 4, next: { claims: 1 }, without_days: [] });
  await nightly(here);
  const planned = articles.filter(({ opening }) => opening.some((units) => units > 0)).length;
  const nothing = { closed: 0, folded: 0, pruned: 0, late: 0, mismatches: 0 };
  expect(await here.invoke("snapshot", { pause: 0 })).toEqual({ ...nothing, planned });
  expect(await dashboard(here)).toEqual(sold);

  expect(await plant(here)).toBe("Sign in as root; password inventory-demo\n");
  const { demo } = await (await fetch(`${here.site}/config.json`)).json();
  // Manager and executive are those of the test.
  expect(demo).toEqual({ password: "inventory-demo", people: [{ username: "root", name: "Asha Rao" }] });
  expect(await summary(here)).toEqual(planted);
  expect((await here.signIn("root", "inventory-demo")).token).toBeDefined();
});

test("an app that already has data is left alone", async () => {
  const here = await newWorld({ realHashes: true });
  await newProduct(here.manager);
  expect(await plant(here)).toBe("");
  expect((await summary(here)).products).toHaveLength(1);
});
