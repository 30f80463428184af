// The plan of a product in words: its gaps, its arrivals, and how far off a day is.
import { dayText } from "#shared/day.ts";
import type { Arrival, PlanRow } from "#shared/plan.ts";
import { daysOf, lastDayOf } from "../../domain/plan-text.ts";
import { countText } from "../../lib/format.ts";

/** "Out 01-12-2026 to 18-12-2026", and "until CMAU 335908-6 arrives: about 200 units not sold". */
export const gapTexts = (row: PlanRow): { key: string; days: string; why: string }[] =>
  (row.gaps ?? []).map((gap) => {
    const { start, container } = gap;
    const lost = Math.round((row.rate?.units ?? 0) * daysOf(gap));
    return {
      key: start,
      days: `Out ${dayText(start)} to ${dayText(lastDayOf(gap))}`,
      why: `${container ? `, until ${container} arrives` : ""}${lost > 0 ? `: about ${countText(lost, "unit")} not sold` : ""}.`,
    };
  });

/** Sorts arrivals by the day on which they count; those that do not count come last. */
export const byArrival = (a: Arrival, b: Arrival): number => {
  const [first, second] = [arrivalKey(a), arrivalKey(b)];
  return first < second ? -1 : Number(first > second);
};

const arrivalKey = ({ day = "9", expected_delivery }: Arrival): string => `${day} ${expected_delivery}`;
