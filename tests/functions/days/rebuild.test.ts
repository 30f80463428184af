// Closed days after a late index or a slow clock: the nightly run distinguishes them from wrong stock, and the
// runbook's command rebuilds them.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { GetObjectCommand } from "@aws-sdk/client-s3";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import { addDays } from "#shared/day.ts";
import type { HistoryRow } from "#shared/history.ts";
import { setClock } from "#tests/support/clock.ts";
import { stockReport } from "#tests/support/download.ts";
import { engine, s3Of } from "#tests/support/engine.ts";
import { listedRow } from "#tests/support/fixtures.ts";
import { holdFirst } from "#tests/support/proxy.ts";
import { newStockLine } from "#tests/support/stock.ts";
import { type Client, proxiedWorld } from "#tests/support/world.ts";

setClock("2026-09-01T04:00:00Z");
const { databaseProxy, storageProxy, ...here } = await proxiedWorld();
const { invoke, env, log } = here;
const { client: tables, find, put } = engine(here);
const s3 = s3Of(here);

const on = (day: string, hour = "06"): Promise<Client> => here.signInAt(`${day}T${hour}:00:00Z`);

/** Runs the nightly job in the first hour after a day. */
const night = async (day: string, event: object = {}) => {
  setClock(`${day}T19:00:00Z`);
  return (await invoke("snapshot", { pause: 0, ...event })) as Record<string, number>;
};

/** The index does not have a movement until it is shown. */
const hide = (movement: string) => {
  databaseProxy.hide = (operation, body) =>
    operation === "Query" && body.includes('"byDay"') ? isOf(movement) : undefined;
};
const show = () => {
  databaseProxy.hide = undefined;
};
const isOf = (movement: string) => (item: { _id?: { S?: string } }) => item._id?.S === movement;

const lastLine = (message: string) =>
  JSON.parse(log.findLast((line) => line.includes(`"message":"${message}"`)) ?? "{}");

const stored = async (key: string) => {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: env.REPORTS_BUCKET, Key: key }));
  return JSON.parse(gunzipSync((await Body?.transformToByteArray()) ?? "").toString());
};

/** All that is shown of a product's closed days, and the plan's past. */
const booksOf = async (client: Client, product: string, days: string[]) => {
  const { p_id } = await listedRow(client, "/v1/products", product);
  const closes = [];
  for (const date of days) closes.push((await stockReport(here, client, date)).find(([id]) => id === p_id)?.[4]);
  const [start, end] = [days[0], days.at(-1)];
  const { rows, closing } = (await client.get(`/v1/products/${product}/movements?start=${start}&end=${end}`)).body;
  const totals = rows.map(({ total }: HistoryRow) => total);
  const { channelSales } = (await client.get(`/v1/app/dash/analytics?start=${start}&end=${end}`)).body;
  const past = (await stored("plan/past.json.gz")).products.find(({ _id }: { _id: string }) => _id === product);
  return { closes, totals, closing, sold: Object.values(channelSales.amazon), inStock: past?.closedWithUnits };
};

const sell = async (client: Client, product: string, quantity: number): Promise<string> =>
  (await client.post("/v1/transactions/out", { list: [{ product, quantity }], channel: "amazon" })).body.movement;

const runbook = readFileSync("docs/operations.md", "utf8");

/** The command of the runbook, with its day. */
const commandOf = (day: string): object => {
  const [, payload = ""] = /night '(\{"rebuild"[^']*\})'/.exec(runbook) ?? [];
  return JSON.parse(payload.replace(/\d{4}-\d{2}-\d{2}/, day));
};

/** Takes units from stock by the runbook's command, with its product, warehouse and quantity replaced. */
const correct = async (product: string, warehouse: string, units: number): Promise<void> => {
  const [, expression = ""] = /--update-expression "(SET \$2[^"]+)"/.exec(readFileSync("ops/aws.sh", "utf8")) ?? [];
  await tables.send(
    new UpdateCommand({
      TableName: env.STOCKS_TABLE,
      Key: { _id: product },
      UpdateExpression: expression.replaceAll("$2", "held"),
      ExpressionAttributeNames: { "#w": warehouse },
      ExpressionAttributeValues: { ":n": units, ":zero": 0 },
    }),
  );
};

