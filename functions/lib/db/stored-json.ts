// JSON files in the bucket of reports, gzipped: snapshots, the plan's past, and imports.
import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { awsTimeouts } from "./aws-timeouts.ts";
import { gunzipJson, gzipJson } from "./gzip-json.ts";

export const s3 = new S3Client({ requestHandler: awsTimeouts });
export const Bucket = process.env.REPORTS_BUCKET;

/** Undefined if there is no such file. */
export const readStored = async <T>(Key: string): Promise<T | undefined> => {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
    return gunzipJson((await Body?.transformToByteArray()) ?? new Uint8Array());
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
};

export const writeStored = async (
  Key: string,
  content: unknown,
  condition: { IfNoneMatch?: string } = {},
): Promise<void> => {
  const Body = await gzipJson(content);
  await s3.send(new PutObjectCommand({ Bucket, Key, Body, ContentType: "application/gzip", ...condition }));
};
