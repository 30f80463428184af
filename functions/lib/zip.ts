// The zip that a workbook is, judged before anything reads it: a small file can claim to be, or become, gigabytes.
import { inflateRawSync } from "node:zlib";
import { Failure } from "#shared/failure.ts";

const endOfDirectory = 0x06054b50;
const entryHead = 0x02014b50;
const localHead = 0x04034b50;
const mostEntries = 100;
/** Bytes of all entries unzipped, and of one: 50,000 rows of our own reports take some 12 MB. */
const mostBytes = 48 * 1024 * 1024;

const refused = (message: string) => new Failure("BAD_REQUEST", { field: "file", message });
const tooLarge = () =>
  new Failure("PAYLOAD_TOO_LARGE", { field: "file", message: "Unzips to more than a stock report" });

/** Refuses a zip that is broken, encrypted, or not what its directory says; every entry is unzipped once to see. */
export const checkZip = (file: Buffer): void => {
  const end = file.lastIndexOf(Buffer.from("504b0506", "hex"));
  if (end < 0 || end + 22 > file.length || file.readUInt32LE(end) !== endOfDirectory)
    throw refused("Not a whole .xlsx file");
  const entries = file.readUInt16LE(end + 10);
  if (entries > mostEntries) throw tooLarge();
  let at = file.readUInt32LE(end + 16);
  let bytes = 0;
  for (let entry = 0; entry < entries; entry++) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== entryHead) throw refused("Not a whole .xlsx file");
    if (file.readUInt16LE(at + 8) & 1) throw refused("The file is encrypted");
    bytes += unzipped(file, at, mostBytes - bytes);
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
};

/** Bytes of one entry, truly; not more than what is left. */
const unzipped = (file: Buffer, at: number, left: number): number => {
  const [method, packed, declared, head] = [
    file.readUInt16LE(at + 10),
    file.readUInt32LE(at + 20),
    file.readUInt32LE(at + 24),
    file.readUInt32LE(at + 42),
  ];
  if (declared > left) throw tooLarge();
  if (head + 30 > file.length || file.readUInt32LE(head) !== localHead) throw refused("Not a whole .xlsx file");
  const start = head + 30 + file.readUInt16LE(head + 26) + file.readUInt16LE(head + 28);
  const content = file.subarray(start, start + packed);
  const size = method === 0 ? content.length : inflated(content, declared);
  if (size !== declared) throw refused("Not a whole .xlsx file");
  return size;
};

const inflated = (content: Buffer, declared: number): number => {
  try {
    return inflateRawSync(content, { maxOutputLength: Math.max(1, declared) }).length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge();
    throw refused("Not a whole .xlsx file");
  }
};
