// The nightly job over many days: one correct snapshot each, whenever it ran, and histories that end at the live stock.
import { ListObjectsV2Command } from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { seededRandom } from "#demo/random.ts";
import { addDays } from "#shared/day.ts";
import type { History } from "#shared/history.ts";
import { setClock } from "#tests/support/clock.ts";
import { stockReport } from "#tests/support/download.ts";
import { engine, s3Of } from "#tests/support/engine.ts";
import { inParallel, listedRow } from "#tests/support/fixtures.ts";
import { holdFirst } from "#tests/support/proxy.ts";
import { newProduct, newStockLine, newWarehouse } from "#tests/support/stock.ts";
import { type Client, proxiedWorld } from "#tests/support/world.ts";

setClock("2026-09-01T04:00:00Z");
const { databaseProxy, storageProxy, ...here } = await proxiedWorld();
const { invoke, env } = here;
const on = (day: string, hour = "06"): Promise<Client> => here.signInAt(`${day}T${hour}:00:00Z`);
const s3 = s3Of(here);
const snapshots = async (): Promise<string[]> => {
  const list = new ListObjectsV2Command({ Bucket: env.REPORTS_BUCKET, Prefix: "snapshots/" });
  const { Contents = [] } = await s3.send(list);
  return Contents.map(({ Key = "", ETag }) => `${Key.slice(10, 20)} ${ETag}`);
};
const stockOn = async (client: Client, day: string, product: string): Promise<number> => {
  const { p_id } = await listedRow(client, "/v1/products", product);
  const rows = await stockReport(here, client, day);
  return rows.filter(([id]) => id === p_id).reduce((sum, row) => sum + Number(row[4]), 0);
};
const historyOf = async (client: Client, id: string, days = ""): Promise<History> =>
  (await client.get(`/v1/products/${id}/movements?${days}`)).body;
const totalsOf = ({ rows }: History): number[] => rows.map(({ total }) => total);
/** Units sold on Amazon on a day, by that day. */
const soldOn = async (client: Client, day: string): Promise<Record<string, number>> =>
  (await client.get(`/v1/app/dash/analytics?start=${day}&end=${day}`)).body.channelSales.amazon;

let product = "";
const held: Record<string, number> = {};

test("after duplicate, late and missing runs each day has one correct snapshot, and a written one never changes", async () => {
  let client = await on("2026-09-01");
  const warehouse = await newWarehouse(client);
  product = await newProduct(client);
  const start = "2026-09-01";
  const days = 8;
  let stock = 0;
  for (let n = 0; n < days; n++) {
    const day = addDays(start, n);
    client = await on(day);
    await client.post("/v1/transactions/in", { product, warehouse, quantity: n + 5 });
    await client.post("/v1/transactions/out", { list: [{ product, quantity: 3 }], channel: "amazon" });
    stock += n + 2;
    held[day] = stock;
    // No run on days 4 to 6, so the job is three days late; once it runs twice.
    if (n < 4 || n > 6) {
      await on(addDays(day, 1), "00");
      await invoke("snapshot", { pause: 0 });
      if (n === 2) await invoke("snapshot", { pause: 0 });
    }
  }
  const taken = await snapshots();
  expect(taken.map((one) => one.slice(0, 10))).toEqual(Array.from({ length: days }, (_, n) => addDays(start, n)));
  await invoke("snapshot", { pause: 0 });
  expect(await snapshots()).toEqual(taken);
});

test("the stock report of any day shows its close by the ledger, with a snapshot or without", async () => {
  const client = await on("2026-09-13", "08");
  for (const [day, units] of Object.entries(held))
    expect([day, await stockOn(client, day, product)]).toEqual([day, units]);
  expect(await stockOn(client, "2026-08-31", product)).toBe(0);
});

