// What the plan is worth, as docs/planning.md says it, in worlds that it was not tuned to.
import { describe, expect, test } from "vitest";
import { newWorld } from "#demo/backtest/demand.ts";
import { minMax, plan } from "#demo/backtest/rules.ts";
import { added, meanOf, shareAt, worthOf } from "#demo/backtest/worth.ts";
import { liveAYear, type Rule } from "#demo/backtest/year.ts";
import { serviceLevels } from "#shared/product-fields.ts";

type Outcomes = ReturnType<typeof liveAYear>;

/** Years of one world: by the plan at each level of service, and by the calendar average. */
interface Lived {
  levels: Outcomes[];
  averaged: Outcomes;
}

const live = (seed: number, articlesOfClass?: number): Lived => {
  const by = (rule: Rule) => liveAYear(newWorld(seed, articlesOfClass), rule);
  return { levels: serviceLevels.map((service) => by(plan({ service }))), averaged: by(minMax) };
};

const worthOfAll = (outcomes: Outcomes) => worthOf(added(outcomes.values()));
const usual = serviceLevels.indexOf(95);

/** `least`: shares of what is wanted, less two standard errors. */
const expectWorth = (worlds: readonly Lived[], least: { all: number; seasonal: number }): void => {
  const { mean, error } = meanOf(worlds.map(({ levels }) => shareAt(levels.map(worthOfAll), 42)));
  expect(mean - error).toBeGreaterThan(least.all);
  const shareOf = (kind: string, years: readonly (Outcomes | undefined)[]) =>
    worthOf(added(years.flatMap((outcomes) => outcomes?.get(kind) ?? []))).share;
  const planned = worlds.map(({ levels }) => levels[usual]);
  const averaged = worlds.map((world) => world.averaged);
  expect(shareOf("seasonal", planned)).toBeGreaterThan(least.seasonal);
  for (const kind of averaged[0]?.keys() ?? [])
    expect(shareOf(kind, planned), kind).toBeGreaterThan(shareOf(kind, averaged));
};

const guarantee =
  "with 42 days of stock it sells nearly all that is wanted, and more of every class than by a calendar average";

test(`${guarantee}: three small worlds`, () =>
  expectWorth(
    [101, 102, 103].map((seed) => live(seed, 6)),
    { all: 0.9, seasonal: 0.8 },
  ));

describe("ten worlds", { tags: "exhaustive" }, () => {
  const seeds = Array.from({ length: 10 }, (_, at) => 1 + at);
  const lived = new Map<number, Lived>();

  test.each(seeds)("in world %i it sells more than by a calendar average", (seed) => {
    const world = live(seed);
    lived.set(seed, world);
    expect(worthOfAll(world.levels[usual] ?? new Map()).share).toBeGreaterThan(worthOfAll(world.averaged).share);
  });

  test(guarantee, () =>
    expectWorth(
      seeds.map((seed) => lived.get(seed) ?? live(seed)),
      { all: 0.925, seasonal: 0.85 },
    ),
  );
});
