// The ledger, read by days: complete, newest first, in pages that end.
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { Channel } from "#shared/channel.ts";
import { addDays } from "#shared/day.ts";
import type { Line, Movement, Transaction } from "#shared/movement.ts";
import type { Picklist } from "#shared/picklist.ts";
import "#tests/support/to-fail-with.ts";
import { download, readWorkbook } from "#tests/support/download.ts";
import { engine } from "#tests/support/engine.ts";
import { changeForm, countForm, recentTransactions, today, unique } from "#tests/support/fixtures.ts";
import { createProduct, newStockLine, newWarehouse } from "#tests/support/stock.ts";
import { type Answer, world } from "#tests/support/world.ts";

const here = await world();
const { manager, api } = here;
const { put } = engine(here);
const now = today();
const ago = (days: number) => addDays(now, -days);

const list = (start: string, end: string, path = "/v1/transactions"): Promise<Answer> =>
  manager.get(`${path}?start=${start}&end=${end}`);
const nextOf = ({ headers }: Answer): string | undefined =>
  /^<([^>]+)>; rel="next"$/.exec(headers.get("link") ?? "")?.[1];

/** All pages, following each answer's link. */
const pages = async <Row = Transaction>(start: string, end: string, path?: string): Promise<Row[][]> => {
  const found: Row[][] = [];
  let answer = await list(start, end, path);
  for (let left = 20; left > 0; left--) {
    expect(answer.status).toBe(200);
    found.push(answer.body);
    const next = nextOf(answer);
    if (!next) return found;
    answer = await manager.get(next);
  }
  throw new Error("The pages do not end");
};

const { product, warehouse } = await newStockLine(manager, 1);
let laid = 0;

interface Fields {
  at?: (index: number) => number;
  remarks?: () => string;
  channel?: Channel;
}

/** Puts `count` movements of `lines` lines each into a day's ledger, shuffled; `at` is the second of the day. */
const lay = async (day: string, count: number, lines = 1, fields: Fields = {}) => {
  const { at = (index: number) => index, remarks, channel } = fields;
  const movements = Array.from(
    { length: count },
    (_, index): Movement => ({
      _id: `laid${String(++laid).padStart(6, "0")}`,
      kind: "in",
      reason: "Return",
      lines: Array.from({ length: lines }, (): Line => [product, warehouse, index + 1]),
      user: { _id: "u", name: "Asha", username: "asha" },
      created_at: new Date(Date.parse(`${day}T00:00:00+05:30`) + at(index) * 1_000).toISOString(),
      day,
      sent: "x",
      ...(remarks && { remarks: remarks() }),
      ...(channel && { kind: "picklist", reason: "Outbound", channel }),
    }),
  );
  // A prime factor reaches each of them once.
  const shuffled = movements.map((_, index) => ({ ...movements[(index * 7_919) % count] }));
  await put("movements", shuffled);
};

const isNewestFirst = (rows: { created_at: string }[]): boolean =>
  rows.every((row, index) => index === 0 || (rows[index - 1]?.created_at ?? "") >= row.created_at);

test("several thousand rows are listed completely, newest first and none twice, over several pages", async () => {
  await lay(ago(41), 2_500);
  await lay(ago(42), 60, 60);
  await lay(ago(44), 40, 60);
  const found = await pages(ago(50), ago(40));
  expect(found.map((page) => page.length)).toEqual([5_020, 3_480]);
  const rows = found.flat();
  expect(new Set(rows.map((row) => row._id)).size).toBe(8_500);
  expect(isNewestFirst(rows)).toBe(true);
  expect(rows[0]).toEqual({
    _id: expect.stringMatching(/^laid\d+-0$/),
    movement: expect.stringMatching(/^laid/),
    kind: "in",
    action: "STOCK_IN",
    reason: "Return",
    quantity: 2_500,
    product: expect.objectContaining({ _id: product, p_id: expect.stringMatching(/^SND/) }),
    warehouse: { _id: warehouse, w_id: expect.any(String), name: expect.any(String) },
    user: { _id: "u", name: "Asha", username: "asha" },
    created_at: new Date(Date.parse(`${ago(41)}T00:00:00+05:30`) + 2_499_000).toISOString(),
  });
});

