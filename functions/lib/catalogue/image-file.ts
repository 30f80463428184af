// Recognises pictures by their bytes and not by their names: a whole PNG, JPEG or WebP file and nothing after it. A
// truncated picture is refused, and bytes after the end could hold another file, or where and by whom a photo was
// taken.
import { crc32 } from "node:zlib";
import { Failure } from "#shared/failure.ts";
import { imageLimit } from "#shared/product.ts";

/** The bytes of a whole picture. */
export interface ImageFile {
  bytes: Buffer;
  type: (typeof imageLimit.types)[number];
  extension: string;
}

/** Pixels. */
interface Size {
  width: number;
  height: number;
}

/** 400 if the file is not a complete picture, is of another type, or has too many pixels. */
export const inspectImage = (bytes: Buffer, field = "image"): ImageFile => {
  const invalidImage = (message: string) => new Failure("BAD_REQUEST", { field, message });
  for (const { type, extension, sizeOf } of formats) {
    const size = sizeOf(bytes);
    if (!size) continue;
    if (size.width < 1 || size.height < 1 || size.width > imageLimit.side || size.height > imageLimit.side)
      throw invalidImage(`At most ${imageLimit.side} x ${imageLimit.side} pixels`);
    return { bytes, type, extension };
  }
  throw invalidImage("A complete PNG, JPEG or WebP image expected, with nothing after its end");
};

const pngSignature = Buffer.from("89504e470d0a1a0a", "hex");

/** Chunks with a length, a type and a checksum, from IHDR to IEND; IDAT holds the pixels. */
const pngSize = (file: Buffer): Size | undefined => {
  if (!file.subarray(0, 8).equals(pngSignature)) return undefined;
  let size: Size | undefined;
  let hasPixels = false;
  for (let at = 8; at + 12 <= file.length; ) {
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length || crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) return undefined;
    const type = file.toString("latin1", at + 4, at + 8);
    if ((type === "IHDR") !== (at === 8) || !/^[a-z]{4}$/i.test(type)) return undefined;
    if (type === "IHDR" && end === at + 25)
      size = { width: file.readUInt32BE(at + 8), height: file.readUInt32BE(at + 12) };
    if (type === "IDAT" && end > at + 12) hasPixels = true;
    if (type === "IEND") return end === file.length && end === at + 12 && hasPixels ? size : undefined;
    at = end;
  }
  return undefined;
};

const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
/** Frames (SOF), which have the size; three markers among theirs mean something else. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Markers within the data of a scan: restarts, and 00 after an FF that is data. */
const isInScan = (marker: number) => marker === 0 || (marker >= 0xd0 && marker <= 0xd7);

/** Segments from SOI to EOI: one frame, then one scan with its data, or several if it is progressive. */
const jpegSize = (file: Buffer): Size | undefined => {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xff00 + startOfImage) return undefined;
  let size: Size | undefined;
  let hasPixels = false;
  for (let at = 2; at + 2 <= file.length; ) {
    if (file[at] !== 0xff) return undefined;
    const marker = file[at + 1] ?? 0;
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === endOfImage) return at + 2 === file.length && hasPixels ? size : undefined;
    const end = at + 4 <= file.length ? at + 2 + file.readUInt16BE(at + 2) : Number.NaN;
    if (isInScan(marker) || marker === startOfImage || !(end >= at + 4 && end < file.length)) return undefined;
    if (isFrame(marker)) {
      if (size || end < at + 9) return undefined;
      size = { width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) };
    }
    at = marker === startOfScan ? endOfScan(file, end) : end;
    if (marker === startOfScan) hasPixels = at > end && size !== undefined;
  }
  return undefined;
};

/** The offset of the first marker that is not part of the scan's data. */
const endOfScan = (file: Buffer, start: number): number => {
  let at = file.indexOf(0xff, start);
  while (at >= 0 && isInScan(file[at + 1] ?? endOfImage)) at = file.indexOf(0xff, at + 2);
  return at < 0 ? file.length : at;
};

/** A RIFF container whose chunks fill it; the first tells which of three formats it is. */
const webpSize = (file: Buffer): Size | undefined => {
  if (file.length < 20 || file.toString("latin1", 0, 4) !== "RIFF" || file.toString("latin1", 8, 12) !== "WEBP")
    return undefined;
  if (file.readUInt32LE(4) + 8 !== file.length) return undefined;
  const chunks: { type: string; content: Buffer }[] = [];
  for (let at = 12; at < file.length; ) {
    if (at + 8 > file.length) return undefined;
    const length = file.readUInt32LE(at + 4);
    const content = file.subarray(at + 8, at + 8 + length);
    chunks.push({ type: file.toString("latin1", at, at + 4), content });
    // A chunk of odd length is followed by a byte that fills it up.
    at += 8 + length + (length % 2);
    if (at > file.length) return undefined;
  }
  const [first] = chunks;
  if (first?.type !== "VP8X") return first && webpFrame(first.type, first.content);
  if (first.content.length !== 10) return undefined;
  const canvas = { width: first.content.readUIntLE(4, 3) + 1, height: first.content.readUIntLE(7, 3) + 1 };
  const frames = chunks.flatMap(({ type, content }) => webpFrame(type, content) ?? []);
  const isAnimated = chunks.some(({ type }) => type === "ANMF");
  const isStill = frames.length === 1 && frames[0]?.width === canvas.width && frames[0].height === canvas.height;
  return isAnimated || isStill ? canvas : undefined;
};

/** The size in the data of a picture, lossy (VP8) or lossless (VP8L). */
const webpFrame = (type: string, content: Buffer): Size | undefined => {
  if (type === "VP8 " && content.length > 10 && content.readUIntBE(3, 3) === 0x9d012a) {
    const firstPartition = content.readUIntLE(0, 3) >>> 5;
    if (10 + firstPartition > content.length) return undefined;
    return { width: content.readUInt16LE(6) & 0x3fff, height: content.readUInt16LE(8) & 0x3fff };
  }
  if (type === "VP8L" && content.length > 5 && content[0] === 0x2f) {
    const bits = content.readUInt32LE(1);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return undefined;
};

const formats = [
  { type: "image/png", extension: "png", sizeOf: pngSize },
  { type: "image/jpeg", extension: "jpg", sizeOf: jpegSize },
  { type: "image/webp", extension: "webp", sizeOf: webpSize },
] as const;
