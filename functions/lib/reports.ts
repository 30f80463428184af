// Reports in S3: stored while they are written, fetched once by a link that soon expires.
import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";

const s3 = new S3Client({});
const Bucket = process.env.REPORTS_BUCKET;
/** Seconds a link is good for. */
const expiresIn = 60;
const ContentType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Stores a workbook of any length in parts, and gives a link that saves it under its name. */
export const putReport = async (name: string, Body: Readable): Promise<string> => {
  const Key = `exports/${randomUUID()}.xlsx`;
  await new Upload({ client: s3, params: { Bucket, Key, Body, ContentType }, queueSize: 2 }).done();
  const ResponseContentDisposition = `attachment; filename="${plain(name)}.xlsx"; filename*=UTF-8''${encoded(name)}.xlsx`;
  return getSignedUrl(s3, new GetObjectCommand({ Bucket, Key, ResponseContentDisposition }), { expiresIn });
};

const plain = (name: string): string => name.replace(/[^\w .-]/g, "_");
const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
