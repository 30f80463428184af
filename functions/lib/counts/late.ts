// Late entries: made before a product was counted, and posted after that. The units in stock when it was counted do not
// contain them, so its adjustment has booked them already. They are derived from the lines of the count and not marked
// when they are posted, since an entry may be posted before, while or after the count is applied.
import type { Counted } from "#shared/counted.ts";
import { addDays, dayOf, listDays } from "#shared/day.ts";
import { factsOf } from "#shared/kinds.ts";
import type { Movement } from "#shared/movement.ts";
import { linesLeft } from "#shared/posting-effect.ts";
import { mapLimit, queryAll } from "../db/batch-reads.ts";
import { onDay } from "../db/day-index.ts";
import type { CountRow } from "../db/tables.ts";
import { ledgerByDay } from "../ledger/entries.ts";

/**
 * Days after a count in which late entries are found. Most come within one: an older entry is sent only when a person says so.
 */
const lateDays = 30;

/** Entries that waited on a device and were posted from the opening of a count until `lateDays` after its end. */
export const readDelayed = async ({ created_at, closed_at }: CountRow): Promise<Movement[]> => {
  const last = addDays(dayOf(closed_at ?? created_at), lateDays);
  const today = dayOf(new Date());
  const days = listDays(dayOf(created_at), last < today ? last : today);
  const found = await mapLimit(days, (day) =>
    queryAll<Movement>({ ...ledgerByDay, ...onDay(day), FilterExpression: "attribute_exists(made_at)" }),
  );
  return found.flat();
};

/** The products of an applied count that agreed or that it has adjusted. */
export const settledProducts = (
  counted: ReadonlyMap<string, Counted>,
  adjustments: readonly Movement[],
): Map<string, Counted> => {
  const adjusted = new Set(adjustments.flatMap(({ lines }) => lines.map(([product]) => product)));
  return new Map([...counted].filter(([product, one]) => adjusted.has(product) || one.counted === one.held));
};

/**
 * The late products of an entry in the counted warehouse, each with the units by which it has changed stock there. What took
 * units back was posted because of the count.
 */
export const lateUnits = (
  { kind, made_at, created_at, takes_back, ...entry }: Movement,
  warehouse: string,
  settled: ReadonlyMap<string, Counted>,
): { product: string; delta: number }[] => {
  if (!made_at || factsOf(kind).moves === "back" || takes_back) return [];
  const here = Map.groupBy(
    linesLeft(entry).filter(([, place]) => place === warehouse),
    ([product]) => product,
  );
  return [...here].flatMap(([product, own]) => {
    const counted = settled.get(product);
    const isLate = counted && made_at < counted.began_at && created_at >= counted.arrived_at;
    return isLate ? [{ product, delta: own.reduce((sum, [, , units]) => sum + units, 0) }] : [];
  });
};
