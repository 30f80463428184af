// Unzips a workbook, and replaces one of its entries. Local headers, directory and data have to agree to the byte: another program
// must not find another sheet in the same file. Sizes are limited, since a small file can claim to be, or unzip to, gigabytes.
import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";
import { damaged, tooLarge, unreadable } from "./refusals.ts";

const localHeader = 0x04034b50;
const directoryHeader = 0x02014b50;
const endHeader = Buffer.from("504b0506", "hex");
const zip64Locator = 0x07064b50;
const zip64End = 0x06064b50;
/** The id of an extra field with sizes of 8 bytes, and the sentinel that replaces a size. */
const zip64Extra = 1;
const zip64Sentinel = 0xffff_ffff;
const descriptorHeader = Buffer.from("504b0708", "hex");

const maxEntries = 100;
/** Unzipped bytes of all entries. 50,000 rows of a stock report take some 12 MB. */
const maxBytes = 24 * 1024 * 1024;

/** Bits of the flags. */
const encrypted = 1;
/** The header was written before checksum and sizes were known; they follow the data. */
const hasDescriptor = 8;
/** A descriptor, the level of compression, and names in UTF-8. Any other flag changes how the data is read. */
const readableFlags = hasDescriptor | 0x0806;

/** Fields of an entry that both the local header and the directory have. */
interface Header {
  flags: number;
  /** 0 is stored, 8 deflated. */
  method: number;
  crc: number;
  packed: number;
  size: number;
}

interface Entry extends Header {
  name: Buffer;
  /** Offset of the local header. */
  start: number;
  /** Its record in the directory. */
  record: Buffer;
}

/** The contents of all entries, by their names in lower case. */
export const unzip = (file: Buffer): Map<string, Buffer> => {
  const { entries, start: directory } = readDirectory(file);
  if (entries.reduce((sum, { size }) => sum + size, 0) > maxBytes) throw tooLarge();
  entries.sort((a, b) => a.start - b.start);
  if (entries[0]?.start !== 0) throw damaged();
  const contents = new Map<string, Buffer>();
  for (const [index, entry] of entries.entries()) {
    const name = nameOf(entry);
    if (contents.has(name)) throw damaged();
    contents.set(name, readEntry(file, entry, entries[index + 1]?.start ?? directory));
  }
  return contents;
};

const nameOf = ({ name }: Entry): string => name.toString("utf8").replaceAll("\\", "/").toLowerCase();

/** The file with another content of one entry. All others stay as they are packed; `file` has been unzipped without error. */
export const withEntry = (file: Buffer, name: string, content: Buffer): Buffer => {
  const { entries, start: directory, end } = readDirectory(file);
  entries.sort((a, b) => a.start - b.start);
  const packed = deflateRawSync(content);
  const regions: Buffer[] = [];
  const records: Buffer[] = [];
  let at = 0;
  for (const [index, entry] of entries.entries()) {
    const isReplaced = nameOf(entry) === name;
    const region = file.subarray(entry.start, entries[index + 1]?.start ?? directory);
    const written = isReplaced ? replaced(region, entry.name, content, packed) : region;
    const record = isReplaced ? withoutExtra(entry.record, entry.name.length) : Buffer.from(entry.record);
    // From its flags on, a record has the fields of its local header.
    if (isReplaced) written.copy(record, 8, 6, 26);
    record.writeUInt32LE(at, 42);
    regions.push(written);
    records.push(record);
    at += written.length;
  }
  const last = Buffer.from(file.subarray(end));
  last.writeUInt32LE(
    records.reduce((sum, { length }) => sum + length, 0),
    12,
  );
  last.writeUInt32LE(at, 16);
  return Buffer.concat([...regions, ...records, last]);
};

/** A local header without descriptor and extra fields, and its data. */
const replaced = (region: Buffer, name: Buffer, content: Buffer, packed: Buffer): Buffer => {
  const header = Buffer.from(region.subarray(0, 30));
  header.writeUInt16LE(header.readUInt16LE(6) & ~hasDescriptor, 6);
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(crc32(content), 14);
  header.writeUInt32LE(packed.length, 18);
  header.writeUInt32LE(content.length, 22);
  header.writeUInt16LE(0, 28);
  return Buffer.concat([header, name, packed]);
};

/** Sizes of zip64 would stand there. */
const withoutExtra = (record: Buffer, nameLength: number): Buffer => {
  const [extraLength = 0] = shorts(record, 30, [0]);
  const kept = Buffer.concat([record.subarray(0, 46 + nameLength), record.subarray(46 + nameLength + extraLength)]);
  kept.writeUInt16LE(0, 30);
  return kept;
};

/** The entries, and the offsets at which the directory starts and the end header stands. */
const readDirectory = (file: Buffer): { entries: Entry[]; start: number; end: number } => {
  const { count, start, end, at } = readEnd(file);
  if (count > maxEntries) throw tooLarge();
  const entries: Entry[] = [];
  for (let next = start; next < end; ) {
    if (next + 46 > end || file.readUInt32LE(next) !== directoryHeader) throw damaged();
    const [nameLength = 0, extraLength = 0, noteLength = 0, disk] = shorts(file, next + 28, [0, 2, 4, 6]);
    const extra = next + 46 + nameLength;
    const name = file.subarray(next + 46, extra);
    const header = readHeader(file, next + 8, file.subarray(extra, extra + extraLength));
    if (disk !== 0) throw damaged();
    const begin = next;
    next = extra + extraLength + noteLength;
    entries.push({ ...header, name, start: file.readUInt32LE(begin + 42), record: file.subarray(begin, next) });
    if (next > end) throw damaged();
  }
  if (entries.length !== count) throw damaged();
  return { entries, start, end: at };
};

