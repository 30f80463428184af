// Cost of a picklist and of the dashboards, at three sizes of business with 90 closed days each.
import { gzipSync } from "node:zlib";
import { PutObjectCommand } from "@aws-sdk/client-s3";
import type { PastFile, StoredPast } from "#functions/lib/plan/past-file.ts";
import { channels } from "#shared/channel.ts";
import { addDays, dayOf } from "#shared/day.ts";
import { Tally } from "#shared/day-sales.ts";
import { engine, s3Of } from "#tests/support/engine.ts";
import { idempotencyKey, newProduct, newWarehouse } from "#tests/support/stock.ts";
import type { TestWorld } from "#tests/support/world.ts";
import { httpClient } from "./http.ts";
import { type Line, timed } from "./report.ts";
import { catalogue } from "./seed.ts";

interface Size {
  products: number;
  warehouses: number;
  /** Budgets in milliseconds, the longer range beyond three days; and in read units. */
  analytics?: number;
  longer?: number;
  units?: number;
  /** Read units of the plan beyond the list of what to reorder. */
  plan?: number;
}

const sizes = {
  S: { products: 300, warehouses: 3 },
  M: { products: 2_000, warehouses: 5, analytics: 200, units: 60, plan: 20 },
  L: { products: 10_000, warehouses: 5, analytics: 800, longer: 300, units: 240, plan: 80 },
} satisfies Record<string, Size>;

const lines = 40;

export const picklistCosts = async (world: TestWorld): Promise<Line[]> => {
  const { api, manager, executive, requests } = world;
  const warehouse = await newWarehouse(manager);
  const products = await Promise.all(Array.from({ length: lines }, () => newProduct(manager)));
  for (const product of products) await manager.post("/v1/transactions/in", { product, warehouse, quantity: 100_000 });
  const list = products.map((product) => ({ product, quantity: 1 }));
  const ask = httpClient(api, executive);
  const { p50 } = await timed(60, () =>
    ask("POST", "/v1/transactions/out", { list, channel: "amazon" }, idempotencyKey()),
  );
  const cost = requests().findLast(({ route }) => route === "POST /v1/transactions/out");
  return [
    { what: `picklist of ${lines} lines, p50`, figure: p50, unit: "ms", budget: 40 },
    { what: "write units a line", figure: (cost?.wcu ?? Number.NaN) / lines, unit: "WCU", budget: 2.5 },
    { what: "reads, session included", figure: cost?.reads ?? Number.NaN, unit: "" },
  ];
};

export const dashboardCosts =
  (name: keyof typeof sizes) =>
  async (world: TestWorld): Promise<Line[]> => {
    const { products, warehouses, analytics, longer, units, plan }: Size = sizes[name];
    const today = dayOf(new Date());
    const { warehouseRows, productRows, stockRows } = catalogue(products, warehouses);
    // Two of three products sell every day, on two channels each.
    const sold = (n: number, day: number) =>
      channels.map((_, at) => ((n + day) % 3 > 0 && (n + at) % 3 === 0 ? 1 + ((n + day) % 9) : 0));
    const recent = (n: number) =>
      Object.fromEntries(
        [0, 1, 2].flatMap((back) =>
          sold(n, back).flatMap((count, at) => (count ? [[`${addDays(today, -back)}#${channels[at]}`, count]] : [])),
        ),
      );
    await engine(world).put("warehouses", warehouseRows);
    await engine(world).put("products", productRows);
    const stocks = stockRows.map((row, n) => ({ ...row, sold: recent(n) }));
    await engine(world).put("stocks", stocks);
    const days = Array.from({ length: 90 }, (_, back) => {
      const tally = new Tally();
      for (const [n, { _id }] of productRows.entries())
        for (const [at, units] of sold(n, back).entries()) if (units) tally.add(_id, channels[at] ?? "amazon", units);
      return { day: addDays(today, -back), sales: gzipSync(JSON.stringify(tally.sales)) };
    });
    await engine(world).put("days", days.slice(3));
    const ask = async (back: number) => {
      const path = `/v1/app/dash/analytics?start=${addDays(today, -back)}&end=${today}`;
      const { p50 } = await timed(7, () => httpClient(world.api, world.manager)("GET", path));
      const cost = world.requests().findLast(({ route }) => route.endsWith("dash/analytics"));
      return { p50, rcu: cost?.rcu ?? Number.NaN };
    };
    const [three, ninety] = [await ask(2), await ask(89)];
    return [
      { what: `${name}: analytics of 3 days, p50`, figure: three.p50, unit: "ms", budget: analytics },
      { what: `${name}: analytics of 3 days`, figure: three.rcu, unit: "RCU" },
      { what: `${name}: 90 days beyond 3`, figure: ninety.p50 - three.p50, unit: "ms", budget: longer },
      { what: `${name}: 90 days beyond 3`, figure: ninety.rcu - three.rcu, unit: "RCU", budget: units },
      ...(plan ? await planCosts(world, name, productRows, addDays(today, -1), plan) : []),
    ];
  };

/** The cost of the plan of all products after a nightly job, and of one. */
const planCosts = async (
  world: TestWorld,
  name: string,
  products: readonly { _id: string }[],
  day: string,
  units: number,
): Promise<Line[]> => {
  await putPast(world, products, day);
  const ask = async (route: string, path = route) => {
    const { p50 } = await timed(7, () => httpClient(world.api, world.manager)("GET", path));
    const { body } = await httpClient(world.api, world.manager)("GET", path);
    const cost = world.requests().findLast((request) => request.route === `GET ${route}`);
    return { p50, rcu: cost?.rcu ?? Number.NaN, megabytes: body.length / 1e6 };
  };
  const dashboard = await ask("/v1/app/dash/inventory");
  const plan = await ask("/v1/plan");
  const one = await ask("/v1/plan/{product}", `/v1/plan/${products[0]?._id}`);
  return [
    { what: `${name}: plan of all products, p50`, figure: plan.p50, unit: "ms", budget: 1_000 },
    {
      what: `${name}: the same beyond Inventory Dashboard`,
      figure: plan.rcu - dashboard.rcu,
      unit: "RCU",
      budget: units,
    },
    { what: `${name}: the same on the wire`, figure: plan.megabytes, unit: "MB" },
    { what: `${name}: plan of one product, p50`, figure: one.p50, unit: "ms", budget: 300 },
    { what: `${name}: the same`, figure: one.rcu, unit: "RCU" },
  ];
};

/** Stores the nightly file for products that were in stock on all of ninety days. */
const putPast = async (world: TestWorld, products: readonly { _id: string }[], day: string): Promise<void> => {
  const rows = products.map(({ _id }, n): StoredPast => {
    const earlier = { sold: 120 + (n % 400), inStockDays: 60 };
    return {
      ...{ _id, earlier, earlierCapped: earlier, dispersion: 2, soldBefore: 60 + (n % 200), usual: 2 + (n % 9) },
      ...{ closedWithUnits: "1".repeat(90), lastSale: day, byHand: 0, byHandBefore: 0 },
    };
  });
  const file: PastFile = { version: 2, day, products: rows, byHand: {} };
  const Body = gzipSync(JSON.stringify(file));
  await s3Of(world).send(new PutObjectCommand({ Bucket: world.env.REPORTS_BUCKET, Key: "plan/past.json.gz", Body }));
};
