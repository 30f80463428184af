// Seals of closed days, by which an edit of the ledger by hand is found: hashes of what of each entry never changes. What later
// entries set of one, such as `now`, follows from them.
import { hash } from "node:crypto";
import { addDays, daysUntil, listDays } from "#shared/day.ts";
import type { Movement } from "#shared/movement.ts";
import { sumLines } from "#shared/posting-effect.ts";

/**
 * Which fields a seal has. Names, remarks and numbers of orders are not among them, so that people can be forgotten, and of the
 * user it has the id.
 */
const isSealed: Record<keyof Movement, boolean> = {
  _id: true,
  kind: true,
  reason: true,
  lines: true,
  channel: true,
  sold_on: true,
  told_at: true,
  shipment: true,
  closed: true,
  as_of: true,
  chunks: true,
  chunk: true,
  reverses: true,
  corrects: true,
  adds_to: true,
  counted_from: true,
  takes_back: true,
  sale_only: true,
  count: true,
  of_return: true,
  made_at: true,
  created_at: true,
  day: true,
  remarks: false,
  from: false,
  container: false,
  rows: false,
  left_out: false,
  orders: false,
  order: false,
  reversed_by: false,
  replaced: false,
  nets: false,
  now: false,
  corrections: false,
  corrected_at: false,
  user: false,
  taken_back: false,
  sent: false,
};
const sealedFields = (Object.keys(isSealed) as (keyof Movement)[]).filter((field) => isSealed[field]);

/** Hashes of entries by their ids; in a supplement null of one that is gone. */
export type Part = Record<string, string | null>;

export interface Seal {
  /** Of another version nothing is judged: it has other fields. */
  version: 1;
  day: string;
  /** A hash of the day before; of the first day "". */
  former: string;
  /** The entries when the day was closed, and in each supplement those that differ from all before. */
  parts: Part[];
}

const hashOf = (value: unknown): string => hash("sha256", JSON.stringify(value), "base64url");

/** 96 bits: a day has thousands. */
const printOf = (entry: Movement): string =>
  hashOf([...sealedFields.map((field) => entry[field] ?? null), entry.user._id]).slice(0, 16);

/** The hash of a seal, and of each supplement, which contains that of the one before. */
export const hashesOf = ({ day, former, parts }: Seal): string[] => {
  const hashes: string[] = [];
  for (const part of parts) hashes.push(hashOf([hashes.at(-1) ?? former, day, Object.entries(part).sort()]));
  return hashes;
};

/** The hashes of entries with all supplements. */
const sealedIn = (parts: readonly Part[]): Part =>
  Object.fromEntries(Object.entries<string | null>(Object.assign({}, ...parts)).filter(([, print]) => print !== null));

/** What differs in these entries of a day from what was sealed. */
export const partOf = (parts: readonly Part[], entries: readonly Movement[]): Part => {
  const sealed = sealedIn(parts);
  const now: Part = Object.fromEntries(entries.map((entry) => [entry._id, printOf(entry)]));
  const gone = Object.keys(sealed).filter((id) => now[id] === undefined);
  return Object.fromEntries([
    ...Object.entries(now).filter(([id, print]) => print !== sealed[id]),
    ...gone.map((id) => [id, null]),
  ]);
};

/** The same in numbers: 1 of an entry that was added, -1 of one that is gone, 0 of one that was changed. */
export const differencesIn = (parts: readonly Part[], part: Part): [id: string, difference: number][] => {
  const sealed = sealedIn(parts);
  return Object.entries(part).map(([id, print]) => [id, print === null ? -1 : sealed[id] === undefined ? 1 : 0]);
};

/** Whether an entry has the marks of those that reverse or correct it, and no others. */
export const isMarkedBy = (entry: Movement, returns: readonly Movement[]): boolean => {
  const corrections = returns.filter(({ corrects }) => corrects === entry._id);
  const left = sumLines([entry, ...corrections].flatMap(({ lines }) => lines));
  // What a receipt closed short, and the other chunks of a batch, are left to a reversal.
  const isWhole = corrections.length > 0 && left.length === 0 && !entry.closed && (entry.chunks ?? 1) === 1;
  const by = [...returns.filter(({ reverses }) => reverses === entry._id), ...(isWhole ? corrections : [])];
  const isReversed = by.length === 0 ? !entry.reversed_by : by.some(({ _id }) => _id === entry.reversed_by);
  const inOrder = (lines: Movement["lines"]) => String(sumLines(lines).map(String).sort());
  const isLeft = inOrder(entry.now ?? entry.lines) === inOrder(left);
  return isReversed && isLeft && (entry.corrections ?? 0) === corrections.length;
};

/** Days that every night looks at: an edit of the last ones is found the same night. */
const recentDays = 3;
/** Nights within which each other day has its turn. */
const roundNights = 30;

/** The days of a range whose turn it is on a night, or was on one since the last that found no difference. */
export const daysDue = (first: string, last: string, checked: string | undefined, night: string): string[] => {
  const since = checked !== undefined && checked < night ? addDays(checked, 1) : night;
  const turns = new Set(listDays(since, night).map((each) => daysUntil(each, first) % roundNights));
  return listDays(first, last).filter(
    (day) => daysUntil(night, day) <= recentDays || turns.has(daysUntil(day, first) % roundNights),
  );
};
