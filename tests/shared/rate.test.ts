// Rates: units sold a day in stock, over which days, rising and falling, and spikes.
import { expect, test } from "vitest";
import {
  capSpikes,
  type RateDay,
  rateOf,
  type SalesRecord,
  sumOf,
  trendOf,
  usualDay,
  wasLaunched,
  windowFor,
} from "#shared/rate.ts";

const sold = (...units: number[]): RateDay[] => units.map((each) => ({ units: each, inStock: true }));
const out: RateDay = { units: 0, inStock: false };
const days = (count: number, units: number): RateDay[] => Array.from({ length: count }, () => sold(units)[0] ?? out);

/** As the plan knows the last ninety days. */
const record = (all: RateDay[]): SalesRecord => ({ days: all.slice(-30), earlier: sumOf(all.slice(0, -30)) });

test("a day out of stock changes no rate", () => {
  const interrupted = record([...days(10, 4), out, out, ...days(18, 4)]);
  expect(rateOf(interrupted, 30)).toEqual({ units: 4, sold: 112, window: 30, inStockDays: 28, fewDays: false });
  expect(rateOf(record(days(28, 4)), 30)?.units).toBe(4);
});

test("a window with fewer than three days in stock gives way to the next longer one that has them", () => {
  const lately = [...days(20, 5), out, ...sold(2, 2)];
  expect(rateOf(record(lately), 3)).toMatchObject({ window: 7, inStockDays: 6 });
  expect(rateOf(record([...days(40, 5), ...days(29, 0).map(() => out), ...sold(9)]), 30)).toMatchObject({ window: 90 });
});

test("fewer than three days in stock among ninety are marked, and none is no rate", () => {
  const two = rateOf(record([out, ...sold(6, 2)]), 7);
  expect(two).toEqual({ units: 4, sold: 8, window: 90, inStockDays: 2, fewDays: true });
  expect(rateOf(record([out, out]), 3)).toBeUndefined();
  expect(rateOf(record([]), 30)).toBeUndefined();
});

test("in place of thirty days, ninety tell of a product that sells seldom, and seven of one that was launched", () => {
  expect(windowFor(record(days(90, 1)), 30)).toBe(30);
  expect(windowFor(record(days(40, 1)), 30, true)).toBe(7);
  // 19 units in 30 days, and 20.
  const seldom = (units: number) => record([...days(60, 5), ...days(30 - units, 0), ...days(units, 1)]);
  expect([19, 20].map((units) => windowFor(seldom(units), 30))).toEqual([90, 30]);
  expect(windowFor(seldom(19), 30, true)).toBe(90);
  // Days out of stock make no product slow, and who chooses another window gets it.
  expect(windowFor(record([...days(26, 0).map(() => out), ...days(4, 3)]), 30)).toBe(30);
  expect(([3, 7, 90] as const).map((basis) => windowFor(seldom(2), basis, true))).toEqual([3, 7, 90]);
});

test("a launch is a first movement of the last sixty days, at least thirty after that of any product", () => {
  expect([59, 60].map((age) => wasLaunched(age, 89))).toEqual([true, false]);
  expect([0, 10, 11].map((age) => wasLaunched(age, 40))).toEqual([true, true, false]);
});

test("in stock and not sold is a rate of zero", () => {
  expect(rateOf(record(days(5, 0)), 3)).toMatchObject({ units: 0, fewDays: false });
});

test("three days half as fast again as thirty are rising, half as fast falling, and few sales neither", () => {
  expect(trendOf(record([...days(27, 2), ...days(3, 4)]))).toBe("rising");
  expect(trendOf(record([...days(27, 4), ...days(3, 1)]))).toBe("falling");
  expect(trendOf(record(days(30, 2)))).toBeUndefined();
  expect(trendOf(record([...days(27, 0), ...days(3, 6)]))).toBeUndefined();
  expect(trendOf(record([...days(27, 2), out, ...days(2, 40)]))).toBeUndefined();
});

test("a day counts at most ten units, or three times the median of days with sales, if five days have sales", () => {
  const usual = sold(3, 4, 3, 4, 3);
  const cut = (days: RateDay[]) => capSpikes(days, usualDay(days.map(({ units }) => units)));
  // The median of the six is 3.5.
  expect(cut([...usual, ...sold(40)])).toEqual([...usual, ...sold(10.5)]);
  expect(cut([...usual, ...sold(10)])).toEqual([...usual, ...sold(10)]);
  expect(cut([...sold(1, 1, 1, 1, 1), ...sold(40), out])).toEqual([...sold(1, 1, 1, 1, 1), ...sold(10), out]);
  expect(cut(sold(1, 1, 1, 40))).toEqual(sold(1, 1, 1, 40));
  expect(rateOf(record(cut([...usual, ...sold(40)])), 7)?.units).toBeCloseTo(27.5 / 6);
});
