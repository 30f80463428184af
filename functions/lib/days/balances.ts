// The books of a day that has closed: what was held then, from the last snapshot and the ledger since.
import { addDays, dayOf, listDays } from "#shared/day.ts";
import type { Line, Movement } from "#shared/movement.ts";
import { warehouses } from "../db/tables.ts";
import { readBackDated } from "../ledger/back-dated.ts";
import { findBatch } from "../ledger/batch.ts";
import { readDayEntries } from "../ledger/entries.ts";
import { type Held, lastDayBefore, readSnapshot } from "./snapshots.ts";

/** Units by product and warehouse. */
export type Balances = Map<string, Held>;

export const applyLines = (books: Balances, lines: readonly Line[]): void => {
  for (const [product, warehouse, delta] of lines) {
    const held = books.get(product) ?? {};
    held[warehouse] = (held[warehouse] ?? 0) + delta;
    books.set(product, held);
  }
};

/** What was held at the close of a day, or is by now, by the ledger alone: a closed day's does not change any more. */
export const closingBalances = async (day: string): Promise<Balances> => {
  const books: Balances = new Map();
  const own = await readSnapshot(day);
  const last = own ? day : await lastDayBefore(day);
  const snapshot = own ?? (last === undefined ? undefined : await readSnapshot(last));
  for (const { _id, held } of snapshot?.products ?? []) books.set(_id, { ...held });
  const from = last === undefined ? await firstLedgerDay(day) : addDays(last, 1);
  if (from > day) return books;
  for (const open of listDays(from, day)) for (const { lines } of await readDayEntries(open)) applyLines(books, lines);
  return books;
};

/** The day of the first warehouse, since nothing moved before; another day when there is none. */
export const firstLedgerDay = async (otherwise: string): Promise<string> => {
  const [first = otherwise] = (await warehouses.listWithDeleted()).map(({ created_at }) => dayOf(created_at)).sort();
  return first;
};

/**
 * Adds to a closed day's books what was posted since and speaks of it, but for one batch; the next time, also of another
 * day, only what is new is read.
 */
export const correctionReader = (except?: string) => {
  const whole = new Map<string, Promise<Movement[]>>();
  const read = async (batch: string): Promise<Movement[]> => {
    const reading = whole.get(batch) ?? findBatch(batch);
    whole.set(batch, reading);
    const found = await reading;
    // One that is under way has fewer chunks, and is read again.
    if (found.length !== (found[0]?.chunks ?? 1)) whole.delete(batch);
    return found;
  };
  return async (day: string, books: Balances): Promise<Balances> => {
    const list = await readBackDated();
    const batches = new Set(list.flatMap(([as_of, posted, batch]) => (as_of <= day && day < posted ? [batch] : [])));
    for (const batch of batches)
      if (batch !== except) for (const entry of await read(batch)) if (day < entry.day) applyLines(books, entry.lines);
    return books;
  };
};

/** The books of a closed day as they stand now. */
export const balancesOf = async (day: string): Promise<Balances> => correctionReader()(day, await closingBalances(day));
