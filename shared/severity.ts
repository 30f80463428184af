// How urgent a low product is, from its run rate, stock, units in transit and lead time.
import type { Product } from "./product.ts";
import { required } from "./reorder.ts";

/** The most urgent first. */
export const severities = ["critical", "low", "watch", "covered"] as const;
export type Severity = (typeof severities)[number];

/** Stock that lasts less than so many days is about to run out. */
export const urgentDays = 14;

/** Days that the stock lasts at the run rate, without what is in transit. */
const cover = ({ stock, drr }: Product): number => (stock === 0 ? 0 : stock / drr);

/**
 * Critical: out of stock, or about to be with units required. Low: it will run out before an order of today arrives.
 * Watch: nothing is required, but only because of units in transit that must arrive soon, or by a stock that is just
 * the minimum. Covered: what is in transit is enough.
 */
export const severityOf = (product: Product): Severity => {
  const soon = cover(product) < urgentDays;
  if (product.stock === 0) return "critical";
  if (required(product) > 0) return soon ? "critical" : "low";
  return soon || product.in_transit === 0 ? "watch" : "covered";
};
