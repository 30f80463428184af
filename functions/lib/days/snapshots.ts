// Snapshots of balances at the close of each day, in S3. Each is written once; only a rebuild of its day replaces it.
import { ListObjectsV2Command } from "@aws-sdk/client-s3";
import { addDays } from "#shared/day.ts";
import { Bucket, readStored, s3, writeStored } from "../db/stored-json.ts";
import type { HeldUnits } from "./held-units.ts";

const keyPrefix = "snapshots/";
const keyOf = (day: string): string => `${keyPrefix}${day}.json.gz`;

export interface Snapshot {
  version: 1;
  day: string;
  taken_at: string;
  /** The warehouses that were not for picking when the day was closed, if there were any. */
  not_for_picking?: string[];
  /** Deleted products included. `in_transit` is null if the day was closed late, when it was no longer known. */
  products: { _id: string; held: HeldUnits; in_transit: number | null; drr: number }[];
}

export const readSnapshot = (day: string): Promise<Snapshot | undefined> => readStored(keyOf(day));

/** These days before are listed first, because the list of all snapshots grows without limit. */
const recentDays = 31;

/** The last day before `day` that has a snapshot. */
export const lastSnapshotBefore = async (day: string): Promise<string | undefined> =>
  (await findLastDay(keyOf(addDays(day, -recentDays)), day)) ?? findLastDay(keyPrefix, day);

const findLastDay = async (StartAfter: string, before: string): Promise<string | undefined> => {
  let last: string | undefined;
  let ContinuationToken: string | undefined;
  do {
    const page = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: keyPrefix, StartAfter, ContinuationToken }));
    for (const { Key = "" } of page.Contents ?? []) {
      const found = Key.slice(keyPrefix.length, keyPrefix.length + 10);
      if (found < before && (last === undefined || found > last)) last = found;
    }
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
  return last;
};

/** Writes a day's snapshot in place of the one it has. */
export const replaceSnapshot = (snapshot: Snapshot): Promise<void> => writeStored(keyOf(snapshot.day), snapshot);

/** Writes a day's snapshot, unless it exists (on AWS; the local S3 ignores the condition). */
export const writeSnapshot = async (snapshot: Snapshot): Promise<void> => {
  const put = () => writeStored(keyOf(snapshot.day), snapshot, { IfNoneMatch: "*" });
  try {
    await put().catch((error: Error) => {
      // A parallel write was in progress, and S3 cannot tell yet whether it succeeds.
      if (error.name !== "ConditionalRequestConflict") throw error;
      return put();
    });
  } catch (error) {
    if ((error as Error).name !== "PreconditionFailed") throw error;
  }
};