test("movements of the same instant are listed once each, across a page boundary", { tags: "exhaustive" }, async () => {
  await lay(ago(60), 5_500, 1, { at: () => 43_200 });
  const found = await pages(ago(60), ago(60));
  expect(found.map((page) => page.length)).toEqual([5_000, 500]);
  expect(new Set(found.flat().map((row) => row._id)).size).toBe(5_500);
});

test("past picklists are listed completely and newest first too, whatever else moved on their days", async () => {
  await lay(ago(71), 20, 95, { channel: "amazon" });
  await lay(ago(72), 4_000);
  await lay(ago(73), 20, 95, { channel: "jiomart" });
  const found = await pages<Picklist>(ago(75), ago(70), "/v1/picklists");
  expect(found.map((page) => page.length)).toEqual([20, 20]);
  const picklists = found.flat();
  expect(picklists.map(({ channel }) => channel)).toEqual([...Array(20).fill("amazon"), ...Array(20).fill("jiomart")]);
  expect(isNewestFirst(picklists)).toBe(true);
});

test("a page stays within what a Lambda may answer, however long the remarks are", async () => {
  // Together more than 6 MB, and incompressible.
  await lay(ago(70), 3_500, 1, { remarks: () => randomBytes(1_500).toString("base64") });
  const found = await pages(ago(70), ago(70));
  expect(found.flat()).toHaveLength(3_500);
  expect(isNewestFirst(found.flat())).toBe(true);
});

test("a range lists the movements of its business days and of no others", async () => {
  for (const day of [82, 81, 80, 79]) await lay(ago(day), 2);
  const daysOf = async (start: number, end: number) =>
    (await list(ago(start), ago(end))).body.map((row: Transaction) => row.created_at);
  // The first movement of a day is at midnight in India, which is 18:30 UTC of the day before.
  const midnight = (days: number, second = 0) =>
    new Date(Date.parse(`${ago(days)}T00:00:00+05:30`) + second * 1_000).toISOString();
  expect(await daysOf(81, 80)).toEqual([midnight(80, 1), midnight(80), midnight(81, 1), midnight(81)]);
  expect(await daysOf(80, 80)).toEqual([midnight(80, 1), midnight(80)]);
  expect(await daysOf(78, 75)).toEqual([]);
});

test("each row has the kind of its movement, in the answer to the posting, the list and the history", async () => {
  const w_id = unique("W");
  const [from, to] = [await newWarehouse(manager, w_id), await newWarehouse(manager)];
  const { _id: one, p_id } = await createProduct(manager);
  const line = { product: one, warehouse: from, quantity: 1 };
  await manager.post("/v1/transactions/in", { ...line, quantity: 20 });
  const list = [{ product: one, quantity: 1 }];
  const shipment = { container: "MSKU 1", expected_delivery: now, list };
  const post = async (path: string, body: object) => (await here.root.post(path, body)).body;
  const out = await post("/v1/transactions/out", line);
  const answers = [
    out,
    await post("/v1/transactions/transfer", { from, to, list }),
    await post(`/v1/shipments/${(await post("/v1/shipments", shipment))._id}/receive`, { warehouse: from }),
    await post(`/v1/transactions/${out.movement}/reverse`, {}),
  ];
  await post("/v1/transactions/out", { list, channel: "amazon" });
  await post("/v1/dev/stock-adjustment", countForm(now, `P.ID/SKU/BC,W.ID,Quantity\n${p_id},${w_id},3\n`));
  expect(answers.map(({ data }) => data.map(({ kind }: Transaction) => kind))).toEqual([
    ["out"],
    ["transfer", "transfer"],
    ["receipt"],
    ["reversal"],
  ]);
  const kinds = ["in", "out", "transfer", "transfer", "receipt", "reversal", "picklist", "adjustment"];
  const { rows } = (await manager.get(`/v1/products/${one}/movements`)).body;
  const listed = (await manager.get(recentTransactions())).body.filter((row: Transaction) => row.product._id === one);
  for (const found of [rows, listed])
    expect(found.map(({ kind }: Transaction) => kind).toSorted()).toEqual(kinds.toSorted());
});

