// The rows of a review: differences, which of them are chosen at first, and their sums. Pure.
import type { CountReview, ReviewedProduct } from "#shared/count.ts";
import { unknownLabel } from "#shared/format.ts";
import { sumBy } from "#shared/sum.ts";
import { clockText, numberText } from "../../lib/format.ts";

/** Why a row is not certain, or cannot be applied. */
export interface Check {
  kind: "block" | "flag" | "share" | "recount" | "left";
  text: string;
  /** The reason as a sentence. */
  hint: string;
}

export interface ReviewRow extends ReviewedProduct {
  /** Units counted less units held; missing if it was not counted. */
  difference?: number;
  /** Share of the units held, 0 to 1; 1 if none were. */
  share: number;
  /** A recount was asked for, and is not done yet. */
  recount: boolean;
  check?: Check;
}

const reasons: Record<NonNullable<ReviewedProduct["left_out"]>, readonly [text: string, hint: string]> = {
  corrected: ["corrected since", "Its stock was corrected after it was counted. Count it again."],
  reversed: ["reversed since", "A movement was reversed after it was counted. Count it again."],
  "posted-late": ["posted late", "A movement of before was posted after it was counted. Count it again."],
  deleted: ["deleted", "The product was deleted."],
  negative: ["below zero", "So many units are not there any more. Count it again."],
};

const flags: Record<NonNullable<ReviewedProduct["flag"]>["kind"], readonly [text: string, hint: string]> = {
  moved: ["moved at", "Units were moved while it was counted."],
  picking: ["picklist", "A picklist of then was not ticked off: its units may still lie there."],
};

const checkOf = (row: ReviewedProduct, recount: boolean, share: number, limit: number): Check | undefined => {
  if (row.left_out) {
    const [text, hint] = reasons[row.left_out] ?? [unknownLabel(row.left_out), "It cannot be applied. Count it again."];
    return { kind: "block", text, hint };
  }
  if (recount) return { kind: "recount", text: "to recount", hint: "It is being counted again." };
  if (row.flag) {
    const at = clockText(row.flag.at);
    const [what, hint] = flags[row.flag.kind] ?? [unknownLabel(row.flag.kind), "It is not certain. Count it again."];
    return { kind: "flag", text: `${what} ${at}`, hint };
  }
  if (share * 100 > limit)
    return { kind: "share", text: `over ${numberText(limit)} %`, hint: "An unusual difference." };
  return undefined;
};

const left: Check = { kind: "left", text: "not posted", hint: "Stock was left as it was." };

/** `flagFrom`: per cent from which a difference is unusual, as long as the count is open. */
export const reviewRows = ({ count, rows }: CountReview, flagFrom: number): ReviewRow[] => {
  const limit = count.state === "open" ? flagFrom : Number.POSITIVE_INFINITY;
  const isApplied = count.state === "applied";
  return rows.map((row) => {
    const asked = count.rounds[row._id]?.round ?? 1;
    const recount = asked > 1 && row.counted === undefined;
    if (row.counted === undefined) {
      const check = checkOf(row, recount, 0, limit);
      return { ...row, share: 0, recount, ...(check && { check }) };
    }
    const difference = row.counted - row.held;
    const share = difference === 0 ? 0 : row.held === 0 ? 1 : Math.abs(difference) / row.held;
    const isLeft = isApplied && row.posted === undefined;
    const check = difference === 0 ? undefined : isLeft ? left : checkOf(row, recount, share, limit);
    return { ...row, difference, share, recount, ...(check && { check }) };
  });
};

export type View = "differences" | "recount" | "agree" | "uncounted" | "notes";

export const isIn = (row: ReviewRow, view: View): boolean => {
  if (view === "recount") return row.recount;
  if (row.difference === undefined) return view === "uncounted" && !row.recount;
  return view === (row.difference === 0 ? "agree" : "differences");
};

/** Whether it may be applied at all. */
export const isApplicable = (row: ReviewRow): boolean => Boolean(row.difference) && !row.left_out;

/** Unless the manager chooses otherwise, certain differences are applied. */
export const isChosenAtFirst = (row: ReviewRow): boolean => isApplicable(row) && !row.check;

export const sumsOf = (rows: readonly ReviewRow[]) => {
  const counted = rows.filter(({ difference }) => difference !== undefined);
  const missing = counted.filter(({ difference = 0 }) => difference < 0);
  const surplus = counted.filter(({ difference = 0 }) => difference > 0);
  return {
    total: rows.length,
    counted: counted.length,
    agree: counted.length - missing.length - surplus.length,
    missing: sumBy(missing, ({ difference = 0 }) => -difference),
    missingIn: missing.length,
    surplus: netOf(surplus),
    surplusIn: surplus.length,
    held: sumBy(counted, ({ held }) => held),
  };
};
export type Sums = ReturnType<typeof sumsOf>;

/** Products that can be counted as 0: nobody counted them, and no movement since shows that they are there. */
export const zeroableOf = (rows: readonly ReviewRow[]): ReviewRow[] =>
  rows.filter((row) => isIn(row, "uncounted") && row.held > 0 && !row.left_out && !row.flag);

/** The chosen differences, as they are sent. */
export interface Chosen {
  differences: [product: string, counted: number, held: number][];
  zeroed: [product: string, held: number][];
  /** Chosen products whose flag was shown. */
  flagged: string[];
}

export const netOf = (rows: readonly ReviewRow[]): number => sumBy(rows, ({ difference = 0 }) => difference);
