// A count is reviewed, asked again, applied and reported.
import { expect, test } from "vitest";
import "#tests/support/to-fail-with.ts";
import type { CountReview } from "#shared/count.ts";
import { leftOutText } from "#shared/count-certainty.ts";
import { applyCount, applyWhole, choiceOf, countLine, openCount, reviewOf, sendLines } from "#tests/support/counts.ts";
import { downloadWithTestClock, readWorkbook } from "#tests/support/download.ts";
import { inParallel, newPerson } from "#tests/support/fixtures.ts";
import { heldOf, newProduct, newStockLine, pickTick } from "#tests/support/stock.ts";
import { countingWorld } from "./counting.ts";

const { here, pass, countOf, stateOf } = await countingWorld("2027-03-01T05:00:00Z");
const { manager, executive } = here;

const rowOf = ({ rows }: CountReview, product: string) => rows.find(({ _id }) => _id === product);
const out = (fields: object) => executive.post("/v1/transactions/out", fields);

test("differences are posted as one batch of corrections, which can be reversed; what was not chosen stays", async () => {
  const { product, warehouse, count } = await countOf(7);
  const [agreed, other] = [await newProduct(manager), await newProduct(manager)];
  for (const one of [agreed, other])
    await manager.post("/v1/transactions/in", { product: one, warehouse, quantity: 4 });
  pass(10);
  await sendLines(executive, count, countLine(agreed, 3), countLine(agreed, 1));
  const review = await reviewOf(manager, count);
  expect(rowOf(review, product)).toMatchObject({ counted: 7, held: 10, round: 1, users: [{ _id: executive._id }] });
  expect(rowOf(review, agreed)).toMatchObject({ counted: 4, held: 4 });
  expect(rowOf(review, other)).toMatchObject({ held: 4, users: [] });
  const choice = choiceOf(review.rows.filter((row) => row.counted !== undefined));
  const { written, groups, left_out, movement } = await applyWhole(manager, count, choice);
  expect({ written, groups, left_out }).toEqual({ written: 1, groups: 1, left_out: [] });
  expect(await Promise.all([product, agreed, other].map((one) => heldOf(manager, one)))).toEqual([7, 4, 4]);
  expect(await stateOf(count)).toMatchObject({
    state: "applied",
    movement,
    closed_by: { _id: manager._id },
    result: { counted: 2, agreed: 1, missing: 3, surplus: 0 },
  });
  const day = "2027-03-01";
  const { body: ledger } = await manager.get(`/v1/transactions?start=${day}&end=${day}`);
  expect(ledger[0]).toMatchObject({ movement, kind: "adjustment", reason: "Correction", quantity: 3 });
  expect(ledger[0].remarks).toBe(`Count ${(await stateOf(count)).number}`);
  await openCount(manager, warehouse);
  const closed = await reviewOf(manager, count);
  expect(closed.count).not.toHaveProperty("reversed_by");
  expect([product, agreed].map((one) => rowOf(closed, one)?.posted)).toEqual([-3, undefined]);
  const reversal = await manager.post(`/v1/transactions/${movement}/reverse`, {});
  expect(reversal.status).toBe(201);
  expect((await reviewOf(manager, count)).count.reversed_by).toBe(reversal.body.movement);
  expect((await stateOf(count)).reversed_by).toBe(reversal.body.movement);
  expect(await heldOf(manager, product)).toBe(10);
});

test("a line that replaces what the reviewer saw leaves its product out", async () => {
  const { product, count } = await countOf(7);
  const review = await reviewOf(manager, count);
  await sendLines(executive, count, countLine(product, 2));
  const { left_out } = await applyWhole(manager, count, choiceOf(review.rows));
  expect(left_out).toMatchObject([{ product: { _id: product }, message: "It was counted differently meanwhile" }]);
  expect(await heldOf(manager, product)).toBe(10);
});

