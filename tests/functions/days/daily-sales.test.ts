// Sales and run rates by business day, before and after the nightly job, at a cost that does not grow with history.
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { channels } from "#shared/channel.ts";
import type { Analytics, ProductSales } from "#shared/sales.ts";
import { setClock } from "#tests/support/clock.ts";
import { engine } from "#tests/support/engine.ts";
import { listedRow } from "#tests/support/fixtures.ts";
import { newProduct, newStockLine } from "#tests/support/stock.ts";
import { type Client, world } from "#tests/support/world.ts";

setClock("2026-11-01T04:00:00Z");
const here = await world();
const { signInAt, invoke, requests } = here;
const sell = (client: Client, product: string, quantity: number, channel = "amazon") =>
  client.post("/v1/transactions/out", { list: [{ product, quantity }], channel });
const analytics = async (client: Client, start: string, end: string): Promise<Analytics> =>
  (await client.get(`/v1/app/dash/analytics?start=${start}&end=${end}`)).body;
const of = (result: Analytics, product: string) =>
  result.productSales.find(({ _id }) => _id === product) as ProductSales;
const none = Object.fromEntries(channels.map((channel) => [channel, 0]));

test("a sale just before midnight in India and one just after it fall on their own days", async () => {
  // Midnight is at 18:30 UTC. The clock goes on, so there is time for a slow machine before it.
  const evening = await signInAt("2026-11-03T18:00:00Z");
  const { product } = await newStockLine(evening, 1_000);
  setClock("2026-11-03T18:29:30Z");
  expect((await sell(evening, product, 3)).status).toBe(201);
  setClock("2026-11-03T18:30:01Z");
  expect((await sell(evening, product, 4)).status).toBe(201);
  const { channelSales } = await analytics(evening, "2026-11-03", "2026-11-04");
  expect(channelSales.amazon).toEqual({ "2026-11-03": 3, "2026-11-04": 4 });
});

test("the run rate is a third of the units sold in three business days, on products and dashboards alike", async () => {
  let client = await signInAt("2026-11-05T06:00:00Z");
  const { product } = await newStockLine(client, 1_000);
  await sell(client, product, 5, "amazon");
  client = await signInAt("2026-11-06T06:00:00Z");
  await sell(client, product, 8, "snd-app");
  client = await signInAt("2026-11-07T06:00:00Z");
  await sell(client, product, 12, "amazon");
  expect((await listedRow(client, "/v1/products", product)).drr).toBe(25 / 3);
  const shown = of(await analytics(client, "2026-11-06", "2026-11-07"), product);
  const saleChannels = { ...none, amazon: 12, "snd-app": 8 };
  expect(shown).toMatchObject({ drr: 25 / 3, period: 2, saleChannels });
  client = await signInAt("2026-11-08T06:00:00Z");
  expect(of(await analytics(client, "2026-11-08", "2026-11-08"), product).drr).toBe(20 / 3);
});

test("sales are the same before a day is closed, after it, after the pruning, and for a day never closed", async () => {
  let client = await signInAt("2026-11-10T06:00:00Z");
  const goods = [await newStockLine(client, 1_000), await newStockLine(client, 1_000)];
  for (let day = 10; day <= 16; day++) {
    client = await signInAt(`2026-11-${day}T06:00:00Z`);
    for (const [n, { product }] of goods.entries()) await sell(client, product, day + n, channels[(day + n) % 6]);
  }
  const ranges = [
    ["2026-11-10", "2026-11-16"],
    ["2026-11-10", "2026-11-12"],
    ["2026-11-15", "2026-11-16"],
    ["2026-11-10", "2026-11-10"],
  ] as const;
  const all = () => Promise.all(ranges.map(([start, end]) => analytics(client, start, end)));
  const before = await all();
  const units = Object.values(before[0]?.channelSales ?? {}).flatMap((days) => Object.values(days));
  expect(units.reduce((a, b) => a + b)).toBe(2 * 91 + 7);
  const night = (await invoke("snapshot", { pause: 0 })) as Record<string, number>;
  expect(night.folded).toBeGreaterThan(0);
  expect(night.pruned).toBeGreaterThan(0);
  expect(night.mismatches).toBe(0);
  expect(await all()).toEqual(before);
  expect(await invoke("snapshot", { pause: 0 })).toMatchObject({ folded: 0, pruned: 0 });
  expect(await all()).toEqual(before);
});

