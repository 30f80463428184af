// Words and figures of the plan that its list, a product's page and the desk share.
import { daysUntil } from "#shared/day.ts";
import { countText, rateText, today } from "../lib/format.ts";

/** Days from today; negative if it has passed. */
export const daysTo = (day: string): number => daysUntil(day, today());

/** "in 5 days", "today", "17 days ago". */
export const distanceText = (day: string): string => {
  const days = daysTo(day);
  if (days === 0) return "today";
  return days > 0 ? `in ${countText(days, "day")}` : `${countText(-days, "day")} ago`;
};

/** A rate to show beside others: a dash if none is known, and a zero as such. */
export const rateFigure = (units: number | null | undefined): string =>
  units === null || units === undefined ? "–" : rateText(units) === "–" ? "0.0" : rateText(units);
