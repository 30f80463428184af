// Snapshots: what was held at the close of each day, written once and never again.
import { GetObjectCommand, ListObjectsV2Command, NoSuchKey, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { addDays } from "#shared/day.ts";
import { awsTimeouts } from "../db/aws-timeouts.ts";
import { gunzipJson, gzipJson } from "../db/gzip-json.ts";

const s3 = new S3Client({ requestHandler: awsTimeouts });
const Bucket = process.env.REPORTS_BUCKET;
const prefix = "snapshots/";
const keyOf = (day: string): string => `${prefix}${day}.json.gz`;

/** What warehouses hold of a product. */
export type Held = Record<string, number>;

export interface Snapshot {
  version: 1;
  day: string;
  taken_at: string;
  /** Deleted ones too. In transit is null for a day that was filled in later. */
  products: { _id: string; held: Held; in_transit: number | null; drr: number }[];
}

/** The snapshot of a day, if it was taken. */
export const readSnapshot = async (day: string): Promise<Snapshot | undefined> => {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: keyOf(day) }));
    return gunzipJson((await Body?.transformToByteArray()) ?? new Uint8Array());
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
};

/** Days before another one in which its last snapshot is looked for first: the list of all of them only grows. */
const near = 31;

/** The last day with a snapshot before another day. */
export const lastDayBefore = async (day: string): Promise<string | undefined> =>
  (await lastAfter(keyOf(addDays(day, -near)), day)) ?? lastAfter(prefix, day);

const lastAfter = async (StartAfter: string, day: string): Promise<string | undefined> => {
  let last: string | undefined;
  let ContinuationToken: string | undefined;
  do {
    const page = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, StartAfter, ContinuationToken }));
    for (const { Key = "" } of page.Contents ?? []) {
      const found = Key.slice(prefix.length, prefix.length + 10);
      if (found < day && (last === undefined || found > last)) last = found;
    }
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
  return last;
};

/** Writes a day's snapshot; on AWS a second writer of the same day is refused, and that is fine. */
export const writeSnapshot = async (snapshot: Snapshot): Promise<void> => {
  const Body = await gzipJson(snapshot);
  const put = async () =>
    s3.send(
      new PutObjectCommand({
        Bucket,
        Key: keyOf(snapshot.day),
        Body,
        ContentType: "application/gzip",
        IfNoneMatch: "*",
      }),
    );
  try {
    await put().catch((error: Error) => {
      // While another one is on its way S3 cannot say yet whether it will be there.
      if (error.name !== "ConditionalRequestConflict") throw error;
      return put();
    });
  } catch (error) {
    if ((error as Error).name !== "PreconditionFailed") throw error;
  }
};
