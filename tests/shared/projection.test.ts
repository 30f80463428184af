// Projections: examples worked by hand, and properties for any stock, rate, lead time and arrivals.
import { describe, expect, test } from "vitest";
import { seededRandom } from "#demo/random.ts";
import {
  arrivalDay,
  cartonsOf,
  daysOfCover,
  outlookOf,
  projectedUnits,
  quantityToOrder,
  type Supply,
} from "#shared/projection.ts";

const supply = (
  stock: number,
  rate: number,
  lead: number,
  arrivals: [day: number, units: number][] = [],
  safety = 0,
): Supply => ({ stock, rate, lead, safety, arrivals: new Map(arrivals) });

test("200 units, 10 a day, lead 15, 100 due on day 18: runs out on day 30, order by day 15, 150 for 30 days", () => {
  const one = supply(200, 10, 15, [[18, 100]]);
  expect(outlookOf(one)).toEqual({ runsOut: 30, gaps: [], orderBy: 15 });
  expect(outlookOf({ ...one, arrivals: new Map() }).runsOut).toBe(20);
  expect(quantityToOrder(one, 30)).toBe(150);
});

test("out, 10 a day, lead 60, nothing due: 300 at once", () => {
  const one = supply(0, 10, 60);
  expect(outlookOf(one)).toEqual({ runsOut: 0, gaps: [], orderBy: -60 });
  expect(quantityToOrder(one, 30)).toBe(300);
});

test("50 units, 10 a day, lead 30, 10 due in 200 days: out in 5 days, order by 25 days ago, 300", () => {
  const one = supply(50, 10, 30, [[200, 10]]);
  expect(outlookOf(one)).toMatchObject({ runsOut: 5, gaps: [], orderBy: -25 });
  expect(quantityToOrder(one, 30)).toBe(300);
});

test("96 units, 11.1 a day, lead 75, 336 due in 27 days: a gap of 18 days, order by 17 days ago", () => {
  const one = supply(96, 11.1, 75, [[27, 336]]);
  expect(outlookOf(one)).toEqual({ runsOut: 9, gaps: [{ start: 9, end: 27 }], orderBy: -17 });
});

test("200 units, 10 a day, lead 15, 60 to be left: order today, and 310 for 30 days", () => {
  const one = supply(200, 10, 15, [], 60);
  // 60 are left at the end of day 14: an order of today arrives a day later.
  expect(outlookOf(one)).toEqual({ runsOut: 20, gaps: [], orderBy: 0 });
  expect(outlookOf({ ...one, stock: 260 }).orderBy).toBe(6);
  // Left on day 15: 50. Needed until day 45: 300, and 60 more.
  expect(quantityToOrder(one, 30)).toBe(310);
  // Too late for the safety stock is today, too late for any stock is before.
  expect(outlookOf({ ...one, stock: 160 }).orderBy).toBe(0);
  expect(outlookOf({ ...one, stock: 140 }).orderBy).toBe(-1);
});

test("less than the safety stock until a container that is on its way is no reason to order", () => {
  expect(outlookOf(supply(50, 10, 15, [[2, 900]], 60)).orderBy).toBe(75);
});

test("whole cartons are ordered, and nothing where the stock lasts", () => {
  expect(quantityToOrder(supply(0, 10, 60), 30, { pack: 48 })).toBe(336);
  expect(quantityToOrder(supply(0, 10, 60), 30, { pack: 100 })).toBe(300);
  expect(quantityToOrder(supply(5_000, 10, 60), 30)).toBe(0);
  expect([0, 48, 49].map((units) => cartonsOf(units, 48))).toEqual([0, 1, 2]);
  expect(outlookOf(supply(5_000, 10, 60))).toEqual({ gaps: [] });
});

test("what does not sell never runs out and is not ordered", () => {
  expect(outlookOf(supply(3, 0, 30))).toEqual({ gaps: [] });
  expect(quantityToOrder(supply(0, 0, 30), 30)).toBe(0);
});

test("a container due today or up to 14 days late counts as tomorrow, a later one nowhere", () => {
  const today = "2026-11-23";
  const due = ["2026-12-01", "2026-11-24", today, "2026-11-09", "2026-11-08"];
  expect(due.map((day) => arrivalDay(day, today))).toEqual([8, 1, 1, 1, undefined]);
});

test("cover counts the units of each day, and of the last one the share that is there", () => {
  const weeks = (...percents: number[]) => Array.from({ length: 27 }, (_, week) => percents[week] ?? 100);
  expect(daysOfCover({ rate: 2.2 }, 275)).toBeCloseTo(125);
  expect(daysOfCover({ rate: 10, season: weeks(200, 50) }, 150)).toBe(9);
  expect(daysOfCover({ rate: 10, events: [{ start: 2, end: 3, percent: 300 }] }, 105)).toBe(6.5);
  // Beyond a year it is as on its last day.
  expect(daysOfCover({ rate: 1, season: weeks() }, 1_000)).toBe(1_000);
  expect(daysOfCover({ rate: 1 }, 0)).toBe(0);
});

describe("for any supply", () => {
  const random = seededRandom(19);
  const supplies = Array.from({ length: 1_000 }, () =>
    supply(
      random.between(0, 400),
      random.happens(0.3) ? random.between(1, 12) : random.between(1, 360) / 30,
      random.pick([15, 30, 45, 60, 75, 90]),
      Array.from({ length: random.between(0, 3) }, () => [random.between(1, 150), random.between(1, 500)]),
      random.pick([0, random.between(1, 200)]),
    ),
  );
  const never = Number.POSITIVE_INFINITY;

  test("more stock never runs out or has to be ordered earlier", () => {
    for (const one of supplies) {
      const [less, more] = [outlookOf(one), outlookOf({ ...one, stock: one.stock + random.between(1, 50) })];
      expect(more.runsOut ?? never).toBeGreaterThanOrEqual(less.runsOut ?? never);
      expect(more.orderBy ?? never).toBeGreaterThanOrEqual(less.orderBy ?? never);
    }
  });

  test("an arrival never makes it run out earlier", () => {
    for (const one of supplies) {
      const arrivals = new Map(one.arrivals);
      const day = random.between(1, 150);
      arrivals.set(day, (arrivals.get(day) ?? 0) + random.between(1, 100));
      expect(outlookOf({ ...one, arrivals }).runsOut ?? never).toBeGreaterThanOrEqual(outlookOf(one).runsOut ?? never);
    }
  });

  test("an order of today, which arrives after the lead time, lasts for the target and leaves the safety stock", () => {
    for (const one of supplies) {
      const target = random.between(15, 90);
      const pack = random.pick([1, 1, 6, 24]);
      const quantity = quantityToOrder(one, target, { pack });
      expect(quantity % pack).toBe(0);
      const lowest = (units: number) => {
        const arrivals = new Map(one.arrivals);
        arrivals.set(one.lead, (arrivals.get(one.lead) ?? 0) + units);
        return Math.min(...projectedUnits({ ...one, arrivals }).slice(one.lead, one.lead + target));
      };
      expect(lowest(quantity), JSON.stringify([one, target, pack, quantity])).toBeGreaterThan(
        Math.max(0, one.safety - 1e-5),
      );
    }
  });
});
