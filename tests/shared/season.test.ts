// Seasons: examples worked by hand, and properties for any year.
import { expect, test } from "vitest";
import { seededRandom } from "#demo/random.ts";
import type { RateDay } from "#shared/rate.ts";
import { seasonOn, seasonSpan, seasonSums, seasonsOf, seasonWeeks } from "#shared/season.ts";

const length = seasonSpan.first - seasonSpan.last;
const never = Number.POSITIVE_INFINITY;
const year = (units: (day: number) => number): RateDay[] =>
  Array.from({ length }, (_, day) => ({ units: units(day), inStock: true }));
const only = (days: RateDay[], most = never) => seasonsOf(new Map([["a", seasonSums(days, most)]])).get("a");

test("a year that was even has no season", () => {
  expect(only(year(() => 10))).toBeUndefined();
});

test("sales that doubled ten weeks after this day a year ago: 100 %, then 200 %", () => {
  // Day 28 is this day a year ago.
  const season = only(year((day) => (day < 28 + 70 ? 10 : 20)));
  expect(season?.slice(0, 8)).toEqual([100, 100, 100, 100, 100, 100, 100, 100]);
  // Each week is judged by 28 days with it in the middle, so weeks 9 to 12 are in between.
  expect(season?.slice(12)).toEqual(Array.from({ length: seasonWeeks - 12 }, () => 200));
  expect(seasonOn(season, 1)).toBe(1);
  expect([seasonOn(season, 7 * 13), seasonOn(season, 300)]).toEqual([2, 2]);
});

test("a day out of stock and a single spike change no season; many days above the cap are a season", () => {
  const quiet = year(() => 10);
  expect(only(quiet.with(100, { units: 0, inStock: false }))).toBeUndefined();
  expect(only(quiet.with(100, { units: 500, inStock: true }), 10)).toBeUndefined();
  const busy = year((day) => (day >= 120 && day < 150 ? 60 : 10));
  expect(Math.max(...(only(busy, 30) ?? []))).toBe(600);
});

test("a product that sells little has the season of all, and one that sells much its own", () => {
  const sums = (units: (day: number) => number) => seasonSums(year(units), never);
  const products = { much: sums((day) => (day < 28 ? 40 : 80)), little: sums(() => 0.05) };
  const seasons = seasonsOf(new Map(Object.entries(products)));
  expect(seasons.get("much")?.[5]).toBe(200);
  expect(seasons.get("little")?.[5]).toBeGreaterThan(185);
});

test("few units make no season: one in four weeks and six in each of the next are chance", () => {
  const many = seasonSums(
    year(() => 10),
    never,
  );
  const few = seasonSums(
    year((day) => (day === 27 || (day > 27 && day % 5 === 0) ? 1 : 0)),
    never,
  );
  const season = seasonsOf(new Map([...Array.from({ length: 9 }, (_, at) => [`${at}`, many] as const), ["few", few]]));
  expect(Math.max(...(season.get("few") ?? []))).toBeLessThan(130);
});

test("no season is below 30 % or above 800 %, and none is not a number", () => {
  const random = seededRandom(3);
  for (let n = 0; n < 300; n++) {
    const own = Array.from({ length: 4 }, (_, at): [string, RateDay[]] => [
      String(at),
      year(() => (random.happens(0.5) ? random.between(0, 40) : 0)).map((day) => ({
        ...day,
        inStock: day.units > 0 || random.happens(0.7),
      })),
    ]);
    for (const season of seasonsOf(new Map(own.map(([id, days]) => [id, seasonSums(days, 30)]))).values()) {
      expect(season).toHaveLength(seasonWeeks);
      for (const percent of season) expect(percent >= 30 && percent <= 800).toBe(true);
    }
  }
});
