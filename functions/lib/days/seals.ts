// Seals of closed days as they are stored: objects of S3, and their hashes in the table Days. The nightly job writes and checks
// them; a rebuild adds supplements. `sealed` in Keys says from which day to which.
import { addDays, dayOf, listDays } from "#shared/day.ts";
import type { Movement } from "#shared/movement.ts";
import { getAll } from "../db/batch-reads.ts";
import { getItem, updateWithRetry } from "../db/dynamo.ts";
import { readStored, writeStored } from "../db/stored-json.ts";
import { movements } from "../db/tables.ts";
import { keysTable } from "../db/unique-keys.ts";
import { daysTable } from "../ledger/day-records.ts";
import { readDayEntries, readEntries, returnedFrom } from "../ledger/entries.ts";
import { firstLedgerDay } from "./balances.ts";
import { confirm, type Differences, type ReconcileOptions } from "./reconcile.ts";
import { daysDue, differencesIn, hashesOf, isMarkedBy, partOf, type Seal } from "./seal.ts";

interface SealRow {
  day: string;
  hashes?: string[];
  /** Ids of later days' entries that reverse or correct entries of the day. */
  returned?: Set<string>;
}

interface Sealed {
  first: string;
  day: string;
  /** The last night that found no difference. */
  checked?: string;
}

const fileOf = (day: string): string => `seals/${day}.json.gz`;
const rowOf = (day: string): string => `${day}~seal`;
const marker = { key: "sealed" };

const readRows = async (days: Iterable<string>): Promise<Map<string, SealRow>> => {
  const keys = [...new Set(days)].map((day) => ({ day: rowOf(day) }));
  const found = await getAll({ table: daysTable, keys });
  return new Map(([...found.values()].flat() as unknown as SealRow[]).map((row) => [row.day.slice(0, 10), row]));
};

/** Seals the days that have closed; returns how many. */
export const sealDays = async (openDay: string): Promise<number> => {
  const sealed = await getItem<Sealed>(keysTable, marker);
  const from = sealed ? addDays(sealed.day, 1) : await firstLedgerDay(openDay);
  const days = listDays(from, addDays(openDay, -1));
  for (const day of days) await sealDay(day, await readDayEntries(day));
  if (days.length > 0)
    await updateWithRetry({
      TableName: keysTable,
      Key: marker,
      UpdateExpression: "SET #first = if_not_exists(#first, :first), #day = :day",
      ExpressionAttributeNames: { "#first": "first", "#day": "day" },
      ExpressionAttributeValues: { ":first": from, ":day": days.at(-1) },
    });
  return days.length;
};

/** Seals a day, or adds a supplement to its seal; returns what differed from it. Idempotent. */
export const sealDay = async (
  day: string,
  entries: readonly Movement[],
): Promise<[id: string, difference: number][]> => {
  const before = addDays(day, -1);
  const [stored, rows] = await Promise.all([readStored<Seal>(fileOf(day)), readRows([before])]);
  if (stored && stored.version !== 1) return [];
  const { parts = [], former: known = "" } = stored ?? {};
  const formers = rows.get(before)?.hashes ?? [""];
  const former = formers.includes(known) ? known : (formers[0] ?? "");
  const part = partOf(parts, entries);
  const isNew = parts.length === 0 || Object.keys(part).length > 0;
  const seal: Seal = { version: 1, day, former, parts: isNew ? [...parts, part] : parts };
  await writeStored(fileOf(day), seal);
  await updateWithRetry({
    TableName: daysTable,
    Key: { day: rowOf(day) },
    UpdateExpression: "SET hashes = :hashes",
    ExpressionAttributeValues: { ":hashes": hashesOf(seal) },
  });
  await recordReturns(day, entries);
  return parts.length === 0 ? [] : differencesIn(parts, part);
};

