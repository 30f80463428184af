// Closes days: writes the snapshot and the product histories of each, in order, from the snapshot before and the ledger.
import { addDays, listDays } from "#shared/day.ts";
import { unitsByProduct } from "#shared/day-sales.ts";
import type { Movement } from "#shared/movement.ts";
import { drrDays, firstRecentDay } from "#shared/reorder.ts";
import { inTransit } from "#shared/shipment-item.ts";
import { openShipments } from "../catalogue/products.ts";
import { type StockRow, stocks } from "../db/tables.ts";
import { readDayEntries } from "../ledger/entries.ts";
import { readSales } from "./daily-sales.ts";
import { applyLines, type Balances } from "./held-units.ts";
import { markClosedUntil } from "./night.ts";
import { type Marks, readMarks } from "./not-for-picking.ts";
import { writeHistory } from "./product-history.ts";
import { lastSnapshotBefore, readSnapshot, type Snapshot, writeSnapshot } from "./snapshots.ts";

/** Closes every day without a snapshot before the first open day; returns these days. Idempotent. */
export const closeDays = async (firstDay: string, openDay: string): Promise<string[]> => {
  const last = await lastSnapshotBefore(openDay);
  const from = last === undefined ? firstDay : addDays(last, 1);
  if (from >= openDay) return [];
  const balances = await snapshotBalances(last);
  const stockRows = await stocks.listWithDeleted();
  const marks = await readMarks();
  const days = listDays(from, addDays(openDay, -1));
  for (const day of days) {
    await applyDay(day, await readDayEntries(day), balances);
    // Units in transit are known only for the day that has just closed.
    const outstanding = day === addDays(openDay, -1) ? inTransit(await openShipments()) : undefined;
    await writeSnapshot(await snapshotOf(day, openDay, balances, stockRows, marks, outstanding));
  }
  await markClosedUntil(addDays(openDay, -1));
  return days;
};

/** The balances of a snapshot; none without a day. */
export const snapshotBalances = async (day: string | undefined): Promise<Balances> => {
  const snapshot = day === undefined ? undefined : await readSnapshot(day);
  return new Map(snapshot?.products.map(({ _id, held }) => [_id, { ...held }]));
};

/** Applies a day's entries to the balances, and writes the histories of the moved products. */
export const applyDay = async (day: string, entries: readonly Movement[], balances: Balances): Promise<void> => {
  for (const { lines } of entries) applyLines(balances, lines);
  await writeHistory(day, entries, balances);
};

/** The snapshot of products that have moved, or of which units are outstanding. */
export const snapshotOf = async (
  day: string,
  openDay: string,
  balances: Balances,
  stockRows: StockRow[],
  marks: Marks,
  outstanding: ReadonlyMap<string, number> | undefined,
): Promise<Snapshot> => {
  const sales = await readSales({ start: firstRecentDay(day), end: day }, openDay, stockRows);
  const sold = unitsByProduct([...sales.values()]);
  const products = [...new Set([...balances.keys(), ...(outstanding?.keys() ?? [])])].sort().map((_id) => ({
    _id,
    held: balances.get(_id) ?? {},
    in_transit: outstanding ? (outstanding.get(_id) ?? 0) : null,
    drr: (sold.get(_id) ?? 0) / drrDays,
  }));
  const not_for_picking = marks(day);
  const marked = not_for_picking.length > 0 && { not_for_picking };
  return { version: 1, day, taken_at: new Date().toISOString(), ...marked, products };
};
