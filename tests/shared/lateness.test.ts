// How late containers come: examples worked by hand, and properties for any receipts.
import { expect, test } from "vitest";
import { seededRandom } from "#demo/random.ts";
import { latenessOf, noLateness, type Receipt } from "#shared/lateness.ts";

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
  expect(all).toEqual({ mean: 0.1, spread: 0.127 });
  expect(of.get("a")).toEqual({ mean: 0.15, spread: 0.09 });
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
    for (const { spread, mean } of [now.all, ...now.of.values()]) {
      expect(spread).toBeGreaterThanOrEqual(0);
      expect(Number.isFinite(mean)).toBe(true);
    }
  }
});
