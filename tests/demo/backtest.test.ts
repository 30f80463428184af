// What the plan is worth, as docs/planning.md says it, in worlds that it was not tuned to.
import { describe, expect, test } from "vitest";
import { newWorld } from "#demo/backtest/demand.ts";
import { minMax, plan } from "#demo/backtest/rules.ts";
import { added, meanOf, worthOf } from "#demo/backtest/worth.ts";
import { liveAYear, type Rule } from "#demo/backtest/year.ts";

type Outcomes = ReturnType<typeof liveAYear>;

/** Years of one world: by the plan with targets of thirty days and of fifteen, and by the calendar average. */
interface Lived {
  plans: Record<30 | 15, Outcomes>;
  averaged: Outcomes;
}

const live = (seed: number, articlesOfClass?: number): Lived => {
  const by = (rule: Rule) => liveAYear(newWorld(seed, articlesOfClass), rule);
  return { plans: { 30: by(plan()), 15: by(plan({ target: 15 })) }, averaged: by(minMax) };
};

const worthOfAll = (outcomes: Outcomes) => worthOf(added(outcomes.values()));

/** `least`: shares of what is wanted, of all less two standard errors. `most`: days of stock. */
interface Bounds {
  all: number;
  seasonal: number;
  launch: number;
  most: { all: number; intermittent: number };
}

const expectWorth = (worlds: readonly Lived[], target: 30 | 15, { all, seasonal, launch, most }: Bounds): void => {
  const planned = worlds.map(({ plans }) => plans[target]);
  const { mean, error } = meanOf(planned.map((outcomes) => worthOfAll(outcomes).share));
  expect(mean - error).toBeGreaterThan(all);
  const of = (kind: string, years: readonly Outcomes[] = planned) =>
    worthOf(added(years.flatMap((outcomes) => outcomes.get(kind) ?? [])));
  expect(of("seasonal").share).toBeGreaterThan(seasonal);
  expect(of("launch").share).toBeGreaterThan(launch);
  expect(of("intermittent").stock).toBeLessThan(most.intermittent);
  expect(worthOf(added(planned.flatMap((outcomes) => [...outcomes.values()]))).stock).toBeLessThan(most.all);
  const averaged = worlds.map((world) => world.averaged);
  for (const kind of averaged[0]?.keys() ?? []) expect(of(kind).share, kind).toBeGreaterThan(of(kind, averaged).share);
};

test("a world wants whole units, and never fewer than none", () => {
  const wanted = newWorld(1, 6).articles.flatMap((article) => article.wanted);
  expect(wanted.filter((units) => !Number.isInteger(units) || units < 0)).toEqual([]);
});

const guarantee = "it sells nearly all that is wanted, and more of every class than by a calendar average";

test(`${guarantee}: three small worlds`, () => {
  const lived = [101, 102, 103].map((seed) => live(seed, 6));
  for (const target of [30, 15] as const)
    expectWorth(lived, target, { all: 0.9, seasonal: 0.8, launch: 0.85, most: { all: 60, intermittent: 150 } });
});

describe("ten worlds", { tags: "exhaustive" }, () => {
  const seeds = Array.from({ length: 10 }, (_, at) => 1 + at);
  const lived = new Map<number, Lived>();

  test.each(seeds)("in world %i it sells more than by a calendar average", (seed) => {
    const world = live(seed);
    lived.set(seed, world);
    expect(worthOfAll(world.plans[30]).share).toBeGreaterThan(worthOfAll(world.averaged).share);
  });

  test.each([
    { target: 30, all: 0.94, seasonal: 0.88, launch: 0.93, most: { all: 52, intermittent: 130 } },
    { target: 15, all: 0.93, seasonal: 0.87, launch: 0.92, most: { all: 42, intermittent: 115 } },
  ] as const)(`${guarantee}, with target $target`, ({ target, ...bounds }) =>
    expectWorth(
      seeds.map((seed) => lived.get(seed) ?? live(seed)),
      target,
      bounds,
    ),
  );
});
