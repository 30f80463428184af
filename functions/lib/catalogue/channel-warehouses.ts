// The warehouses, in order, that a channel's picklists take from unless somebody says otherwise; each row stores its own
// position.
import type { Channel } from "#shared/channel.ts";
import { Failure } from "#shared/failure.ts";
import { type Author, entryChanges, recordEdit } from "../audit/changes.ts";
import { datedAfter } from "../audit/edit.ts";
import { backoff, getItem } from "../db/dynamo.ts";
import { isActive, staleWrite, type WarehouseRow, type Write, warehouses, writeAll } from "../db/tables.ts";
import { keysTable } from "../db/unique-keys.ts";
import { assertPickable } from "../ledger/picklist.ts";
import { warehouseSubject } from "./deleted.ts";

/** Tries before the conflict is passed on. */
const maxAttempts = 8;

/** Sets the warehouses of a channel, in order; without any, all are taken from. Deleted ones lose their places. Of two edits at once the later holds, whole. */
export const setChannelWarehouses = async (author: Author, channel: Channel, chosen: readonly string[]) => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await setOnce(author, channel, chosen);
    } catch (error) {
      const isLost = error instanceof Failure && error.code === "CONFLICT";
      if (!isLost || attempt === maxAttempts) throw error;
      await backoff(attempt);
    }
  }
};

const setOnce = async (author: Author, channel: Channel, chosen: readonly string[]): Promise<void> => {
  // Read before the rows, so that an edit between the two reads makes this one fail.
  const key = `channel#${channel}`;
  const edits = (await getItem<{ edits: number }>(keysTable, { key }))?.edits;
  const rows = await warehouses.listWithDeleted();
  assertPickable(chosen, rows.filter(isActive));
  const writes = rows.flatMap((row) => placeWrites(author, row, channel, chosen.indexOf(row._id) + 1));
  if (writes.length > 0) await writeAll([raiseEdits(key, edits), ...writes]);
};

/** `place`: 0 if it is not among the chosen ones. */
const placeWrites = (author: Author, row: WarehouseRow, channel: Channel, place: number): Write[] => {
  const { [channel]: _, ...others } = row.channels ?? {};
  const channels = place > 0 ? { ...others, [channel]: place } : others;
  const changed = entryChanges("channels", row.channels, channels);
  if (changed.length === 0) return [];
  const editor = datedAfter(author, row);
  const { _id, updated_at, deleted_at } = row;
  const fields = { channels: Object.keys(channels).length > 0 ? channels : ("" as const) };
  return [
    warehouses.update(_id, fields, editor.now.toISOString(), { updated_at, deleted_at }),
    ...recordEdit(editor, warehouseSubject(row), changed),
  ];
};

/** Two edits at once may write different rows: only one of them finds the number of edits as it read it. */
const raiseEdits = (key: string, before: number | undefined): Write => ({
  action: {
    Put: {
      TableName: keysTable,
      Item: { key, edits: (before ?? 0) + 1 },
      ...(before === undefined
        ? { ConditionExpression: "attribute_not_exists(edits)" }
        : { ConditionExpression: "edits = :before", ExpressionAttributeValues: { ":before": before } }),
    },
  },
  failure: staleWrite(),
});
