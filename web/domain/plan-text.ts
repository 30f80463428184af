// Words and figures of the plan that its list, a product's page and the panel share.
import { addDays, daysSince, daysUntil } from "#shared/day.ts";
import type { PlanRow } from "#shared/plan.ts";
import { countText, rateText, today } from "../lib/format.ts";

export const daysTo = (day: string): number => daysUntil(day, today());

/** "in 5 days", "today", "17 days ago". */
export const distanceText = (day: string): string => {
  const days = daysTo(day);
  if (days === 0) return "today";
  return days > 0 ? `in ${countText(days, "day")}` : `${countText(-days, "day")} ago`;
};

/** "6 days late", or nothing if it is not. */
export const lateText = (expected: string): string => {
  const late = -daysTo(expected);
  return late > 0 ? `${countText(late, "day")} late` : "";
};

/** Of what comes: units on order are in no container yet. */
export const wayText = ({ on_order }: Pick<PlanRow, "on_order">): string => (on_order ? "on its way" : "in transit");

type Gap = NonNullable<PlanRow["gaps"]>[number];

/** The last day without units: the plan's own end is the day on which some arrive. */
export const lastDayOf = ({ end }: Gap): string => addDays(end, -1);
export const daysOf = ({ start, end }: Gap): number => daysSince(start, end);

/** A rate with as many decimals as a sum with it needs, so that a reader's own comes to the same tenth. */
export const rateFor = (sum: (rate: number) => number, rate = 0): string => {
  const tenths = (units: number) => Math.round(sum(units) * 10);
  const fits = [1, 2, 3, 4].find((digits) => tenths(Number(rate.toFixed(digits))) === tenths(rate));
  return rate.toLocaleString("en-IN", { minimumFractionDigits: fits ?? 5, maximumFractionDigits: fits ?? 5 });
};

/** A rate in a row of rates: a dash if it is unknown, but a zero as 0. */
export const rateFigure = (units: number | null | undefined): string =>
  units === null || units === undefined ? "–" : rateText(units) === "–" ? "0.0" : rateText(units);