test("a night whose index is late by a posting of the open day says so, and reports no mismatch", async () => {
  const client = await on("2026-09-01", "17");
  const { product, warehouse } = await newStockLine(client, 20);
  await sell(client, product, 3);
  await night("2026-09-01");
  const later = await on("2026-09-02");
  hide(await sell(later, product, 2));
  expect(await invoke("snapshot", { pause: 0 })).toMatchObject({ mismatches: 0, late: 1 });
  expect(lastLine("late-index")).toMatchObject({ level: "INFO", pairs: [[`${product}#${warehouse}`, -2]] });
  expect(log.some((line) => line.includes('"mismatch"'))).toBe(false);
  show();
  expect(await invoke("snapshot", { pause: 0 })).toMatchObject({ mismatches: 0, late: 0 });
});

test("days closed while the index missed a sale are reported, and the command of the runbook makes them right", {
  tags: "exhaustive",
}, async () => {
  const [first, second, third] = ["2026-09-03", "2026-09-04", "2026-09-05"];
  const days = [first, second, third];
  let client = await on(first);
  const { product, warehouse } = await newStockLine(client, 20);
  hide(await sell(client, product, 20));
  // A snapshot of 20 units too many, a history and a fold without the sale.
  expect(await night(first)).toMatchObject({ mismatches: 2, late: 0 });
  expect(lastLine("mismatch")).toMatchObject({
    pairs: [],
    snapshot: [[`${product}#${warehouse}`, 20]],
    folds: [[`${product}#${first}#amazon`, -20]],
    rebuild: first,
  });
  client = await on(second);
  await client.post("/v1/transactions/in", { product, warehouse, quantity: 5 });
  await night(second);
  await sell(await on(third), product, 2);
  // Stock rows have sales of the last days only, so the first day's fold is compared with the whole ledger alone.
  expect(await night(third)).toMatchObject({ mismatches: 1 });
  expect(await night(third, { whole: true })).toMatchObject({ mismatches: 2 });
  // The day on which the difference began, not the last one.
  expect(lastLine("mismatch").rebuild).toBe(first);
  client = await on("2026-09-06");
  const wrong = await booksOf(client, product, days);
  expect(wrong).toMatchObject({ closes: [20, 25, 23], totals: [20, 25, 23], sold: [0, 0, 2], inStock: "111" });

  // Even while the index still misses the sale.
  const answer = await invoke("snapshot", { pause: 0, ...commandOf(first) });
  expect(answer).toMatchObject({ rebuilt: 3, mismatches: 0 });
  show();
  const right = { closes: [0, 5, 3], totals: [20, 0, 5, 3], closing: 3, sold: [20, 0, 2], inStock: "011" };
  client = await on("2026-09-06", "08");
  expect(await booksOf(client, product, days)).toEqual(right);
  // Again, it changes nothing, and units in transit and the rates of these days stay known.
  const before = await stored(`snapshots/${second}.json.gz`);
  expect(await invoke("snapshot", { pause: 0, ...commandOf(second) })).toMatchObject({ rebuilt: 2, mismatches: 0 });
  expect({ ...(await stored(`snapshots/${second}.json.gz`)), taken_at: before.taken_at }).toEqual(before);
  expect(before.products.find(({ _id }: { _id: string }) => _id === product)).toMatchObject({ in_transit: 0 });
  expect(await booksOf(client, product, days)).toEqual(right);
  expect(await night("2026-09-06")).toMatchObject({ closed: 1, mismatches: 0, late: 0 });
});

