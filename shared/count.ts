// Counts: the units that people find on the shelves of a warehouse, and the difference from the units in stock.
import * as v from "valibot";
import { FromStep, Id, maxSteps, optionalLine, orEmpty, unitCount, wholeNumber } from "./field.ts";
import { maxCountLines } from "./limits.ts";
import { ProductTag } from "./product.ts";
import { UserTag } from "./user.ts";
import { WarehouseTag } from "./warehouse.ts";

export const CountForm = v.object({
  warehouse: Id,
  /** The products to count; all if left out. */
  products: v.optional(
    v.pipe(v.array(Id, "List expected"), v.minLength(1, "Choose a product"), v.maxLength(5_000, "At most 5000")),
  ),
  /** Counters do not see the units in stock. */
  blind: v.optional(v.boolean("true or false"), true),
});
export type CountForm = v.InferOutput<typeof CountForm>;

/** A count, as it is listed. */
export const Count = v.object({
  _id: v.string(),
  /** C-14 */
  number: v.string(),
  warehouse: WarehouseTag,
  state: v.picklist(["open", "applying", "applied", "cancelled"]),
  blind: v.boolean(),
  /** Number of the chosen products; missing if all are to be counted. */
  chosen: v.optional(v.number()),
  /** The chosen products, but not in a list. */
  products: v.optional(v.array(v.string())),
  /** Products that are counted again: the current round, and who counted the round before. Empty in a list. */
  rounds: v.record(v.string(), v.object({ round: v.number(), before: v.array(v.string()) })),
  opened_by: UserTag,
  created_at: v.string(),
  closed_by: v.optional(UserTag),
  closed_at: v.optional(v.string()),
  /** Once applied: the id of its corrections, and their sums. */
  movement: v.optional(v.string()),
  result: v.optional(v.object({ counted: v.number(), agreed: v.number(), missing: v.number(), surplus: v.number() })),
  /** The movement that reversed its corrections. */
  reversed_by: v.optional(v.string()),
});
export type Count = v.InferOutput<typeof Count>;

/** A device's clock may be years off: the server cuts an age to the count's. */
const maxAge = Number.MAX_VALUE;
const Seconds = v.pipe(
  v.number("Number expected"),
  v.minValue(0, "At least 0"),
  v.maxValue(maxAge, `At most ${maxAge}`),
);

/** One visit of one counter to one shelf. Sent again with a higher `rev`, it replaces its earlier version. */
export const CountLineForm = v.object({
  id: v.pipe(v.string("Required"), v.uuid("A UUID expected")),
  round: wholeNumber(1, maxSteps),
  /** Missing for a code that no product has, which is stored as a note. */
  product: orEmpty(Id),
  code: optionalLine(),
  quantity: unitCount(0),
  rev: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  /** Seconds since its last unit was counted, since the device's clock may be wrong. */
  age: Seconds,
  began: Seconds,
  /** Taken back, for example after a stray scan. It then counts as no line, while 0 units mean an empty shelf. */
  withdrawn: v.optional(v.boolean("true or false")),
});
export type CountLineForm = v.InferOutput<typeof CountLineForm>;

export const CountLinesForm = v.object({
  lines: v.pipe(
    v.array(CountLineForm, "List expected"),
    v.minLength(1, "Lines expected"),
    v.maxLength(maxCountLines, `At most ${maxCountLines}`),
  ),
});

export const CountLine = v.object({
  _id: v.string(),
  round: v.number(),
  product: v.optional(v.string()),
  code: v.optional(v.string()),
  quantity: v.number(),
  rev: v.number(),
  withdrawn: v.optional(v.boolean()),
  user: UserTag,
  /** When its first and last units were counted, and when it arrived. */
  began_at: v.string(),
  at: v.string(),
  arrived_at: v.string(),
});
export type CountLine = v.InferOutput<typeof CountLine>;

export const CountDetail = v.object({ count: Count, lines: v.array(CountLine) });
export type CountDetail = v.InferOutput<typeof CountDetail>;

/** Lines that were refused, for example because the count is closed; all other lines are stored. */
export const CountLinesAnswer = v.object({ refused: v.array(v.object({ id: v.string(), message: v.string() })) });

export const countFlags = ["moved", "picking"] as const;
export const leftOutReasons = ["corrected", "reversed", "posted-late", "deleted", "negative"] as const;

/** A product in the review of a count. */
export const ReviewedProduct = v.object({
  _id: v.string(),
  product: ProductTag,
  round: v.number(),
  /** Sum of the lines of its last round; missing if it was not counted. */
  counted: v.optional(v.number()),
  /** Units in stock when the last line arrived; for a product that was not counted, units in stock now. */
  held: v.number(),
  users: v.array(UserTag),
  /** When the last unit was counted. */
  at: v.optional(v.string()),
  flag: v.optional(v.object({ kind: v.picklist(countFlags), at: v.string() })),
  left_out: v.optional(v.picklist(leftOutReasons)),
  /** Units by which an applied count corrected its stock. */
  posted: v.optional(v.number()),
});
export type ReviewedProduct = v.InferOutput<typeof ReviewedProduct>;

/** An entry that was made before a product was counted, and posted after that. */
export const LateEntry = v.object({
  movement: v.string(),
  product: ProductTag,
  delta: v.number(),
  user: UserTag,
  made_at: v.string(),
  created_at: v.string(),
  taken_back: v.optional(v.string()),
});
export type LateEntry = v.InferOutput<typeof LateEntry>;

export const TakeBackForm = v.object({ movement: Id, product: Id });
export type TakeBackForm = v.InferOutput<typeof TakeBackForm>;

export const CountReview = v.object({
  count: Count,
  rows: v.array(ReviewedProduct),
  notes: v.array(CountLine),
  /** Once applied. */
  late: v.optional(v.array(LateEntry)),
});
export type CountReview = v.InferOutput<typeof CountReview>;

const productIds = v.pipe(v.array(Id, "List expected"), v.maxLength(10_000, "At most 10000"));

export const RecountForm = v.object({ products: v.pipe(productIds, v.minLength(1, "Choose a product")) });

const units = unitCount(0, 999_999_999);

/** The differences to apply, as the review showed them. The first step stores the decision; later ones continue it. */
export const CountApplyForm = v.object({
  from: FromStep,
  /** Product, units counted, units held. Tuples, so that those of 10,000 products fit into one request. */
  differences: v.optional(
    v.pipe(v.array(v.tuple([Id, units, units]), "List expected"), v.maxLength(10_000, "At most 10000")),
    [],
  ),
  /** Products of either list whose flag the review showed; those that have been flagged since are left out. */
  flagged: v.optional(productIds, []),
  /** Products that were not counted are set to 0: product, units held. */
  zeroed: v.optional(v.pipe(v.array(v.tuple([Id, units]), "List expected"), v.maxLength(10_000, "At most 10000")), []),
});

export type CountApplyForm = v.InferOutput<typeof CountApplyForm>;

export const CountApplyStep = v.object({
  next: v.optional(v.number()),
  groups: v.number(),
  written: v.number(),
  left_out: v.array(v.object({ product: ProductTag, message: v.string() })),
  movement: v.optional(v.string()),
});
export type CountApplyStep = v.InferOutput<typeof CountApplyStep>;
