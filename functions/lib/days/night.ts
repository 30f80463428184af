// How far the nightly job has come: in the Keys table the item `closed` with the last day whose histories are complete, and
// the item `night` with the figures of its last run, which the status screen shows.
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import type { Night, Status } from "#shared/status.ts";
import { dynamo, getItem, updateWithRetry } from "../db/dynamo.ts";
import { keysTable } from "../db/unique-keys.ts";

const closedMarker = { key: "closed" };

/** Stores the last day whose histories are complete. */
export const markClosedUntil = async (day: string): Promise<void> => {
  await dynamo.send(new PutCommand({ TableName: keysTable, Item: { ...closedMarker, day } }));
};

/** The last day whose histories are complete. */
export const readClosedUntil = async (): Promise<string | undefined> =>
  (await getItem<{ day: string }>(keysTable, closedMarker))?.day;

const key = { key: "night" };

export const recordNight = (night: Night): Promise<void> => {
  const hasSucceeded = night.failed.length === 0;
  return updateWithRetry({
    TableName: keysTable,
    Key: key,
    UpdateExpression: `SET night = :night${hasSucceeded ? ", succeeded = :at" : ""}`,
    ExpressionAttributeValues: { ":night": night, ...(hasSucceeded && { ":at": night.at }) },
  });
};

/** A run every 24 hours, and two hours for its retries. */
const lateAfter = 26 * 3_600_000;

/** Late after 26 hours without a success; before the first one, counted from `since`. */
export const readStatus = async (now: Date, since: string): Promise<Status> => {
  const [record, closed_until] = await Promise.all([
    getItem<Pick<Status, "night" | "succeeded">>(keysTable, key),
    readClosedUntil(),
  ]);
  const { night, succeeded } = record ?? {};
  return {
    late: now.getTime() - Date.parse(succeeded ?? since) > lateAfter,
    ...(succeeded && { succeeded }),
    ...(closed_until && { closed_until }),
    ...(night && { night }),
    build: process.env.BUILD ?? "",
  };
};
