// Pictures, told by their bytes and not by their name: PNG, JPEG or WebP of a bearable size.
import { Failure } from "#shared/failure.ts";
import { imageLimit } from "#shared/product.ts";

interface Picture {
  type: (typeof imageLimit.types)[number];
  extension: string;
  width: number;
  height: number;
}

const refused = (message: string) => new Failure("BAD_REQUEST", { field: "image", message });

/** What a file shows; 400 when it is no whole picture of a known kind or has too many pixels. */
export const inspect = (file: Buffer): Picture => {
  const picture = png(file) ?? jpeg(file) ?? webp(file);
  if (!picture) throw refused("A whole PNG, JPEG or WebP picture expected");
  const { width, height } = picture;
  if (width < 1 || height < 1 || width > imageLimit.side || height > imageLimit.side)
    throw refused(`At most ${imageLimit.side} x ${imageLimit.side} pixels`);
  return picture;
};

const pngHead = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const pngEnd = Buffer.from("0000000049454e44ae426082", "hex");

const png = (file: Buffer): Picture | undefined =>
  file.length > 45 && file.subarray(0, 16).equals(pngHead) && file.includes(pngEnd)
    ? { type: "image/png", extension: "png", width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
    : undefined;

const jpegEnd = Buffer.from("ffd9", "hex");

/** Walks the segments: the frame header (SOF) holds the size, and what follows the scan header (SOS) has an end; a thumbnail's does not count. */
const jpeg = (file: Buffer): Picture | undefined => {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xffd8) return undefined;
  let picture: Picture | undefined;
  for (let at = 2; at + 9 < file.length && file[at] === 0xff; ) {
    const marker = file[at + 1] ?? 0;
    if (marker === 0xda) return file.indexOf(jpegEnd, at) > 0 ? picture : undefined;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame)
      picture = {
        type: "image/jpeg",
        extension: "jpg",
        width: file.readUInt16BE(at + 7),
        height: file.readUInt16BE(at + 5),
      };
    at += marker === 0xff ? 1 : 2 + file.readUInt16BE(at + 2);
  }
  return undefined;
};

/** RIFF container; the three forms keep their size in different places. */
const webp = (file: Buffer): Picture | undefined => {
  if (file.length < 30 || file.toString("latin1", 0, 4) !== "RIFF" || file.toString("latin1", 8, 12) !== "WEBP")
    return undefined;
  if (file.readUInt32LE(4) + 8 > file.length) return undefined;
  const size = (width: number, height: number): Picture => ({ type: "image/webp", extension: "webp", width, height });
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
