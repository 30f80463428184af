// Where the lines of `cancelled-since.ts` are stored: in items `cancelled#<channel>`, `cancelled#<channel>#1` and so on of the
// Imports table, with an attribute for each line. The first also has their number.
import type { Channel } from "#shared/channel.ts";
import { getAll, slices } from "../../db/batch-reads.ts";
import { type Action, getItem, ifCondition, updateWithRetry } from "../../db/dynamo.ts";
import { importsTable } from "../records.ts";

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
  /** Of its order and code; none where the order has no number. */
  key?: string | undefined;
  /** Units of the order line, of which a combo has several products. */
  ofLine: number;
  /** Units of its key that had gone back before. */
  returned: number;
  /** Nobody has picked them, so nobody puts them back: the sale is to be corrected. */
  told?: boolean;
}
export type CancelledLines = Record<string, CancelledLine>;

/** Bytes up to which an item is filled: it has at most 400 KB, and two people may fill it at once. */
const itemBytes = 130_000;
/** Lines in one update, whose expression has at most 4 KB. */
const ofUpdate = 50;

const keyOf = (channel: Channel, item: number) => ({
  key: ["cancelled", channel, ...(item > 0 ? [item] : [])].join("#"),
});

/** The lines of a channel by item. */
export const readCancelled = async (channel: Channel): Promise<CancelledLines[]> => {
  const {
    key: _,
    items = 1,
    ...first
  } = (await getItem<{ key: string; items?: number }>(importsTable, keyOf(channel, 0))) ?? {};
  const table = importsTable ?? "";
  const keys = Array.from({ length: items - 1 }, (_, at) => keyOf(channel, at + 1));
  const others = new Map(((await getAll({ table, keys })).get(table) ?? []).map(({ key, ...lines }) => [key, lines]));
  return [first, ...keys.map(({ key }) => others.get(key) ?? {})] as CancelledLines[];
};

interface Change {
  /** Go to the first item with room; as they are, if somebody has added them by now. */
  added: readonly Stored[];
  /** Are replaced unless somebody has put them back by now. */
  changed: readonly Stored[];
  removed: readonly string[];
}
type Stored = [hash: string, line: CancelledLine];

export const changeCancelled = async (
  channel: Channel,
  items: readonly CancelledLines[],
  { added, changed, removed }: Change,
): Promise<void> => {
  const filled = items.map((lines) => Object.entries(lines).reduce((sum, line) => sum + sizeOf(line), 0));
  const itemFor = (line: Stored): number => {
    const withRoom = filled.findIndex((bytes) => bytes + sizeOf(line) <= itemBytes);
    const item = withRoom < 0 ? filled.length : withRoom;
    filled[item] = (filled[item] ?? 0) + sizeOf(line);
    return item;
  };
  const toAdd = Map.groupBy(added, itemFor);
  if (filled.length > items.length) await setItems(channel, filled.length);
  for (const [item, lines] of toAdd) await update(channel, item, "SET", lines);
  for (const [hash, line] of changed) await replace(channel, itemWith(items, hash), hash, line);
  for (const [item, lines] of items.entries()) {
    const toRemove = removed.filter((hash) => lines[hash]);
    await update(
      channel,
      item,
      "REMOVE",
      toRemove.map((hash) => [hash]),
    );
  }
};

const itemWith = (items: readonly CancelledLines[], hash: string): number =>
  items.findIndex(({ [hash]: line }) => line);

const replace = (channel: Channel, item: number, hash: string, line: CancelledLine) =>
  ifCondition(() =>
    updateWithRetry({
      TableName: importsTable,
      Key: keyOf(channel, item),
      UpdateExpression: "SET #line = :line",
      ConditionExpression: "attribute_exists(#line) AND attribute_not_exists(#line.done)",
      ExpressionAttributeNames: { "#line": hash },
      ExpressionAttributeValues: { ":line": line },
    }),
  );

const sizeOf = (line: Stored): number => Buffer.byteLength(JSON.stringify(line));

const setItems = (channel: Channel, items: number) =>
  ifCondition(() =>
    updateWithRetry({
      TableName: importsTable,
      Key: keyOf(channel, 0),
      UpdateExpression: "SET #items = :items",
      ConditionExpression: "attribute_not_exists(#items) OR #items < :items",
      ExpressionAttributeNames: { "#items": "items" },
      ExpressionAttributeValues: { ":items": items },
    }),
  );

const update = async (
  channel: Channel,
  item: number,
  verb: "SET" | "REMOVE",
  lines: readonly [hash: string, line?: CancelledLine][],
) => {
  for (const some of slices(lines, ofUpdate)) {
    const parts = some.map((_, i) => (verb === "SET" ? `#${i} = if_not_exists(#${i}, :${i})` : `#${i}`));
    await updateWithRetry({
      TableName: importsTable,
      Key: keyOf(channel, item),
      UpdateExpression: `${verb} ${parts.join(", ")}`,
      ExpressionAttributeNames: Object.fromEntries(some.map(([hash], i) => [`#${i}`, hash])),
      ...(verb === "SET" && {
        ExpressionAttributeValues: Object.fromEntries(some.map(([, line], i) => [`:${i}`, line])),
      }),
    });
  }
};

/** Notes when somebody had put a line's units back, once. */
export const setDone = (channel: Channel, items: readonly CancelledLines[], hash: string, now: Date): Action => ({
  Update: {
    TableName: importsTable,
    Key: keyOf(channel, itemWith(items, hash)),
    UpdateExpression: "SET #line.done = :now",
    ConditionExpression: "attribute_exists(#line) AND attribute_not_exists(#line.done)",
    ExpressionAttributeNames: { "#line": hash },
    ExpressionAttributeValues: { ":now": now.toISOString() },
  },
});
