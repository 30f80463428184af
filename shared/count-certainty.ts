// Whether the difference that a count found for a product is certain: movements during the counting make it doubtful,
// and some movements posted since make it wrong.
//
// Times are instants as ISO 8601 in UTC, which sort as text.
import type { ReviewedProduct } from "./count.ts";
import { factsOf } from "./kinds.ts";

/** A movement of one product in the counted warehouse. */
export interface PairMovement {
  kind: string;
  reason: string;
  delta: number;
  /** When it was entered, which on a device without a network is before it was posted. */
  made_at: string;
  created_at: string;
  reversed: boolean;
  /** What a correction added it to. */
  adds_to?: string;
  /** When the units were ticked off, if it is a picklist. */
  picked_at?: string;
}

interface Counting {
  began_at: string;
  arrived_at: string;
}

/** The stock now, which the difference would change. */
interface Stock {
  held: number;
  /** Units held when the last line arrived. */
  heldThen: number;
  difference: number;
  deleted: boolean;
}

type Certainty = Pick<ReviewedProduct, "flag" | "left_out">;

/** A request takes up to 28 s until it is posted, and clocks of servers differ by less. */
export const readMargin = 2 * 60_000;
/** Milliseconds until a picklist has been picked. */
const pickingTime = 4 * 3_600_000;

const later = (instant: string, milliseconds: number): string =>
  new Date(Date.parse(instant) + milliseconds).toISOString();

const windowOf = ({ began_at, arrived_at }: Counting) => ({
  from: later(began_at, -readMargin),
  to: later(arrived_at, readMargin),
});

/** The instant from which on movements matter to the differences of a count that was opened at `opened_at`. */
export const relevantSince = (opened_at: string): string => later(opened_at, -readMargin - pickingTime);

/** Why a difference is not certain, or cannot be applied. */
export const certaintyOf = (counting: Counting, movements: readonly PairMovement[], stock: Stock): Certainty => {
  const { from, to } = windowOf(counting);
  const flag = flagOf(from, to, movements);
  const left_out = leftOutReasonOf(from, to, movements, stock);
  return { ...(flag && { flag }), ...(left_out && { left_out }) };
};

/** The same for a product that nobody has counted, from the opening of the count on. */
export const certaintyOfUncounted = (
  opened_at: string,
  now: string,
  movements: readonly PairMovement[],
): Pick<Certainty, "flag"> => {
  const { from, to } = windowOf({ began_at: opened_at, arrived_at: now });
  const flag = flagOf(from, to, movements);
  return flag ? { flag } : {};
};

const flagOf = (from: string, to: string, movements: readonly PairMovement[]): Certainty["flag"] => {
  const latest = (kind: "moved" | "picking", found: readonly PairMovement[]) => {
    const at = found
      .map(({ created_at }) => created_at)
      .sort()
      .at(-1);
    return at ? { kind, at } : undefined;
  };
  return (
    latest(
      "moved",
      movements.filter(({ made_at, created_at }) => made_at <= to && created_at >= from),
    ) ??
    latest(
      "picking",
      movements.filter((movement) => mayStillBePicked(from, movement)),
    )
  );
};

/** Whether its units may have left the shelf after they were counted. */
const mayStillBePicked = (from: string, { kind, created_at, reversed, picked_at }: PairMovement): boolean =>
  factsOf(kind).picked === true &&
  !reversed &&
  created_at < from &&
  later(created_at, pickingTime) >= from &&
  !(picked_at !== undefined && picked_at < from);

/** Whether the known movements add up to the stock. If not, the ledger's index does not have the latest ones yet. */
export const isExplained = (
  { arrived_at }: Pick<Counting, "arrived_at">,
  movements: readonly PairMovement[],
  { held, heldThen }: Pick<Stock, "held" | "heldThen">,
): boolean => {
  const to = later(arrived_at, readMargin);
  const since = movements.filter(({ created_at }) => created_at > to);
  return held === since.reduce((units, { delta }) => units + delta, heldThen);
};

const leftOutReasonOf = (
  from: string,
  to: string,
  movements: readonly PairMovement[],
  { held, difference, deleted }: Stock,
): Certainty["left_out"] => {
  const since = movements.filter(({ created_at }) => created_at > to);
  if (deleted) return "deleted";
  if (since.some(({ kind }) => factsOf(kind).moves === "back")) return "reversed";
  if (since.some((one) => one.adds_to || factsOf(one.kind).moves === "count" || one.reason === "Correction"))
    return "corrected";
  if (since.some(({ made_at }) => made_at < from)) return "posted-late";
  if (held + difference < 0) return "negative";
  return undefined;
};

/** Why a product was left out, in words. */
export const leftOutText = {
  moved: "It was moved while it was counted",
  picking: "A picklist of it may not have been picked when it was counted",
  corrected: "It was corrected after it was counted",
  reversed: "A movement of it was reversed after it was counted",
  "posted-late": "An entry made before it was counted arrived after that",
  deleted: "It was deleted meanwhile",
  negative: "Too little in stock for this difference",
} as const satisfies Record<NonNullable<Certainty["left_out"]> | NonNullable<Certainty["flag"]>["kind"], string>;
