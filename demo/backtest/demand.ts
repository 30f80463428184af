// Worlds of products and of what people want to buy of them: how it grows and falls, by season, in festivals, or in both, seldom, or
// from a launch on; with days that vary, and now and then one large order. Each seed draws a world of its own.

import { addDays } from "#shared/day.ts";
import type { PlanEvent } from "#shared/event.ts";
import { type Random, seededRandom } from "../random.ts";

const classes = [
  "stable",
  "rising",
  "falling",
  "seasonal",
  "festival",
  "intermittent",
  "launch",
  "season and festival",
] as const;
type DemandClass = (typeof classes)[number];

export interface Article {
  _id: string;
  class: string;
  /** Days from an order to its arrival, as the product has it. */
  lead: number;
  /** Units wanted on each day. */
  wanted: number[];
  /** The first day on which it is sold. */
  launched: number;
  /** The events that the plan knows of. */
  events: readonly PlanEvent[];
}

export interface World {
  /** Of articles, in the order of the table. */
  classes: readonly string[];
  /** The day with index 0. */
  firstDay: string;
  /** Days before those of orders: the rules know what was sold on them. */
  daysBefore: number;
  /** All days. */
  days: number;
  articles: Article[];
  random: Random;
  /** Mean and standard deviation of a real lead time, as shares of the product's own. */
  lateness: { mean: number; spread: number };
}

const year = 365;
const daysBefore = 420;
const days = daysBefore + year;
const firstDay = "2024-01-01";

export const newWorld = (seed: number, articlesOfClass = 60): World => {
  const random = seededRandom(seed);
  const uniform = (least: number, most: number) => least + (most - least) * random.next();
  const lateness = { mean: uniform(0.95, 1.3), spread: uniform(0.1, 0.4) };
  const festivals = newFestivals(random);
  const known = knownEvents(festivals, random);
  // Few products have both.
  const lengthOf = (kind: DemandClass) => (kind === "season and festival" ? articlesOfClass / 3 : articlesOfClass);
  const articles = classes.flatMap((kind) =>
    Array.from({ length: lengthOf(kind) }, (_, at): Article => {
      const launched = kind === "launch" ? random.between(daysBefore - 60, days - 120) : 0;
      const shape = shapeOf(kind, random, festivals, launched);
      const pace = kind === "intermittent" ? uniform(0.03, 0.3) : Math.exp(uniform(Math.log(0.4), Math.log(25)));
      // The variance of a day, divided by its mean.
      const dispersion = uniform(1.2, 4);
      const wanted = Array.from({ length: days }, (_, day) => {
        const bulk = random.happens(1 / 180) ? Math.round(pace * uniform(4, 15)) : 0;
        return day < launched ? 0 : negativeBinomial(random, pace * shape(day), dispersion) + bulk;
      });
      const events = kind.endsWith("festival") ? known : [];
      const lead = random.pick([15, 30, 45, 60, 75, 90]);
      return { _id: `${kind}-${at}`, class: kind, lead, wanted, launched, events };
    }),
  );
  return { classes, firstDay, daysBefore, days, articles, random, lateness };
};

interface Festival {
  /** Of its kind, and in which year. */
  kind: number;
  years: number;
  start: number;
  length: number;
  times: number;
}

/** Three a year, whose dates move by up to two weeks and whose pull varies from year to year. */
const newFestivals = (random: Random): Festival[] =>
  Array.from({ length: 3 }, () => [
    random.between(0, year - 30),
    random.between(5, 10),
    1.8 + 2 * random.next(),
  ]).flatMap(([start = 0, length = 7, times = 2], kind) =>
    [0, 1, 2].map((years) => ({
      kind,
      years,
      start: years * year + start + random.between(-14, 14),
      length,
      times: times * (0.8 + 0.4 * random.next()),
    })),
  );

/** Half of the festivals are in the plan, with their days of this year and of the last. */
const knownEvents = (festivals: readonly Festival[], random: Random): PlanEvent[] => {
  const dayOf = (index: number) => addDays(firstDay, index);
  return [0, 1, 2]
    .filter(() => random.happens(1 / 2))
    .flatMap((kind) =>
      [1, 2].flatMap((years) => {
        const [now, last] = [years, years - 1].map((of) =>
          festivals.find((one) => one.kind === kind && one.years === of),
        );
        if (!now || !last) return [];
        return {
          ...{ _id: `${kind} ${years}`, name: `Festival ${kind + 1}`, updated_at: "" },
          ...{ start: dayOf(now.start), end: dayOf(now.start + now.length - 1) },
          ...{ last_start: dayOf(last.start), last_end: dayOf(last.start + last.length - 1) },
        };
      }),
    );
};

/** Demand of a day relative to the product's pace. */
const shapeOf = (kind: DemandClass, random: Random, festivals: Festival[], launched: number) => {
  const growth = 0.4 + 1.2 * random.next();
  const peak = random.between(0, year - 1);
  const height = 0.6 + 0.35 * random.next();
  const since = (day: number) => Math.max(0, day) / days;
  const shapes: Record<DemandClass, (day: number) => number> = {
    stable: () => 1,
    intermittent: () => 1,
    rising: (day) => 0.5 + growth * since(day),
    falling: (day) => Math.max(0.1, 1.3 - growth * since(day)),
    // Most is sold in some months of the year.
    seasonal: (day) => Math.max(0.05, 1 + height * 1.6 * Math.cos((2 * Math.PI * (day - peak)) / year)),
    festival: (day) => {
      const now = festivals.filter(({ start, length }) => day >= start && day < start + length);
      return Math.max(1, ...now.map(({ times }) => times));
    },
    launch: (day) => Math.min(1, (day - launched + 10) / 60),
    "season and festival": (day) => shapes.seasonal(day) * shapes.festival(day),
  };
  return shapes[kind];
};

/** By a Poisson number whose mean is a gamma variable. */
const negativeBinomial = (random: Random, mean: number, dispersion: number): number => {
  const scale = dispersion - 1;
  return mean <= 0 ? 0 : poisson(random, scale * gamma(random, mean / scale));
};

/** Knuth for small means, rounded normal for large ones. */
export const poisson = (random: Random, mean: number): number => {
  if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  let count = 0;
  for (let product = random.next(), limit = Math.exp(-mean); product > limit; count++) product *= random.next();
  return count;
};

/** Marsaglia and Tsang, "A simple method for generating gamma variables" (2000), with scale 1. */
const gamma = (random: Random, shape: number): number => {
  if (shape < 1) return gamma(random, shape + 1) * random.next() ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random.next()) < x ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
};

/** Box and Muller. */
export const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
