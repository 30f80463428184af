// Cost of the dashboards: reads grow with days and products sold, never with the number of movements.
import { expect, test } from "vitest";
import { type Channel, channels } from "#shared/channel.ts";
import { addDays } from "#shared/day.ts";
import type { Line } from "#shared/movement.ts";
import { catalogue } from "#tests/bench/seed.ts";
import { setClock, testClock } from "#tests/support/clock.ts";
import { engine } from "#tests/support/engine.ts";
import { world } from "#tests/support/world.ts";

const today = "2026-11-20";
setClock(`${today}T06:00:00Z`);
const here = await world({ preload: [testClock()] });
const { put } = engine(here);
const { manager, invoke, requests } = here;
const days = Array.from({ length: 90 }, (_, n) => addDays(today, -n));
const { places, cold, hot } = catalogue(40, 2);
const opening = 1_000_000;
const parts = 10;

interface Sale {
  product: string;
  warehouse: string;
  channel: Channel;
  day: string;
}
/** 1,000 sales over 90 days, of 10 units each. */
const sales: Sale[] = Array.from({ length: 1_000 }, (_, n) => ({
  product: cold[(n * 7) % cold.length]?._id ?? "",
  warehouse: places[n % 2]?._id ?? "",
  channel: channels[n % 6] ?? "amazon",
  day: days[n % 90] ?? today,
}));

const entry = (_id: string, kind: string, day: string, lines: Line[], channel?: Channel) => ({
  _id,
  kind,
  reason: "Outbound",
  lines,
  ...(channel && { channel }),
  user: { _id: "u", name: "Asha Rao", username: "asha" },
  created_at: `${day}T06:00:00.000Z`,
  day,
  hash: "seed",
});
const movement = ({ product, warehouse, channel, day }: Sale, n: number, part: number, units: number) =>
  entry(`sale${n}x${part}`, "picklist", day, [[product, warehouse, -units]], channel);

const unitsOf = (range: string): Promise<{ units: number; rcu: number }> => measure(`/v1/app/dash/analytics?${range}`);

/** What the plan costs, and how many units it takes for sold. */
const planCost = async () => {
  const { body } = await manager.get("/v1/plan?basis=90");
  const sold = body.rows.reduce((units: number, { rate }: { rate?: { sold: number } }) => units + (rate?.sold ?? 0), 0);
  return { units: sold, rcu: requests().findLast(({ route }) => route === "GET /v1/plan")?.rcu ?? Number.NaN };
};

const measure = async (path: string) => {
  const { body } = await manager.get(path);
  const amounts = Object.values(body.channelSales as Record<string, Record<string, number>>).flatMap((of) =>
    Object.values(of),
  );
  const cost = requests().findLast(({ route }) => route === "GET /v1/app/dash/analytics");
  return { units: amounts.reduce((sum, n) => sum + n, 0), rcu: cost?.rcu ?? Number.NaN };
};

test("3 and 90 days and the plan cost the same read units with 1,000 and with 10,000 movements behind the same sales", async () => {
  const first = addDays(today, -100);
  await put(
    "warehouses",
    places.map((place) => ({ ...place, created_at: `${first}T06:00:00.000Z` })),
  );
  await put("products", cold);
  const held = new Map(hot.map(({ _id }) => [_id, Object.fromEntries(places.map((place) => [place._id, opening]))]));
  const sold = new Map(hot.map(({ _id }) => [_id, {} as Record<string, number>]));
  for (const { product, warehouse, channel, day } of sales) {
    const own = held.get(product) ?? {};
    own[warehouse] = (own[warehouse] ?? 0) - parts;
    const counts = sold.get(product) ?? {};
    if (day >= addDays(today, -2)) counts[`${day}#${channel}`] = (counts[`${day}#${channel}`] ?? 0) + parts;
  }
  await put(
    "stocks",
    hot.map(({ _id }) => ({ _id, held: held.get(_id), sold: sold.get(_id) })),
  );
  const start = hot.flatMap(({ _id }) => places.map((place): Line => [_id, place._id, opening]));
  await put("movements", [entry("opening", "in", first, start)]);
  await put(
    "movements",
    sales.map((sale, n) => movement(sale, n, 0, parts)),
  );
  expect(await invoke("snapshot", { pause: 0 })).toMatchObject({ mismatches: 0, folded: 100 });

  const ranges = [2, 89].map((back) => `start=${addDays(today, -back)}&end=${today}`);
  const each = async () => {
    const seen = [];
    for (const range of ranges) seen.push(await unitsOf(range));
    return [...seen, await planCost()];
  };
  const few = await each();
  expect(few[1]?.units).toBe(sales.length * parts);
  const many = sales.flatMap((sale, n) => Array.from({ length: parts }, (_, part) => movement(sale, n, part, 1)));
  await put("movements", many);
  expect(await each()).toEqual(few);
  expect(Math.max(...few.map(({ rcu }) => rcu))).toBeLessThan(400);
});
