// How urgent a low product is: by its row of the plan, or by its run rate if there is none.
import { addDays } from "./day.ts";
import type { PlanRow } from "./plan.ts";
import type { Product } from "./product.ts";
import { required } from "./reorder.ts";

/** The most urgent first. */
export const severities = ["critical", "low", "watch", "covered"] as const;
export type Severity = (typeof severities)[number];

/** Stock that lasts less than so many days is about to run out. */
export const urgentDays = 14;

interface Outlook {
  /** Days that the stock lasts. */
  cover: number;
  /** It runs out and comes back before an order of today could arrive. */
  gap: boolean;
  /** It runs out before an order of today could arrive. */
  short: boolean;
}

const outlookOf = (product: Product, plan: PlanRow | undefined, today: string): Outlook => {
  if (plan?.cover === undefined) {
    const units = required(product);
    return { cover: product.stock === 0 ? 0 : product.stock / product.drr, gap: product.stock === 0, short: units > 0 };
  }
  const { cover, gaps = [], runs_out, lead_time } = plan;
  return { cover, gap: gaps.length > 0, short: runs_out !== undefined && runs_out < addDays(today, lead_time) };
};

/**
 * Critical: about to run out, with units required or a gap ahead. Low: it will run out before an order of today arrives,
 * even if a container arrives by then. Watch: below the minimum, yet it lasts. Covered: nothing is required.
 */
export const severityOf = (product: Product, plan: PlanRow | undefined, today: string): Severity => {
  const { cover, gap, short } = outlookOf(product, plan, today);
  const units = required(product);
  if (cover < urgentDays && (units > 0 || gap)) return "critical";
  if (gap || short) return "low";
  return units > 0 ? "watch" : "covered";
};
