// The nightly step that writes the plan's file of each product's last ninety closed days. It continues the last file.
// Without one, or if closed days have changed since, it derives all days anew, so that failed or missed nights make no
// difference.
import { createHash } from "node:crypto";
import { addDays, dayOf, listDays } from "#shared/day.ts";
import { unitsByProduct } from "#shared/day-sales.ts";
import type { Movement } from "#shared/movement.ts";
import { knownDays, rateWindows, sumOf, usualDay, withoutSpikes } from "#shared/rate.ts";
import { sum } from "#shared/sum.ts";
import { correctionReader, firstLedgerDay } from "../days/balances.ts";
import { closedSales } from "../days/daily-sales.ts";
import { readClosedUntil } from "../days/night.ts";
import { lastRebuild } from "../days/rebuild.ts";
import { type HeldUnits, readSnapshot } from "../days/snapshots.ts";
import { movements, type WarehouseRow, warehouses } from "../db/tables.ts";
import { readBackDated } from "../ledger/back-dated.ts";
import { readEntries, returnedFrom } from "../ledger/entries.ts";
import { type PastFile, readPast, type StoredPast, writePast } from "./past-file.ts";

/** Closed days of the longest run rate. */
const days = Math.max(...rateWindows);
/** Closed days on which units out by hand are counted. */
const byHandDays = 60;

/** Writes the file as of the last closed day; returns the number of products in it. */
export const updatePast = async (openDay: string): Promise<number> => {
  for (;;) {
    const rebuilt = await lastRebuild();
    const products = await updateAfter(rebuilt, openDay);
    // Days that were rebuilt meanwhile are in the file as they were before.
    if ((await lastRebuild()) === rebuilt) return products;
  }
};

const updateAfter = async (rebuilt: string | undefined, openDay: string): Promise<number> => {
  const day = await readClosedUntil();
  if (!day) return 0;
  const first = await firstLedgerDay(openDay);
  const start = later(addDays(day, 1 - days), first);
  const window = listDays(start, day);
  const warehouseRows = await warehouses.listWithDeleted();
  const derivedFrom = fingerprint(warehouseRows, await readBackDated());
  const known = await readPast();
  const last = known?.rebuilt === rebuilt ? known : undefined;
  const [stock, sales, byHand] = [
    await closesByProduct(window, first < start, warehouseRows, last?.derivedFrom === derivedFrom ? last : undefined),
    await salesByProduct(window),
    await readByHand(listDays(later(addDays(day, 1 - byHandDays), first), day), last?.byHand ?? {}),
  ];
  const products = [...stock].map(([_id, closes]) => pastOf(_id, closes, sales.get(_id) ?? [], byHand, window));
  await writePast({ version: 1, day, derivedFrom, ...(rebuilt && { rebuilt }), products, byHand });
  return products.length;
};

const later = (a: string, b: string): string => (a > b ? a : b);

/** Hash of all but the ledger that determines the closing units of past days. */
const fingerprint = (warehouseRows: readonly WarehouseRow[], backDated: readonly unknown[]): string => {
  const deleted = warehouseRows.flatMap(({ _id, deleted_at }) => (deleted_at ? [[_id, deleted_at]] : []));
  return createHash("sha256")
    .update(JSON.stringify([deleted, backDated]))
    .digest("base64url");
};

/** By day of the window: whether a product closed with units. */
interface Closes {
  withUnits: boolean[];
  /** The position of its first movement in the window, or 0 if that was before. */
  first: number;
  /** Its first movement was in the window. */
  isNew: boolean;
}

/** Days that the last file covers come from it; others from their snapshots, one after another, as each has all products. */
const closesByProduct = async (
  window: string[],
  hasEarlier: boolean,
  warehouseRows: readonly WarehouseRow[],
  last: PastFile | undefined,
): Promise<Map<string, Closes>> => {
  const known = last ? window.indexOf(last.day) + 1 : 0;
  const found = last && known > 0 ? closesIn(last, known) : await closesBefore(hasEarlier, window[0] ?? "");
  const addCorrections = correctionReader();
  for (const [at, day] of window.entries()) {
    if (at < known) continue;
    const snapshot = await readSnapshot(day);
    const balances = new Map(snapshot?.products.map(({ _id, held }) => [_id, held]));
    const leftOut = new Set([
      ...warehouseRows.flatMap(({ _id, deleted_at }) => (deleted_at && dayOf(deleted_at) <= day ? _id : [])),
      ...(snapshot?.not_for_picking ?? []),
    ]);
    for (const [_id, held] of await addCorrections(day, balances)) {
      if (!hasMoved(held)) continue;
      const closes = found.get(_id) ?? { withUnits: [], first: at, isNew: true };
      closes.withUnits[at] = Object.entries(held).some(([warehouse, units]) => units > 0 && !leftOut.has(warehouse));
      found.set(_id, closes);
    }
  }
  return found;
};

