// Balances: units held by product and warehouse at the close of a day, from the last snapshot and the ledger since.
import { addDays, dayOf } from "#shared/day.ts";
import type { Movement } from "#shared/movement.ts";
import { warehouses } from "../db/tables.ts";
import { readBackDated } from "../ledger/back-dated.ts";
import { findBatch } from "../ledger/batch.ts";
import { readEntries } from "../ledger/entries.ts";
import { applyLines, type Balances } from "./held-units.ts";
import { lastSnapshotBefore, readSnapshot } from "./snapshots.ts";

/** Balances at the close of a day, or of an open day as of now, without corrections that were posted later. */
export const closingBalances = async (day: string): Promise<Balances> => {
  const balances: Balances = new Map();
  const own = await readSnapshot(day);
  const last = own ? day : await lastSnapshotBefore(day);
  const snapshot = own ?? (last === undefined ? undefined : await readSnapshot(last));
  for (const { _id, held } of snapshot?.products ?? []) balances.set(_id, { ...held });
  const from = last === undefined ? await firstLedgerDay(day) : addDays(last, 1);
  if (from > day) return balances;
  for await (const entries of readEntries({ start: from, end: day }))
    for (const { lines } of entries) applyLines(balances, lines);
  return balances;
};

/** The day the first warehouse was created, since nothing can move before; `fallback` if there is none. */
export const firstLedgerDay = async (fallback: string): Promise<string> => {
  const [first = fallback] = (await warehouses.listWithDeleted()).map(({ created_at }) => dayOf(created_at)).sort();
  return first;
};

/**
 * Returns a function that adds later corrections of a closed day to its balances, except those of one batch. It caches
 * the batches that it has read, so that further calls, also for other days, read only new ones.
 */
export const correctionReader = (except?: string) => {
  const cached = new Map<string, Promise<Movement[]>>();
  const read = async (batch: string): Promise<Movement[]> => {
    const reading = cached.get(batch) ?? findBatch(batch);
    cached.set(batch, reading);
    const found = await reading;
    // A batch that is still being posted is incomplete, so it is not cached.
    if (found.length !== (found[0]?.chunks ?? 1)) cached.delete(batch);
    return found;
  };
  return async (day: string, balances: Balances): Promise<Balances> => {
    const list = await readBackDated();
    const batches = new Set(list.flatMap(([as_of, posted, batch]) => (as_of <= day && day < posted ? [batch] : [])));
    if (except) batches.delete(except);
    for (const batch of batches)
      for (const entry of await read(batch)) if (day < entry.day) applyLines(balances, entry.lines);
    return balances;
  };
};

/** Balances of a closed day, with all corrections. */
export const correctedBalances = async (day: string): Promise<Balances> =>
  correctionReader()(day, await closingBalances(day));
