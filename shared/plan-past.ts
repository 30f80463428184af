// What the plan has to know of the days of a product before the last thirty.
import type { ProductPast } from "./plan-row.ts";
import { capSpikes, knownDays, type RateDay, sumOf, usualDay } from "./rate.ts";
import { type Dispersion, dispersionOf } from "./safety.ts";

interface Summary extends Pick<ProductPast, "earlier" | "earlierCapped" | "usual"> {
  /** Of the product alone. */
  ownDispersion?: Dispersion;
}

/** Of its closed days among the last ninety, oldest first: none before its first movement. */
export const summarise = (days: readonly RateDay[]): Summary => {
  const usual = usualDay(days.map(({ units }) => units));
  const earlier = days.slice(0, -knownDays);
  const ownDispersion = dispersionOf(capSpikes(days, usual));
  return {
    earlier: sumOf(earlier),
    earlierCapped: sumOf(capSpikes(earlier, usual)),
    ...(usual !== undefined && { usual }),
    ...(ownDispersion && { ownDispersion }),
  };
};