/** The first `known` days of the window, from a file. */
const closesIn = ({ products }: PastFile, known: number): Map<string, Closes> =>
  new Map(
    products.map(({ _id, closedWithUnits, age }) => {
      const begins = known - closedWithUnits.length;
      const withUnits: boolean[] = [];
      for (let at = Math.max(0, begins); at < known; at++) withUnits[at] = closedWithUnits[at - begins] === "1";
      return [_id, { withUnits, first: Math.max(0, begins), isNew: age !== undefined && begins >= 0 }];
    }),
  );

/** Products that moved before the window. */
const closesBefore = async (hasEarlier: boolean, start: string): Promise<Map<string, Closes>> => {
  const before = hasEarlier ? await readSnapshot(addDays(start, -1)) : undefined;
  const moved = before?.products.filter(({ held }) => hasMoved(held)) ?? [];
  return new Map(moved.map(({ _id }) => [_id, { withUnits: [], first: 0, isNew: false }]));
};

/** Whether the ledger has a line of the product: an empty record has never held a unit. */
const hasMoved = (held: HeldUnits): boolean => Object.keys(held).length > 0;

/** Units sold on each day of the window, by product. */
const salesByProduct = async (window: string[]): Promise<Map<string, number[]>> => {
  const found = new Map<string, number[]>();
  for await (const some of closedSales(window))
    for (const [day, sales] of some) {
      const at = window.indexOf(day);
      for (const [product, units] of unitsByProduct([sales])) {
        const sold = found.get(product) ?? window.map(() => 0);
        sold[at] = units;
        found.set(product, sold);
      }
    }
  return found;
};

/** From the last file, and from the ledger for days that are not in it. */
const readByHand = async (window: string[], known: PastFile["byHand"]): Promise<PastFile["byHand"]> => {
  const byHand: PastFile["byHand"] = {};
  for (const day of window) byHand[day] = known[day] ?? (await unitsByHand(day));
  return byHand;
};

const unitsByHand = async (day: string): Promise<Record<string, number>> => {
  const isByHand = ({ kind, reason }: Movement) => kind === "out" && reason === "Outbound";
  const units: Record<string, number> = {};
  for await (const entries of readEntries({ start: day, end: day })) {
    const returned = await movements.findAll(entries.flatMap((entry) => returnedFrom(entry) ?? []));
    for (const entry of entries) {
      const of = returnedFrom(entry);
      const original = of ? returned.get(of) : entry;
      if (!original || !isByHand(original)) continue;
      for (const [product, , delta] of entry.lines) units[product] = (units[product] ?? 0) - delta;
    }
  }
  return units;
};

const pastOf = (
  _id: string,
  { withUnits, first, isNew }: Closes,
  units: readonly number[],
  byHand: PastFile["byHand"],
  window: readonly string[],
): StoredPast => {
  const all = window.map((_, at) => ({
    units: units[at] ?? 0,
    inStock: withUnits[at] === true || (units[at] ?? 0) > 0,
  }));
  const own = all.slice(first);
  const usual = usualDay(own.map((day) => day.units));
  const earlier = own.slice(0, -knownDays);
  const lastSale = window[units.findLastIndex((each) => each > 0)];
  const outSince = window[Math.max(first, withUnits.lastIndexOf(true) + 1)];
  const handedOut = window.map((day) => byHand[day]?.[_id] ?? 0);
  return {
    _id,
    closedWithUnits: own.map((_, at) => (withUnits[first + at] ? "1" : "0")).join(""),
    earlier: sumOf(earlier),
    earlierWithoutSpikes: sumOf(withoutSpikes(earlier, usual)),
    soldBefore: sum(units.slice(-2 * knownDays, -knownDays)),
    byHand: sum(handedOut.slice(-knownDays)),
    byHandBefore: sum(handedOut.slice(-2 * knownDays, -knownDays)),
    ...(usual !== undefined && { usual }),
    ...(isNew && { age: window.length - 1 - first }),
    ...(lastSale && { lastSale }),
    ...(outSince && { outSince }),
  };
};
