// Units of order lines that were cancelled after a picklist took them, until somebody has put them back on the shelf: an item
// `cancelled#<channel>` of the Imports table with an attribute for each line.
import type { Channel } from "#shared/channel.ts";
import { addDays, dayOf } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import type { ImportSummary, PutBack } from "#shared/import.ts";
import { slices } from "../../db/batch-reads.ts";
import { type Action, backoff, Cancelled, getItem, transact, updateWithRetry } from "../../db/dynamo.ts";
import { importsTable } from "../records.ts";
import { readPicked, readReversed, toPutBackPick } from "./picked-lines.ts";
import { appendPick } from "./picked-store.ts";

/** Days for which a line is listed. */
const listedDays = 30;
/** An item has at most 400 KB; a line takes some 150 bytes. */
const maxLines = 1_000;
/** Lines in one update, whose expression has at most 4 KB. */
const ofUpdate = 50;

export interface CancelledLine {
  /** The picklist that took it. */
  movement: string;
  product: string;
  units: number;
  order: string;
  /** The day on which a file first said so. */
  day: string;
  /** When somebody had put the units back. */
  done?: string;
  /** Of its order: key, units to put back, and units that are wanted all the same. */
  key?: string;
  ordered?: number;
  wanted?: number;
}
type CancelledLines = Record<string, CancelledLine>;

const keyOf = (channel: Channel) => ({ key: `cancelled#${channel}` });

const readAll = async (channel: Channel): Promise<CancelledLines> => {
  const { key: _, ...lines } = (await getItem<Record<string, CancelledLine>>(importsTable, keyOf(channel))) ?? {};
  return lines;
};

/**
 * Adds lines by their hashes, and answers all whose units are still to be put back. Of a key only the newest file counts; of
 * those in `settled` nothing is left to put back.
 */
export const listCancelled = async (
  channel: Channel,
  found: CancelledLines,
  today: string,
  settled: ReadonlySet<string> = new Set(),
): Promise<[hash: string, line: CancelledLine][]> => {
  const before = await readAll(channel);
  const added = Object.entries(found).filter(([hash, { movement, units }]) => {
    const { [hash]: line } = before;
    return line?.movement !== movement || (!line.done && line.units !== units);
  });
  const toldAnew = new Set([...settled, ...Object.values(found).flatMap(({ key = [] }) => key)]);
  const isOld = (hash: string, { day, done, key }: CancelledLine) =>
    day < addDays(today, -listedDays) || (!done && key !== undefined && toldAnew.has(key) && !found[hash]);
  const lines = Object.entries({ ...before, ...Object.fromEntries(added) })
    .filter(([hash, line]) => !isOld(hash, line))
    .slice(-maxLines);
  const listed = new Set(lines.map(([hash]) => hash));
  const removed = Object.keys(before).filter((hash) => !listed.has(hash));
  await update(
    channel,
    "SET",
    added.filter(([hash]) => listed.has(hash)),
  );
  await update(
    channel,
    "REMOVE",
    removed.map((hash) => [hash]),
  );
  const open = lines.filter(([, { done }]) => !done);
  const reversed = await readReversed([...new Set(open.map(([, { movement }]) => movement))]);
  return open.filter(([, { movement }]) => !reversed.has(movement));
};

const update = async (channel: Channel, verb: "SET" | "REMOVE", lines: [hash: string, line?: CancelledLine][]) => {
  for (const some of slices(lines, ofUpdate)) {
    const parts = some.map((_, i) => (verb === "SET" ? `#${i} = :${i}` : `#${i}`));
    await updateWithRetry({
      TableName: importsTable,
      Key: keyOf(channel),
      UpdateExpression: `${verb} ${parts.join(", ")}`,
      ExpressionAttributeNames: Object.fromEntries(some.map(([hash], i) => [`#${i}`, hash])),
      ...(verb === "SET" && {
        ExpressionAttributeValues: Object.fromEntries(some.map(([, line], i) => [`:${i}`, line])),
      }),
    });
  }
};

/** Lines of an import still to be put back. */
export const onlyOpen = async ({ channel, put_back = [] }: ImportSummary, now: Date): Promise<PutBack[]> => {
  const open = new Map(channel ? await listCancelled(channel, {}, dayOf(now)) : []);
  return put_back.filter(({ _id }) => open.has(_id));
};

/** Notes that the units of a line are back on the shelf: they were not taken, and an order that wants them again gets them. */
export const finishCancelled = async (channel: Channel, hash: string, now: Date): Promise<void> => {
  for (let attempt = 0; ; attempt++) {
    const { [hash]: line } = await readAll(channel);
    if (!line) throw new Failure("RESOURCE_NOT_FOUND");
    if (line.done) return;
    try {
      return await transact([...(await putBack(channel, line, dayOf(now))), finish(channel, hash, now)]);
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
      if (attempt === maxAttempts) throw new Failure("SERVICE_UNAVAILABLE").withCause(error);
      await backoff(attempt);
    }
  }
};

/** Each attempt has lost a race to a picklist of the channel. */
const maxAttempts = 20;

const finish = (channel: Channel, hash: string, now: Date): Action => ({
  Update: {
    TableName: importsTable,
    Key: keyOf(channel),
    UpdateExpression: "SET #line.done = :now",
    ConditionExpression: "attribute_exists(#line) AND attribute_not_exists(#line.done)",
    ExpressionAttributeNames: { "#line": hash },
    ExpressionAttributeValues: { ":now": now.toISOString() },
  },
});

/** What a correction of the picklist has put back already is not put back twice. */
const putBack = async (
  channel: Channel,
  { movement, key, ordered = 0, wanted = 0 }: CancelledLine,
  today: string,
): Promise<Action[]> => {
  if (!key) return [];
  const picked = await readPicked(channel, [{ key, marks: [], knownBy: [], alikeBy: [] }], today);
  const taken = picked.ofKey(key).reduce((sum, { units }) => sum + units, 0);
  const units = Math.min(ordered, taken - wanted);
  return units > 0 ? appendPick(channel, today, picked.progress, toPutBackPick({ movement, key, units })) : [];
};
