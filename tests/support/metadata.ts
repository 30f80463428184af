// Pictures with the metadata of a phone: maker, place and orientation (EXIF), and texts.
import { pngChunk } from "./picture.ts";

const uint16 = (...numbers: number[]): Buffer =>
  Buffer.concat(numbers.map((number) => Buffer.from([number >> 8, number])));
const uint32 = (...numbers: number[]): Buffer =>
  Buffer.concat(numbers.map((number) => uint16(number >>> 16, number & 0xffff)));

/** Degrees, minutes and seconds, north and east, as fractions. */
const place = uint32(12, 1, 58, 1, 18, 1, 77, 1, 35, 1, 40, 1);

/** Texts that must not leave the browser. */
export const traces = ["Exif", "EXIF", "eXIf", "tEXt", "Secret Phone", "at home", place];

/** An entry of a directory of EXIF: a tag, a type, how many values, and the values or their offset. */
const entry = (tag: number, type: number, count: number, value: Buffer): Buffer =>
  Buffer.concat([uint16(tag, type), uint32(count), value, Buffer.alloc(4 - value.length)]);
const directory = (...entries: Buffer[]): Buffer => Buffer.concat([uint16(entries.length), ...entries, uint32(0)]);

const [ascii, short, long, rational] = [2, 3, 4, 5];
const maker = Buffer.from("Secret Phone\0\0");
const firstSize = 2 + 3 * 12 + 4;
const gpsAt = 8 + firstSize + maker.length;
const gpsSize = 2 + 4 * 12 + 4;

/** Metadata of a phone held upright in Bengaluru, which turns the picture a quarter to the right. */
const exif: Buffer = Buffer.concat([
  Buffer.from("MM\0*"),
  uint32(8),
  directory(
    entry(0x010f, ascii, maker.length, uint32(8 + firstSize)),
    entry(0x0112, short, 1, uint16(6)),
    entry(0x8825, long, 1, uint32(gpsAt)),
  ),
  maker,
  directory(
    entry(1, ascii, 2, Buffer.from("N\0")),
    entry(2, rational, 3, uint32(gpsAt + gpsSize)),
    entry(3, ascii, 2, Buffer.from("E\0")),
    entry(4, rational, 3, uint32(gpsAt + gpsSize + 24)),
  ),
  place,
]);

export const jpegWithExif = (jpeg: Buffer): Buffer =>
  Buffer.concat([
    jpeg.subarray(0, 2),
    uint16(0xffe1, 2 + 6 + exif.length),
    Buffer.from("Exif\0\0"),
    exif,
    jpeg.subarray(2),
  ]);

/** Inserts the metadata after the first chunk, the head. */
export const pngWithExif = (png: Buffer): Buffer =>
  Buffer.concat([
    png.subarray(0, 33),
    pngChunk("eXIf", exif),
    pngChunk("tEXt", Buffer.from("Comment\0at home")),
    png.subarray(33),
  ]);

/** For a WebP in the extended format, as Chromium writes it, whose flags then announce the chunk. */
export const webpWithExif = (webp: Buffer): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(exif.length);
  const file = Buffer.concat([webp, Buffer.from("EXIF"), size, exif, Buffer.alloc(exif.length % 2)]);
  file.writeUInt32LE(file.length - 8, 4);
  file.writeUInt8((file[20] ?? 0) | 8, 20);
  return file;
};
