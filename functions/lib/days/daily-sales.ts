// Sales by day. Recent days come from the stock rows. A closed day is folded: its sales are stored as one item, so that
// reports do not read its ledger.
import { randomUUID } from "node:crypto";
import { addDays, listDays, type Range } from "#shared/day.ts";
import { combineSales, type DaySales, foldSales, recentSales, Tally } from "#shared/day-sales.ts";
import type { Movement } from "#shared/movement.ts";
import { inverse, linesLeft } from "#shared/posting-effect.ts";
import { firstRecentDay } from "#shared/reorder.ts";
import { saleDay } from "#shared/sale-day.ts";
import { getAll, mapLimit, putAll, slices } from "../db/batch-reads.ts";
import { updateWithRetry } from "../db/dynamo.ts";
import { gunzipJson, gzipJson } from "../db/gzip-json.ts";
import { movements, type StockRow } from "../db/tables.ts";
import { daysTable } from "../ledger/day-records.ts";
import { readEntries, returnedFrom, withReversedChannels } from "../ledger/entries.ts";

interface DayRow {
  day: string;
  /** The fold: sales as gzipped JSON, empty if it is in parts. (An earlier release kept its beginning here.) */
  sales?: Uint8Array;
  /** Keys of the rows with it, as in `2026-11-20~<id>`. */
  parts?: string[];
  /** Those of `undone` that the fold leaves out, and as `late#…` those of `late` that it contains. */
  netted?: Set<string>;
  /** Ids of all corrections and reversals of the day's sales; for some reversals that of the sale. */
  undone?: Set<string>;
  /** Ids of sales of the day that were posted later. A release before knows neither them nor that the fold has them. */
  late?: Set<string>;
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

/** Days whose sales are read at once. */
const maxDays = 16;

/** Sales of closed days from their folds. */
export const readClosedSales = async (days: string[]): Promise<[string, DaySales][]> => {
  const all: [string, DaySales][] = [];
  for await (const some of closedSales(days)) all.push(...some);
  return all;
};

/** Sales of closed days, some days at a time: a year may not fit in memory. */
export async function* closedSales(days: string[]): AsyncGenerator<[string, DaySales][]> {
  for (const some of slices(days, maxDays)) {
    const rows = await readFolds(some);
    yield await mapLimit(some, async (day) => [day, await salesOfDay(day, rows.get(day))]);
  }
}

/** The fold with what was told and without what was returned since, or the sales in the day's ledger if it has no fold. */
const salesOfDay = async (day: string, row: DayRow | undefined): Promise<DaySales> => {
  if (!row?.sales) return (await foldLedger(day, readEntries({ start: day, end: day }), row)).sales;
  const sales = await gunzipJson<DaySales>(row.sales);
  const { undone, late } = sinceFold(row);
  if (undone.length + late.length === 0) return sales;
  const [told, returned] = await Promise.all([movements.findAll(late), readReturns(undone, day)]);
  return combineSales(sales, foldSales([...told.values(), ...returned.filter((one) => !one.isElsewhere)]));
};

/** What the fold does not know of yet. */
const sinceFold = ({ undone = new Set(), late = new Set(), netted = new Set() }: DayRow) => {
  return {
    undone: [...undone].filter((id) => !netted.has(id)),
    late: [...late].filter((id) => !netted.has(asTold(id))),
  };
};

/** A sale that was told may be returned under the same id. */
const asTold = (id: string): string => `late#${id}`;

interface Return extends Pick<Movement, "channel" | "lines"> {
  _id: string;
  /** The movement that was returned, at least in part. */
  sale: string;
  /** It was sold on another day: a release before records what it takes back on the day of the sale's posting. */
  isElsewhere: boolean;
}

/** What was returned of sales, by the record of a day, as lines that bring units back. */
const readReturns = async (ids: Iterable<string>, day: string): Promise<Return[]> => {
  const entries = await withReversedChannels([...(await movements.findAll(ids)).values()]);
  return entries.map((entry) => {
    const { _id, channel, lines, sold_on = day } = entry;
    const sale = returnedFrom(entry);
    return { _id, channel, sale: sale ?? _id, lines: sale ? lines : inverse(lines), isElsewhere: sold_on !== day };
  });
};

/**
 * A day's sales with those that were posted later, less what was returned of them, and the ids of these; `before`: its row as it was
 * read before its sales.
 */
const foldLedger = async (
  day: string,
  pages: AsyncIterable<Movement[]> | Iterable<Movement[]>,
  before: DayRow | undefined,
): Promise<{ sales: DaySales; netted: string[] }> => {
  const tally = new Tally();
  const sales = new Set<string>();
  for await (const page of pages)
    for (const entry of page) {
      if (!entry.channel || saleDay(entry) !== day) continue;
      tally.addSale(entry);
      sales.add(entry._id);
    }
  const { row, told } = await readTold(day, before);
  // As they are by now: what a release before took back of them is not among the day's records.
  for (const sale of told.values()) tally.addSale({ channel: sale.channel, lines: linesLeft(sale) });
  // The index of the ledger is eventually consistent: the return of a sale that it does not have yet is netted later.
  const returned = await readReturns(row?.undone ?? [], day);
  for (const one of returned) if (sales.has(one.sale)) tally.addSale(one);
  const known = returned.filter(({ sale, isElsewhere }) => isElsewhere || sales.has(sale) || told.has(sale));
  return { sales: tally.sales, netted: [...[...told.keys()].map(asTold), ...known.map(({ _id }) => _id)] };
};

/** The sales of a day that were posted later, as they are when all that its row says was returned, and no more, is off them. */
const readTold = async (
  day: string,
  row: DayRow | undefined,
): Promise<{ row?: DayRow; told: Map<string, Movement> }> => {
  if (!row?.late) return { ...(row && { row }), told: new Map() };
  const told = await movements.findAll(row.late);
  const after = (await readDayRows([day], true)).get(day);
  return after?.undone?.size === row.undone?.size ? { row, told } : readTold(day, after);
};

const readDayRows = async (days: string[], ConsistentRead = false): Promise<Map<string, DayRow>> => {
  const found = await getAll({ table: daysTable, keys: days.map((day) => ({ day })), ConsistentRead });
  return new Map(([...found.values()].flat() as unknown as DayRow[]).map((row) => [row.day, row]));
};

/** Rows of days, with their whole folds. */
const readFolds = async (days: string[]): Promise<Map<string, DayRow>> => {
  const rows = await readDayRows(days);
  const rest = await readDayRows(
    [...rows.values()].flatMap(({ parts = [] }) => parts),
    true,
  );
  for (const row of rows.values()) {
    const all = [row, ...(row.parts ?? []).map((key) => rest.get(key))];
    if (row.parts) row.sales = Buffer.concat(all.map((part) => part?.sales ?? noBytes));
  }
  return rows;
};

const noBytes = new Uint8Array();

/** Folds every day that has no fold, or one that misses corrections, reversals or sales told since; returns how many. */
export const foldDays = async (days: string[]): Promise<number> => {
  let folded = 0;
  for (const some of slices(days, maxDays)) {
    const rows = await readDayRows(some, true);
    for (const day of some) {
      const row = rows.get(day);
      if (row?.sales && Object.values(sinceFold(row)).flat().length === 0) continue;
      await writeFold(day, await foldLedger(day, readEntries({ start: day, end: day }), row));
      folded += 1;
    }
  }
  return folded;
};

/** Folds a day again, from entries that were read consistently. */
export const refoldDay = async (day: string, entries: Movement[]): Promise<void> =>
  writeFold(day, await foldLedger(day, [entries], (await readDayRows([day], true)).get(day)));

/**
 * Bytes of a fold in one row, which is limited to 400 KB. The row of the day is written again by every reversal of a sale,
 * which costs its size, and holds their ids: a fold that would make it large is in rows of its own.
 */
const [maxInDay, maxInPart] = [50_000, 350_000];

const writeFold = async (day: string, { sales, netted }: { sales: DaySales; netted: string[] }): Promise<void> => {
  const zipped = await gzipJson(sales);
  const fits = zipped.length <= maxInDay;
  // New rows each time, so that anyone who reads meanwhile finds all parts of one fold. Old ones stay, which costs less than
  // a cent a year.
  const parts = Array.from({ length: fits ? 0 : Math.ceil(zipped.length / maxInPart) }, (_, part) => ({
    day: `${day}~${randomUUID()}`,
    sales: zipped.subarray(part * maxInPart, (part + 1) * maxInPart),
  }));
  await putAll(daysTable, parts);
  const values = {
    sales: fits ? zipped : noBytes,
    // Set together: the `netted` of a parallel run does not fit this fold.
    netted: netted.length > 0 ? new Set(netted) : undefined,
    parts: parts.length > 0 ? parts.map((part) => part.day) : undefined,
  };
  await updateWithRetry({ TableName: daysTable, Key: { day }, ...setOrRemove(values) });
};

/** Sets the attributes that have a value, and removes the others. */
const setOrRemove = (values: Record<string, unknown>) => {
  const has = (name: string): boolean => values[name] !== undefined;
  const set = Object.keys(values).filter(has);
  const removed = Object.keys(values).filter((name) => !has(name));
  return {
    UpdateExpression: `SET ${set.map((name) => `${name} = :${name}`)}${removed.length > 0 ? ` REMOVE ${removed}` : ""}`,
    ExpressionAttributeValues: Object.fromEntries(set.map((name) => [`:${name}`, values[name]])),
  };
};
