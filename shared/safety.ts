// The safety stock of a product: what is to be left when an order arrives, since sales vary and containers come early or late.
import { serviceLevels } from "./product-fields.ts";
import { type RateDay, sumOf } from "./rate.ts";

/** Standard deviations that cover so many of 100 orders; a plan is made at the levels from 90, and compared at all. */
const deviations = { 70: 0.5244, 80: 0.8416, 90: 1.2816, 95: 1.6449, 98: 2.0537 } as const;
export type Level = keyof typeof deviations;

/** In-stock days by which a product's own dispersion is trusted as much as that of others. */
const trustedDays = 30;

/** How much the units of days vary: their variance divided by their mean. A Poisson process has 1. */
export interface Dispersion {
  days: number;
  /** Units a day. */
  mean: number;
  variance: number;
}

/** Of the days in stock; undefined if nothing was sold on them. */
export const dispersionOf = (days: readonly RateDay[]): Dispersion | undefined => {
  const { sold, inStockDays } = sumOf(days);
  if (sold === 0) return undefined;
  const mean = sold / inStockDays;
  const squares = days.reduce((sum, { units, inStock }) => sum + (inStock ? (units - mean) ** 2 : 0), 0);
  return { days: inStockDays, mean, variance: squares / inStockDays };
};

/** Products whose rates are within a factor of two are alike. */
const classOf = ({ mean }: Dispersion): number => Math.floor(Math.log2(mean));

/** Each product's dispersion, mixed with that of products with a similar rate, and at least 1. */
export const mixedDispersions = (own: ReadonlyMap<string, Dispersion>): Map<string, number> => {
  const classes = Map.groupBy(own.values(), classOf);
  const pooled = new Map(
    [...classes].map(([rate, all]) => {
      const days = all.reduce((sum, one) => sum + one.days, 0);
      return [rate, all.reduce((sum, { days, mean, variance }) => sum + (days * variance) / mean, 0) / days] as const;
    }),
  );
  return new Map(
    [...own].map(([_id, one]) => {
      const { days, mean, variance } = one;
      const others = pooled.get(classOf(one)) ?? 1;
      const mixed = ((days * variance) / mean + trustedDays * others) / (days + trustedDays);
      return [_id, Math.max(1, Math.round(1_000 * mixed) / 1_000)];
    }),
  );
};

export interface Safety {
  units: number;
  /** Standard deviation of the units sold from an order to its arrival. */
  sales: number;
  /** Standard deviation of the lead time, in days. */
  days: number;
}

interface Demand {
  /** Units a day. */
  rate: number;
  /** Days from an order to its arrival. */
  lead: number;
  /** The variance of the units of a day divided by their mean. */
  dispersion: number;
  /** Standard deviation of the lead time, in days. */
  spread: number;
}

export const safetyOf = ({ rate, lead, dispersion, spread }: Demand, service: Level): Safety => {
  const sales = Math.sqrt(lead * rate * dispersion);
  return { units: Math.ceil(deviations[service] * Math.hypot(sales, rate * spread)), sales, days: spread };
};

/** A product's own service level, or that of the plan. */
export const levelOf = ({ service }: { service?: number | undefined }, ofPlan: Level): Level =>
  serviceLevels.find((level) => level === service) ?? ofPlan;
