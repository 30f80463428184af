// The closing of days: a snapshot and the histories of each, in order, from the one before and the day's ledger.
import { addDays, listDays } from "#shared/day.ts";
import { unitsOf } from "#shared/day-sales.ts";
import { drrDays } from "#shared/reorder.ts";
import { firstSoldDay } from "#shared/sales.ts";
import { inTransit } from "#shared/shipment-item.ts";
import { openShipments } from "../catalogue/products.ts";
import { type StockRow, stocks } from "../db/tables.ts";
import { readDayEntries } from "../ledger/entries.ts";
import { applyLines, type Balances } from "./balances.ts";
import { readSales } from "./daily-sales.ts";
import { markClosed, writeHistory } from "./product-history.ts";
import { lastDayBefore, readSnapshot, type Snapshot, writeSnapshot } from "./snapshots.ts";

/** Closes every day before the first open one that has not been; gives how many. A second run finds nothing to do. */
export const closeDays = async (first: string, open: string): Promise<number> => {
  const last = await lastDayBefore(open);
  const from = last === undefined ? first : addDays(last, 1);
  if (from >= open) return 0;
  const before = last === undefined ? undefined : await readSnapshot(last);
  const books: Balances = new Map(before?.products.map(({ _id, held }) => [_id, { ...held }]));
  const hot = await stocks.listWithDeleted();
  const days = listDays(from, addDays(open, -1));
  for (const day of days) {
    const entries = await readDayEntries(day);
    for (const { lines } of entries) applyLines(books, lines);
    await writeHistory(day, entries, books);
    await writeSnapshot(await snapshotOf(day, open, books, hot));
  }
  await markClosed(addDays(open, -1));
  return days.length;
};

/** What is in transit is known of the day that has just closed, and of no earlier one. */
const snapshotOf = async (day: string, open: string, books: Balances, hot: StockRow[]): Promise<Snapshot> => {
  const sales = await readSales({ start: firstSoldDay(day), end: day }, open, hot);
  const sold = unitsOf([...sales.values()]);
  const owed = day === addDays(open, -1) ? inTransit(await openShipments()) : undefined;
  const products = [...new Set([...books.keys(), ...(owed?.keys() ?? [])])].sort().map((_id) => ({
    _id,
    held: books.get(_id) ?? {},
    in_transit: owed ? (owed.get(_id) ?? 0) : null,
    drr: (sold.get(_id) ?? 0) / drrDays,
  }));
  return { version: 1, day, taken_at: new Date().toISOString(), products };
};
