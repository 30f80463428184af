// Corrections for a later day than an uploaded count: they contain its differences already, which must not be booked
// twice.
import { addDays, dayOf } from "#shared/day.ts";
import { factsOf } from "#shared/kinds.ts";
import { batchId, type Line, type Movement, placeOf } from "#shared/movement.ts";
import { reasonsOf } from "#shared/movement-reason.ts";
import { overlap } from "../catalogue/log.ts";
import { mapLimit } from "../db/batch-reads.ts";
import { movements, type StockRow } from "../db/tables.ts";
import { readEntries, readEntriesFrom } from "../ledger/entries.ts";
import { readClosedUntil } from "./night.ts";
import { byCreation, entriesByProduct, readStoredEntries } from "./product-history.ts";

/** The units that a correction left in a place, and the day for which it counts. */
export interface LaterCount {
  day: string;
  units: number;
}

interface Place {
  product: string;
  warehouse: string;
}

type FindLaterCounts = (
  places: readonly Place[],
  stockRows: ReadonlyMap<string, StockRow>,
) => Promise<Map<string, LaterCount>>;

/**
 * Returns a function that finds the last correction of each place that counts for a day after `date` and is not reversed, by
 * `placeOf`. It is of one request, and called for each chunk of its batch, which books each place once.
 */
export const laterCountFinder = (date: string, now: Date, batch: string): FindLaterCounts => {
  const readEntriesOf = entryReader(addDays(date, 1), now, batch);
  return async (places, stockRows) => {
    if (places.length === 0) return new Map();
    const entries = await readEntriesOf(new Set(places.map(({ product }) => product)));
    const found = places.map(({ product, warehouse }) => {
      const held = stockRows.get(product)?.held[warehouse] ?? 0;
      const later = laterCount(entries.get(product) ?? [], held, { product, warehouse }, date);
      return [placeOf(product, warehouse), later] as const;
    });
    return new Map(found.flatMap(([place, count]) => (count ? [[place, count] as const] : [])));
  };
};

const laterCount = (entries: readonly Movement[], held: number, place: Place, date: string): LaterCount | undefined => {
  const isLater = (entry: Movement) => isCorrection(entry) && countedDay(entry) > date;
  const last = lastSetting(entries, held, place, isLater);
  return last && { day: countedDay(last.entry), units: last.units };
};

/** The last of such entries, oldest first, that changed a place and is not reversed, and the units that it left there. */
export const lastSetting = (
  entries: readonly Movement[],
  held: number,
  { product, warehouse }: Place,
  isSetting: (entry: Movement) => boolean,
): { entry: Movement; units: number } | undefined => {
  const isOfPlace = ([id, place]: Line) => id === product && place === warehouse;
  // Entries of closed days are stored as they were at the close, without later reversals.
  const reversed = new Set(entries.map(({ reverses }) => reverses));
  const corrections = Map.groupBy(entries, ({ corrects }) => corrects);
  // What was corrected of an entry counts as posted with it.
  const withCorrections = (entry: Movement) => [entry, ...(corrections.get(entry._id) ?? [])];
  const at = entries.findLastIndex(
    (entry) =>
      isSetting(entry) &&
      !entry.reversed_by &&
      !reversed.has(entry._id) &&
      unitsOf(withCorrections(entry), isOfPlace) !== 0,
  );
  const correction = entries[at];
  if (!correction) return undefined;
  const day = countedDay(correction);
  const after = entries.filter((entry, index) => index > at || countedDay(entry) > day);
  const own = new Set(withCorrections(correction));
  const later = after.filter((entry) => !own.has(entry));
  return { entry: correction, units: held - unitsOf(later, isOfPlace) };
};

const unitsOf = (entries: readonly Movement[], isOfPlace: (line: Line) => boolean): number =>
  entries.flatMap(({ lines }) => lines.filter(isOfPlace)).reduce((sum, [, , delta]) => sum + delta, 0);

const countedDay = ({ as_of, day }: Movement): string => as_of ?? day;

/** What was only taken back was not counted. */
const isCorrection = ({ kind, reason, takes_back }: Movement): boolean =>
  factsOf(kind).moves === "count" ? !takes_back : reason === "Correction" && reasonsOf[kind]?.length > 1;

/**
 * Returns a function that reads the entries of products from a day on, oldest first: of closed days from their histories,
 * others from the ledger. Further calls read only histories that are new to them, and what the ledger has got since, without
 * the batch `except`.
 */
export const entryReader = (start: string, now: Date, except?: string) => {
  const today = dayOf(now);
  const stored = new Map<string, Movement[]>();
  const open = new Map<string, Movement>();
  let openOf: ReadonlyMap<string, Movement[]> = new Map();
  let firstOpen: string | undefined;
  const isNew = ({ _id }: Movement) => batchId(_id) !== except && !open.has(_id);
  const keep = (entries: readonly Movement[]) => {
    for (const entry of entries.filter(isNew)) open.set(entry._id, entry);
  };
  return async (products: ReadonlySet<string>): Promise<Map<string, Movement[]>> => {
    const before = open.size;
    if (firstOpen === undefined) {
      const closedUntil = (await readClosedUntil()) ?? "";
      firstOpen = closedUntil < start ? start : addDays(closedUntil, 1);
      for await (const entries of readEntries({ start: firstOpen, end: today })) keep(entries);
    } else {
      const recent = await readEntriesFrom(new Date(now.getTime() - overlap).toISOString(), today, ["_id"]);
      keep([...(await movements.findAll(recent.filter(isNew).map(({ _id }) => _id))).values()]);
    }
    const openFrom = firstOpen;
    if (open.size > before)
      openOf = entriesByProduct([...open.values()].filter(({ day }) => day >= openFrom).sort(byCreation));
    const unread = [...products].filter((product) => !stored.has(product));
    await mapLimit(unread, async (product) => stored.set(product, await readStoredEntries(product, start, openFrom)));
    return new Map(
      [...products].map((product) => [product, [...(stored.get(product) ?? []), ...(openOf.get(product) ?? [])]]),
    );
  };
};
