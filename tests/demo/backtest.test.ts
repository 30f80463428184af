// What the plan is worth, as docs/planning.md says it, in worlds that it was not tuned to.
import { expect, test } from "vitest";
import { newWorld } from "#demo/backtest/demand.ts";
import { minMax, plan } from "#demo/backtest/rules.ts";
import { added, meanOf, shareAt, worthOf } from "#demo/backtest/worth.ts";
import { liveAYear, type Rule } from "#demo/backtest/year.ts";
import { serviceLevels } from "#shared/product-fields.ts";

/** `least`: shares of what is wanted, less two standard errors. */
const expectWorth = (
  seeds: readonly number[],
  least: { all: number; seasonal: number },
  articlesOfClass?: number,
): void => {
  const lived = (rule: Rule) => seeds.map((seed) => liveAYear(newWorld(seed, articlesOfClass), rule));
  const levels = serviceLevels.map((service) => lived(plan({ service })));
  const shares = seeds.map((_, world) =>
    shareAt(
      levels.map((years) => worthOf(added(years[world]?.values() ?? []))),
      42,
    ),
  );
  const { mean, error } = meanOf(shares);
  expect(mean - error).toBeGreaterThan(least.all);
  const ofClass = (years: ReturnType<typeof lived>, kind: string) =>
    worthOf(added(years.flatMap((outcomes) => outcomes.get(kind) ?? []))).share;
  const [usual, before] = [levels[1] ?? [], lived(minMax)];
  expect(ofClass(usual, "seasonal")).toBeGreaterThan(least.seasonal);
  for (const kind of before[0]?.keys() ?? []) expect(ofClass(usual, kind), kind).toBeGreaterThan(ofClass(before, kind));
};

const guarantee =
  "with 42 days of stock it sells nearly all that is wanted, and more of every class than by a calendar average";
test(`${guarantee}: three small worlds`, () => expectWorth([101, 102, 103], { all: 0.9, seasonal: 0.8 }, 6));
test(`${guarantee}: ten worlds`, { tags: "exhaustive" }, () =>
  expectWorth(
    Array.from({ length: 10 }, (_, at) => 1 + at),
    { all: 0.925, seasonal: 0.85 },
  ),
);
