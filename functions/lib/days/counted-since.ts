// Corrections that count for a later day than a sheet: their differences already contain what the sheet would book, so
// that its row would book it twice.
import { addDays } from "#shared/day.ts";
import { type Line, type Movement, placeOf } from "#shared/movement.ts";
import { mapLimit } from "../db/batch-reads.ts";
import type { StockRow } from "../db/tables.ts";
import { readEntries } from "../ledger/entries.ts";
import { readClosedUntil } from "./night.ts";
import { byCreation, readStoredEntries } from "./product-history.ts";

/** The units that a correction left in a place, and the day for which it counts. */
export interface LaterCount {
  day: string;
  units: number;
}

interface Place {
  product: string;
  warehouse: string;
}

/** The last correction of each place that counts for a day after `date` and is not reversed, by `placeOf`. */
export const findLaterCounts = async (
  places: readonly Place[],
  stockRows: ReadonlyMap<string, StockRow>,
  date: string,
  today: string,
): Promise<Map<string, LaterCount>> => {
  if (places.length === 0) return new Map();
  const products = [...new Set(places.map(({ product }) => product))];
  const entries = await readEntriesSince(products, addDays(date, 1), today);
  const found = places.map(({ product, warehouse }) => {
    const held = stockRows.get(product)?.held[warehouse] ?? 0;
    const isOfPlace = ([id, place]: Line) => id === product && place === warehouse;
    return [placeOf(product, warehouse), laterCount(entries.get(product) ?? [], held, isOfPlace, date)] as const;
  });
  return new Map(found.flatMap(([place, count]) => (count ? [[place, count] as const] : [])));
};

const laterCount = (
  entries: readonly Movement[],
  held: number,
  isOfPlace: (line: Line) => boolean,
  date: string,
): LaterCount | undefined => {
  // Entries of closed days are stored as they were at the close, without later reversals.
  const reversed = new Set(entries.map(({ reverses }) => reverses));
  const at = entries.findLastIndex(
    (entry) =>
      isCorrection(entry) &&
      countedDay(entry) > date &&
      !entry.reversed_by &&
      !reversed.has(entry._id) &&
      entry.lines.some(isOfPlace),
  );
  const correction = entries[at];
  if (!correction) return undefined;
  const day = countedDay(correction);
  const after = entries.filter((entry, index) => index > at || countedDay(entry) > day);
  const moved = after.flatMap(({ lines }) => lines.filter(isOfPlace)).reduce((sum, [, , delta]) => sum + delta, 0);
  return { day, units: held - moved };
};

const countedDay = ({ as_of, day }: Movement): string => as_of ?? day;

const isCorrection = ({ kind, reason }: Movement): boolean =>
  kind === "adjustment" || ((kind === "in" || kind === "out") && reason === "Correction");

/** The entries of products from a day on, oldest first: of closed days from their histories, others from the ledger. */
const readEntriesSince = async (
  products: readonly string[],
  start: string,
  today: string,
): Promise<Map<string, Movement[]>> => {
  const closedUntil = (await readClosedUntil()) ?? "";
  const firstOpen = closedUntil < start ? start : addDays(closedUntil, 1);
  const stored = await mapLimit(products, (product) => readStoredEntries(product, start, firstOpen));
  const found = new Map(products.map((product, index) => [product, stored[index] ?? []]));
  const open: Movement[] = [];
  for await (const entries of readEntries({ start: firstOpen, end: today })) open.push(...entries);
  for (const entry of open.sort(byCreation))
    for (const product of new Set(entry.lines.map(([id]) => id))) found.get(product)?.push(entry);
  return found;
};
