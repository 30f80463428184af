// What the plan has to know of the days of a product before the last thirty.
import { latenessOf, orderedLeads, type Receipt } from "./lateness.ts";
import type { ProductPast } from "./plan-row.ts";
import { capOf, capSpikes, knownDays, type RateDay, sumOf, usualDay } from "./rate.ts";
import { type Dispersion, dispersionOf, mixedDispersions } from "./safety.ts";
import { seasonSums, seasonsOf } from "./season.ts";

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

/**
 * What the plan knows of a product from itself and from the others. `yearAgo`: its days of `seasonSpan`; undefined
 * where they are not known. `events`: percents by event and product.
 */
export const comparePasts = <P extends Pick<Summary, "usual" | "ownDispersion"> & { _id: string }>(
  pasts: readonly P[],
  yearAgo: (past: P) => RateDay[] | undefined,
  events: ReadonlyMap<string, ReadonlyMap<string, number>>,
  receipts: readonly Receipt[],
): ((product: string) => Pick<ProductPast, "dispersion" | "season" | "events" | "lateness" | "orderedLead">) => {
  const dispersions = mixedDispersions(
    new Map(pasts.flatMap(({ _id, ownDispersion }) => (ownDispersion ? [[_id, ownDispersion]] : []))),
  );
  const seasons = seasonsOf(
    new Map(
      pasts.flatMap((past) => {
        const days = yearAgo(past);
        return days ? [[past._id, seasonSums(days, capOf(past.usual))]] : [];
      }),
    ),
  );
  const lateness = latenessOf(receipts);
  const leads = orderedLeads(receipts);
  return (product) => {
    const [dispersion, season] = [dispersions.get(product), seasons.get(product)];
    const orderedLead = leads.get(product);
    const percents = [...events].flatMap(([event, byProduct]) => {
      const percent = byProduct.get(product);
      return percent === undefined ? [] : [[event, percent] as const];
    });
    return {
      ...(dispersion !== undefined && { dispersion }),
      ...(season && { season }),
      ...(orderedLead && { orderedLead }),
      ...(percents.length > 0 && { events: Object.fromEntries(percents) }),
      lateness: lateness.of.get(product) ?? lateness.all,
    };
  };
};

/**
 * On which days a product is sold from its channel's shelf. `held`: whether units lay there at the end of each day, for the first
 * time on day `first`; `sold`: on the channel. What is sold while the shelf is empty leaves own warehouses, but for the last
 * units. Days before its first units, from the channel's first sale on, are the shelf's too: else the same sales would make two
 * rates, one over own days and one over the few that the shelf is known.
 */
export const shelfDays = (held: readonly boolean[], first: number, sold: readonly number[]): boolean[] => {
  const firstSold = sold.findIndex((units) => units > 0);
  return held.map(
    (isHeld, at) =>
      isHeld || (at < first ? firstSold >= 0 && at >= firstSold : (held[at - 1] ?? false) && (sold[at] ?? 0) > 0),
  );
};
