// Cost of the dashboards: reads grow with days and products sold, never with the number of movements.
import { expect, test } from "vitest";
import { type Channel, channels } from "#shared/channel.ts";
import { addDays } from "#shared/day.ts";
import type { Line } from "#shared/movement.ts";
import { catalogue, openingStock } from "#tests/bench/seed.ts";
import { setClock } from "#tests/support/clock.ts";
import { engine, storedMovement } from "#tests/support/engine.ts";
import { newWorld, type TestWorld } from "#tests/support/world.ts";

const today = "2026-11-20";
setClock(`${today}T06:00:00Z`);
const rows = catalogue(40, 2);
const { warehouseRows, productRows, stockRows } = rows;
const opening = 1_000_000;
const parts = 10;

interface Sale {
  product: string;
  warehouse: string;
  channel: Channel;
  day: string;
}
/** Sales over so many days, of 10 units each. */
const salesOf = (length: number, days: number): Sale[] =>
  Array.from({ length }, (_, n) => ({
    product: productRows[(n * 7) % productRows.length]?._id ?? "",
    warehouse: warehouseRows[n % 2]?._id ?? "",
    channel: channels[n % 6] ?? "amazon",
    day: addDays(today, -(n % days)),
  }));

const movement = ({ product, warehouse, channel, day }: Sale, n: number, part: number, units: number) =>
  storedMovement(`sale${n}x${part}`, day, { kind: "picklist", channel, lines: [[product, warehouse, -units]] });

/** The cost of the plan, and the units that it counts as sold. */
const planCost = async ({ manager, requests }: TestWorld) => {
  const { body } = await manager.get("/v1/plan?basis=90");
  const sold = body.rows.reduce((units: number, { rate }: { rate?: { sold: number } }) => units + (rate?.sold ?? 0), 0);
  return { units: sold, rcu: requests().findLast(({ route }) => route === "GET /v1/plan")?.rcu ?? Number.NaN };
};

const dashboardCost = async ({ manager, requests }: TestWorld, range: string) => {
  const { body } = await manager.get(`/v1/app/dash/analytics?${range}`);
  const amounts = Object.values(body.channelSales as Record<string, Record<string, number>>).flatMap((of) =>
    Object.values(of),
  );
  const cost = requests().findLast(({ route }) => route === "GET /v1/app/dash/analytics");
  return { units: amounts.reduce((sum, n) => sum + n, 0), rcu: cost?.rcu ?? Number.NaN };
};

const compareCosts = async (sales: Sale[], days: number): Promise<void> => {
  const here = await newWorld();
  const { put } = engine(here);
  const first = addDays(today, -days - 10);
  await put("warehouses", warehouseRows, { created_at: `${first}T06:00:00.000Z` });
  await put("products", productRows);
  const { stocks, move } = openingStock(rows, opening);
  for (const { product, warehouse, channel, day } of sales)
    move(product, warehouse, -parts, day >= addDays(today, -2) ? `${day}#${channel}` : undefined);
  await put("stocks", stocks());
  const lines = stockRows.flatMap(({ _id }) => warehouseRows.map((place): Line => [_id, place._id, opening]));
  await put("movements", [storedMovement("opening", first, { kind: "in", lines })]);
  const whole = sales.map((sale, n) => movement(sale, n, 0, parts));
  await put("movements", whole);
  expect(await here.invoke("snapshot", { pause: 0 })).toMatchObject({ mismatches: 0, folded: days + 10 });

  const ranges = [2, days - 1].map((back) => `start=${addDays(today, -back)}&end=${today}`);
  const each = async () => {
    const seen = [];
    for (const range of ranges) seen.push(await dashboardCost(here, range));
    return [...seen, await planCost(here)];
  };
  const few = await each();
  expect(few[1]?.units).toBe(sales.length * parts);
  const many = sales.flatMap((sale, n) => Array.from({ length: parts }, (_, part) => movement(sale, n, part, 1)));
  await put("movements", many);
  expect(await each()).toEqual(few);
  expect(Math.max(...few.map(({ rcu }) => rcu))).toBeLessThan(400);
};

const guarantee = "days and the plan cost the same read units with";
test(`3 and 14 ${guarantee} 90 and with 900 movements behind the same sales`, () => compareCosts(salesOf(90, 14), 14));
test(`3 and 90 ${guarantee} 1,000 and with 10,000 movements behind the same sales`, { tags: "exhaustive" }, () =>
  compareCosts(salesOf(1_000, 90), 90),
);