test("a movement while it was counted is a flag, which the manager may overrule, but only one that was seen", async () => {
  const { product, warehouse, count } = await countOf(7);
  const review = await reviewOf(manager, count);
  expect(rowOf(review, product)).not.toHaveProperty("flag");
  await out({ product, warehouse, quantity: 1, reason: "Sample" });
  const made = { "entry-age": String(10 * 60) };
  await executive.post("/v1/transactions/out", { product, warehouse, quantity: 1, reason: "Sample" }, made);
  expect(rowOf(await reviewOf(manager, count), product)).toMatchObject({ flag: { kind: "moved" } });
  expect((await applyWhole(manager, count, choiceOf(review.rows))).left_out).toHaveLength(1);
  expect(await heldOf(manager, product)).toBe(8);

  const second = await openCount(manager, warehouse);
  await sendLines(executive, second, countLine(product, 3));
  const flagged = await reviewOf(manager, second);
  expect(rowOf(flagged, product)).toMatchObject({ flag: { kind: "moved" } });
  expect((await applyWhole(manager, second, choiceOf(flagged.rows))).left_out).toEqual([]);
  expect(await heldOf(manager, product)).toBe(3);
});

test("a picklist of the hours before is a flag, unless it was ticked off before the count, or reversed, or nothing of it left there", async () => {
  const lines = await inParallel(4, () => newStockLine(manager, 10));
  const [picked, reversed, open, corrected] = lines.map(({ product }) => product);
  const lists: string[] = [];
  for (const { product } of lines)
    lists.push((await out({ list: [{ product, quantity: 2 }], channel: "amazon" })).body.movement);
  pass(60);
  const counts = [];
  const tick = (index: number) =>
    executive.send("PUT", `/v1/picklists/${lists[index]}/picked`, {
      ticks: [pickTick(lines[index]?.product, lines[index]?.warehouse)],
    });
  await tick(0);
  await manager.post(`/v1/transactions/${lists[1]}/reverse`, {});
  const elsewhere = { ...lines[3], warehouse: lines[0]?.warehouse, quantity: 2 };
  await manager.post("/v1/transactions/in", elsewhere);
  expect((await correct(manager, lists[3], elsewhere)).status).toBe(201);
  pass(10);
  for (const { product, warehouse } of lines) {
    const count = await openCount(manager, warehouse);
    await sendLines(executive, count, countLine(product, 5));
    counts.push(count);
  }
  pass(10);
  await tick(2);
  const flags = [];
  for (const [index, product] of [picked, reversed, open, corrected].entries())
    flags.push(rowOf(await reviewOf(manager, counts[index] ?? ""), product ?? "")?.flag?.kind);
  expect(flags).toEqual([undefined, undefined, "picking", undefined]);
});

/** Leaves so many units of the only line of a movement. */
const correct = (by: typeof manager, movement: string | undefined, line: object) =>
  by.post(`/v1/transactions/${movement}/correct`, { list: [line], corrections: 0 });

type Place = { product: string; warehouse: string };

test.each<[string, (row: Place) => Promise<unknown>]>([
  ["corrected", (row) => out({ ...row, quantity: 1, reason: "Correction" })],
  [
    "reversed",
    async (row) => {
      const { movement } = (await out({ ...row, quantity: 1 })).body;
      await executive.post(`/v1/transactions/${movement}/reverse`, {});
    },
  ],
  [
    "reversed",
    async (row) => correct(executive, (await out({ ...row, quantity: 2 })).body.movement, { ...row, quantity: 1 }),
  ],
  ["posted-late", (row) => executive.post("/v1/transactions/out", { ...row, quantity: 1 }, { "entry-age": "1800" })],
  ["deleted", ({ product }) => manager.delete(`/v1/products/${product}`)],
  ["negative", (row) => out({ ...row, quantity: 9 })],
])("a product that was %s after it was counted is left out though it is chosen", async (reason, spoil) => {
  const { product, warehouse, count } = await countOf(5);
  const seen = await reviewOf(manager, count);
  expect(rowOf(seen, product)).not.toHaveProperty("left_out");
  await spoil({ product, warehouse });
  expect(rowOf(await reviewOf(manager, count), product)).toMatchObject({ left_out: reason });
  const before = await heldOf(manager, product);
  const choice = { ...choiceOf(seen.rows), flagged: [product] };
  const { left_out } = await applyWhole(manager, count, choice);
  const message = leftOutText[reason as keyof typeof leftOutText];
  expect(left_out).toMatchObject([{ product: { _id: product }, message }]);
  expect(await heldOf(manager, product)).toBe(before);
});

test("other movements after the count change nothing: its difference is applied to the units held then", async () => {
  const { product, warehouse, count } = await countOf(7);
  const { rows } = await reviewOf(manager, count);
  await out({ product, warehouse, quantity: 2 });
  await out({ list: [{ product, quantity: 1 }], channel: "amazon" });
  await manager.post("/v1/transactions/in", { product, warehouse, quantity: 5 });
  expect(await reviewOf(manager, count)).toMatchObject({ rows });
  expect((await applyWhole(manager, count, choiceOf(rows))).left_out).toEqual([]);
  expect(await heldOf(manager, product)).toBe(10 - 2 - 1 + 5 - 3);
});

