// Product images in S3. A row names its image, so the image is stored before the row, and deleted if the row is refused.
import { hash, randomBytes } from "node:crypto";
import { DeleteObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { Failure } from "#shared/failure.ts";
import type { Product } from "#shared/product.ts";
import { awsTimeouts } from "../db/aws-timeouts.ts";
import { products } from "../db/tables.ts";
import { log, serializeError } from "../log.ts";
import type { ImageFile } from "./image-file.ts";

const s3 = new S3Client({ requestHandler: awsTimeouts });
const Bucket = process.env.IMAGES_BUCKET;

/** A product, with the address of the image it has now. */
type Owner = Pick<Product, "_id" | "image">;

/**
 * Writes the row of a product with the address of its image. If the write is refused, no row names the image and it is
 * deleted; if the outcome is unknown it stays.
 */
export const writeWithImage = async (
  product: Owner,
  file: ImageFile | undefined,
  write: (image: string | undefined) => Promise<void>,
): Promise<void> => {
  if (!file) return write(undefined);
  const prefix = `images/${product._id}-${contentHash(file)}`;
  if (product.image?.startsWith(`/${prefix}`)) return write(product.image);
  // The key belongs to this request alone: what another request has stored of the same image is never deleted.
  const Key = `${prefix}${randomBytes(3).toString("hex")}.${file.extension}`;
  await putImage(Key, file);
  try {
    await write(`/${Key}`);
  } catch (error) {
    if (error instanceof Failure && error.code !== "SERVICE_UNAVAILABLE") await deleteUnlessNamed(product._id, Key);
    throw error;
  }
};

/** Ten hexadecimal digits; with the six of the request the address is cached for ever. */
export const contentHash = ({ bytes }: ImageFile): string => hash("sha256", bytes, "hex").slice(0, 10);

export const putImage = (Key: string, { bytes, type }: ImageFile) =>
  s3.send(
    new PutObjectCommand({
      Bucket,
      Key,
      Body: bytes,
      ContentType: type,
      CacheControl: "public, max-age=31536000, immutable",
    }),
  );

/** The refusal is answered even if the image cannot be deleted. */
const deleteUnlessNamed = async (product: string, Key: string): Promise<void> => {
  try {
    const row = await products.find(product);
    if (row?.image !== `/${Key}`) await s3.send(new DeleteObjectCommand({ Bucket, Key }));
  } catch (error) {
    log("ERROR", "image", { error: serializeError(error) });
  }
};