test("a sale that a slow clock posted to a closed day is found, and is in that day after the rebuild", async () => {
  const day = "2026-09-08";
  let client = await on(day);
  const { product, warehouse } = await newStockLine(client, 9);
  await night(addDays(day, -1));
  expect(await night(day)).toMatchObject({ mismatches: 0 });
  client = await here.signInAt(`${day}T18:29:00Z`);
  const late = await sell(client, product, 4);
  setClock(`${day}T19:30:00Z`);
  expect(await invoke("snapshot", { pause: 0 })).toMatchObject({ mismatches: 3 });
  expect(lastLine("mismatch").seals).toEqual([[`${day}#${late}`, 1]]);
  expect(await invoke("snapshot", { pause: 0, ...commandOf(day) })).toMatchObject({ rebuilt: 1, mismatches: 0 });
  // It names what it has changed, and the seal has a supplement from then on.
  const closes = [[`${product}#${warehouse}`, -4]];
  expect(lastLine("rebuilt")).toMatchObject({ day, entries: [[late, 1]], closes });
  expect(await invoke("snapshot", { pause: 0, whole: true })).toMatchObject({ mismatches: 0 });
  client = await on(addDays(day, 1));
  expect(await booksOf(client, product, [day])).toMatchObject({ closes: [5], totals: [9, 5], sold: [4] });
});

test.each([
  { held: 6, difference: 1 },
  { held: undefined, difference: -5 },
])("wrong stock ($difference) is told from a wrong day, and the command of the runbook corrects it", async (wrong) => {
  const client = await on("2026-09-10");
  const { product, warehouse } = await newStockLine(client, 5);
  const held = wrong.held ? { [warehouse]: wrong.held } : {};
  await put("stocks", [{ ...(await find("stocks", product)), held }]);
  expect(await invoke("snapshot", { pause: 0 })).toMatchObject({ mismatches: 1, late: 0 });
  const line = lastLine("mismatch");
  expect(line).toMatchObject({ pairs: [[`${product}#${warehouse}`, wrong.difference]], snapshot: [], folds: [] });
  expect(line).not.toHaveProperty("rebuild");
  await correct(product, warehouse, wrong.difference);
  expect(await find("stocks", product)).toMatchObject({ held: { [warehouse]: 5 } });
  expect(await invoke("snapshot", { pause: 0 })).toMatchObject({ mismatches: 0 });
});

test.each([
  { first: "2026-09-12", slower: "nightly run" },
  { first: "2026-09-17", slower: "rebuild" },
])(
  "a rebuild, a nightly run and postings at once leave every day right, if the $slower takes longer",
  { tags: "exhaustive" },
  async ({ first, slower }) => {
    const second = addDays(first, 1);
    let client = await on(first);
    const { product } = await newStockLine(client, 30);
    hide(await sell(client, product, 8));
    await night(first);
    show();
    client = await on(second);
    await sell(client, product, 1);
    setClock(`${second}T19:00:00Z`);
    const runs = [() => invoke("snapshot", { pause: 0 }), () => invoke("snapshot", { pause: 0, ...commandOf(first) })];
    const [run, other] = slower === "rebuild" ? runs.toReversed() : runs;
    // The slower rebuild has read before the other one ran, and is about to write.
    const { reached, release } = holdFirst(storageProxy, (operation) => operation === "PUT");
    const running = run?.();
    await reached;
    await other?.();
    client = await on(addDays(second, 1), "00");
    await sell(client, product, 2);
    release();
    await running;
    client = await on(addDays(second, 1));
    expect(await invoke("snapshot", { pause: 0, whole: true })).toMatchObject({ closed: 0, mismatches: 0, late: 0 });
    const right = { closes: [22, 21], totals: [30, 22, 21], sold: [8, 1] };
    expect(await booksOf(client, product, [first, second])).toMatchObject(right);
  },
);

test("only a closed day can be rebuilt", async () => {
  await on("2026-09-20");
  for (const rebuild of ["2026-09-20", "2026-09-31", "yesterday"])
    await expect(invoke("snapshot", { pause: 0, rebuild })).rejects.toThrow("incomplete");
});
