// The rate of a product: units sold a day while it was in stock, over closed business days.
import { sumBy } from "./sum.ts";

/** A closed business day of a product. There are none before its first movement. */
export interface RateDay {
  /** Units sold. Returns do not reduce it, and units that left for other reasons are not demand. */
  units: number;
  /** It closed with units in warehouses that were not deleted then, or some were sold. */
  inStock: boolean;
}

/** Days in stock, and the units sold on them. */
export interface RateSum {
  sold: number;
  inStockDays: number;
}

/** Numbers of closed days over which a rate may be computed. */
export const rateWindows = [3, 7, 30, 90] as const;
export type RateWindow = (typeof rateWindows)[number];

/** Days of the longest window that are known one by one; the earlier ones are known as a sum. */
export const knownDays = 30;

/** The sales of a product in the longest window. */
export interface SalesRecord {
  /** The last 30 closed days, oldest first: fewer if its first movement was later. */
  days: readonly RateDay[];
  /** The 60 days before. */
  earlier: RateSum;
}

export interface Rate extends RateSum {
  /** Units a day. */
  units: number;
  /** The closed days over which it is computed. */
  window: RateWindow;
  /** Even the longest window has fewer days in stock than a rate needs. */
  fewDays: boolean;
}

const enoughDays = 3;

/** The days in stock among these, and the units sold on them. */
export const sumOf = (days: readonly RateDay[]): RateSum => {
  const inStock = days.filter((day) => day.inStock);
  return { sold: sumBy(inStock, ({ units }) => units), inStockDays: inStock.length };
};

export const addUp = (sums: readonly RateSum[]): RateSum => ({
  sold: sumBy(sums, ({ sold }) => sold),
  inStockDays: sumBy(sums, ({ inStockDays }) => inStockDays),
});

/** Units a day over a window; undefined if no day of it was in stock. */
export const rateOver = ({ days, earlier }: SalesRecord, window: RateWindow): Omit<Rate, "fewDays"> | undefined => {
  const recent = sumOf(days.slice(-window));
  const { sold, inStockDays } = window > knownDays ? addUp([recent, earlier]) : recent;
  return inStockDays === 0 ? undefined : { units: sold / inStockDays, sold, inStockDays, window };
};

/**
 * The rate over the chosen window, or over the next longer one that holds enough days in stock. Undefined if no day of
 * the longest was in stock.
 */
export const rateOf = (record: SalesRecord, basis: RateWindow): Rate | undefined => {
  const rates = rateWindows.filter((window) => window >= basis).map((window) => rateOver(record, window));
  const enough = rates.find((rate) => rate && rate.inStockDays >= enoughDays);
  const rate = enough ?? rates.at(-1);
  return rate && { ...rate, fewDays: !enough };
};

/** The window of a plan for which nobody chose another. */
const usualWindow = 30;
/** Days from a launch in which the usual window lags behind what a product sells, and the window that does not. */
const launch = { days: 60, window: 7 } as const;
/** Days from the ledger's beginning in which a first movement is no launch: products were sold before they were entered. */
const beginning = 30;
/** Units a day below which sales of the usual window are mostly chance. */
const slow = { units: 2 / 3, window: 90 } as const;

/** `age`: days from its first movement to the last closed day; `ledgerAge`: from that of any product, as far as known. */
export const wasLaunched = (age: number, ledgerAge: number): boolean =>
  age < launch.days && ledgerAge - age >= beginning;

/** The window of a product: the chosen one, and in place of the usual one what fits its sales. */
export const windowFor = (record: SalesRecord, basis: RateWindow, launched = false): RateWindow => {
  if (basis !== usualWindow) return basis;
  const units = rateOver(record, basis)?.units ?? 0;
  if (units < slow.units) return slow.window;
  return launched ? launch.window : basis;
};

/** Units sold in 30 days below which a change of the rate says nothing. */
const enoughSold = 20;

/** Whether the last three closed days sold half as fast again as the last thirty, or half as fast. */
export const trendOf = (record: SalesRecord): "rising" | "falling" | undefined => {
  const [short, long] = [rateOver(record, 3), rateOver(record, 30)];
  if (!short || !long || long.sold < enoughSold) return undefined;
  if (short.inStockDays < enoughDays || long.inStockDays < enoughDays) return undefined;
  if (short.units > 1.5 * long.units) return "rising";
  return short.units < 0.5 * long.units ? "falling" : undefined;
};

/**
 * A day counts at most so many units, or so many times the median of days with sales, if there are so many such days: a
 * spike says that more is wanted, but not that it comes again.
 */
const cap = { units: 10, times: 3, days: 5 };

/** The median of the days with sales among the last ninety; undefined if there are too few to tell what is usual. */
export const usualDay = (units: readonly number[]): number | undefined => {
  const sorted = units.filter((each) => each > 0).sort((a, b) => a - b);
  if (sorted.length < cap.days) return undefined;
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
};

/** Units that a day counts at most. */
export const capOf = (usual: number | undefined): number =>
  usual === undefined ? Number.POSITIVE_INFINITY : Math.max(cap.units, cap.times * usual);

/** The days with spikes cut to what a day counts at most. */
export const capSpikes = (days: readonly RateDay[], usual: number | undefined): RateDay[] => {
  const most = capOf(usual);
  return days.map((day) => (day.units > most ? { ...day, units: most } : day));
};
