// Recognises the same order line in several downloads, so that it is picked once.
import { createHash } from "node:crypto";
import { normalised } from "#shared/name.ts";
import { isRoundedCode } from "#shared/product-code.ts";

/** Hashes of an order line, short because a day may have 50,000 lines. */
export interface LineIdentity {
  /**
   * Common to all lines of an order that have one code and one sender, into however many rows a file splits them. None where
   * the order's number is missing or rounded.
   */
  key?: string | undefined;
  /** Common to all lines of an order: stored of those that programs bring, and of cancelled ones. */
  ofOrder?: string | undefined;
  /** It has a number of its own, whose hash is the first of its marks. */
  isNumbered?: boolean;
  /** Stored when the line is picked. */
  marks: string[];
  /** The line was picked if any of these is stored. */
  knownBy: string[];
  /** The line may have been picked if any of these is stored. */
  alikeBy: string[];
}

export const hashBytes = 8;
const hashOf = (text: string): string =>
  createHash("sha256").update(text).digest().subarray(0, hashBytes).toString("base64url");
export const bytesOf = (hash: string): Buffer => Buffer.from(hash, "base64url");

export const orderMark = (order: string): string => hashOf(`order\n${normalised(order)}`);

/** `of`: the number of the order, normalised. */
export const lineKey = (of: string, code: string, isMarketplaces: boolean): string =>
  hashOf(["key", of, normalised(code), isMarketplaces].join("\n"));

interface NumberedLine {
  row: number;
  /** Numbers of the order and of the line in it; empty where the file has none. */
  order: string;
  line: string;
  isRounded: boolean;
  /** As it stands in the file, so that nothing that is learnt of it later makes the line another one. */
  code: string;
  /** The marketplace sends it from its own shelf. */
  isMarketplaces: boolean;
}

/** A number that a spreadsheet may round, or has rounded. */
const isLong = (number: string): boolean => /^\d{12,}$/.test(number) || isRoundedCode(number);

/** A spreadsheet stores 15 digits of a number, and zeros after them. */
const endsInZeros = (number: string): boolean => /^\d{15}0+$/.test(number);

/** The forms in which a spreadsheet may save a long number: 4.06123E+16, with six digits, or with 15, cut off or rounded. */
const remnantsOf = (number: string): string[] => {
  const value = Number(number.replace(",", "."));
  const shown = value.toPrecision(6);
  if (isRoundedCode(number)) return [shown];
  const cutOff = Number(number.slice(0, 15).padEnd(number.length, "0"));
  return [...new Set([shown, value.toPrecision(15), cutOff.toPrecision(15)])];
};

/**
 * A line is known by its own number. Another report of the same channel may have no numbers of lines: there it is known by
 * its order, its code, and how often that code came before in the order. Without order numbers it is known by the content
 * of its `file` and its row: every line looks for that, since its numbers may stand under a head that was not known when
 * it was picked. To be called with all lines of a file, in order.
 *
 * A spreadsheet that saves a download rounds long numbers, and people leave columns out. Lines of such a file are known for
 * sure in the same file only. In another file a line that may be the same is found by the rounded number, the code, and how
 * often both came before.
 *
 * The lines of an order that a program brings are of no file. They always have its number, so what a file without numbers took is
 * another order's.
 */
export const lineIdentifier = (file?: string): ((line: NumberedLine) => LineIdentity) => {
  const counts = new Map<string, number>();
  const counted = (text: string): string => {
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    return `${text}\n${count}`;
  };
  return ({ row, order, line, isRounded, code, isMarketplaces }) => {
    const inFile = counted(`bare\n${normalised(code)}`);
    // `bare` is stored by a line without numbers and `named` by a line with one; each kind looks for the other.
    const [bare, named] = [hashOf(inFile), hashOf(`named\n${inFile}`)];
    const ofRow = file === undefined ? [] : [hashOf(`row\n${file}\n${row}`)];
    if (!order && !line) return { marks: [...ofRow, bare], knownBy: ofRow, alikeBy: [named] };
    const long = [line, order].find(isLong);
    const remnants = (long ? remnantsOf(long) : []).map((digits) => counted(`${digits}\n${normalised(code)}`));
    const rounded = remnants.map((text) => hashOf(`rounded\n${text}`));
    const whole = remnants.map((text) => hashOf(`whole\n${text}`));
    const alikeBy = file === undefined ? rounded : [...rounded, bare];
    const mayBeRounded = long && endsInZeros(long);
    if (isRounded) return { marks: [...ofRow, named, ...rounded], knownBy: ofRow, alikeBy: [...alikeBy, ...whole] };
    const ofOrder = order ? orderMark(order) : undefined;
    const key = lineKey(order ? normalised(order) : `line ${normalised(line)}`, code, isMarketplaces);
    const byCode = order && counted(`${normalised(order)}\n${normalised(code)}`);
    // A line with a number stores `numbered`, but is not recognised by it: an earlier download may have had only the
    // second of two lines with one code.
    const [plain, numbered] = byCode ? [[hashOf(`code\n${byCode}`)], [hashOf(`numbered\n${byCode}`)]] : [[], []];
    const ofRemnants = mayBeRounded ? [...whole, ...rounded] : whole;
    const alike = mayBeRounded ? [...alikeBy, ...whole] : alikeBy;
    if (!line)
      return {
        ...{ key, ofOrder, marks: [...plain, named, ...ofRemnants] },
        ...{ knownBy: [...plain, ...numbered, ...ofRow], alikeBy: alike },
      };
    const number = `line\n${normalised(order)}\n${normalised(line)}`;
    // Of several rows with one number each has a mark of its own besides.
    const [ofNumber, own] = [hashOf(`${number}\n1`), hashOf(counted(number))];
    const marks = [...new Set([ofNumber, own]), ...numbered, named, ...ofRemnants];
    return { key, ofOrder, isNumbered: true, marks, knownBy: [own, ...plain, ...ofRow], alikeBy: alike };
  };
};
