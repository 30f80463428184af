// The file in which the night keeps what the plan needs of each product's last ninety closed days. It can be
// made again from snapshots, folded sales and the ledger, so it may be lost.
import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { ProductPast } from "#shared/plan-row.ts";
import { gunzipJson, gzipJson } from "../days/gzip-json.ts";
import { awsTimeouts } from "../db/aws-timeouts.ts";

const s3 = new S3Client({ requestHandler: awsTimeouts });
const object = { Bucket: process.env.REPORTS_BUCKET, Key: "plan/past.json.gz" };

/** A product's past, without the sales of the last 30 days: a reversal changes them at once. */
export type StoredPast = Omit<ProductPast, "days"> & {
  _id: string;
  /** The last 90 closed days, oldest first and none before its first movement: 1 if it closed with units, 0 if not. */
  closedWithUnits: string;
};

export interface PastFile {
  version: 1;
  /** The last closed day. */
  day: string;
  /** Hash of what changed past days since: deleted warehouses, and corrections of closed days. */
  derivedFrom: string;
  /** The rebuild of closed days that it is from, if there was one. */
  rebuilt?: string;
  products: StoredPast[];
  /** For each of the last 60 closed days: units out by hand by product, less what was reversed on it. */
  byHand: Record<string, Record<string, number>>;
}

/** Undefined before the first night. */
export const readPast = async (): Promise<PastFile | undefined> => {
  try {
    const { Body } = await s3.send(new GetObjectCommand(object));
    return gunzipJson((await Body?.transformToByteArray()) ?? new Uint8Array());
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
};

export const writePast = async (file: PastFile): Promise<void> => {
  await s3.send(new PutObjectCommand({ ...object, Body: await gzipJson(file), ContentType: "application/gzip" }));
};
