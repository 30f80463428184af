// Sales by day. Recent days come from the stock rows. A closed day is folded: its sales are stored as one item, so that
// reports do not read its ledger.
import { addDays, listDays, type Range } from "#shared/day.ts";
import {
  type DaySales,
  foldSales,
  fromStoredSales,
  recentSales,
  type StoredSales,
  subtractSales,
} from "#shared/day-sales.ts";
import type { Movement } from "#shared/movement.ts";
import { firstRecentDay } from "#shared/sales.ts";
import { getAll, mapLimit } from "../db/batch-reads.ts";
import { updateWithRetry } from "../db/dynamo.ts";
import { movements, type StockRow } from "../db/tables.ts";
import { daysTable } from "../ledger/back-dated.ts";
import { readDayEntries } from "../ledger/entries.ts";
import { gunzipJson, gzipJson } from "./gzip-json.ts";

interface DayRow {
  day: string;
  /** The fold: sales as gzipped JSON. */
  sales?: Uint8Array;
  /** Ids of reversed movements that the fold leaves out. */
  netted?: Set<string>;
  /** Ids of all reversed movements of the day. */
  undone?: Set<string>;
}

/** Sales of every day of a range. Cost grows with days and products sold, not with movements. */
export const readSales = async (
  { start, end }: Range,
  today: string,
  stockRows: readonly StockRow[],
): Promise<Map<string, DaySales>> => {
  const firstRecent = firstRecentDay(today);
  const lastClosed = addDays(firstRecent, -1);
  const closed =
    start < firstRecent ? await readClosedSales(listDays(start, end < firstRecent ? end : lastClosed)) : [];
  const recent =
    end >= firstRecent ? recentSales(stockRows, listDays(start > firstRecent ? start : firstRecent, end)) : [];
  return new Map([...closed, ...recent]);
};

/** Sales of closed days by their folds. */
export const readClosedSales = async (days: string[]): Promise<[string, DaySales][]> => {
  const rows = await readDayRows(days);
  return mapLimit(days, async (day): Promise<[string, DaySales]> => [day, await salesOfDay(day, rows.get(day))]);
};

/** The fold without what was reversed since, or the sales in the day's ledger if it has no fold. */
const salesOfDay = async (day: string, row: DayRow | undefined): Promise<DaySales> => {
  if (!row?.sales) return foldSales((await readNetEntries(day, row)).entries);
  const sales = fromStoredSales(await gunzipJson<StoredSales>(row.sales));
  const reversed = reversedSinceFold(row);
  if (reversed.length === 0) return sales;
  return subtractSales(sales, foldSales([...(await movements.findAll(reversed)).values()]));
};

const reversedSinceFold = ({ undone = new Set(), netted = new Set() }: DayRow): string[] =>
  [...undone].filter((id) => !netted.has(id));

/** The entries of a day that were not reversed, and the ids of those that were. */
const readNetEntries = async (
  day: string,
  row: DayRow | undefined,
): Promise<{ entries: Movement[]; reversed: string[] }> => {
  const all = await readDayEntries(day);
  // The index of the ledger is eventually consistent, so an entry may not show its reversal yet.
  const isReversed = ({ _id, reversed_by }: Movement) => reversed_by !== undefined || row?.undone?.has(_id) === true;
  return { entries: all.filter((entry) => !isReversed(entry)), reversed: all.filter(isReversed).map(({ _id }) => _id) };
};

const readDayRows = async (days: string[], ConsistentRead = false): Promise<Map<string, DayRow>> => {
  const found = await getAll({ table: daysTable, keys: days.map((day) => ({ day })), ConsistentRead });
  const rows = [...found.values()].flat() as unknown as DayRow[];
  return new Map(rows.map((row) => [row.day, row]));
};

/** Folds every day that has no fold, or one that misses reversals; returns how many. */
export const foldDays = async (days: string[]): Promise<number> => {
  const rows = await readDayRows(days, true);
  const outdated = days.filter((day) => {
    const row = rows.get(day);
    return !row?.sales || reversedSinceFold(row).length > 0;
  });
  for (const day of outdated) {
    const { entries, reversed } = await readNetEntries(day, rows.get(day));
    const sales = await gzipJson(foldSales(entries));
    // Set together: `netted` of a fold by a parallel run does not fit this one.
    await updateWithRetry({
      TableName: daysTable,
      Key: { day },
      UpdateExpression: `SET sales = :sales${reversed.length > 0 ? ", netted = :netted" : " REMOVE netted"}`,
      ExpressionAttributeValues: { ":sales": sales, ...(reversed.length > 0 && { ":netted": new Set(reversed) }) },
    });
  }
  return outdated.length;
};
