// Pictures of products in S3.
import { createHash } from "node:crypto";
import { PutObjectCommand } from "@aws-sdk/client-s3";
import { s3 } from "../db/s3.ts";
import { inspect } from "./image.ts";

/** Stores a product's picture and returns its address; the same bytes have the same one, so it may be cached forever. */
export const putImage = async (product: string, file: Buffer): Promise<string> => {
  const { type, extension } = inspect(file);
  const print = createHash("sha256").update(file).digest("hex").slice(0, 16);
  const Key = `images/${product}-${print}.${extension}`;
  await s3.send(
    new PutObjectCommand({
      Bucket: process.env.IMAGES_BUCKET,
      Key,
      Body: file,
      ContentType: type,
      CacheControl: "public, max-age=31536000, immutable",
    }),
  );
  return `/${Key}`;
};