test("a product's history leads from its first movement to the live stock, over closed and open days", async () => {
  const client = await on("2026-09-13", "09");
  const whole = await historyOf(client, product);
  expect([whole.opening, whole.rows.length, whole.settling]).toEqual([0, 16, false]);
  expect(totalsOf(whole).at(-1)).toBe(held["2026-09-08"]);
  const late = await historyOf(client, product, "start=2026-09-05&end=2026-09-07");
  expect([late.opening, totalsOf(late).at(-1)]).toEqual([held["2026-09-04"], held["2026-09-07"]]);
  let total = late.opening;
  for (const { action, quantity, total: after } of late.rows) {
    total += action === "STOCK_IN" ? quantity : -quantity;
    expect(after).toBe(total);
  }
});

test("the history of an open day finds the product at any place in a movement, of few lines or many", async () => {
  const client = await on("2026-09-13", "10");
  const warehouse = await newWarehouse(client);
  const goods = await inParallel(7, () => newProduct(client));
  for (const id of goods) await client.post("/v1/transactions/in", { product: id, warehouse, quantity: 10 });
  for (const at of goods.keys()) {
    const list = goods.slice(at).map((id) => ({ product: id, quantity: 1 }));
    expect((await client.post("/v1/transactions/out", { list, channel: "amazon" })).status).toBe(201);
  }
  for (const [at, id] of goods.entries())
    expect(totalsOf(await historyOf(client, id))).toEqual([10, 9, 8, 7, 6, 5, 4, 3].slice(0, at + 2));
});

test("a report leaves out products deleted on or before its date, and keeps those deleted later", async () => {
  let client = await on("2026-09-14");
  const { p_id } = await listedRow(client, "/v1/products", product);
  await client.delete(`/v1/products/${product}`);
  client = await on("2026-09-15");
  const ids = async (date: string) => (await stockReport(here, client, date)).map(([id]) => id);
  expect(await ids("2026-09-13")).toContain(p_id);
  expect(await ids("2026-09-14")).not.toContain(p_id);
});

test("a nightly run completes though a posting changes every row it writes", async () => {
  const client = await on("2026-09-16");
  const { product } = await newStockLine(client, 20);
  await client.post("/v1/transactions/out", { list: [{ product, quantity: 7 }], channel: "amazon" });
  await on("2026-09-20", "00");
  const met = new Map<string, number>();
  databaseProxy.decide = (operation, body) => {
    if (operation !== "UpdateItem") return "forward";
    const call = (met.get(body) ?? 0) + 1;
    met.set(body, call);
    // With a test's clock the SDK takes a refusal for a clock error, and retries four times itself.
    return call > 5 ? "forward" : "conflict";
  };
  const { folded = 0, pruned = 0, sealed = 0 } = (await invoke("snapshot", { pause: 0 })) as Record<string, number>;
  databaseProxy.decide = () => "forward";
  expect(Math.min(folded, pruned, sealed)).toBeGreaterThan(0);
  // The last ones record until when days are sealed and checked, and the night.
  expect([...met.values()]).toEqual(Array(folded + pruned + sealed + 3).fill(6));
});

test("two nightly runs at once do not restore a reversed sale", async () => {
  let client = await on("2026-09-20");
  const { product } = await newStockLine(client, 20);
  const sale = await client.post("/v1/transactions/out", { list: [{ product, quantity: 7 }], channel: "amazon" });
  client = await on("2026-09-20", "19");
  const isFold = (operation: string, body: string) => operation === "UpdateItem" && body.includes("SET sales");
  const { reached, release } = holdFirst(databaseProxy, isFold);
  const first = invoke("snapshot", { pause: 0 });
  await reached;
  await client.post(`/v1/transactions/${sale.body.movement}/reverse`, {});
  expect(await invoke("snapshot", { pause: 0 })).toMatchObject({ folded: 1 });
  release();
  expect(await first).toMatchObject({ folded: 1 });
  client = await on("2026-09-24");
  expect(await soldOn(client, "2026-09-20")).toEqual({ "2026-09-20": 0 });
});