test("a closed day is read by the channels it names, in any order, unknown ones included", async () => {
  const client = await signInAt("2026-11-17T04:00:00Z");
  const product = await newProduct(client);
  const sales = { products: [product], channels: ["snd-app", "meesho", "amazon"], units: [[2], [30], [400]] };
  const [day, units] = ["2026-10-01", gzipSync(JSON.stringify(sales))];
  await engine(here).put("days", [{ day, sales: units }]);
  const { saleChannels } = of(await analytics(client, day, day), product);
  expect(saleChannels).toEqual({ ...none, amazon: 400, "snd-app": 2 });
});

test("sales of a deleted product still count in the range, and it is marked as deleted and without stock", async () => {
  const client = await signInAt("2026-11-17T06:00:00Z");
  const { product } = await newStockLine(client, 1_000);
  await sell(client, product, 7, "jiomart");
  await client.delete(`/v1/products/${product}`);
  const result = await analytics(client, "2026-11-17", "2026-11-17");
  expect(of(result, product)).toMatchObject({ deleted: true, stock: 0, in_transit: 0, saleChannels: { jiomart: 7 } });
  expect(result.channelSales.jiomart).toEqual({ "2026-11-17": 7 });
});

test("low stock lists products that sell and are at or below their minimum, largest requirement first; out of stock those without any", async () => {
  const client = await signInAt("2026-11-18T06:00:00Z");
  const [low, lower, plenty, none] = [
    await newStockLine(client, 100),
    await newStockLine(client, 200),
    await newStockLine(client, 9_000),
    await newProduct(client),
  ];
  const gone = await newStockLine(client, 20);
  await sell(client, low.product, 10);
  await sell(client, lower.product, 90);
  await sell(client, plenty.product, 3);
  await sell(client, gone.product, 20);
  const shipment = { container: "MSKU 418227-0", expected_delivery: "2026-11-12" };
  const list = [{ product: none, quantity: 40 }];
  expect((await client.post("/v1/shipments", { ...shipment, list })).status).toBe(201);
  const { lowStockProducts, outOfStockProducts } = (await client.get("/v1/app/dash/inventory")).body;
  const ids = (list: { _id: string }[]) => list.map(({ _id }) => _id);
  const both = ids(lowStockProducts).filter((id) => id === low.product || id === lower.product);
  expect(both).toEqual([lower.product, low.product]);
  expect(ids(lowStockProducts)).not.toContain(plenty.product);
  expect(ids(outOfStockProducts)).not.toContain(low.product);
  const never = { _id: none, never_stocked: true, in_transit: 40 };
  expect(outOfStockProducts).toContainEqual(expect.objectContaining(never));
  expect(outOfStockProducts.find(({ _id }: { _id: string }) => _id === gone.product).never_stocked).toBeUndefined();
  // The first screen counts them from the same read.
  const { attention } = await analytics(client, "2026-11-18", "2026-11-18");
  expect(attention).toEqual({
    lowStock: lowStockProducts.length,
    outOfStock: outOfStockProducts.filter((each: { never_stocked?: true }) => !each.never_stocked).length,
    lateContainers: [shipment],
  });
});

test("a picklist costs the same write units whatever was sold that day before", async () => {
  const client = await signInAt("2026-11-20T06:00:00Z");
  const { product } = await newStockLine(client, 1_000);
  const costs: number[] = [];
  for (let n = 0; n < 60; n++) {
    await sell(client, product, 1, channels[n % 6]);
    costs.push(requests().findLast(({ route }) => route === "POST /v1/transactions/out")?.wcu ?? Number.NaN);
  }
  expect(new Set(costs.slice(6)).size).toBe(1);
  expect(Math.max(...costs)).toBeLessThanOrEqual(6);
});
