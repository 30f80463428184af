// Validates the zip container of a workbook before it is read: a small file can claim to be, or unzip to, gigabytes.
import { Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";
import { Failure } from "#shared/failure.ts";

const directoryHeader = 0x02014b50;
const localHeader = 0x04034b50;
const maxEntries = 100;
/** Unzipped bytes of all entries. 50,000 rows of a stock report take some 12 MB. */
const maxBytes = 24 * 1024 * 1024;

/** A data descriptor follows an entry whose length was unknown when its local header was written. */
const maxDescriptorBytes = 24;

const unreadable = (message: string) => new Failure("BAD_REQUEST", { field: "file", message });
const incomplete = () => unreadable("Not a complete .xlsx file");
const tooLarge = () =>
  new Failure("PAYLOAD_TOO_LARGE", { field: "file", message: "Unzips to more than a stock report can be" });

/** An entry of the central directory. */
interface Entry {
  /** Offset of the local header. */
  header: number;
  /** 0 is stored, otherwise deflated. */
  method: number;
  compressed: number;
  size: number;
}

/**
 * Rejects a zip that is broken, encrypted, or differs from its directory. Every entry is unzipped once to check its size.
 * No bytes may lie between entries, because the workbook reader ignores the directory and reads one entry after another.
 */
export const checkZip = async (file: Buffer): Promise<void> => {
  const { entries, start } = readDirectory(file);
  let left = maxBytes;
  let at = 0;
  for (const entry of entries.sort((a, b) => a.header - b.header)) {
    if (entry.size > left) throw tooLarge();
    if (entry.header < at || entry.header > at + maxDescriptorBytes) throw incomplete();
    left -= entry.size;
    at = await checkEntry(file, entry);
  }
  if (start < at || start > at + maxDescriptorBytes) throw incomplete();
};

const readDirectory = (file: Buffer): { entries: Entry[]; start: number } => {
  const end = file.lastIndexOf(Buffer.from("504b0506", "hex"));
  if (end < 0 || end + 22 > file.length) throw incomplete();
  const count = file.readUInt16LE(end + 10);
  if (count > maxEntries) throw tooLarge();
  const start = file.readUInt32LE(end + 16);
  const entries: Entry[] = [];
  for (let at = start; entries.length < count; ) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== directoryHeader) throw incomplete();
    if (file.readUInt16LE(at + 8) & 1) throw unreadable("The file is encrypted");
    entries.push({
      header: file.readUInt32LE(at + 42),
      method: file.readUInt16LE(at + 10),
      compressed: file.readUInt32LE(at + 20),
      size: file.readUInt32LE(at + 24),
    });
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return { entries, start };
};

/** Rejects an entry whose size differs from the directory's; returns the offset of its end. */
const checkEntry = async (file: Buffer, { header, method, compressed, size }: Entry): Promise<number> => {
  if (header + 30 > file.length || file.readUInt32LE(header) !== localHeader) throw incomplete();
  if (file.readUInt16LE(header + 8) !== method) throw incomplete();
  const start = header + 30 + file.readUInt16LE(header + 26) + file.readUInt16LE(header + 28);
  const content = file.subarray(start, start + compressed);
  if ((method === 0 ? content.length : await unzippedSize(content, size)) !== size) throw incomplete();
  return start + compressed;
};

/** Counts the unzipped bytes without keeping them; 413 as soon as there are more than the entry claims. */
const unzippedSize = async (content: Buffer, most: number): Promise<number> => {
  let bytes = 0;
  try {
    for await (const part of Readable.from([content]).pipe(createInflateRaw())) {
      bytes += part.length;
      if (bytes > most) throw tooLarge();
    }
  } catch (error) {
    throw error instanceof Failure ? error : incomplete();
  }
  return bytes;
};