/** How many entries the directory has, where it starts and ends, and where the end header stands. */
const readEnd = (file: Buffer): { count: number; start: number; end: number; at: number } => {
  const at = file.lastIndexOf(endHeader);
  if (at < 20 || at + 22 > file.length) throw damaged();
  const [disk, firstDisk, countHere, count = 0, commentLength = 0] = shorts(file, at + 4, [0, 2, 4, 6, 16]);
  const [length = 0, start = 0] = longs(file, at + 12, [0, 4]);
  const end = file.readUInt32LE(at - 20) === zip64Locator ? startOfZip64End(file, at - 20, count, length, start) : at;
  if (disk !== 0 || firstDisk !== 0 || countHere !== count) throw damaged();
  if (start + length !== end || at + 22 + commentLength !== file.length) throw damaged();
  return { count, start, end, at };
};

/** Some programs also write the end header of zip64, with the same numbers. */
const startOfZip64End = (file: Buffer, locator: number, ...[count, length, start]: number[]): number => {
  const at = locator - 56;
  if (at < 0 || file.readUInt32LE(at) !== zip64End || longAt(file, locator + 8) !== at) throw damaged();
  const [countHere, ...numbers] = [24, 32, 40, 48].map((offset) => longAt(file, at + offset));
  const isSame = [count, count, length, start].every((number, index) => number === [countHere, ...numbers][index]);
  if (!isSame || longAt(file, at + 4) !== 44) throw damaged();
  return at;
};

/** From its flags on, both headers have the same fields. */
const readHeader = (file: Buffer, at: number, extra: Buffer): Header => {
  const [flags = 0, method = 0] = shorts(file, at, [0, 2]);
  const [crc = 0, ...sizes] = longs(file, at + 8, [0, 4, 8]);
  if (flags & encrypted) throw unreadable("The file is encrypted");
  if (flags & ~readableFlags) throw damaged();
  // Sizes with the sentinel follow in the extra field, the unpacked one first.
  const stored = zip64Sizes(extra);
  const [size = 0, packed = 0] = sizes.reverse().map((one) => (one === zip64Sentinel ? (stored.shift() ?? one) : one));
  return { flags, method, crc, packed, size };
};

/** The sizes in the extra field of zip64, which some programs write though they fit into the header. */
const zip64Sizes = (extra: Buffer): number[] => {
  for (let at = 0; at + 4 <= extra.length; ) {
    const [id, length = 0] = shorts(extra, at, [0, 2]);
    const field = extra.subarray(at + 4, at + 4 + length);
    if (id === zip64Extra)
      return Array.from({ length: Math.floor(field.length / 8) }, (_, index) => longAt(field, index * 8));
    at += 4 + length;
  }
  return [];
};

/** The content of an entry, which ends where the next entry or the directory starts. */
const readEntry = (file: Buffer, entry: Entry, next: number): Buffer => {
  const at = entry.start;
  if (at + 30 > next || file.readUInt32LE(at) !== localHeader) throw damaged();
  const [nameLength = 0, extraLength = 0] = shorts(file, at + 26, [0, 2]);
  const data = at + 30 + nameLength + extraLength;
  const local = readHeader(file, at + 6, file.subarray(data - extraLength, data));
  const end = data + entry.packed;
  if (end > next || local.method !== entry.method) throw damaged();
  if (!file.subarray(at + 30, at + 30 + nameLength).equals(entry.name)) throw damaged();
  const isStreamed = (local.flags & hasDescriptor) !== 0;
  for (const field of ["crc", "packed", "size"] as const)
    if (local[field] !== entry[field] && !(isStreamed && local[field] === 0)) throw damaged();
  if (!isExpectedGap(file.subarray(end, next), entry, isStreamed)) throw damaged();
  const content = unpack(file.subarray(data, end), entry);
  if (content.length !== entry.size || crc32(content) !== entry.crc) throw damaged();
  return content;
};

/** Nothing follows the data but a descriptor that repeats checksum and sizes, in one of the four forms in use. */
const isExpectedGap = (gap: Buffer, { crc, packed, size }: Entry, isStreamed: boolean): boolean => {
  if (!isStreamed) return gap.length === 0;
  const short = Buffer.alloc(12);
  const long = Buffer.alloc(20);
  for (const form of [short, long]) form.writeUInt32LE(crc);
  short.writeUInt32LE(packed, 4);
  short.writeUInt32LE(size, 8);
  long.writeBigUInt64LE(BigInt(packed), 4);
  long.writeBigUInt64LE(BigInt(size), 12);
  return [short, long].some((form) => gap.equals(form) || gap.equals(Buffer.concat([descriptorHeader, form])));
};

const unpack = (data: Buffer, { method, size }: Entry): Buffer => {
  if (method === 0) return data;
  if (method !== 8) throw damaged();
  try {
    const options = { maxOutputLength: Math.max(size, 1), info: true };
    // The declared type lacks what the option `info` adds.
    const { buffer, engine } = inflateRawSync(data, options) as unknown as Inflated;
    if (engine.bytesWritten === data.length) return buffer;
  } catch {
    // Not deflated data, truncated, or longer than it claims.
  }
  throw damaged();
};

interface Inflated {
  buffer: Buffer;
  /** `bytesWritten` counts the input up to the end of the deflated data. */
  engine: { bytesWritten: number };
}

const shorts = (file: Buffer, at: number, offsets: number[]) => offsets.map((offset) => file.readUInt16LE(at + offset));
const longs = (file: Buffer, at: number, offsets: number[]) => offsets.map((offset) => file.readUInt32LE(at + offset));
/** Eight bytes. */
const longAt = (file: Buffer, at: number): number => Number(file.readBigUInt64LE(at));