/** Tells the days of earlier entries by which entries of this day they are marked. */
const recordReturns = async (day: string, entries: readonly Movement[]): Promise<void> => {
  const returns = entries.filter(returnedFrom);
  const originals = await movements.findAll(returns.flatMap((entry) => returnedFrom(entry) ?? []));
  const byDay = Map.groupBy(returns, (entry) => originals.get(returnedFrom(entry) ?? "")?.day ?? day);
  for (const [of, own] of byDay) {
    if (of === day) continue;
    await updateWithRetry({
      TableName: daysTable,
      Key: { day: rowOf(of) },
      UpdateExpression: "ADD returned :ids",
      ExpressionAttributeValues: { ":ids": new Set(own.map(({ _id }) => _id)) },
    });
  }
};

/**
 * Entries that are not as they were sealed, as `differencesIn` has them, by `day#id`; `day#seal` where the object, its row and the
 * day before do not fit. Looks at a thirtieth of the ledger and the last days, or at all.
 */
export const checkSeals = async (openDay: string, { pause, whole }: ReconcileOptions): Promise<Differences> => {
  const sealed = await getItem<Sealed>(keysTable, marker);
  if (!sealed) return new Map();
  const { first, day: last, checked } = sealed;
  const days = whole ? listDays(first, last) : daysDue(first, last, checked, openDay);
  const { seals } = await confirm(pause, async () => ({ seals: await lookAt(days, sealed) }));
  if (seals.size === 0)
    await updateWithRetry({
      TableName: keysTable,
      Key: marker,
      UpdateExpression: "SET checked = :night",
      ExpressionAttributeValues: { ":night": openDay },
    });
  return seals;
};

const lookAt = async (days: readonly string[], { first, day: last }: Sealed): Promise<Differences> => {
  const found: Differences = new Map();
  const rows = await readRows(days.flatMap((day) => [addDays(day, -1), day]));
  const open: Movement[] = [];
  for await (const entries of readEntries({ start: addDays(last, 1), end: dayOf(new Date()) })) open.push(...entries);
  // One after another: a day of the largest size has thousands of entries.
  for (const day of days) {
    const seal = await readStored<Seal>(fileOf(day));
    if (seal && seal.version !== 1) continue;
    const { hashes = [], returned = [] } = rows.get(day) ?? {};
    const formers = day === first ? [""] : (rows.get(addDays(day, -1))?.hashes ?? []);
    const isWhole = seal && String(hashesOf(seal)) === String(hashes) && formers.includes(seal.former);
    if (!isWhole) found.set(`${day}#seal`, 0);
    if (!seal) continue;
    const entries = await readDayEntries(day);
    const doubtful = await judge(seal, entries, open, returned);
    if (doubtful.size === 0) continue;
    // The index may be late.
    const fresh = [...(await movements.findAll(doubtful.keys())).values()].filter((entry) => entry.day === day);
    const now = [...entries.filter(({ _id }) => !doubtful.has(_id)), ...fresh];
    for (const [id, difference] of await judge(seal, now, open, returned)) found.set(`${day}#${id}`, difference);
  }
  return found;
};

/** A day's entries that differ from its seal, or have not the marks of those that follow. */
const judge = async (
  { parts }: Seal,
  entries: readonly Movement[],
  open: readonly Movement[],
  returned: Iterable<string>,
): Promise<Map<string, number>> => {
  const takenBack = ({ taken_back = {} }: Movement) => Object.values(taken_back);
  const named = entries.flatMap((entry) => [...takenBack(entry), ...(entry.reversed_by ? [entry.reversed_by] : [])]);
  const later = await movements.findAll([...returned, ...named]);
  const known = new Map([...open, ...later.values(), ...entries].map((entry) => [entry._id, entry]));
  const returns = Map.groupBy(known.values(), returnedFrom);
  const wrong = entries.filter(
    (entry) => !takenBack(entry).every((id) => known.has(id)) || !isMarkedBy(entry, returns.get(entry._id) ?? []),
  );
  return new Map([...wrong.map(({ _id }) => [_id, 0] as const), ...differencesIn(parts, partOf(parts, entries))]);
};