test("a history shows a movement as reversed also when the reversal was on a later day, open or closed", async () => {
  let client = await on("2026-09-24");
  const line = await newStockLine(client, 20);
  await client.post("/v1/transactions/out", line);
  const movement = (await historyOf(client, line.product)).rows.at(-1)?.movement;
  await on("2026-09-25", "00");
  await invoke("snapshot", { pause: 0 });
  client = await on("2026-09-25");
  const undo = await client.post(`/v1/transactions/${movement}/reverse`, {});
  const shown = async () => {
    const { rows } = await historyOf(client, line.product, "start=2026-09-24&end=2026-09-24");
    return rows.map(({ total, reversed_by }) => [total, reversed_by]);
  };
  const right = [
    [20, undefined],
    [19, undo.body.movement],
  ];
  expect(await shown()).toEqual(right);
  client = await on("2026-09-26", "00");
  await invoke("snapshot", { pause: 0 });
  expect(await shown()).toEqual(right);
});

test("a product's history counts a warehouse until it is deleted, and ends with the stock in the list of products", async () => {
  let client = await on("2026-09-26");
  const { product: id, warehouse } = await newStockLine(client, 40);
  await client.post("/v1/transactions/in", { product: id, warehouse: await newWarehouse(client), quantity: 5 });
  client = await on("2026-09-27");
  await client.delete(`/v1/warehouses/${warehouse}`);
  const balances = async (start: string, end: string): Promise<number[]> => {
    const history = await historyOf(client, id, `start=${start}&end=${end}`);
    return [history.opening, ...totalsOf(history), history.closing];
  };
  expect(await balances("2026-09-26", "2026-09-26")).toEqual([0, 40, 45, 45]);
  expect(await balances("2026-09-26", "2026-09-27")).toEqual([0, 40, 45, 5]);
  expect(await balances("2026-09-27", "2026-09-27")).toEqual([45, 5]);
  const { stock } = await listedRow(client, "/v1/products", id);
  expect(stock).toBe(5);
  client = await on("2026-09-28");
  expect(await balances("2026-09-28", "2026-09-28")).toEqual([5, 5]);
});

test("the nightly run reports sales of its day that differ from the ledger", async () => {
  const client = await on("2026-09-28", "07");
  const { product: id } = await newStockLine(client, 20);
  await client.post("/v1/transactions/out", { list: [{ product: id, quantity: 7 }], channel: "amazon" });
  await on("2026-09-28", "19");
  const sale = "2026-09-28#amazon";
  const { find, put } = engine(here);
  const row = await find("stocks", id);
  await put("stocks", [{ ...row, sold: { [sale]: 8 } }]);
  expect(await invoke("snapshot", { pause: 0 })).toMatchObject({ mismatches: 1 });
  expect(here.log.findLast((line) => line.includes('"mismatch"'))).toContain(`[["${id}#${sale}",1]]`);
  await put("stocks", [{ ...row }]);
  expect(await invoke("snapshot", { pause: 0 })).toMatchObject({ mismatches: 0 });
});

/** Nightly runs that end at every n-th of their calls, each on another day. */
const cutOffNights = async (first: string, every: number): Promise<void> => {
  let client = await on(first);
  const line = { product: await newProduct(client), warehouse: await newWarehouse(client), quantity: 1 };
  const totals = async () => totalsOf(await historyOf(client, line.product, `start=${first}`));
  for (let night = 0, within = true; within; night++) {
    const call = night * every;
    const day = addDays(first, night);
    client = await on(day, "17");
    await client.post("/v1/transactions/in", line);
    // 00:30 in India.
    setClock(`${day}T19:00:00Z`);
    let calls = 0;
    databaseProxy.decide = () => (calls++ < call ? "forward" : "deny");
    await invoke("snapshot", { pause: 0 }).catch(() => {});
    databaseProxy.decide = () => "forward";
    within = calls > call;
    const days = Array.from({ length: night + 1 }, (_, n) => n + 1);
    expect(await totals()).toEqual(days);
    await invoke("snapshot", { pause: 0 });
    expect(await totals()).toEqual(days);
  }
};

const whatever = "leaves every history unchanged, and the next run completes it";
test(`a nightly run that is cut off in every ninth call ${whatever}`, () => cutOffNights("2026-09-29", 9));

