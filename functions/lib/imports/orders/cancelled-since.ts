// Units of order lines that were cancelled after a picklist took them, until somebody has put them back on the shelf: an item
// `cancelled#<channel>` of the Imports table with an attribute for each line.
import type { Channel } from "#shared/channel.ts";
import { addDays, dayOf } from "#shared/day.ts";
import type { ImportSummary, PutBack } from "#shared/import.ts";
import { slices } from "../../db/batch-reads.ts";
import { getItem, updateWithRetry } from "../../db/dynamo.ts";
import { importsTable } from "../records.ts";
import { readReversed } from "./picked-lines.ts";

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
}
type CancelledLines = Record<string, CancelledLine>;

const keyOf = (channel: Channel) => ({ key: `cancelled#${channel}` });

const readAll = async (channel: Channel): Promise<CancelledLines> => {
  const { key: _, ...lines } = (await getItem<Record<string, CancelledLine>>(importsTable, keyOf(channel))) ?? {};
  return lines;
};

/** Adds lines by their hashes, and answers all whose units are still to be put back. */
export const listCancelled = async (
  channel: Channel,
  found: CancelledLines,
  today: string,
): Promise<[hash: string, line: CancelledLine][]> => {
  const before = await readAll(channel);
  const added = Object.entries(found).filter(([hash, { movement }]) => before[hash]?.movement !== movement);
  const isOld = ({ day }: CancelledLine) => day < addDays(today, -listedDays);
  const lines = Object.entries({ ...before, ...Object.fromEntries(added) })
    .filter(([, line]) => !isOld(line))
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

/** Notes that the units of a line are back on the shelf. */
export const finishCancelled = (channel: Channel, hash: string, now: Date): Promise<void> =>
  updateWithRetry({
    TableName: importsTable,
    Key: keyOf(channel),
    UpdateExpression: "SET #line.done = :now",
    ExpressionAttributeNames: { "#line": hash },
    ExpressionAttributeValues: { ":now": now.toISOString() },
  });
