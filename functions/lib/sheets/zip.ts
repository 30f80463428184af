// The zip that a workbook is, judged before anything reads it: a small file can claim to be, or become, gigabytes.
import { Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";
import { Failure } from "#shared/failure.ts";

const entryHead = 0x02014b50;
const localHead = 0x04034b50;
const mostEntries = 100;
/** Bytes of all entries unzipped, and of one: 50,000 rows of our own reports take some 12 MB. */
const mostBytes = 24 * 1024 * 1024;

/** What may follow an entry whose length was not known when its head was written. */
const longestDescriptor = 24;

const refused = (message: string) => new Failure("BAD_REQUEST", { field: "file", message });
const notWhole = () => refused("Not a whole .xlsx file");
const tooLarge = () =>
  new Failure("PAYLOAD_TOO_LARGE", { field: "file", message: "Unzips to more than a stock report" });

/** What an entry says of itself in the directory. */
interface Entry {
  /** Where it stands. */
  head: number;
  method: number;
  packed: number;
  size: number;
}

/**
 * Refuses a zip that is broken, encrypted, or not what its directory says. Every entry is unzipped once to see, and
 * there is nothing between them: what reads workbooks goes from one to the next and looks into no directory.
 */
export const checkZip = async (file: Buffer): Promise<void> => {
  const { entries, start } = readDirectory(file);
  let left = mostBytes;
  let at = 0;
  for (const entry of entries.sort((a, b) => a.head - b.head)) {
    if (entry.size > left) throw tooLarge();
    if (entry.head < at || entry.head > at + longestDescriptor) throw notWhole();
    left -= entry.size;
    at = await checkEntry(file, entry);
  }
  if (start < at || start > at + longestDescriptor) throw notWhole();
};

const readDirectory = (file: Buffer): { entries: Entry[]; start: number } => {
  const end = file.lastIndexOf(Buffer.from("504b0506", "hex"));
  if (end < 0 || end + 22 > file.length) throw notWhole();
  const count = file.readUInt16LE(end + 10);
  if (count > mostEntries) throw tooLarge();
  const start = file.readUInt32LE(end + 16);
  const entries: Entry[] = [];
  for (let at = start; entries.length < count; ) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== entryHead) throw notWhole();
    if (file.readUInt16LE(at + 8) & 1) throw refused("The file is encrypted");
    entries.push({
      head: file.readUInt32LE(at + 42),
      method: file.readUInt16LE(at + 10),
      packed: file.readUInt32LE(at + 20),
      size: file.readUInt32LE(at + 24),
    });
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return { entries, start };
};

/** Refuses an entry that becomes more or less than it says; gives where it ends. */
const checkEntry = async (file: Buffer, { head, method, packed, size }: Entry): Promise<number> => {
  if (head + 30 > file.length || file.readUInt32LE(head) !== localHead) throw notWhole();
  if (file.readUInt16LE(head + 8) !== method) throw notWhole();
  const start = head + 30 + file.readUInt16LE(head + 26) + file.readUInt16LE(head + 28);
  const content = file.subarray(start, start + packed);
  if ((method === 0 ? content.length : await unzipped(content, size)) !== size) throw notWhole();
  return start + packed;
};

/** Bytes it becomes, counted and let go; 413 as soon as they are more than it says. */
const unzipped = async (content: Buffer, most: number): Promise<number> => {
  let bytes = 0;
  try {
    for await (const part of Readable.from([content]).pipe(createInflateRaw())) {
      bytes += part.length;
      if (bytes > most) throw tooLarge();
    }
  } catch (error) {
    throw error instanceof Failure ? error : notWhole();
  }
  return bytes;
};
