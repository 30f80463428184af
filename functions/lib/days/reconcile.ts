// What must be true of the books: what is held equals what the ledger says, and is never below zero, and what stock
// items say was sold on closed days equals their folds.
import { setTimeout as wait } from "node:timers/promises";
import { addDays, dayOf, daysOf, firstOpenDay } from "#shared/day.ts";
import { noSales, soldSales, subtractSales } from "#shared/day-sales.ts";
import type { Movement } from "#shared/movement.ts";
import { firstSoldDay } from "#shared/sales.ts";
import { scanPages } from "../db/batch-reads.ts";
import { movements, type StockRow, stocks } from "../db/tables.ts";
import { apply, type Books, closing } from "./balances.ts";
import { closedSales } from "./daily-sales.ts";

/** A difference counts when the same one stands in three looks: what is posted in between two reads is none. */
const looks = 3;

export interface Looking {
  /** Seconds between two looks. */
  pause: number;
  /** Folds the whole ledger, as after a restore, and not what came since the last snapshot. */
  whole: boolean;
}

/** Units held beyond their ledger by `product#warehouse`, and sold beyond their fold by `product#day#channel`. */
export const mismatches = async ({ pause, whole }: Looking): Promise<Map<string, number>> => {
  const ledger = whole ? wholeLedger : recentLedger;
  let standing = await differences(ledger);
  for (let look = 1; look < looks && standing.size > 0; look++) {
    await wait(pause * 1_000);
    const seen = await differences(ledger);
    standing = new Map([...standing].filter(([pair, units]) => seen.get(pair) === units));
  }
  return standing;
};

/** The last snapshot and what came since: costs the same however long the ledger is. */
const recentLedger = (): Promise<Books> => closing(dayOf(new Date()));

const wholeLedger = async (): Promise<Books> => {
  const books: Books = new Map();
  for await (const page of scanPages<Movement>({ TableName: movements.name }))
    for (const { lines } of page) apply(books, lines);
  return books;
};

/** A holding below zero counts, even when the ledger agrees. */
const differences = async (ledger: () => Promise<Books>): Promise<Map<string, number>> => {
  const beyond = new Map<string, number>();
  const add = (pair: string, units: number) => beyond.set(pair, (beyond.get(pair) ?? 0) + units);
  const [books, rows] = await Promise.all([ledger(), stocks.everything()]);
  for (const [sale, units] of await unfolded(rows, firstOpenDay(new Date()))) add(sale, units);
  for (const [product, held] of books)
    for (const [warehouse, units] of Object.entries(held)) add(`${product}#${warehouse}`, -units);
  const negative = new Set<string>();
  for (const { _id, held } of rows)
    for (const [warehouse, units] of Object.entries(held)) {
      add(`${_id}#${warehouse}`, units);
      if (units < 0) negative.add(`${_id}#${warehouse}`);
    }
  return new Map([...beyond].filter(([pair, units]) => units !== 0 || negative.has(pair)));
};

/** Sold on closed days that stock items still keep, beyond their folds, which the night has made from the ledger. */
const unfolded = async (rows: readonly StockRow[], open: string): Promise<[string, number][]> => {
  const days = daysOf(firstSoldDay(open), addDays(open, -1));
  const kept = soldSales(rows, days);
  return (await closedSales(days)).flatMap(([day, folded]) => {
    const { products, channels, units } = subtractSales(kept.get(day) ?? noSales, folded);
    return channels.flatMap((channel, column) =>
      products.map((product, place): [string, number] => [`${product}#${day}#${channel}`, units[column]?.[place] ?? 0]),
    );
  });
};
