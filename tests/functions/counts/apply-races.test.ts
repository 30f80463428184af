// Applying a count during other work: a second manager, cancellations, sales, and requests that are cut off.
import { afterAll, expect, test } from "vitest";
import "#tests/support/to-fail-with.ts";
import type { StockRow } from "#functions/lib/db/tables.ts";
import { shortWaits } from "#tests/support/clock.ts";
import { applyCount, applyWhole, choiceOf, countLine, openCount, reviewOf, sendLines } from "#tests/support/counts.ts";
import { engine, putProducts } from "#tests/support/engine.ts";
import { newPerson, unique } from "#tests/support/fixtures.ts";
import { beforeFirst, newProxy } from "#tests/support/proxy.ts";
import { heldOf, newStockLine, newWarehouse } from "#tests/support/stock.ts";
import type { Answer } from "#tests/support/world.ts";
import { countingWorld } from "./counting.ts";

/** Ten minutes before midnight in India. */
const start = "2027-03-01T18:20:00.000Z";
const proxy = newProxy();
const settings = { preload: [shortWaits], wrapDynamo: proxy.wrap };
const { here, pass, countOf, countsOf, stateOf } = await countingWorld(start, settings);
afterAll(proxy.stop);
const { manager, executive } = here;
const out = (fields: object) => executive.post("/v1/transactions/out", fields);

type Place = { product: string; warehouse: string };

test("a count goes over midnight: it is corrected on the day of applying, and a picklist of the evening is a flag", async () => {
  const { product, warehouse } = await newStockLine(manager, 10);
  pass(5);
  await out({ list: [{ product, quantity: 1 }], channel: "amazon" });
  const { count, ...other } = await countOf(7);
  pass(10);
  await out({ ...other, quantity: 1 });
  const { rows } = await reviewOf(manager, count);
  expect(rows).toMatchObject([{ _id: other.product, counted: 7, held: 10 }]);
  expect(rows[0]).not.toHaveProperty("flag");
  const { movement } = await applyWhole(manager, count, choiceOf(rows));
  const { body } = await manager.get(`/v1/transactions?start=2027-03-02&end=2027-03-02`);
  expect(body.find((row: { movement: string }) => row.movement === movement)).toMatchObject({ quantity: 3 });
  expect(await heldOf(manager, other.product)).toBe(6);
  const second = await openCount(manager, warehouse);
  await sendLines(executive, second, countLine(product, 9));
  expect((await reviewOf(manager, second)).rows).toMatchObject([{ flag: { kind: "picking" } }]);
});

const heldIn = async ({ product, warehouse }: Place): Promise<number | undefined> =>
  ((await engine(here).find("stocks", product)) as unknown as StockRow).held[warehouse];

/**
 * An action in the middle of applying a difference of -3 to 10 units, and its possible outcomes: its own answer and the
 * units held after it; then the state of the count, the units held, and the number of products left out.
 */
type Meeting = [what: string, act: (row: Place & { count: string }) => Promise<number>, ...outcomes: unknown[]];
const cancelled = [204, 10, "cancelled", 10, undefined];
/** With its own answer, before and after the difference is posted: it does without the product. */
const leftOut = (own: number) => [own, 10, "applied", 10, 1];
const tooLate = (own: number) => [
  [own, 10, "applied", 7, 0],
  [own, 7, "applied", 7, 0],
];
const post = async (path: string, body?: object) => (await manager.post(path, body)).status;
const remove = async (path: string) => (await manager.delete(path)).status;
const meetings: Meeting[] = [
  ["cancelled", ({ count }) => remove(`/v1/counts/${count}`), cancelled, ...tooLate(409)],
  [
    "asked again",
    ({ count, product }) => post(`/v1/counts/${count}/recount`, { products: [product] }),
    [200, 10, "open", 10, undefined],
    // The apply read it afterwards.
    ...[leftOut(200), ...tooLate(409)],
  ],
  [
    "counted on another shelf",
    async ({ count, product }) => (await sendLines(executive, count, countLine(product, 3))).body.refused.length,
    ...[leftOut(0), ...tooLate(1)],
  ],
  [
    "sold",
    async ({ product, warehouse }) => (await out({ product, warehouse, quantity: 1 })).status,
    ...[9, 6].map((held) => [201, held, "applied", 6, 0]),
  ],
  [
    "corrected by somebody else",
    async ({ product, warehouse }) => (await out({ product, warehouse, quantity: 1, reason: "Correction" })).status,
    [201, 9, "applied", 9, 1],
    [201, 6, "applied", 6, 0],
  ],
  ["deleted as a product", ({ product }) => remove(`/v1/products/${product}`), leftOut(204), [204, 7, "applied", 7, 0]],
  [
    "deleted as a warehouse",
    ({ warehouse }) => remove(`/v1/warehouses/${warehouse}`),
    ...[cancelled, leftOut(204), [204, 7, "applied", 7, 0]],
  ],
];

