// Reconciles stored figures with the ledger: units held must equal the balances and never be negative, and units sold
// on closed days must equal their folds. The first check reads the index of the ledger from the last snapshot on.
// Differences are checked again in the whole ledger, which shows whether the index is late, stock is wrong, or a closed
// day is.
import { setTimeout as wait } from "node:timers/promises";
import { addDays, dayOf, firstOpenDay, listDays, maxRangeDays } from "#shared/day.ts";
import { combineSales, type DaySales, noSales, recentSales } from "#shared/day-sales.ts";
import { firstRecentDay } from "#shared/reorder.ts";
import { sum } from "#shared/sum.ts";
import { type StockRow, stocks } from "../db/tables.ts";
import { closingBalances } from "./balances.ts";
import { snapshotBalances } from "./close-days.ts";
import { closedSales, readClosedSales } from "./daily-sales.ts";
import { applyLines, type Balances } from "./held-units.ts";
import { addUpLedger, linesByDay } from "./ledger-sums.ts";
import { lastSnapshotBefore } from "./snapshots.ts";

/** Differences in units: held by `product#warehouse`, sold by `product#day#channel`. */
export type Differences = Map<string, number>;

export interface Reconciliation {
  /** Units in the stock rows beyond the whole ledger. */
  stock: Differences;
  /** Units in the last snapshot beyond the whole ledger. */
  snapshot: Differences;
  /** Units in the folds beyond the whole ledger; of days of long ago by `day#channel`. */
  folds: Differences;
  /** The first day to be rebuilt, if snapshot or folds differ. */
  from?: string;
  /** Differences by the index that the whole ledger does not have: the index is late. */
  late: Differences;
}

export interface ReconcileOptions {
  /** Seconds between two checks. */
  pause: number;
  /** Reads the folds of a year and the whole ledger, even if the first check finds no difference. */
  whole: boolean;
}

export const reconcile = async ({ pause, whole }: ReconcileOptions): Promise<Reconciliation> => {
  const { suspected } = await confirm(pause, async () => ({ suspected: await lookByIndex() }));
  if (suspected.size === 0 && !whole)
    return { stock: suspected, snapshot: suspected, folds: suspected, late: suspected };
  const openDay = firstOpenDay(new Date());
  const last = await lastSnapshotBefore(openDay);
  const found = await confirm(pause, () => lookByLedger(openDay, last, whole));
  const isExplained = (key: string) => Object.values(found).some((differences) => differences.has(key));
  const late = new Map([...suspected].filter(([key]) => !isExplained(key)));
  return { ...found, late, from: await firstWrongDay(found.snapshot, found.folds, last) };
};

/** A difference counts if it is the same in so many checks: a movement posted between two reads is no difference. */
const checks = 3;

export const confirm = async <Book extends string>(
  pause: number,
  look: () => Promise<Record<Book, Differences>>,
): Promise<Record<Book, Differences>> => {
  const found = await look();
  const books = Object.keys(found) as Book[];
  for (let check = 1; check < checks && books.some((book) => found[book].size > 0); check++) {
    await wait(pause * 1_000);
    const again = await look();
    for (const book of books)
      for (const [key, units] of found[book]) if (again[book].get(key) !== units) found[book].delete(key);
  }
  return found;
};

/** From the last snapshot and folds: the cost does not grow with the ledger. */
const lookByIndex = async (): Promise<Differences> => {
  const openDay = firstOpenDay(new Date());
  const [balances, rows] = await Promise.all([closingBalances(dayOf(new Date())), stocks.listWithDeleted()]);
  const found = heldBeyond(rows, balances);
  const days = closedRecentDays(openDay);
  const inStockRows = recentSales(rows, days);
  for (const [day, sales] of await readClosedSales(days)) addSales(found, day, inStockRows.get(day) ?? noSales, sales);
  return found;
};

