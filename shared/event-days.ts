// What events do to a plan: their days count in no rate, and have a rate of their own, measured on the days of last year.
import { addDays, daysUntil, listDays } from "./day.ts";
import { eventFactors, type PlanEvent } from "./event.ts";
import { findByPid } from "./like.ts";
import { codesIn } from "./product-code.ts";
import { addUp, type RateDay, type RateSum, sumOf } from "./rate.ts";

/** Days before an event with which its days are compared. */
const daysBefore = 28;
/** Units by which a product's own factor is trusted as much as that of all. */
const trustedUnits = 200;

type Event = Pick<PlanEvent, "start" | "end" | "last_start" | "last_end">;

/** Whether it is a day of one of these events, of this year or of the last. */
export const isEventDay = (events: readonly Event[], day: string): boolean =>
  events.some(
    ({ start, end, last_start = "", last_end = "" }) =>
      (start <= day && day <= end) || (last_start <= day && day <= last_end),
  );

/** Days of events count as days without stock: in no rate. `last`: the last of the days. */
export const withoutEvents = (days: readonly RateDay[], last: string, events: readonly Event[]): RateDay[] => {
  const counted = [...days];
  const placeOf = (day: string): number => days.length - 1 + daysUntil(day, last);
  for (const { start, end, last_start = "", last_end = "" } of events)
    for (const [from, to] of [
      [start, end],
      [last_start, last_end],
    ] as const)
      if (from && to)
        counted.fill({ units: 0, inStock: false }, Math.max(0, placeOf(from)), Math.max(0, placeOf(to) + 1));
  return counted;
};

/** The events of a product, by its id: those of all products, and those that name it. */
export const eventsByProduct = <E extends Pick<PlanEvent, "products">>(
  events: readonly E[],
  products: readonly { _id: string; p_id: string; former?: string | undefined }[],
): ((product: string) => E[]) => {
  const find = findByPid(products);
  const named = events.map(({ products: codes }) => codes && new Set(codesIn(codes).map((code) => find(code)?._id)));
  return (product) => events.filter((_, at) => !named[at] || named[at].has(product));
};

/** The days of last year that a factor is measured on: those before, and its own. */
export const measuredDays = ({ last_start, last_end }: Event): { before: string[]; during: string[] } =>
  last_start && last_end
    ? {
        before: listDays(addDays(last_start, -daysBefore), addDays(last_start, -1)),
        during: listDays(last_start, last_end),
      }
    : { before: [], during: [] };

export interface EventSums {
  before: RateSum;
  during: RateSum;
}

/** `dayOf`: what a product sold on a day; undefined where that is not known. */
export const eventSums = (
  event: Event,
  events: readonly Event[],
  dayOf: (day: string) => RateDay | undefined,
): EventSums => {
  const { before, during } = measuredDays(event);
  const sum = (days: readonly string[]) => sumOf(days.flatMap((day) => dayOf(day) ?? []));
  return { before: sum(before.filter((day) => !isEventDay(events, day))), during: sum(during) };
};

const factorOf = ({ before, during }: EventSums): number | undefined =>
  before.sold > 0 && during.inStockDays > 0
    ? during.sold / during.inStockDays / (before.sold / before.inStockDays)
    : undefined;

/** Percents of the rate on the days of an event, by product; empty where nothing was sold before it. */
export const eventPercents = (sums: ReadonlyMap<string, EventSums>): Map<string, number> => {
  const all = [...sums.values()];
  const ofAll = factorOf({
    before: addUp(all.map(({ before }) => before)),
    during: addUp(all.map(({ during }) => during)),
  });
  if (ofAll === undefined) return new Map();
  return new Map(
    [...sums].map(([_id, one]) => {
      const units = one.before.sold + one.during.sold;
      const own = factorOf(one);
      const weight = own === undefined ? 0 : units / (units + trustedUnits);
      const factor = weight * (own ?? 0) + (1 - weight) * ofAll;
      return [_id, Math.round(100 * Math.min(eventFactors.most, Math.max(eventFactors.least, factor)))];
    }),
  );
};