const meet = async ([, act, ...outcomes]: Meeting): Promise<void> => {
  const seen: unknown[] = [];
  for (const [at, place] of (await countsOf(20, 7)).entries()) {
    const choice = choiceOf((await reviewOf(manager, place.count)).rows);
    let calls = 0;
    let other: unknown[] | undefined;
    proxy.decide = async () => {
      if (calls++ === at) other = [await act(place), await heldIn(place)];
      return "forward" as const;
    };
    const applied = await applyCount(manager, place.count, choice);
    proxy.decide = () => "forward";
    if (!other) break;
    const { state } = await stateOf(place.count);
    const outcome = [...other, state, await heldIn(place), applied.body.left_out?.length];
    expect(outcomes).toContainEqual(outcome);
    expect(applied.status).toBe(state === "applied" ? 200 : 409);
    seen.push(outcome);
  }
  // Every outcome occurs.
  for (const outcome of outcomes) expect(seen).toContainEqual(outcome);
};

const guarantee = "between any two calls of an apply counts as before it or as after it";
for (const meeting of meetings)
  test(`what is ${meeting[0]} ${guarantee}`, { tags: meeting[0] === "sold" ? [] : ["exhaustive"] }, () =>
    meet(meeting),
  );

const lateEntry = ({ product, warehouse }: Place): Promise<Answer> => {
  const entry = { product, warehouse, quantity: 2, reason: "Sample" };
  return executive.post("/v1/transactions/out", entry, { "entry-age": "3600" });
};

/** Does something, and something else between any two of its calls, once for each place. */
const between = async <P extends object>(
  places: readonly P[],
  act: (place: P) => Promise<Answer>,
  meanwhile: (place: P) => Promise<Answer>,
  check: (place: P, acted: Answer, met: Answer) => Promise<void>,
): Promise<void> => {
  let met: Answer | undefined;
  for (const [at, place] of places.entries()) {
    let calls = 0;
    met = undefined;
    proxy.decide = async () => {
      if (calls++ === at) met = await meanwhile(place);
      return "forward" as const;
    };
    const acted = await act(place);
    proxy.decide = () => "forward";
    if (!met) return;
    await check(place, acted, met);
  }
  throw new Error(`More than ${places.length} calls`);
};

/** Units of late entries that the review of a count shows. */
const shownLate = async (count: string) => ((await reviewOf(manager, count)).late ?? []).map(({ delta }) => delta);

test("an entry made before a count that arrives while it is applied bars its difference, or is shown as posted later", async () => {
  const counted = await countsOf(25, 8);
  const places = await Promise.all(
    counted.map(async (place) => ({ ...place, choice: choiceOf((await reviewOf(manager, place.count)).rows) })),
  );
  const seen = new Set<number>();
  await between(
    places,
    ({ count, choice }) => applyCount(manager, count, choice),
    lateEntry,
    async (place, { body }) => {
      const barred = body.left_out.length;
      expect([await heldIn(place), await shownLate(place.count)]).toEqual(barred ? [8, []] : [6, [-2]]);
      seen.add(barred);
    },
  );
  expect(seen).toEqual(new Set([0, 1]));
  // The whole count is applied while the entry is on its way into the ledger.
  const [place] = await countsOf(1, 8);
  if (!place) throw new Error("No count");
  const choice = choiceOf((await reviewOf(manager, place.count)).rows);
  const isCommit = (operation: string) => operation === "TransactWriteItems";
  beforeFirst(proxy, isCommit, () => applyCount(manager, place.count, choice));
  await lateEntry(place);
  expect([await heldIn(place), await shownLate(place.count)]).toEqual([6, [-2]]);
});

/** Applied counts of 8 instead of 10 units, each with an entry of 2 out that was posted later. */
const lateEntries = async () => {
  const places = await countsOf(25, 8);
  return Promise.all(
    places.map(async (place) => {
      const choice = choiceOf((await reviewOf(manager, place.count)).rows);
      const { movement: batch } = await applyWhole(manager, place.count, choice);
      return { ...place, batch, entry: (await lateEntry(place)).body.movement };
    }),
  );
};
type Late = Awaited<ReturnType<typeof lateEntries>>[number];