/** The stock rows, the last snapshot and the folds beside the sums of the whole ledger. */
const lookByLedger = async (
  openDay: string,
  last: string | undefined,
  allFolds: boolean,
): Promise<Pick<Reconciliation, "stock" | "snapshot" | "folds">> => {
  const days = closedRecentDays(openDay);
  const ledger = await addUpLedger(last, days);
  const rows = await stocks.listWithDeleted();
  const stock = heldBeyond(rows, ledger.now);
  const snapshot: Differences = new Map();
  const folds: Differences = new Map();
  const inStockRows = recentSales(rows, days);
  for (const [day, folded] of await readClosedSales(days)) {
    const sales = ledger.sales.get(day)?.sales ?? noSales;
    addSales(stock, day, inStockRows.get(day) ?? noSales, sales);
    addSales(folds, day, folded, sales);
  }
  if (last) addHeld(snapshot, await snapshotBalances(last), ledger.atClose);
  if (allFolds)
    await addTotals(
      folds,
      listDays(addDays(openDay, -maxRangeDays), addDays(firstRecentDay(openDay), -1)),
      ledger.totals,
    );
  return { stock, snapshot, folds };
};

/** Closed days whose sales the stock rows still have. */
const closedRecentDays = (openDay: string): string[] => listDays(firstRecentDay(openDay), addDays(openDay, -1));

const addUnits = (found: Differences, key: string, units: number): void => {
  if (units !== 0) found.set(key, units);
};

/** Units held by the stock rows beyond balances, and negative holdings even if the balances agree. */
const heldBeyond = (rows: readonly StockRow[], balances: Balances): Differences => {
  const found: Differences = new Map();
  addHeld(found, new Map(rows.map(({ _id, held }) => [_id, held])), balances);
  for (const { _id, held } of rows)
    for (const [warehouse, units] of Object.entries(held))
      if (units < 0) found.set(`${_id}#${warehouse}`, units - (balances.get(_id)?.[warehouse] ?? 0));
  return found;
};

/** Adds the units that are stored beyond the expected ones. */
export const addHeld = (found: Differences, stored: Balances, expected: Balances): void => {
  for (const product of new Set([...stored.keys(), ...expected.keys()])) {
    const [has, should] = [stored.get(product) ?? {}, expected.get(product) ?? {}];
    for (const warehouse of Object.keys({ ...has, ...should }))
      addUnits(found, `${product}#${warehouse}`, (has[warehouse] ?? 0) - (should[warehouse] ?? 0));
  }
};

const addSales = (found: Differences, day: string, stored: DaySales, expected: DaySales): void => {
  const { products, channels, units } = combineSales(stored, expected, -1);
  for (const [column, channel] of channels.entries())
    for (const [at, product] of products.entries())
      addUnits(found, `${product}#${day}#${channel}`, units[column]?.[at] ?? 0);
};

/** Units of each day and channel in the folds beyond those of the ledger, which may have channels that a fold has not. */
const addTotals = async (found: Differences, days: string[], totals: ReadonlyMap<string, number>): Promise<void> => {
  const sold = Map.groupBy(totals.keys(), (key) => key.split("#")[0]);
  for await (const some of closedSales(days))
    for (const [day, { channels, units }] of some) {
      const folded = new Map(channels.map((channel, column) => [`${day}#${channel}`, sum(units[column])]));
      for (const key of new Set([...folded.keys(), ...(sold.get(day) ?? [])]))
        addUnits(found, key, (folded.get(key) ?? 0) - (totals.get(key) ?? 0));
    }
};

/** The first day whose fold differs, or the one on which the difference of the last snapshot began. */
const firstWrongDay = async (
  snapshot: Differences,
  folds: Differences,
  last: string | undefined,
): Promise<string | undefined> => {
  const days = [...folds.keys()].flatMap((key) => key.split("#").at(-2) ?? []);
  if (snapshot.size > 0 && last) days.push(await firstDifference(productsIn(snapshot), last));
  return days.sort()[0];
};

const productsIn = (differences: Differences): Set<string> =>
  new Set([...differences.keys()].map((key) => key.split("#")[0] ?? ""));

/** Goes back from the last snapshot, day by day, until one agrees with the ledger on these products. */
const firstDifference = async (products: ReadonlySet<string>, last: string): Promise<string> => {
  const lines = await linesByDay(products);
  for (let day = last; ; day = addDays(day, -1)) {
    const before = await lastSnapshotBefore(day);
    if (before === undefined) return day;
    const expected: Balances = new Map();
    for (const [each, own] of lines) if (each <= before) applyLines(expected, own);
    const stored = new Map([...(await snapshotBalances(before))].filter(([product]) => products.has(product)));
    const found: Differences = new Map();
    addHeld(found, stored, expected);
    if (found.size === 0) return day;
  }
};
