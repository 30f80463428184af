// Closes days: writes the snapshot and the product histories of each, in order, from the snapshot before and the ledger.
import { addDays, listDays } from "#shared/day.ts";
import { unitsByProduct } from "#shared/day-sales.ts";
import { drrDays } from "#shared/reorder.ts";
import { firstRecentDay } from "#shared/sales.ts";
import { inTransit } from "#shared/shipment-item.ts";
import { openShipments } from "../catalogue/products.ts";
import { type StockRow, stocks } from "../db/tables.ts";
import { readDayEntries } from "../ledger/entries.ts";
import { applyLines, type Balances } from "./balances.ts";
import { readSales } from "./daily-sales.ts";
import { markClosedUntil, writeHistory } from "./product-history.ts";
import { lastSnapshotBefore, readSnapshot, type Snapshot, writeSnapshot } from "./snapshots.ts";

/** Closes every day without a snapshot before the first open day; returns how many. Idempotent. */
export const closeDays = async (firstDay: string, openDay: string): Promise<number> => {
  const last = await lastSnapshotBefore(openDay);
  const from = last === undefined ? firstDay : addDays(last, 1);
  if (from >= openDay) return 0;
  const before = last === undefined ? undefined : await readSnapshot(last);
  const balances: Balances = new Map(before?.products.map(({ _id, held }) => [_id, { ...held }]));
  const stockRows = await stocks.listWithDeleted();
  const days = listDays(from, addDays(openDay, -1));
  for (const day of days) {
    const entries = await readDayEntries(day);
    for (const { lines } of entries) applyLines(balances, lines);
    await writeHistory(day, entries, balances);
    await writeSnapshot(await snapshotOf(day, openDay, balances, stockRows));
  }
  await markClosedUntil(addDays(openDay, -1));
  return days.length;
};

/** Units in transit are known only for the day that has just closed. */
const snapshotOf = async (
  day: string,
  openDay: string,
  balances: Balances,
  stockRows: StockRow[],
): Promise<Snapshot> => {
  const sales = await readSales({ start: firstRecentDay(day), end: day }, openDay, stockRows);
  const sold = unitsByProduct([...sales.values()]);
  const outstanding = day === addDays(openDay, -1) ? inTransit(await openShipments()) : undefined;
  const products = [...new Set([...balances.keys(), ...(outstanding?.keys() ?? [])])].sort().map((_id) => ({
    _id,
    held: balances.get(_id) ?? {},
    in_transit: outstanding ? (outstanding.get(_id) ?? 0) : null,
    drr: (sold.get(_id) ?? 0) / drrDays,
  }));
  return { version: 1, day, taken_at: new Date().toISOString(), products };
};