const takeBack = ({ count, product, entry }: Late) =>
  manager.post(`/v1/counts/${count}/take-back`, { movement: entry, product });
const reverse = (movement: string | undefined) => manager.post(`/v1/transactions/${movement}/reverse`, {});
const reversals: [of: string, (place: Late) => Promise<Answer>][] = [
  ["the count", ({ batch }) => reverse(batch)],
  ["the entry", ({ entry }) => reverse(entry)],
];

for (const [of, undo] of reversals)
  test(`of taking an entry back and a reversal of ${of} at once, one is refused`, async () => {
    for (const [act, meanwhile] of [
      [takeBack, undo],
      [undo, takeBack],
    ] as const) {
      const winners = new Set<boolean>();
      await between(await lateEntries(), act, meanwhile, async (place, acted, met) => {
        expect([acted, met].filter(({ status }) => status === 409)).toHaveLength(1);
        expect(await heldIn(place)).toBe(8);
        winners.add(acted.status !== 409);
      });
      expect(winners).toEqual(new Set([true, false]));
    }
  });

/** A count of so many products that they take several groups, found one unit short each. */
const largeCount = async (products: number) => {
  const warehouse = await newWarehouse(manager);
  const word = unique("L");
  const ids = Array.from({ length: products }, (_, n) => `p9${word.replace(/\D/g, "")}${n}`);
  await putProducts(here, ids, { [warehouse]: 5 });
  const count = await openCount(manager, warehouse);
  for (let at = 0; at < ids.length; at += 100)
    await sendLines(executive, count, ...ids.slice(at, at + 100).map((id) => countLine(id, 4)));
  const heldNow = () => heldOf(manager, warehouse);
  return { warehouse, count, ids, heldNow };
};

test("two managers who apply the same count at once post one batch, over more than 95 products", async () => {
  const { count, heldNow } = await largeCount(210);
  const second = (await newPerson(here, "manager")).client;
  const choice = choiceOf((await reviewOf(manager, count)).rows);
  const answers = await Promise.all([manager, second].map((by) => applyWhole(by, count, choice)));
  expect(new Set(answers.map(({ movement }) => movement)).size).toBe(1);
  for (const answer of answers) expect(answer).toMatchObject({ groups: 3, left_out: [] });
  expect(await heldNow()).toBe(210 * 4);
  expect(await stateOf(count)).toMatchObject({ state: "applied", result: { counted: 210, agreed: 0, missing: 210 } });
});

test("cut off at any call, an apply is continued by anybody, as it was decided", { tags: "exhaustive" }, async () => {
  const second = (await newPerson(here, "manager")).client;
  let cuts = 0;
  for (let killed = 0, within = true; within; killed += 3) {
    const { count, ids, heldNow, warehouse } = await largeCount(100);
    const choice = choiceOf((await reviewOf(manager, count)).rows);
    let call = 0;
    proxy.decide = () => (call++ < killed ? "forward" : call === killed + 1 && killed % 2 ? "lose answer" : "deny");
    within = (await applyCount(manager, count, choice)).status !== 200;
    proxy.decide = () => "forward";
    const { state } = await stateOf(count);
    if (state === "open") {
      expect(await applyCount(second, count, { ...choice, from: 1 })).toFailWith("BAD_REQUEST", { field: "from" });
      expect(await heldNow()).toBe(500);
      continue;
    }
    cuts++;
    expect((await sendLines(executive, count, countLine(ids[0], 1))).body.refused).toHaveLength(1);
    expect(await manager.delete(`/v1/counts/${count}`)).toFailWith("CONFLICT");
    await openCount(manager, warehouse);
    const held = await heldNow();
    pass(10);
    if (held === 500) expect(await applyCount(second, count, { from: 1 })).toFailWith("BAD_REQUEST", { field: "from" });
    const bound = held === 500 || held === 405 ? 1 : 0;
    await out({ product: ids[99], warehouse, quantity: 1, reason: "Correction" });
    // The choices of a second manager who continues have no effect; a correction meanwhile leaves its product out.
    const { movement } = await applyWhole(second, count, { differences: [[ids[0], 0, 5]] });
    expect(await heldNow()).toBe(400 - 1 + bound);
    expect(await stateOf(count)).toMatchObject({ state: "applied", movement, closed_by: { _id: manager._id } });
  }
  expect(cuts).toBeGreaterThan(5);
});
