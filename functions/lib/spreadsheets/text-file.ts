// Text files as programs save them: encoding and separator are detected from the content, never from the file's name.
import { linesOf } from "./csv.ts";
import { unreadable } from "./refusals.ts";

const notText = () => unreadable("Neither .xlsx nor CSV");

/**
 * The text of a file in UTF-8, UTF-16 or, as Excel saves CSV in Europe and India, Windows-1252. Broken bytes of UTF-8
 * become U+FFFD.
 */
export const decodeText = (file: Buffer): string => {
  const wide = wideEncoding(file);
  const text = wide ? new TextDecoder(wide).decode(file) : (utf8(file) ?? windows1252(file));
  if (text.includes("\0")) throw notText();
  return text;
};

/**
 * The bytes of a text file as a text of one character for each byte, or pair of bytes in UTF-16, and back. Separators, quotes and
 * digits stand in it as in the decoded text.
 */
export const bytesOfText = (file: Buffer): { text: string; toBytes: (text: string) => Buffer } => {
  const wide = wideEncoding(file);
  if (!wide) return { text: file.toString("latin1"), toBytes: (text) => Buffer.from(text, "latin1") };
  const whole = file.length - (file.length % 2);
  const swapped = (bytes: Buffer) => (wide === "utf-16be" ? Buffer.from(bytes).swap16() : bytes);
  return {
    text: swapped(file.subarray(0, whole)).toString("utf16le"),
    toBytes: (text) => Buffer.concat([swapped(Buffer.from(text, "utf16le")), file.subarray(whole)]),
  };
};

/** UTF-16, by its byte order mark or by the zeros beside its digits and separators. */
const wideEncoding = (file: Buffer): "utf-16le" | "utf-16be" | undefined => {
  if (file[0] === 0xff && file[1] === 0xfe) return "utf-16le";
  if (file[0] === 0xfe && file[1] === 0xff) return "utf-16be";
  const start = file.subarray(0, 2_000);
  const zeros = [0, 0];
  for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) < start.length / 20) return undefined;
  return even === 0 ? "utf-16le" : odd === 0 ? "utf-16be" : undefined;
};

/** UTF-8 has more characters of several bytes than broken ones; a text in another encoding has hardly any. */
const utf8 = (file: Buffer): string | undefined => {
  const text = new TextDecoder("utf-8").decode(file);
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const several = text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0;
  return broken === 0 || several > broken ? text : undefined;
};

/** Any bytes are Windows-1252, but a text has no other control characters than these. */
const windows1252 = (file: Buffer): string => {
  if (file.some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13)) throw notText();
  return new TextDecoder("windows-1252").decode(file);
};

/** Lines by which the separator is found. */
const sampledLines = 50;
const sampledCharacters = 100_000;

/** The rows of the text without the line `sep=;` that Excel writes and hides, and what separates its fields. */
export const findSeparator = (text: string): { rows: string; separator: string } => {
  const [line, named] = /^\ufeff?sep=([,;|\t])(?:\r\n?|\n)/i.exec(text) ?? [];
  if (line && named) return { rows: text.slice(line.length), separator: named };
  // Fields in quotes may contain anything.
  const sample = text.slice(0, sampledCharacters).replaceAll(quotedField, '""');
  const lines = linesOf(sample)
    .filter((line) => line.trim() !== "")
    .slice(0, sampledLines);
  const first = lines.find((line) => separators.some((one) => line.includes(one))) ?? "";
  const score = (separator: string): number =>
    regularity(lines, separator) + (separator === mostIn(first) ? weightOfHeads : 0);
  return { rows: text, separator: best(separators, score) };
};

const separators = [",", ";", "\t", "|"];
const quotedField = /(?<=^|[,;|\t\r\n]) *"(?:[^"]|"")*"(?= *(?:[,;|\t\r\n]|$))/g;

/** Weight of the first line's separator beside the regularity of all lines: that line may be a note. */
const weightOfHeads = 0.5;

const best = <T>(items: readonly T[], score: (item: T) => number): T =>
  items.reduce((one, other) => (score(other) > score(one) ? other : one));

const countIn = (line: string, separator: string): number => line.split(separator).length - 1;
const mostIn = (line: string): string => best(separators, (separator) => countIn(line, separator));

/** The share of lines that have the separator equally often, as rows of one table have. */
const regularity = (lines: string[], separator: string): number => {
  const counts = Map.groupBy(lines, (line) => countIn(line, separator));
  counts.delete(0);
  return Math.max(0, ...[...counts].map(([count, same]) => same.length / lines.length + count / 1_000));
};
