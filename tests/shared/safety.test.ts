// The safety stock: examples worked by hand, and properties for any product.
import { expect, test } from "vitest";
import { seededRandom } from "#demo/random.ts";
import { serviceLevels } from "#shared/product-fields.ts";
import { type Dispersion, dispersionOf, mixedDispersions, safetyOf } from "#shared/safety.ts";

test("11.1 a day, lead 60, days that vary by twice their mean: 207 are left for 95 of 100 orders", () => {
  // The sales of 60 days: root of 60 x 11.1 x 2 = 36.5. The lead time: 0.18 x 60 = 10.8 days, of 11.1 each 119.9.
  const product = { rate: 11.1, lead: 60, dispersion: 2, spread: 0.18 * 60 };
  const { units, sales, days } = safetyOf(product, 95);
  expect([units, sales, days].map((each) => Math.round(10 * each) / 10)).toEqual([207, 36.5, 10.8]);
  expect(serviceLevels.map((level) => safetyOf(product, level).units)).toEqual([161, 207, 258]);
});

test("dispersion is the variance of the days in stock by their mean", () => {
  const days = [2, 4, 6, 0].map((units, at) => ({ units, inStock: at < 3 }));
  expect(dispersionOf(days)).toEqual({ days: 3, mean: 4, variance: 8 / 3 });
  expect(dispersionOf([{ units: 0, inStock: true }])).toBeUndefined();
});

test("a product with few days is as products of its rate are, one with many as it is itself, and none varies less than chance", () => {
  const like = (days: number, factor: number, mean = 5): Dispersion => ({ days, mean, variance: mean * factor });
  const own = { many: like(90, 4), few: like(3, 1), steady: like(90, 0.1, 20), other: like(60, 9, 1) };
  const mixed = mixedDispersions(new Map(Object.entries(own)));
  // Of those with 4 to 8 a day: (90 x 4 + 3 x 1) / 93 = 3.903.
  expect(mixed.get("many")).toBe(3.976);
  expect(mixed.get("few")).toBe(3.639);
  expect(mixed.get("steady")).toBe(1);
  expect(mixed.get("other")).toBe(9);
});

test("more is left for a higher level, a higher rate, a longer lead, and days and lead times that vary more", () => {
  const random = seededRandom(11);
  for (let n = 0; n < 1_000; n++) {
    const one = {
      rate: random.between(1, 300) / 10,
      lead: random.between(10, 90),
      dispersion: random.between(10, 60) / 10,
      spread: random.between(1, 160) / 10,
    };
    const units = safetyOf(one, 95).units;
    expect(units).toBeGreaterThan(0);
    for (const more of [
      { ...one, rate: 1.2 * one.rate },
      { ...one, lead: one.lead + 5 },
      { ...one, spread: one.spread + 1 },
      { ...one, dispersion: one.dispersion + 1 },
    ])
      expect(safetyOf(more, 95).units).toBeGreaterThanOrEqual(units);
    expect(safetyOf(one, 98).units).toBeGreaterThanOrEqual(units);
    expect(safetyOf(one, 90).units).toBeLessThanOrEqual(units);
  }
});
