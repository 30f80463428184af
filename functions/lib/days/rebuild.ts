// Rebuilds closed days whose snapshot, histories or fold missed an entry: because the index of the ledger was late when the
// day was closed, or because a Lambda with a slow clock posted to it afterwards. Entries are read from the table itself,
// strongly consistent.
import { randomUUID } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { addDays, isDay, listDays, maxRangeDays } from "#shared/day.ts";
import type { Movement } from "#shared/movement.ts";
import { scanPages } from "../db/batch-reads.ts";
import { dynamo, getItem } from "../db/dynamo.ts";
import { movements, stocks } from "../db/tables.ts";
import { keysTable } from "../db/unique-keys.ts";
import { log } from "../log.ts";
import { firstLedgerDay } from "./balances.ts";
import { applyDay, snapshotBalances, snapshotOf } from "./close-days.ts";
import { refoldDay } from "./daily-sales.ts";
import { readClosedUntil } from "./night.ts";
import { readMarks } from "./not-for-picking.ts";
import { addHeld, type Differences } from "./reconcile.ts";
import { sealDay } from "./seals.ts";
import { lastSnapshotBefore, readSnapshot, replaceSnapshot } from "./snapshots.ts";

const marker = { key: "rebuilt" };

/** Changes with every rebuild: whatever was derived from closed days before is out of date. */
export const lastRebuild = async (): Promise<string | undefined> =>
  (await getItem<{ run: string }>(keysTable, marker))?.run;

/** Records a rebuild; returns the one before it. */
const recordRebuild = async (): Promise<string | undefined> => {
  const Item = { ...marker, run: randomUUID() };
  return (await dynamo.send(new PutCommand({ TableName: keysTable, Item, ReturnValues: "ALL_OLD" }))).Attributes?.run;
};

const maxAttempts = 3;

/**
 * Rebuilds every closed day from this one on, since each builds on the one before; returns how many. Idempotent. An
 * interrupted rebuild can continue from the last day that it logged.
 */
export const rebuildDays = async (from: string, openDay: string): Promise<number> => {
  if (!isDay(from) || from >= openDay) throw new Error(`${from} is not a closed day`);
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const before = await lastRebuild();
    const last = await lastClosed(openDay);
    const days = await rebuildOnce(from, last, openDay);
    // A nightly run may have closed a day meanwhile, and another rebuild may have replaced what this one built on.
    const replaced = await recordRebuild();
    if (replaced === before && (await lastClosed(openDay)) === last) return days;
  }
  throw new Error("Other runs closed or rebuilt days at the same time: start it again when they have ended");
};

/** The last closed day, even if its snapshot is lost. */
const lastClosed = async (openDay: string): Promise<string | undefined> =>
  [await lastSnapshotBefore(openDay), await readClosedUntil()]
    .filter((day) => day !== undefined && day < openDay)
    .sort()
    .at(-1);

const rebuildOnce = async (from: string, last: string | undefined, openDay: string): Promise<number> => {
  if (last === undefined || last < from) return 0;
  const base = await lastSnapshotBefore(from);
  const days = listDays(base === undefined ? await firstLedgerDay(from) : addDays(base, 1), last);
  const balances = await snapshotBalances(base);
  const stockRows = await stocks.listWithDeleted();
  const marks = await readMarks();
  for await (const [day, entries] of entriesOf(days)) {
    // The fold first: a snapshot has run rates. Days that no report can ask for have no fold.
    if (day >= addDays(openDay, -maxRangeDays)) await refoldDay(day, entries);
    await applyDay(day, entries, balances);
    const { closed, outstanding } = await knownAt(day);
    const sealed = await sealDay(day, entries);
    await replaceSnapshot(await snapshotOf(day, openDay, balances, stockRows, marks, outstanding));
    const closes: Differences = new Map();
    if (closed) addHeld(closes, balances, closed);
    log("INFO", "rebuilt", { day, entries: sealed.slice(0, maxListed), closes: [...closes].slice(0, maxListed) });
  }
  return days.length;
};

/** Entries that differed from the seal of a day, and holdings that differed at its close, of which a line of the log names so many. */
const maxListed = 20;

/** Units in transit when the day closed, which only the snapshot that is replaced knows, and the holdings that it had. */
const knownAt = async (day: string) => {
  const snapshot = await readSnapshot(day);
  const known = snapshot?.products.filter(({ in_transit }) => in_transit !== null) ?? [];
  return {
    closed: snapshot && new Map(snapshot.products.map(({ _id, held }) => [_id, held])),
    outstanding: known.length > 0 ? new Map(known.map(({ _id, in_transit }) => [_id, in_transit ?? 0])) : undefined,
  };
};

/** Entries that are held in memory, unless one day has more. */
const maxEntries = 100_000;

/** The entries of each day, in order. A scan reads the whole ledger, so each covers as many days as fit in memory. */
async function* entriesOf(days: readonly string[]): AsyncGenerator<[day: string, entries: Movement[]]> {
  const counts = await countEntries(days);
  for (let at = 0; at < days.length; ) {
    let next = at + 1;
    for (let sum = counts.get(days[at] ?? "") ?? 0; next < days.length; next++) {
      sum += counts.get(days[next] ?? "") ?? 0;
      if (sum > maxEntries) break;
    }
    const some = days.slice(at, next);
    const found = new Map(some.map((day): [string, Movement[]] => [day, []]));
    for await (const page of scanOf<Movement>(some)) for (const entry of page) found.get(entry.day)?.push(entry);
    for (const [day, entries] of found) yield [day, entries.sort(newestFirst)];
    at = next;
  }
}

/** The order of the index, so that histories are split as when the day was closed. */
const newestFirst = (a: Movement, b: Movement): number => (a.created_at > b.created_at ? -1 : 1);

const countEntries = async (days: readonly string[]): Promise<Map<string, number>> => {
  const counts = new Map<string, number>();
  for await (const page of scanOf<Pick<Movement, "day">>(days, { ProjectionExpression: "#day" }))
    for (const { day } of page) counts.set(day, (counts.get(day) ?? 0) + 1);
  return counts;
};

const scanOf = <R>(days: readonly string[], more: { ProjectionExpression?: string } = {}) =>
  scanPages<R>({
    TableName: movements.name,
    ...more,
    FilterExpression: "#day BETWEEN :first AND :last",
    ExpressionAttributeNames: { "#day": "day" },
    ExpressionAttributeValues: { ":first": days[0], ":last": days.at(-1) },
  });