test("others are counted again in a new round; a line of the round before stays in that round", async () => {
  const { product, count } = await countOf(7);
  const late = countLine(product, 90, { age: 60, began: 60 });
  const { body } = await manager.post(`/v1/counts/${count}/recount`, { products: [product] });
  expect(body.rounds).toEqual({ [product]: { round: 2, before: [executive._id] } });
  expect(rowOf(await reviewOf(manager, count), product)).not.toHaveProperty("counted");
  // A product that waits for its recount does not count as uncounted.
  const zeroed = { zeroed: [[product, 10]] };
  const other = (await newPerson(here)).client;
  await sendLines(executive, count, late);
  await sendLines(other, count, countLine(product, 9, { round: 2 }));
  const row = rowOf(await reviewOf(manager, count), product);
  expect(row).toMatchObject({ round: 2, counted: 9, users: [{ _id: other._id }] });
  expect((await applyWhole(manager, count, zeroed)).left_out).toMatchObject([{ message: "It was counted meanwhile" }]);
  expect(await heldOf(manager, product)).toBe(10);
  expect(await manager.post(`/v1/counts/${count}/recount`, { products: [product] })).toFailWith("CONFLICT");
});

test("an uncounted product is set to 0 only if its stock is exactly as the review showed", async () => {
  const { product, warehouse, count } = await countOf(10);
  const [lost, sold] = [await newProduct(manager), await newProduct(manager)];
  for (const one of [lost, sold]) await manager.post("/v1/transactions/in", { product: one, warehouse, quantity: 4 });
  const review = await reviewOf(manager, count);
  expect(rowOf(review, lost)).toMatchObject({ flag: { kind: "moved" } });
  await out({ product: sold, warehouse, quantity: 1 });
  const { left_out, written } = await applyWhole(manager, count, choiceOf(review.rows));
  expect(written).toBe(1);
  expect(left_out).toMatchObject([{ product: { _id: sold } }]);
  expect(await Promise.all([product, lost, sold].map((one) => heldOf(manager, one)))).toEqual([10, 0, 3]);
  expect(rowOf(await reviewOf(manager, count), lost)).toMatchObject({ held: 4, posted: -4 });
});

test("a count that agrees everywhere is closed without a movement", async () => {
  const { product, count } = await countOf(10);
  const review = await reviewOf(manager, count);
  const step = (await applyCount(manager, count, choiceOf(review.rows))).body;
  expect(step).toEqual({ groups: 0, written: 0, left_out: [] });
  expect(await stateOf(count)).toMatchObject({ state: "applied", result: { counted: 1, agreed: 1, missing: 0 } });
  expect(await heldOf(manager, product)).toBe(10);
  expect(
    await applyCount(manager, count, {
      differences: Array(2).fill([product, 1, 2]),
    }),
  ).toMatchObject({ status: 200 });
});

test("a product that is named twice is refused before anything is closed", async () => {
  const { product, count } = await countOf(8);
  const twice = { differences: Array(2).fill([product, 8, 10]) };
  expect(await applyCount(manager, count, twice)).toFailWith("BAD_REQUEST", { product });
  expect(await stateOf(count)).toMatchObject({ state: "open" });
});

test("the report has the largest differences first, then uncounted products, then codes that no product has", async () => {
  const { count, warehouse } = await countOf(10);
  const [missed, short] = [await newProduct(manager), await newProduct(manager)];
  for (const product of [missed, short]) await manager.post("/v1/transactions/in", { product, warehouse, quantity: 4 });
  const lines = [countLine(short, 1), countLine(undefined, 2, { code: "8901234567890" })];
  await sendLines(executive, count, ...lines);
  const { rows } = await readWorkbook(await downloadWithTestClock(here, manager, `/v1/counts/${count}/export`, {}));
  const [, first, second, third, fourth] = rows;
  expect(first).toEqual(expect.arrayContaining([1, 4, -3, "The executive"]));
  expect(second).toEqual(expect.arrayContaining([10, 0, "The executive"]));
  expect(third).toEqual(expect.arrayContaining([4, "It was moved while it was counted"]));
  expect(fourth).toEqual(expect.arrayContaining(["8901234567890", "Unknown code", 2]));
});

