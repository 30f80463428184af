// The buffers of channels: units of each product that are not offered to a channel.
import { type Channel, channelLabel, channels } from "#shared/channel.ts";
import { type Author, fieldChanges, record } from "../audit/changes.ts";
import { getItem } from "../db/dynamo.ts";
import { staleWrite, writeAll } from "../db/tables.ts";
import { keysTable } from "../db/unique-keys.ts";

const keyOf = (channel: Channel): string => `buffer#${channel}`;

export const readBuffer = async (channel: Channel): Promise<number> =>
  (await getItem<{ units: number }>(keysTable, { key: keyOf(channel) }))?.units ?? 0;

export const readBuffers = (): Promise<{ channel: Channel; buffer: number }[]> =>
  Promise.all(channels.map(async (channel) => ({ channel, buffer: await readBuffer(channel) })));

/** 409 if it is no longer as it was seen. What is stored already, by an answer that was lost, is done. */
export const saveBuffer = async (author: Author, channel: Channel, buffer: number, seen: number): Promise<void> => {
  const stored = await readBuffer(channel);
  if (stored === buffer) return;
  if (stored !== seen) throw staleWrite();
  const changed = fieldChanges({ buffer: seen }, { buffer });
  const condition = seen === 0 ? "attribute_not_exists(units) OR units = :seen" : "units = :seen";
  await writeAll([
    record(author, { kind: "channel", row: channel, name: channelLabel(channel) }, "changed", changed),
    {
      action: {
        Put: {
          TableName: keysTable,
          Item: { key: keyOf(channel), units: buffer },
          ConditionExpression: condition,
          ExpressionAttributeValues: { ":seen": seen },
        },
      },
      failure: staleWrite(),
    },
  ]);
};
