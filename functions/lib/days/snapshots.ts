// Snapshots of balances at the close of each day, in S3. Each is written once, and only replaced when its day is rebuilt.
import { GetObjectCommand, ListObjectsV2Command, NoSuchKey, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { addDays } from "#shared/day.ts";
import { awsTimeouts } from "../db/aws-timeouts.ts";
import { gunzipJson, gzipJson } from "./gzip-json.ts";

const s3 = new S3Client({ requestHandler: awsTimeouts });
const Bucket = process.env.REPORTS_BUCKET;
const keyPrefix = "snapshots/";
const keyOf = (day: string): string => `${keyPrefix}${day}.json.gz`;

/** Units of a product by warehouse. */
export type HeldUnits = Record<string, number>;

export interface Snapshot {
  version: 1;
  day: string;
  taken_at: string;
  /** Deleted ones included. `in_transit` is null for a day that was closed late, when it was no longer known. */
  products: { _id: string; held: HeldUnits; in_transit: number | null; drr: number }[];
}

/** The snapshot of a day, if there is one. */
export const readSnapshot = async (day: string): Promise<Snapshot | undefined> => {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: keyOf(day) }));
    return gunzipJson((await Body?.transformToByteArray()) ?? new Uint8Array());
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
};

/** Days in which the last snapshot is searched first, because the list of all snapshots grows without limit. */
const recentDays = 31;

/** The last day before another one that has a snapshot. */
export const lastSnapshotBefore = async (day: string): Promise<string | undefined> =>
  (await lastSnapshotAfter(keyOf(addDays(day, -recentDays)), day)) ?? lastSnapshotAfter(keyPrefix, day);

const lastSnapshotAfter = async (StartAfter: string, day: string): Promise<string | undefined> => {
  let last: string | undefined;
  let ContinuationToken: string | undefined;
  do {
    const page = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: keyPrefix, StartAfter, ContinuationToken }));
    for (const { Key = "" } of page.Contents ?? []) {
      const found = Key.slice(keyPrefix.length, keyPrefix.length + 10);
      if (found < day && (last === undefined || found > last)) last = found;
    }
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
  return last;
};

const putSnapshot = async (day: string, Body: Uint8Array, condition: { IfNoneMatch?: string } = {}) =>
  s3.send(new PutObjectCommand({ Bucket, Key: keyOf(day), Body, ContentType: "application/gzip", ...condition }));

/** Writes a day's snapshot in place of the one it has. */
export const replaceSnapshot = async (snapshot: Snapshot): Promise<void> => {
  await putSnapshot(snapshot.day, await gzipJson(snapshot));
};

/** Writes a day's snapshot, unless it exists (on AWS; the local S3 ignores the condition). */
export const writeSnapshot = async (snapshot: Snapshot): Promise<void> => {
  const Body = await gzipJson(snapshot);
  const put = () => putSnapshot(snapshot.day, Body, { IfNoneMatch: "*" });
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
