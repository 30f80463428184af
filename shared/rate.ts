// The rate of a product: units sold a day while it was in stock, over closed business days.

/** A closed business day of a product. Days before its first movement are none. */
export interface RateDay {
  /** Sold; returns lower nothing, and units that left for another reason than a sale are no demand. */
  units: number;
  /** It closed with units in warehouses that were not deleted then, or some were sold. */
  inStock: boolean;
}

/** Closed days that a rate may be taken over. */
export const rateWindows = [3, 7, 30, 90] as const;
export type RateWindow = (typeof rateWindows)[number];

export interface Rate {
  /** Units a day. */
  units: number;
  /** The closed days it is taken over, and how many of them the product was in stock. */
  window: RateWindow;
  inStockDays: number;
  /** Even the longest window holds fewer days in stock than a rate needs. */
  fewDays: boolean;
}

/** Days in stock that a rate needs. */
const enoughDays = 3;

const rateOver = (days: readonly RateDay[], window: RateWindow) => {
  const inStock = days.slice(-window).filter((day) => day.inStock);
  const sold = inStock.reduce((units, day) => units + day.units, 0);
  return { sold, window, inStockDays: inStock.length, units: inStock.length === 0 ? 0 : sold / inStock.length };
};

/**
 * The rate over the chosen window, or over the next longer one that holds enough days in stock. `days`: the last ones,
 * oldest first. Undefined if none of them was in stock.
 */
export const rateOf = (days: readonly RateDay[], basis: RateWindow): Rate | undefined => {
  const rates = rateWindows.filter((window) => window >= basis).map((window) => rateOver(days, window));
  const enough = rates.find(({ inStockDays }) => inStockDays >= enoughDays);
  const { sold: _, ...rate } = enough ?? rateOver(days, 90);
  return rate.inStockDays === 0 ? undefined : { ...rate, fewDays: !enough };
};

/** Units sold in 30 days below which a change of the rate says nothing. */
const enoughSold = 20;

/** Whether the last three closed days sold half as fast again as the last thirty, or half as fast. */
export const trendOf = (days: readonly RateDay[]): "rising" | "falling" | undefined => {
  const [short, long] = [rateOver(days, 3), rateOver(days, 30)];
  if (short.inStockDays < enoughDays || long.inStockDays < enoughDays || long.sold < enoughSold) return undefined;
  if (short.units > 1.5 * long.units) return "rising";
  return short.units < 0.5 * long.units ? "falling" : undefined;
};

const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
};

/** A spike sells so many units at least, and so many times the median of the days with sales, of which there are enough. */
const spike = { units: 10, times: 3, days: 5 };

/** The days without those that sold far more than others do: neither their units nor the days count. */
export const withoutSpikes = (days: readonly RateDay[]): RateDay[] => {
  const sold = days.map(({ units }) => units).filter((units) => units > 0);
  if (sold.length < spike.days) return [...days];
  const most = spike.times * median(sold);
  return days.map((day) => (day.units >= spike.units && day.units > most ? { units: 0, inStock: false } : day));
};
