// Valid pictures of one colour, built byte by byte: PNG, JPEG and WebP of any size.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";

type Bytes = Buffer<ArrayBuffer>;

const u32be = (value: number): Bytes => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** A chunk of a PNG. */
export const pngChunk = (type: string, content: Buffer): Bytes => {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  return Buffer.concat([u32be(content.length), named, u32be(crc32(named))]);
};

/** One bit a pixel; `bytes` fills the file up to that size with a chunk that viewers skip. */
export const png = (width = 2, height = 2, bytes = 0): Bytes => {
  const head = Buffer.concat([u32be(width), u32be(height), Buffer.from([1, 0, 0, 0, 0])]);
  const pixels = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))));
  const parts = [Buffer.from("89504e470d0a1a0a", "hex"), pngChunk("IHDR", head), pngChunk("IDAT", pixels)];
  const end = pngChunk("IEND", Buffer.alloc(0));
  const missing = bytes - Buffer.concat([...parts, end]).length;
  if (missing > 12) parts.push(pngChunk("fiLl", Buffer.alloc(missing - 12)));
  return Buffer.concat([...parts, end]);
};

/** A PNG whose declared size is larger than its pixels. */
export const claimedPng = (width: number, height: number): Bytes => {
  const file = png();
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  return Buffer.concat([file.subarray(0, 29), u32be(crc32(file.subarray(12, 29))), file.subarray(33)]);
};

const segment = (marker: number, content: Buffer): Bytes => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};

/** Baseline, grey; `app` goes into an APP1 segment, like a camera's thumbnail. */
export const jpeg = (width = 8, height = 8, app?: Buffer): Bytes => {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  const oneCode = (table: number) => segment(0xc4, Buffer.from([table, 1, ...Array(15).fill(0), 0]));
  // Each 8 x 8 block is two zero bits; the rest of the last byte is filled with ones.
  const bits = 2 * Math.ceil(width / 8) * Math.ceil(height / 8);
  const scan = Buffer.alloc(Math.ceil(bits / 8));
  if (bits % 8) scan[scan.length - 1] = 0xff >> (bits % 8);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...(app ? [segment(0xe1, Buffer.concat([Buffer.from("Exif\0\0"), app]))] : []),
    segment(0xdb, Buffer.from([0, ...Array(64).fill(1)])),
    segment(0xc0, frame),
    oneCode(0x00),
    oneCode(0x10),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    scan,
    Buffer.from([0xff, 0xd9]),
  ]);
};

/** A photo in several scans, as libjpeg writes it. */
export const progressiveJpeg = (): Bytes => readFileSync(join(import.meta.dirname, "progressive.jpg"));

const riffChunk = (type: string, content: Buffer): Bytes => {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(type, "latin1"), size, content, Buffer.alloc(content.length % 2)]);
};

/** Lossless, with a chunk that viewers skip; `extended` adds the header that repeats the size. */
export const webp = (width = 2, height = 2, extended = false): Bytes => {
  const size = Buffer.alloc(4);
  size.writeUInt32LE((width - 1) | ((height - 1) << 14));
  // No transforms, then five codes of one symbol each, so that pixels take no bits.
  const pixels = riffChunk("VP8L", Buffer.concat([Buffer.from([0x2f]), size, Buffer.from([0x88, 0x88, 0x08])]));
  const canvas = Buffer.alloc(10);
  canvas.writeUIntLE(width - 1, 4, 3);
  canvas.writeUIntLE(height - 1, 7, 3);
  return riffChunk(
    "RIFF",
    Buffer.concat([
      Buffer.from("WEBP"),
      ...(extended ? [riffChunk("VP8X", canvas)] : []),
      pixels,
      riffChunk("fiLl", Buffer.alloc(4)),
    ]),
  );
};
