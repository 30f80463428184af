// `npm run cost:measure`: cost of each use of the product for the sellers of the cost table, stored as JSON.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildWeb, synthesize } from "#infra/local/build.ts";
import type { Cost, Measured } from "#ops/cost/bill.ts";
import { type Seller, sellers, type Use } from "#ops/cost/model.ts";
import type { Route } from "#shared/api.ts";
import { type Channel, channels } from "#shared/channel.ts";
import { addDays, dayOf } from "#shared/day.ts";
import type { Line } from "#shared/movement.ts";
import { setClock, testClock } from "#tests/support/clock.ts";
import { newDevice } from "#tests/support/device.ts";
import { engine, type TableName } from "#tests/support/engine.ts";
import { samplesOf, send } from "#tests/support/samples.ts";
import { idempotencyKey } from "#tests/support/stock.ts";
import { type Client, newWorld, type TestWorld } from "#tests/support/world.ts";
import { httpClient } from "./http.ts";
import { catalogue, entry, openingStock } from "./seed.ts";

/** Days of trade before the measured one. */
const past = 31;
const opening = 1_000_000;

const measure = async (seller: Seller): Promise<Measured> => {
  const today = dayOf(new Date());
  setClock(`${today}T06:00:00Z`);
  const world = await newWorld({ preload: [testClock()] });
  try {
    await trade(world, seller, today);
    await world.invoke("snapshot", { pause: 0 });
    const [perDay, base] = await stored(world);
    const uses = await usesOf(world, seller, today);
    const night = await nightAfter(world, seller, today);
    return { products: seller.products, uses, night, perDay, base };
  } finally {
    await world.stop();
  }
};

/** The lines of a picklist: other products each time, from one warehouse. */
const linesOf = ({ products, warehouses, sold, picklists }: Seller, day: number, picklist: number): Line[] =>
  Array.from({ length: Math.round(sold / picklists) }, (_, n) => [
    `p${100_000 + ((picklist * 97 + n * 7 + day * 13) % products)}`,
    `w${1_000 + (picklist % warehouses)}`,
    -1,
  ]);

/** A catalogue with stock, and days of picklists with a consistent ledger. */
const trade = async (world: TestWorld, seller: Seller, today: string): Promise<void> => {
  const rows = catalogue(seller.products, seller.warehouses);
  const { stocks, move } = openingStock(rows, opening);
  const first = addDays(today, -past);
  const opened = { created_at: `${first}T03:00:00.000Z` };
  const reason = "Outbound";
  const entries = stocks().map(({ _id, held }, n) => {
    const lines = Object.keys(held).map((warehouse): Line => [_id, warehouse, opening]);
    return entry(`open${n}`, first, { kind: "in", reason, ...opened, lines });
  });
  for (let back = past - 1; back > 0; back--)
    for (let n = 0; n < seller.picklists; n++) {
      const day = addDays(today, -back);
      const channel: Channel = channels[n % channels.length] ?? "amazon";
      const lines = linesOf(seller, back, n);
      const sale = { kind: "picklist", reason, channel, created_at: `${day}T06:00:00.000Z`, lines };
      entries.push(entry(`sale${back}x${n}`, day, sale));
      for (const line of lines) move(...line, back <= 2 ? `${day}#${channel}` : undefined);
    }
  const { put } = engine(world);
  await put("warehouses", rows.warehouseRows, opened);
  await put("products", rows.productRows, opened);
  await put("stocks", stocks());
  await put("movements", entries);
};

/** Bytes that a day of trade adds, with its index, and bytes that do not grow. */
const stored = async (world: TestWorld): Promise<[perDay: number, base: number]> => {
  const { all } = engine(world);
  const bytes = async (...tables: TableName[]) => {
    const rows = await Promise.all(tables.map(all));
    // JSON has binary values as lists of numbers; their real size is counted.
    return rows.flat().reduce((sum, row) => sum + sizeOf(row), 0);
  };
  const grows = (await bytes("movements")) * 2 + (await bytes("days", "history"));
  return [grows / past, await bytes("products", "stocks", "warehouses", "users", "keys")];
};

const sizeOf = (value: unknown): number => {
  if (value instanceof Uint8Array) return value.byteLength;
  if (Array.isArray(value) || value instanceof Set) return [...value].reduce((sum, part) => sum + 1 + sizeOf(part), 3);
  if (typeof value === "object" && value !== null)
    return Object.entries(value).reduce((sum, [key, part]) => sum + key.length + 1 + sizeOf(part), 3);
  return String(value).length;
};

