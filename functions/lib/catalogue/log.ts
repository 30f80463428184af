// Reads the two logs behind the catalogue, which are the ledger and the record of changes, from where the last read ended.
// Their entries are written in the same transaction as the rows, and stay. Two things can make an entry appear late: the
// index lags, and an entry is dated before it is committed.
import { hash } from "node:crypto";
import { dayOf } from "#shared/day.ts";
import { slices } from "../db/batch-reads.ts";
import { type DayIndex, readFrom } from "../db/day-index.ts";
import type { LogPosition } from "./cursor.ts";

/** Milliseconds: an entry is committed within 28 s of its time, and nearly always in the index 90 s later. */
export const overlap = 4 * 60_000;
const hour = 60 * 60_000;
/** Milliseconds that clocks of Lambdas may differ. */
const skew = 10_000;
/** The most entries that a cursor names, since it must fit into a request. In a rush they cover less than the overlap. */
const maxRecent = 200;
const timeLength = 8;
const keyLength = timeLength + 2;

export interface Entry {
  _id: string;
  created_at: string;
}

const timeOf = ({ created_at }: Entry): number => Date.parse(created_at);
const hourOf = (entry: Entry): number => Math.floor(timeOf(entry) / hour);

/** A short name of an entry. It begins with the entry's time, so that keys sort by time. */
const keyOf = (entry: Entry): string =>
  timeOf(entry).toString(36).padStart(timeLength, "0") +
  hash("sha256", entry._id, "base64url").slice(0, keyLength - timeLength);
const keyTime = (key: string): number => Number.parseInt(key.slice(0, timeLength), 36);
const keysIn = ({ recent }: LogPosition): string[] => slices([...recent], keyLength).map((key) => key.join(""));

/** Where to read on after all rows were read at `now`: entries that commit later are dated at most the overlap earlier. */
export const positionAt = (now: number): LogPosition => ({ from: now - overlap, recent: "", byHour: {} });

export interface ReadNewOptions {
  now: number;
  /**
   * Compares the entries of each hour with the number found before, and so finds those that were late in the index. It
   * begins a day ago, or when the whole catalogue was read if that is later.
   */
  counting?: boolean;
  /** When the whole catalogue was read. */
  whole: number;
}

/** Entries that were not found before; if counting finds one, all entries of its hour. */
export const readNew = async <E extends Entry>(
  index: DayIndex,
  fields: readonly string[],
  before: LogPosition,
  { now, counting = false, whole }: ReadNewOptions,
): Promise<{ entries: E[]; found: LogPosition }> => {
  const dayAgo = Math.floor((now - 24 * hour) / hour);
  const from = Math.max(before.from, dayAgo * hour);
  const countFrom = Math.max(whole - overlap, dayAgo * hour);
  const since = new Date(counting ? Math.min(from, countFrom) : from).toISOString();
  const read = await readFrom<E>(index, since, dayOf(now + skew), ["_id", "created_at", ...fields]);
  const known = keysIn(before);
  const isKnown = new Set(known);
  const entries = read.filter((entry) => timeOf(entry) >= from && !isKnown.has(keyOf(entry)));
  const byHour = new Map(Object.entries(before.byHour).map(([at, count]) => [Number(at), count]));
  for (const entry of entries) byHour.set(hourOf(entry), (byHour.get(hourOf(entry)) ?? 0) + 1);
  if (counting)
    for (const [at, some] of Map.groupBy(
      read.filter((entry) => timeOf(entry) >= countFrom),
      hourOf,
    )) {
      if (some.length <= (byHour.get(at) ?? 0)) continue;
      byHour.set(at, some.length);
      entries.push(...some);
    }
  // The index may have fewer entries at the next read, so found entries stay known.
  const keys = [...new Set([...known, ...read.map(keyOf)])].sort();
  const tooMany = keys.at(-maxRecent - 1);
  // Never back: what a rush has pushed out of the cursor would be found again.
  const next = Math.max(before.from, now - overlap, tooMany ? keyTime(tooMany) + 1 : 0);
  return {
    entries,
    found: {
      from: next,
      recent: keys.filter((key) => keyTime(key) >= next).join(""),
      byHour: Object.fromEntries([...byHour].filter(([at]) => at >= dayAgo)),
    },
  };
};
