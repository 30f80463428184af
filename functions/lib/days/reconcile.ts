// Reconciles stock rows with the ledger: units held must equal the balances and never be negative, and units sold on
// closed days must equal their folds.
import { setTimeout as wait } from "node:timers/promises";
import { addDays, dayOf, firstOpenDay, listDays } from "#shared/day.ts";
import { noSales, recentSales, subtractSales } from "#shared/day-sales.ts";
import type { Movement } from "#shared/movement.ts";
import { firstRecentDay } from "#shared/sales.ts";
import { scanPages } from "../db/batch-reads.ts";
import { movements, type StockRow, stocks } from "../db/tables.ts";
import { applyLines, type Balances, closingBalances } from "./balances.ts";
import { readClosedSales } from "./daily-sales.ts";

/** A difference counts if it is the same in so many checks: a movement posted between two reads is no difference. */
const checks = 3;

export interface ReconcileOptions {
  /** Seconds between two checks. */
  pause: number;
  /** Adds up the whole ledger, as after a restore, and not only what was posted since the last snapshot. */
  whole: boolean;
}

/** Units held beyond the ledger by `product#warehouse`, and units sold beyond the fold by `product#day#channel`. */
export const reconcile = async ({ pause, whole }: ReconcileOptions): Promise<Map<string, number>> => {
  const readBalances = whole ? addUpLedger : currentBalances;
  let found = await differences(readBalances);
  for (let check = 1; check < checks && found.size > 0; check++) {
    await wait(pause * 1_000);
    const again = await differences(readBalances);
    found = new Map([...found].filter(([key, units]) => again.get(key) === units));
  }
  return found;
};

/** From the last snapshot: the cost does not grow with the ledger. */
const currentBalances = (): Promise<Balances> => closingBalances(dayOf(new Date()));

const addUpLedger = async (): Promise<Balances> => {
  const balances: Balances = new Map();
  for await (const page of scanPages<Movement>({ TableName: movements.name }))
    for (const { lines } of page) applyLines(balances, lines);
  return balances;
};

/** Units beyond the ledger or the fold, and negative holdings even if the ledger agrees. */
const differences = async (readBalances: () => Promise<Balances>): Promise<Map<string, number>> => {
  const beyond = new Map<string, number>();
  const add = (key: string, units: number) => beyond.set(key, (beyond.get(key) ?? 0) + units);
  const [balances, rows] = await Promise.all([readBalances(), stocks.listWithDeleted()]);
  for (const [key, units] of await salesDifferences(rows, firstOpenDay(new Date()))) add(key, units);
  for (const [product, held] of balances)
    for (const [warehouse, units] of Object.entries(held)) add(`${product}#${warehouse}`, -units);
  const negative = new Set<string>();
  for (const { _id, held } of rows)
    for (const [warehouse, units] of Object.entries(held)) {
      add(`${_id}#${warehouse}`, units);
      if (units < 0) negative.add(`${_id}#${warehouse}`);
    }
  return new Map([...beyond].filter(([key, units]) => units !== 0 || negative.has(key)));
};

/** Units sold on closed days by the stock rows that still keep them, beyond the folds, which come from the ledger. */
const salesDifferences = async (rows: readonly StockRow[], openDay: string): Promise<[string, number][]> => {
  const days = listDays(firstRecentDay(openDay), addDays(openDay, -1));
  const inStockRows = recentSales(rows, days);
  return (await readClosedSales(days)).flatMap(([day, folded]) => {
    const { products, channels, units } = subtractSales(inStockRows.get(day) ?? noSales, folded);
    return channels.flatMap((channel, column) =>
      products.map((product, at): [string, number] => [`${product}#${day}#${channel}`, units[column]?.[at] ?? 0]),
    );
  });
};