test("an entry made before a count and posted after it was applied is shown, and taken back with one press, once", async () => {
  const { product, warehouse, count } = await countOf(8);
  const { movement: batch } = await applyWhole(manager, count, choiceOf((await reviewOf(manager, count)).rows));
  pass(60);
  expect(await heldOf(manager, product)).toBe(8);
  expect(await reviewOf(manager, count)).not.toHaveProperty("late");
  const entry = { product, warehouse, quantity: 2, reason: "Sample" };
  const made = (minutes: number) => ({ "entry-age": String(minutes * 60) });
  // Entries made after the count, or now, are not late.
  for (const headers of [made(1), {}])
    await executive.post("/v1/transactions/in", { ...entry, quantity: 1, reason: "Return" }, headers);
  const late = await executive.post("/v1/transactions/out", { ...entry, quantity: 3 }, made(300));
  expect((await correct(executive, late.body.movement, { product, warehouse, quantity: 2 })).status).toBe(201);
  expect(await heldOf(manager, product)).toBe(8);
  const shown = { movement: late.body.movement, product: { _id: product }, delta: -2, user: { _id: executive._id } };
  expect((await reviewOf(manager, count)).late).toMatchObject([shown]);

  const body = { movement: late.body.movement, product };
  const takeBack = (by = manager, form: object = body) => by.post(`/v1/counts/${count}/take-back`, form);
  expect(await takeBack(executive)).toFailWith("FORBIDDEN");
  expect(await takeBack(manager, { ...body, product: "p0" })).toFailWith("RESOURCE_NOT_FOUND");
  const presses = await inParallel(5, () => takeBack());
  const { movement: pressed } = presses[0]?.body ?? {};
  for (const press of presses) expect(press).toMatchObject({ status: 200, body: { movement: pressed } });
  const correction = { kind: "adjustment", reason: "Correction", action: "STOCK_IN", quantity: 2 };
  expect(presses[0]?.body.data).toMatchObject([correction]);
  expect(await heldOf(manager, product)).toBe(10);
  expect(await takeBack(here.root)).toFailWith("CONFLICT");
  const [{ taken_back = "" } = {}] = (await reviewOf(manager, count)).late ?? [];
  expect(taken_back).toBe(presses[0]?.body.movement);

  const reverse = (movement: string | undefined) => manager.post(`/v1/transactions/${movement}/reverse`, {});
  const first = expect.stringMatching(/reverse these corrections first/);
  expect(await reverse(batch)).toFailWith("CONFLICT", { message: first });
  expect(await reverse(late.body.movement)).toFailWith("CONFLICT");
  expect(await correct(executive, late.body.movement, { product, warehouse, quantity: 1 })).toFailWith("CONFLICT");
  expect((await reverse(taken_back)).status).toBe(201);
  // It can be taken back again, by whoever did it before, or by somebody else.
  for (const by of [manager, here.root]) {
    expect((await reviewOf(manager, count)).late?.[0]).not.toHaveProperty("taken_back");
    expect(await heldOf(manager, product)).toBe(8);
    const again = await inParallel(3, () => takeBack(by));
    const { movement: once } = again[0]?.body ?? {};
    for (const one of again) expect(one).toMatchObject({ status: 200, body: { movement: once } });
    expect(again[0]?.body.movement).not.toBe(taken_back);
    expect(await heldOf(manager, product)).toBe(10);
    expect((await reviewOf(manager, count)).late).toMatchObject([{ taken_back: again[0]?.body.movement }]);
    expect(await reverse(batch)).toFailWith("CONFLICT");
    expect((await reverse(again[0]?.body.movement)).status).toBe(201);
  }
  const other = (await executive.post("/v1/transactions/out", { ...entry, quantity: 1 }, made(300))).body.movement;
  expect((await reviewOf(manager, count)).late).toHaveLength(2);
  expect((await reverse(batch)).status).toBe(201);
  expect(await heldOf(manager, product)).toBe(9);
  // Without the count, stock has changed once for the entry.
  const message = "The corrections of this count were reversed";
  expect(await takeBack(manager, { movement: other, product })).toFailWith("CONFLICT", { message });
  expect(await reviewOf(manager, count)).not.toHaveProperty("late");
  expect(await heldOf(manager, product)).toBe(9);
});