test("a history has all rows of a day whose remarks exceed a DynamoDB item", { tags: "exhaustive" }, async () => {
  let client = await on("2026-12-01");
  const { product: id, warehouse } = await newStockLine(client, 1);
  const chance = seededRandom(5).next;
  const letters = () => Array.from({ length: 2_000 }, () => String.fromCharCode(0x4e00 + chance() * 20_000)).join("");
  const texts = Array.from({ length: 110 }, letters);
  for (const remarks of texts)
    await client.post("/v1/transactions/in", { product: id, warehouse, quantity: 1, remarks });
  const balances = async (days = "start=2026-12-01") => {
    const { opening, rows, closing } = await historyOf(client, id, days);
    return { opening, remarks: rows.map(({ remarks, total }) => [total, remarks]), closing };
  };
  const right = { opening: 0, remarks: [[1, undefined], ...texts.map((remarks, n) => [n + 2, remarks])], closing: 111 };
  client = await on("2026-12-01", "19");
  storageProxy.decide = (operation) => (operation === "PUT" ? "deny" : "forward");
  await expect(invoke("snapshot", { pause: 0 })).rejects.toThrow("incomplete");
  storageProxy.decide = () => "forward";
  expect(await balances()).toEqual(right);
  expect(await invoke("snapshot", { pause: 0 })).toMatchObject({ mismatches: 0 });
  expect(await balances()).toEqual(right);
  await client.post("/v1/transactions/out", { product: id, warehouse, quantity: 1 });
  expect(await balances("start=2026-12-01&end=2026-12-01")).toEqual(right);
  expect(await balances("start=2026-12-02")).toEqual({ opening: 111, remarks: [[110, undefined]], closing: 110 });
});

test("a nightly run while the last postings of a day are in progress leaves that day to the next run", async () => {
  const client = await on("2026-12-03", "18");
  const { product: id, warehouse } = await newStockLine(client, 20);
  setClock("2026-12-03T18:29:30Z");
  const { reached, release } = holdFirst(databaseProxy, (operation) => operation === "TransactWriteItems");
  const sale = client.post("/v1/transactions/out", { list: [{ product: id, quantity: 7 }], channel: "amazon" });
  await reached;
  setClock("2026-12-03T18:30:05Z");
  expect(await invoke("snapshot", { pause: 0 })).toMatchObject({ mismatches: 0 });
  release();
  expect((await sale).status).toBe(201);
  await client.post("/v1/transactions/out", { product: id, warehouse, quantity: 1 });
  expect(await invoke("snapshot", { pause: 0 })).toMatchObject({ closed: 0, mismatches: 0 });
  setClock("2026-12-03T18:45:00Z");
  expect(await invoke("snapshot", { pause: 0 })).toMatchObject({ closed: 1, folded: 1, mismatches: 0 });
  expect(await stockOn(client, "2026-12-03", id)).toBe(13);
  const history = await historyOf(client, id);
  expect([totalsOf(history), history.settling]).toEqual([[20, 13, 12], false]);
  expect(await soldOn(client, "2026-12-03")).toEqual({ "2026-12-03": 7 });
});

test("a nightly run whose clock is ten minutes fast still waits for the last sales of a day", async () => {
  const client = await on("2026-12-05", "18");
  const { product: id } = await newStockLine(client, 20);
  setClock("2026-12-05T18:39:30Z");
  expect(await invoke("snapshot", { pause: 0 })).toMatchObject({ closed: 1, mismatches: 0 });
  setClock("2026-12-05T18:29:30Z");
  const list = [{ product: id, quantity: 7 }];
  expect((await client.post("/v1/transactions/out", { list, channel: "amazon" })).status).toBe(201);
  setClock("2026-12-05T19:00:00Z");
  expect(await invoke("snapshot", { pause: 0 })).toMatchObject({ closed: 1, mismatches: 0 });
  expect(await stockOn(client, "2026-12-05", id)).toBe(13);
  expect(await soldOn(client, "2026-12-05")).toEqual({ "2026-12-05": 7 });
});

test(`a nightly run that is cut off in any call ${whatever}`, { tags: "exhaustive" }, () =>
  cutOffNights("2027-01-05", 1),
);
