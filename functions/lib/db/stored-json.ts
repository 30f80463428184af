// JSON files in the bucket of reports, gzipped: snapshots, the plan's past, and imports.
import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { awsTimeouts } from "./aws-timeouts.ts";
import { gunzipJson, gzipJson } from "./gzip-json.ts";

export const s3 = new S3Client({ requestHandler: awsTimeouts });
export const Bucket = process.env.REPORTS_BUCKET;

/** Undefined if there is no such file. */
export const readStored = async <T>(Key: string): Promise<T | undefined> => {
  const bytes = await readBytes(Key);
  return bytes && gunzipJson(bytes);
};

/** Undefined if there is no such file. */
export const readBytes = async (Key: string): Promise<Uint8Array | undefined> => {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
    return (await Body?.transformToByteArray()) ?? new Uint8Array();
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
};

export const writeStored = async (
  Key: string,
  content: unknown,
  condition: { IfNoneMatch?: string } = {},
): Promise<void> => writeBytes(Key, await gzipJson(content), { ContentType: "application/gzip", ...condition });

export const writeBytes = async (
  Key: string,
  Body: Uint8Array,
  options: { ContentType?: string; IfNoneMatch?: string } = {},
): Promise<void> => {
  await s3.send(new PutObjectCommand({ Bucket, Key, Body, ...options }));
};
