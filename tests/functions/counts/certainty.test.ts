// Three people count while others sell, receive, transfer, pick, reverse and correct: differences applied without a
// flag are right, by a model of the shelves that shares no rule with counts.
import { expect, test } from "vitest";
import { seededRandom } from "#demo/random.ts";
import type { ReviewedProduct } from "#shared/count.ts";
import type { StockRecord } from "#shared/stock.ts";
import { applyWhole, choiceOf, openCount, reviewOf } from "#tests/support/counts.ts";
import { newPerson } from "#tests/support/fixtures.ts";
import { world } from "#tests/support/world.ts";
import { type Floor, hour, type Kind, minute, newFloor } from "./floor.ts";

const here = await world();

const moves = ["sale", "sale", "in", "out to another", "in from another", "receipt"] as const;
const kinds: readonly Kind[] = [...moves, "picklist", "picklist", "correction", "reversal"];

/** Count is opened, last units are counted, review, apply, and everything is over. */
const [opened, counted, reviewed, applied, over] = [2 * hour, 4 * hour, 5 * hour, 5.5 * hour, 11 * hour];

/** Moves a product in these hours: entries wait on devices, but reach the server before the count is applied. */
const addMovements = (floor: Floor, product: string, times: number, from = 0, kindsOf = kinds): void => {
  for (let n = 0; n < times; n++) {
    const made = from + floor.below(applied - 2 * minute - from);
    const waits = floor.below(3) === 0 ? floor.below(2 * hour) : 0;
    const heard = Math.min(made + waits, applied - minute);
    const kind = floor.one(kindsOf);
    if (kind === "reversal") floor.reverse(product, made, heard);
    else floor.enter(kind, product, made, heard);
  }
};

/** The product did not move near its counting, nor in a way that could spoil its difference. */
const isQuiet = ({ happened, seen }: Floor, product: string): boolean => {
  const { began = 0, arrived = 0 } = seen.get(`${product} 1`) ?? {};
  return happened
    .filter((one) => one.product === product)
    .every(
      ({ kind, made, posted }) =>
        (moves as readonly Kind[]).includes(kind) && (posted < began - 3 * minute || made > arrived + 3 * minute),
    );
};

/** One afternoon and night in a warehouse; returns how many differences were applied, and how many were quiet. */
const countOnce = async (seed: number) => {
  const random = seededRandom(seed).next;
  const start = Date.parse("2027-01-01T13:30:00Z") + seed * 86_400_000;
  const before = new Date(start - 10 * minute * 1_000).toISOString();
  const [manager, executive, root] = await Promise.all([
    here.signInAt(before),
    here.signInAt(before, "executive"),
    here.signInAt(before, "root"),
  ]);
  const counters = await Promise.all([1, 2, 3].map(async () => (await newPerson({ ...here, root })).client));
  const floor = newFloor({ manager, executive, counters }, start, random);
  const products = await floor.setUp(14);
  const [found, absent] = [products.slice(0, 11), products.slice(11)];
  for (const product of found) {
    const recorded = 60 + floor.below(20);
    await floor.stock(product, recorded, [30 + floor.below(5), recorded - 33 + floor.below(5)]);
    addMovements(floor, product, floor.below(4));
  }
  // Absent products are not counted; units may arrive later.
  for (const product of absent) {
    await floor.stock(product, floor.below(6), [0, 0]);
    addMovements(floor, product, floor.below(2), opened, ["in", "receipt"]);
  }
  let count = "";
  await floor.until(opened);
  count = await openCount(manager, floor.places.counted);
  const visitBoth = (product: string, round: number, from: number, until: number, heardBy: number) => {
    for (const shelf of [0, 1] as const) {
      const when = from + minute + floor.below(until - from - minute);
      const waits = floor.below(3) === 0 ? floor.below(heardBy - when) : floor.below(4);
      floor.visit(() => count, product, shelf, round, when, when + waits);
    }
  };
  for (const product of found) {
    // Most people go from one shelf to the next.
    const from = opened + floor.below(counted - opened - 20 * minute);
    visitBoth(product, 1, from, floor.below(4) === 0 ? counted : from + 10 * minute, reviewed);
  }
  await floor.until(reviewed);

  let { rows } = await reviewOf(manager, count);
  for (const row of rows) {
    const { counted, held } = floor.seen.get(`${row._id} 1`) ?? { held: floor.held.get(row._id) };
    expect([row._id, row.counted, row.held]).toEqual([row._id, counted, held]);
  }
  const again = rows.filter(({ flag, counted }) => flag && counted !== undefined).map(({ _id }) => _id);
  if (seed % 2 === 0 && again.length > 0) {
    const { status } = await manager.post(`/v1/counts/${count}/recount`, { products: again });
    expect(status).toBe(200);
    for (const product of again) visitBoth(product, 2, reviewed, reviewed + 10 * minute, reviewed + 15 * minute);
    await floor.until(reviewed + 20 * minute);
    ({ rows } = await reviewOf(manager, count));
  }
  const isCertain = ({ flag, left_out }: ReviewedProduct): boolean => !flag && !left_out;
  const chosen = rows.filter(isCertain);
  const chosenIds = new Set(chosen.map(({ _id }) => _id));

  await floor.until(applied);
  const quiet = found.filter((product) => isQuiet(floor, product));
  expect(quiet.filter((product) => !chosenIds.has(product))).toEqual([]);
  const { left_out } = await applyWhole(manager, count, choiceOf(chosen));
  const out = new Set(left_out.map(({ product }) => product._id));
  expect(quiet.filter((product) => out.has(product))).toEqual([]);
  for (const product of products)
    for (const _ of [1, 2]) {
      const made = applied + minute + floor.below(hour);
      floor.enter(floor.one(["in", "in from another", "receipt"]), product, made, made + floor.below(hour));
    }
  await floor.until(over);

  const records: StockRecord[] = (await manager.get("/v1/stocks")).body;
  const corrected = chosen.filter(({ _id, counted = 0, held }) => counted !== held && !out.has(_id));
  // Without a correction by the count, another correction may have been wrong.
  const right = new Set([...corrected.map(({ _id }) => _id), ...quiet]);
  const recorded = (product: string): number => {
    const isIt = ({ product: { _id }, warehouse }: StockRecord) =>
      _id === product && warehouse._id === floor.places.counted;
    return records.find(isIt)?.quantity ?? 0;
  };
  const mismatches = [...right]
    .filter((product) => recorded(product) !== floor.onShelves(product))
    .map((product) => ({
      seed,
      product,
      recorded: recorded(product),
      shelves: floor.onShelves(product),
      seen: floor.seen.get(`${product} 1`),
      happened: floor.happened.filter((one) => one.product === product),
    }));
  expect(mismatches).toEqual([]);
  return { corrected: corrected.length, left: out.size, flagged: rows.length - chosen.length };
};

const count = async (afternoons: number, first = 1) => {
  const sums = { corrected: 0, left: 0, flagged: 0 };
  for (let seed = first; seed < first + afternoons; seed++) {
    const { corrected, left, flagged } = await countOnce(seed);
    sums.corrected += corrected;
    sums.left += left;
    sums.flagged += flagged;
  }
  // Each rule was exercised.
  expect(Math.min(sums.corrected, sums.left, sums.flagged)).toBeGreaterThan(0);
};

const guarantee = "unflagged differences make stock equal to the shelves, and uncertain ones are flagged or left out";
test(`of 1 afternoon ${guarantee}`, () => count(1));
test(`of 6 afternoons ${guarantee}`, { tags: "exhaustive" }, () => count(6, 2));
