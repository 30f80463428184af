// The nightly file of the days on which each product closed with units, for rates and seasons. It derives from snapshots and the
// ledger, so it may be lost.
import { hash } from "node:crypto";
import { addDays, dayOf } from "#shared/day.ts";
import { correctionReader } from "../days/balances.ts";
import type { HeldUnits } from "../days/held-units.ts";
import { readSnapshot } from "../days/snapshots.ts";
import { readStored, writeStored } from "../db/stored-json.ts";
import { type WarehouseRow, warehouses } from "../db/tables.ts";
import { readBackDated } from "../ledger/back-dated.ts";

const key = "plan/closes.json.gz";

interface ClosesFile {
  /** The last closed day. */
  day: string;
  /** Hash of later changes to closed days: deleted warehouses, corrections and rebuilds. */
  derivedFrom: string;
  /** `closes`: up to that day, oldest first and none before its first movement: the digits of `places`. */
  products: { _id: string; closes: string; isNew: boolean }[];
}

export interface Closes {
  /** By day of the window: 0 if it closed without units; else 1 if all lay in own warehouses, 2 in a marketplace's shelf, 3 in both. */
  places: number[];
  /** The position of its first movement in the window, or 0 if that was before. */
  first: number;
  /** Its first movement was in the window. */
  isNew: boolean;
}

/**
 * Writes the file for these days, and returns what is in it. Days that the last file covers come from it; others from their
 * snapshots, one after another, as each has all products.
 */
export const updateCloses = async (
  window: string[],
  firstLedgerDay: string,
  rebuilt: string | undefined,
): Promise<Map<string, Closes>> => {
  const warehouseRows = await warehouses.listWithDeleted();
  const shelves = new Set(warehouseRows.flatMap(({ _id, sells_for }) => (sells_for ? _id : [])));
  const derivedFrom = fingerprint(warehouseRows, await readBackDated(), rebuilt, [...shelves]);
  const file = await readStored<ClosesFile>(key);
  const last = file?.derivedFrom === derivedFrom ? file : undefined;
  const hasEarlier = firstLedgerDay < (window[0] ?? "");
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
      const closes = found.get(_id) ?? { places: [], first: at, isNew: true };
      const lay = Object.keys(held).filter((warehouse) => (held[warehouse] ?? 0) > 0 && !leftOut.has(warehouse));
      const isIn = (shelf: boolean) => lay.some((warehouse) => shelves.has(warehouse) === shelf);
      closes.places[at] = (isIn(true) ? 2 : 0) + (isIn(false) ? 1 : 0);
      found.set(_id, closes);
    }
  }
  const products = [...found].map(([_id, { places, first, isNew }]) => ({
    _id,
    closes: window
      .map((_, at) => places[at] ?? 0)
      .slice(first)
      .join(""),
    isNew,
  }));
  await writeStored(key, { day: window.at(-1), derivedFrom, products });
  return found;
};

/** The first `known` days of the window, from a file. */
const closesIn = ({ products }: ClosesFile, known: number): Map<string, Closes> =>
  new Map(
    products.map(({ _id, closes, isNew }) => {
      const begins = known - closes.length;
      const places = Array.from({ length: known }, (_, at) => Number(closes[at - begins] ?? 0));
      return [_id, { places, first: Math.max(0, begins), isNew: isNew && begins >= 0 }];
    }),
  );

/** Products that moved before the window. */
const closesBefore = async (hasEarlier: boolean, start: string): Promise<Map<string, Closes>> => {
  const before = hasEarlier ? await readSnapshot(addDays(start, -1)) : undefined;
  const moved = before?.products.filter(({ held }) => hasMoved(held)) ?? [];
  return new Map(moved.map(({ _id }) => [_id, { places: [], first: 0, isNew: false }]));
};

/** Whether the ledger has a line of the product: an empty record has never held a unit. */
const hasMoved = (held: HeldUnits): boolean => Object.keys(held).length > 0;

/** Hash of all but the ledger that determines the closing units of past days. */
const fingerprint = (
  warehouseRows: readonly WarehouseRow[],
  backDated: readonly unknown[],
  rebuilt: string | undefined,
  shelves: readonly string[],
): string => {
  const deleted = warehouseRows.flatMap(({ _id, deleted_at }) => (deleted_at ? [[_id, deleted_at]] : []));
  return hash("sha256", JSON.stringify([deleted, backDated, rebuilt, ...shelves]), "base64url");
};
