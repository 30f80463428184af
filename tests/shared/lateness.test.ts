// How late containers come: examples worked by hand, and properties for any receipts.
import { expect, test } from "vitest";
import { seededRandom } from "#demo/random.ts";
import { daysLate, latenessOf, leadSpread, leadTimeOffered, noLateness, type Receipt } from "#shared/lateness.ts";

const receipt = (product: string, late: number, fields: Partial<Receipt> = {}): Receipt => ({
  ...{ product, expected: "2026-11-01", units: 100, late, span: 60, ...fields },
});

test("nothing received: on time, with a spread of 18 %", () => {
  expect(latenessOf([])).toEqual({ all: noLateness, of: new Map() });
  // A container that was announced a few days before it came says nothing.
  expect(latenessOf([receipt("a", 5, { span: 3 })]).of.size).toBe(0);
});

test("ten receipts 12 days late of 60 count as much as that nothing is known, and a product's own as much as all", () => {
  const { all, of } = latenessOf(Array.from({ length: 10 }, () => receipt("a", 12)));
  // 20 % and 0 %; no spread, and 18 %: root of 0.0324 / 2.
  expect(all).toEqual({ mean: 0.1, spread: 0.127, days: { mean: 6, spread: 7.637 } });
  expect(of.get("a")).toEqual({ mean: 0.15, spread: 0.09, days: { mean: 9, spread: 5.4 } });
});

test("receipts are weighed by their units, only the last ten of a product count, and early ones are on time", () => {
  const { all } = latenessOf([receipt("a", 6, { units: 300 }), receipt("b", -6, { units: 100 })]);
  expect(all.mean).toBe(0.008);
  const old = Array.from({ length: 20 }, () => receipt("a", 60, { expected: "2026-01-01" }));
  const last = Array.from({ length: 10 }, () => receipt("a", 0));
  const others = latenessOf([...old, ...last]).all.mean;
  expect(latenessOf([...old, ...last]).of.get("a")?.mean).toBeCloseTo(others / 2, 2);
  expect(latenessOf(Array.from({ length: 30 }, () => receipt("a", -30))).of.get("a")?.mean).toBe(0);
});

/** Announced for the tenth day, and received on the fourteenth. */
const shortLegs = Array.from({ length: 10 }, () => receipt("a", 4, { span: 10 }));

test("ten containers that came on day 14 instead of 10 make an order of 90 days 4 days late, and one of a product that never came 3", () => {
  const { all, of } = latenessOf(shortLegs);
  const own = of.get("a") ?? noLateness;
  expect([own.mean, own.days?.mean]).toEqual([0.3, 3]);
  expect([all.mean, all.days?.mean]).toEqual([0.2, 2]);
  expect([90, 10, 5, 0, -3].map((span) => daysLate(own, span))).toEqual([4, 3, 2, 0, 0]);
  expect([90, 10, 5].map((span) => daysLate(all, span))).toEqual([3, 2, 1]);
  expect(daysLate(noLateness, 90)).toBe(0);
});

test("containers of 10 days that come up to 20 late make a lead time of 90 days vary no more than if nothing had come", () => {
  const { of } = latenessOf(Array.from({ length: 10 }, (_, n) => receipt("a", n % 2 ? 20 : 0, { span: 10 })));
  const own = of.get("a") ?? noLateness;
  expect([own.spread, own.days?.spread]).toEqual([0.871, 8.707]);
  // 0.18 x 90, and not 0.871 x 90 = 78 days.
  expect(leadSpread(own, 90)).toBeCloseTo(16.2, 9);
  expect(leadSpread(own, 10)).toBeCloseTo(8.707, 9);
  // What came as usual says that a lead time varies less.
  expect(leadSpread(latenessOf(shortLegs).all, 90)).toBeCloseTo(0.127 * 90, 9);
});

test("spans as long as the lead time count in full", () => {
  const { of } = latenessOf(Array.from({ length: 10 }, (_, n) => receipt("a", n % 2 ? 60 : 0, { span: 60 })));
  const own = of.get("a") ?? noLateness;
  expect(daysLate(own, 60)).toBe(Math.round(own.mean * 60));
  expect(leadSpread(own, 60)).toBeCloseTo(own.spread * 60, 0);
});

test("a later receipt makes no product come earlier, and no spread is less than nothing", () => {
  const random = seededRandom(5);
  for (let n = 0; n < 500; n++) {
    const receipts = Array.from({ length: random.between(1, 25) }, () =>
      receipt(random.pick(["a", "b", "c"]), random.between(-20, 40), {
        units: random.between(1, 500),
        expected: `2026-${random.pick(["03", "07", "10"])}-01`,
      }),
    );
    const [first, ...rest] = receipts;
    if (!first) continue;
    const later = latenessOf([{ ...first, late: first.late + 10 }, ...rest]);
    const now = latenessOf(receipts);
    expect(later.all.mean).toBeGreaterThanOrEqual(now.all.mean);
    for (const one of [now.all, ...now.of.values()]) {
      expect(one.spread).toBeGreaterThanOrEqual(0);
      expect(Number.isFinite(one.mean)).toBe(true);
      expect(daysLate(one, 90)).toBeLessThanOrEqual(Math.round(one.days ? one.days.mean + one.days.spread : 0));
    }
  }
});

test.each([
  // As planned: 30 days, and 8 late as usual.
  [30, 8, 38, undefined],
  [30, undefined, 37, undefined],
  [30, undefined, 38, 45],
  [30, 8, 60, 45],
  [60, 10, 40, 30],
  [90, 20, 140, undefined],
])(
  "planned %i and usually %s late, ordered to received %i: the lead time that is offered is %s",
  (lead_time, late, days, offered) => {
    expect(leadTimeOffered({ lead_time, late }, days, [15, 30, 45, 60, 75, 90])).toBe(offered);
  },
);
