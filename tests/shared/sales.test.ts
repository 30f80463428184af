// The daily run rate.
import { expect, test } from "vitest";
import { runRate } from "#shared/sales.ts";

const today = "2026-12-01";

test("the run rate is a third of the units of three business days, today included, over all channels", () => {
  const sold = { "2026-12-01#amazon": 4, "2026-12-01#snd-app": 1, "2026-11-30#flipkart": 6, "2026-11-29#jiomart": 1 };
  expect(runRate(sold, today)).toBe(4);
});

test("older days, and days that have not come, do not count", () => {
  expect(runRate({ "2026-11-28#amazon": 300, "2026-12-02#amazon": 300, "2026-11-29#amazon": 3 }, today)).toBe(1);
});

test("what was never sold has a run rate of zero", () => {
  expect(runRate({}, today)).toBe(0);
});
