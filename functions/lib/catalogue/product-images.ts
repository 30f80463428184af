// Product images: their type and size, told by their bytes and not by their name, and their storage in S3.
import { createHash } from "node:crypto";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { Failure } from "#shared/failure.ts";
import { imageLimit } from "#shared/product.ts";
import { awsTimeouts } from "../db/aws-timeouts.ts";

const s3 = new S3Client({ requestHandler: awsTimeouts });

/** Stores a product's image and returns its address. The address contains a hash of the bytes, so it is cached for ever. */
export const putImage = async (product: string, file: Buffer): Promise<string> => {
  const { type, extension } = inspectImage(file);
  const hash = createHash("sha256").update(file).digest("hex").slice(0, 16);
  const Key = `images/${product}-${hash}.${extension}`;
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

interface ImageFile {
  type: (typeof imageLimit.types)[number];
  extension: string;
  width: number;
  height: number;
}

const invalidImage = (message: string) => new Failure("BAD_REQUEST", { field: "image", message });

/** Type and size of an image; 400 if it is incomplete, of another type, or has too many pixels. */
const inspectImage = (file: Buffer): ImageFile => {
  const image = png(file) ?? jpeg(file) ?? webp(file);
  if (!image) throw invalidImage("A complete PNG, JPEG or WebP image expected");
  const { width, height } = image;
  if (width < 1 || height < 1 || width > imageLimit.side || height > imageLimit.side)
    throw invalidImage(`At most ${imageLimit.side} x ${imageLimit.side} pixels`);
  return image;
};

const pngHead = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const pngEnd = Buffer.from("0000000049454e44ae426082", "hex");

const png = (file: Buffer): ImageFile | undefined =>
  file.length > 45 && file.subarray(0, 16).equals(pngHead) && file.includes(pngEnd)
    ? { type: "image/png", extension: "png", width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
    : undefined;

const jpegEnd = Buffer.from("ffd9", "hex");

/**
 * Walks the segments: the frame header (SOF) holds the size, and an end marker must follow the scan
 * header (SOS); the one of an embedded thumbnail comes earlier.
 */
const jpeg = (file: Buffer): ImageFile | undefined => {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xffd8) return undefined;
  let image: ImageFile | undefined;
  for (let at = 2; at + 9 < file.length && file[at] === 0xff; ) {
    const marker = file[at + 1] ?? 0;
    if (marker === 0xda) return file.indexOf(jpegEnd, at) > 0 ? image : undefined;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame)
      image = {
        type: "image/jpeg",
        extension: "jpg",
        width: file.readUInt16BE(at + 7),
        height: file.readUInt16BE(at + 5),
      };
    at += marker === 0xff ? 1 : 2 + file.readUInt16BE(at + 2);
  }
  return undefined;
};

/** A RIFF container; each of the three formats holds its size in another place. */
const webp = (file: Buffer): ImageFile | undefined => {
  if (file.length < 30 || file.toString("latin1", 0, 4) !== "RIFF" || file.toString("latin1", 8, 12) !== "WEBP")
    return undefined;
  if (file.readUInt32LE(4) + 8 > file.length) return undefined;
  const size = (width: number, height: number): ImageFile => ({ type: "image/webp", extension: "webp", width, height });
  switch (file.toString("latin1", 12, 16)) {
    case "VP8 ":
      return size(file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff);
    case "VP8L": {
      const bits = file.readUInt32LE(21);
      return size((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case "VP8X":
      return size(file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1);
    default:
      return undefined;
  }
};
