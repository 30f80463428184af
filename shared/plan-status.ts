// The status of a product in the plan tells a manager what to do about it. The most urgent comes first.
import { labelOf } from "./format.ts";

const labels = {
  out: "Out",
  late: "Late",
  now: "Now",
  ordered: "Ordered",
  new: "New",
  dead: "Dead",
  over: "Over",
  fine: "Fine",
  "not-selling": "Not selling",
  "never-stocked": "Never stocked",
} as const;
export type PlanStatus = keyof typeof labels;
export const planStatuses = Object.keys(labels) as readonly PlanStatus[];
export const planStatusLabel = (status: PlanStatus): string => labelOf(labels, status);

/** What is to be ordered now: their order day is within the horizon. */
export const urgentStatuses: readonly PlanStatus[] = ["out", "late", "now"];

export const isUrgent = (status: PlanStatus): boolean => urgentStatuses.includes(status);

/** Out of stock, whether or not it is to be ordered now. */
export const outStatuses: readonly PlanStatus[] = ["out", "ordered"];

export const isOut = (status: PlanStatus): boolean => outStatuses.includes(status);

/** Products with these statuses, from the numbers of products by status. */
export const countOf = (
  statuses: readonly PlanStatus[],
  counts: Readonly<Partial<Record<PlanStatus, number>>>,
): number => statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0);

/** It is out of stock, and no container that counts is on its way. */
export const isAtOnce = ({
  status,
  arrivals,
}: {
  status: PlanStatus;
  arrivals: readonly { day?: string | undefined }[];
}) => status === "out" && arrivals.every(({ day }) => day === undefined);

/** Days within which an order is due now. */
export const soonDays = 7;
/** A product is new until so many days after its first movement, unless it was in stock on enough of them. */
const newDays = { age: 14, inStock: 7 };
/** Days without a unit sold or handed out after which stock is dead. */
export const deadDays = 60;
/** Days for which stock is never too much, and days beyond lead time and target for which it is. */
const overDays = { least: 120, beyond: 30 };

/** Days after which at most the safety stock is to be left. */
export const mostCover = (lead: number, target: number): number =>
  Math.max(overDays.least, lead + target + overDays.beyond);

export interface StatusFacts {
  stock: number;
  /** It has had a unit at some time. */
  everStocked: boolean;
  /** Units a day; undefined if none is known. */
  rate: number | undefined;
  /** Days until the last day to order; negative if it has passed, undefined if none is in sight. */
  orderBy: number | undefined;
  /** Days since its first movement; undefined if that was before the longest window. */
  age: number | undefined;
  inStockDays: number;
  /** Units sold and handed out on the last 60 closed days. */
  moved: number;
  lead: number;
  target: number;
}

/** The first that fits. */
export const statusOf = (facts: StatusFacts): PlanStatus => {
  const { stock, everStocked, rate = 0, orderBy, age, inStockDays, moved, lead, target } = facts;
  const isDue = orderBy !== undefined && orderBy <= soonDays;
  // A product that has never been in stock has a rate only if it is to sell like another one.
  if (!everStocked && rate === 0) return "never-stocked";
  if (!everStocked) return isDue ? "now" : "fine";
  if (stock === 0 && rate === 0) return "not-selling";
  if (stock === 0) return isDue ? "out" : "ordered";
  if (isDue) return orderBy < 0 ? "late" : "now";
  if (age !== undefined && age < newDays.age && inStockDays < newDays.inStock) return "new";
  if (moved <= 0 && (age === undefined || age >= deadDays)) return "dead";
  return orderBy === undefined || lead + orderBy > mostCover(lead, target) ? "over" : "fine";
};