test("rows show the current name of a renamed product", async () => {
  const line = await newStockLine(manager, 5);
  const name = unique("Renamed");
  await manager.patch(`/v1/products/${line.product}`, changeForm({ name }));
  const { body: rows } = await manager.get(recentTransactions());
  expect(rows.find((row: Transaction) => row.product._id === line.product).product.name).toBe(name);
});

const ranges: [what: string, query: string, field: string][] = [
  ["without a range", "", "start"],
  ["without an end", `start=${now}`, "end"],
  ["backward", `start=${now}&end=${ago(1)}`, "start"],
  ["with a day that does not exist", "start=2026-02-30&end=2026-03-01", "start"],
  ["in the future", `start=${now}&end=${addDays(now, 2)}`, "end"],
  ["of the year 9999", "start=9999-12-30&end=9999-12-31", "end"],
  ["of 367 days", `start=${ago(366)}&end=${now}`, "start"],
  ["with two starts", `start=${now}&start=${now}&end=${now}`, "start"],
  ["with a start like a field", `start[]=${now}&end=${now}`, "start"],
  ["of instants", `start=${now}T00:00:00Z&end=${now}`, "start"],
];

test.each(ranges)("400: a list %s names the field", async (_, query, field) => {
  expect(await manager.get(`/v1/transactions?${query}`)).toFailWith("BAD_REQUEST", { field });
});

const at = `${ago(41)}T05:00:00.000Z`;
const cursors: [what: string, cursor: string][] = [
  ["of no parts", "next"],
  ["of two parts", `${ago(41)}~${at}`],
  ["with an empty part", `${ago(41)}~~m`],
  ["of a day that does not exist", `2026-02-30~${at}~m`],
  ["of the year 9999", `9999-12-31~${at}~m`],
  ["after the range", `${ago(1)}~${at}~m`],
  ["with an instant of 3,000 characters", `${ago(41)}~${"0".repeat(3_000)}~m`],
  ["with an id of 3,000 characters", `${ago(41)}~${at}~${"m".repeat(3_000)}`],
];

test.each(cursors)("400: a cursor %s is refused", async (_, cursor) => {
  const query = new URLSearchParams({ start: ago(50), end: ago(40), after: cursor });
  expect(await manager.get(`/v1/transactions?${query}`)).toFailWith("BAD_REQUEST", { field: "after" });
});

test("a cursor at the end gives an empty last page", async () => {
  const query = new URLSearchParams({ start: ago(50), end: ago(40), after: `${ago(50)}~${ago(50)}T00:00:00.000Z~m` });
  const answer = await manager.get(`/v1/transactions?${query}`);
  expect([answer.status, answer.body, nextOf(answer)]).toEqual([200, [], undefined]);
});

test("the link to the next page is a path of this API, whatever the Host header says", async () => {
  const forged = { "x-forwarded-host": "evil.example" };
  const answer = await manager.get(`/v1/transactions?start=${ago(50)}&end=${ago(40)}`, forged);
  expect(nextOf(answer)).toMatch(/^\/v1\/transactions\?start=/);
  expect(api).toMatch(/^http/);
});

test("an entry of somebody who was forgotten, of whom it has the id alone, is listed and exported", async () => {
  const day = ago(90);
  await lay(day, 1, 1, { channel: "amazon" });
  const [entry] = (await engine(here).all("movements")).filter((one) => one.day === day);
  await put("movements", [{ ...entry, user: { _id: "u" } }]);
  const user = { _id: "u", name: "Forgotten", username: "" };
  expect((await list(day, day)).body).toMatchObject([{ user }]);
  expect((await list(day, day, "/v1/picklists")).body).toMatchObject([{ user }]);
  const report = await download(manager, here.anonymous, "/v1/transactions/export", { start: day, end: day });
  expect((await readWorkbook(report)).rows.flat()).toContain("Forgotten");
});