const usesOf = async (world: TestWorld, seller: Seller, today: string): Promise<Record<Use, Cost>> => {
  const { manager, anonymous, api } = world;
  const ask = httpClient(api, manager);
  const read = (route: Route, query = "") => cost(world, route, () => ask("GET", route.replace("GET ", "") + query));
  const range = (days: number) => `start=${addDays(today, 1 - days)}&end=${today}`;
  const [product, warehouse] = ["p100001", "w1000"];
  let n = 0;
  const signIn = { username: "manager", password: "manager-password" };
  const list = Array.from({ length: seller.perContainer }, (_, at) => ({ product: `p${100_000 + at}`, quantity: 10 }));
  return {
    "sign in": await cost(world, "POST /v1/login", () => httpClient(api, anonymous)("POST", "/v1/login", signIn)),
    "whole catalogue": await read("GET /v1/app/catalogue"),
    ask: await cost(world, "GET /v1/app/catalogue", askAfterHalfAMinute(world, seller)),
    plan: await read("GET /v1/plan"),
    "plan summary": await read("GET /v1/plan/summary"),
    "plan of a product": await cost(world, "GET /v1/plan/{product}", () => ask("GET", `/v1/plan/${product}`)),
    ...(await rareUses(world)),
    picklist: await cost(world, "POST /v1/transactions/out", () => sell(world, seller, n++)),
    "stock in": await cost(world, "POST /v1/transactions/in", () =>
      ask("POST", "/v1/transactions/in", { product, warehouse, quantity: 5 }, idempotencyKey()),
    ),
    receipt: await cost(world, "POST /v1/shipments/{id}/receive", () => receive(manager, list, warehouse, today)),
    "received containers": await read("GET /v1/shipments", `?${range(90)}`),
    "ledger of a day": await read("GET /v1/transactions", `?start=${addDays(today, -3)}&end=${addDays(today, -3)}`),
    "sales of 3 days": await read("GET /v1/app/dash/analytics", `?${range(3)}`),
    "sales of 30 days": await read("GET /v1/app/dash/analytics", `?${range(30)}`),
    export: await read("GET /v1/stocks/export"),
  };
};

/** Sends a picklist of today. */
const sell = ({ api, manager }: TestWorld, seller: Seller, picklist: number) => {
  const list = itemsOf(linesOf(seller, 0, picklist));
  return httpClient(api, manager)("POST", "/v1/transactions/out", { channel: "amazon", list }, idempotencyKey());
};

/** Seconds of a working day in which orders are picked, and between two asks. */
const [workday, interval] = [10 * 3_600, 30];

/** An ask of a device, after what the others pick in half a minute. */
const askAfterHalfAMinute = ({ api, manager }: TestWorld, seller: Seller) => {
  const device = newDevice();
  const lines = Math.max(1, Math.round((seller.sold * interval) / workday));
  let n = 0;
  return async () => {
    await device.ask(manager);
    const list = itemsOf(linesOf({ ...seller, sold: lines, picklists: 1 }, 0, n++));
    await manager.post("/v1/transactions/out", { channel: "amazon", list }, idempotencyKey());
    return httpClient(api, manager)("GET", `/v1/app/catalogue?since=${device.cursor}`);
  };
};

/** Calls that need rows of their own, as the tests make them. */
const rareUses = async (world: TestWorld) => {
  const samples = samplesOf(world);
  const sent = (route: Route) =>
    cost(world, route, async () => {
      const { status, body } = await send(world.root, route, await samples[route](world.root));
      return { status, body: Buffer.from(JSON.stringify(body ?? null)) };
    });
  return {
    counts: await sent("GET /v1/counts"),
    "count lines": await sent("PUT /v1/counts/{id}/lines"),
    "picked places": await sent("PUT /v1/picklists/{id}/picked"),
    "order file": await sent("POST /v1/imports/orders"),
  };
};

const itemsOf = (lines: Line[]) => lines.map(([product]) => ({ product, quantity: 1 }));

const receive = async (manager: Client, list: object[], warehouse: string, today: string) => {
  const form = { container: `C${Math.random()}`, expected_delivery: today, list };
  const { body } = await manager.post("/v1/shipments", form, idempotencyKey());
  const answer = await manager.post(`/v1/shipments/${body._id}/receive`, { warehouse }, idempotencyKey());
  return { status: answer.status, body: Buffer.from(JSON.stringify(answer.body)) };
};

/** The median of five, by the Lambda's own log. */
const cost = async (
  { requests }: TestWorld,
  route: string,
  ask: () => Promise<{ status: number; body: Buffer }>,
): Promise<Cost> => {
  const costs: Cost[] = [];
  for (let run = 0; run < 5; run++) {
    const { status, body } = await ask();
    if (status >= 400) throw new Error(`${route} answers ${status} ${body}`);
    const line = requests().findLast((one) => one.route === route);
    if (!line) throw new Error(`${route} left no line`);
    const { rcu, wcu, reads, writes, ms } = line;
    costs.push({ rcu, wcu, calls: reads + writes, ms, bytes: body.length });
  }
  return costs.sort((a, b) => a.ms - b.ms)[2] as Cost;
};

/** Posts the day's picklists, then closes it. */
const nightAfter = async (world: TestWorld, seller: Seller, today: string): Promise<Cost> => {
  for (let n = 100; n < 100 + seller.picklists - 5; n++) await sell(world, seller, n);
  // 00:30 in India.
  setClock(`${today}T19:00:00Z`);
  await world.invoke("snapshot", { pause: 0 });
  const line = JSON.parse(world.log.findLast((one) => one.includes('"message":"night"')) ?? "{}");
  if (line.mismatches !== 0 || line.closed !== 1) throw new Error(`The night says ${JSON.stringify(line)}`);
  const { rcu, wcu, reads, writes, ms } = line;
  return { rcu, wcu, calls: reads + writes, ms, bytes: 0 };
};

process.env.ASSEMBLY = await synthesize("dev", await buildWeb());
const measured: Measured[] = [];
for (const seller of sellers) measured.push(await measure(seller));
const rounded = (_: string, value: unknown) => (typeof value === "number" ? Math.round(value * 10) / 10 : value);
const file = join(import.meta.dirname, "../../ops/cost/measured.json");
writeFileSync(file, `${JSON.stringify(measured, rounded, 2)}\n`);
