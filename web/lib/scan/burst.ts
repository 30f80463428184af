// Whether keys are a scanned code or typing: judged by the whole burst, since wireless scanners are slow and stall, and by
// what the field with the focus holds. Pure.

/** Milliseconds between the keys of a scan on average, with a little for the clock. Scanner apps allow 100. */
const maxAverage = 105;
/** Nobody types as fast as this on average. */
const tooFastToType = 35;
export const minCodeLength = 4;
/** One stall is tolerated for each so many keys. */
const keysPerStall = 12;

const average = (gaps: readonly number[]): number => gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;

const gapsOf = (times: readonly number[]): number[] => times.slice(1).map((time, at) => time - (times[at] as number));

/** Stalls that a scan with these gaps may have. */
const stallsOf = (gaps: readonly number[]): number => Math.ceil(gaps.length / keysPerStall);

/** A stall is at least twice as long as the average of all other gaps. */
const isEven = (gaps: readonly number[]): boolean => {
  const rest = [...gaps].sort((a, b) => a - b);
  for (let stalls = stallsOf(gaps); average(rest) > maxAverage; stalls--) {
    const longest = rest.pop() as number;
    if (stalls === 0 || longest < 2 * average(rest)) return false;
  }
  return true;
};

/**
 * The place in a burst where a scanned code begins, or undefined if it was typed. `times` belong to its characters and
 * to the key that ends it. `rolled`: a key went down before the previous one was up, which happens to typists but not
 * to scanners.
 */
const startOfScan = (times: readonly number[], rolled: boolean): number | undefined => {
  const gaps = gapsOf(times);
  if (gaps.length < minCodeLength) return undefined;
  // If somebody typed just before the scan, the code begins after the last pause.
  const pauses = gaps.filter((gap) => gap > maxAverage).length;
  const start = gaps.findLastIndex((gap) => gap > maxAverage) + 1;
  const rest = gaps.slice(start);
  const isAfterTyping = start > 0 && rest.length >= minCodeLength && average(rest) <= tooFastToType;
  if (isAfterTyping && pauses > stallsOf(gaps)) return start;
  if (average(gaps) <= tooFastToType || (!rolled && isEven(gaps))) return 0;
  return isAfterTyping ? start : undefined;
};

/** Milliseconds after which a person may have pressed Enter. */
export const reaction = 160;

/** Milliseconds after the last of several keys until a burst has ended without a key. */
export const pauseAfter = (times: readonly number[]): number => Math.max(reaction, 3 * average(gapsOf(times)));

/** What the control with the focus holds: a choice is a select or a date; a button, and the page, hold nothing. */
export type Holds = "password" | "text" | "number" | "choice" | "code" | "nothing";

/** Keys without a pause between them. */
export interface Burst {
  text: string;
  /** Of its characters. */
  times: readonly number[];
  /** When a key ended it; undefined if it has only stopped. */
  end: number | undefined;
  rolled: boolean;
  /** What the scanner adds to each code. */
  prefix: string;
  suffix: string;
}

/** What is known of codes, and of the field that the code would be typed into. */
export interface Codes {
  holds: Holds;
  /** A product has exactly this code. */
  isCode: (text: string) => boolean;
  /** It leads to a product, however it is written. */
  isFound: (text: string) => boolean;
  /** It has as many digits as the barcodes of products, and their check digit. */
  isBarcode: (text: string) => boolean;
  /** Who would get the code takes those of new products too. */
  takesNew: boolean;
}

/** Digits of the shortest barcode, an EAN-8. A quantity, of a million units at most, has fewer. */
const barcodeLength = 8;
/** A number that may have been typed, or said to a phone. */
export const isQuantity = (text: string): boolean => text.length < barcodeLength && !Number.isNaN(Number(text));

/** Each key, also the one that ends the code, came sooner than anybody types. */
const isFast = (gaps: readonly number[]): boolean =>
  average(gaps) <= tooFastToType && Math.max(...gaps) <= 2 * tooFastToType;

/** A text without what the scanner adds. */
export const bare = (text: string, { prefix, suffix }: Pick<Burst, "prefix" | "suffix">): string => {
  const rest = prefix && text.startsWith(prefix) ? text.slice(prefix.length) : text;
  return (suffix && rest.endsWith(suffix) ? rest.slice(0, -suffix.length) : rest).trim();
};

/**
 * The code in a burst, and where it begins; undefined if it was typed. A text that leads to no product stays in a field that
 * holds texts: a good typist, and what types for people, such as text expanders, come as evenly and as fast as scanners.
 * Without an end the text itself must tell.
 */
export const codeIn = (
  burst: Burst,
  codesAt: (start: number) => Codes,
): { code: string; start: number } | undefined => {
  const { text, times, end, rolled, prefix } = burst;
  const all = [...times, end ?? (times.at(-1) as number) + average(gapsOf(times))];
  const marked = prefix ? text.lastIndexOf(prefix) : -1;
  const start = marked < 0 ? startOfScan(all, rolled) : marked;
  if (start === undefined) return undefined;
  const code = bare(text.slice(start), burst);
  const { holds, isCode, isFound, isBarcode, takesNew } = codesAt(start);
  const fast = isFast(gapsOf(all.slice(start)));
  const isScan = (): boolean => {
    // A product may have a number for its P.ID.
    if (holds === "number" && isQuantity(code) && !fast) return false;
    if (end === undefined) {
      const mayBeNew = takesNew || holds !== "text";
      return isCode(code) || (isBarcode(code) && (mayBeNew || isFound(code))) || (takesNew && fast && holds !== "text");
    }
    if (marked >= 0 || isFound(code)) return true;
    if (holds === "text") return takesNew && fast && /^\S*\d\S*$/.test(code);
    return holds === "number" ? !isQuantity(code) : holds !== "choice" || fast;
  };
  return code && holds !== "password" && isScan() ? { code, start } : undefined;
};
