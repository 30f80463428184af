// Counts: what people find on the shelves of a warehouse, and how far that is from what stock says.
import * as v from "valibot";
import { Id, optionalLine, orEmpty, unitCount } from "./field.ts";
import { ProductTag } from "./product.ts";
import { UserTag } from "./user.ts";
import { WarehouseTag } from "./warehouse.ts";

export const countStates = ["open", "applying", "applied", "cancelled"] as const;
export type CountState = (typeof countStates)[number];

/** Lines of one call at most. */
export const maxCountLines = 100;

export const CountForm = v.object({
  warehouse: Id,
  /** The products to count; all if left out. */
  products: v.optional(
    v.pipe(v.array(Id, "List expected"), v.minLength(1, "Choose a product"), v.maxLength(5_000, "At most 5000")),
  ),
  /** Counters do not see what stock says. */
  blind: v.optional(v.boolean("true or false"), true),
});
export type CountForm = v.InferOutput<typeof CountForm>;

/** A count, as it is listed. */
export const Count = v.object({
  _id: v.string(),
  /** C-14 */
  number: v.string(),
  warehouse: WarehouseTag,
  state: v.picklist(countStates),
  blind: v.boolean(),
  /** The chosen products; missing if all are to be counted. */
  products: v.optional(v.array(v.string())),
  /** Products that are counted again: the round they are in, and who counted the one before. */
  rounds: v.record(v.string(), v.object({ round: v.number(), before: v.array(v.string()) })),
  opened_by: UserTag,
  created_at: v.string(),
  closed_by: v.optional(UserTag),
  closed_at: v.optional(v.string()),
  /** Of an applied count: the id of its corrections, and what they came to. */
  movement: v.optional(v.string()),
  result: v.optional(v.object({ counted: v.number(), agreed: v.number(), missing: v.number(), surplus: v.number() })),
  /** The movement that reversed its corrections. */
  reversed_by: v.optional(v.string()),
});
export type Count = v.InferOutput<typeof Count>;

/** One visit of one counter to one shelf. Sent again with a higher `rev` it replaces what it was. */
export const CountLineForm = v.object({
  id: v.pipe(v.string("Required"), v.uuid("A UUID expected")),
  round: v.pipe(v.number("Number expected"), v.integer("Whole number expected"), v.minValue(1, "At least 1")),
  /** Missing for a code that no product has, which is kept as a note. */
  product: orEmpty(Id),
  code: optionalLine(),
  quantity: unitCount(0),
  rev: v.pipe(v.number("Number expected"), v.integer("Whole number expected"), v.minValue(1, "At least 1")),
  /** Seconds since its last unit was counted, since the device's clock may be wrong. */
  age: v.pipe(v.number("Number expected"), v.minValue(0, "At least 0")),
  /** Seconds since its first unit was counted. */
  began: v.pipe(v.number("Number expected"), v.minValue(0, "At least 0")),
  /** Taken back, such as after a stray scan: it counts nothing, while 0 units mean that there are none. */
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
  /** The line's id. */
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

/** A count with its lines. */
export const CountDetail = v.object({ count: Count, lines: v.array(CountLine) });
export type CountDetail = v.InferOutput<typeof CountDetail>;

/** Lines that came too late, since the count is closed; all others are kept. */
export const CountLinesKept = v.object({ refused: v.array(v.object({ id: v.string(), message: v.string() })) });

/** Why a difference is not certain. */
export const countFlags = ["moved", "picking"] as const;
/** Why a difference cannot be applied. */
export const countBars = ["corrected", "reversed", "posted-late", "deleted", "negative"] as const;

/** What a count found of a product. */
export const CountRow = v.object({
  /** The product's id. */
  _id: v.string(),
  product: ProductTag,
  round: v.number(),
  /** Sum of the lines of its last round; missing if it was not counted. */
  counted: v.optional(v.number()),
  /** What stock said when the last of them arrived; for a product that was not counted, what it says now. */
  held: v.number(),
  users: v.array(UserTag),
  /** When the last unit was counted. */
  at: v.optional(v.string()),
  flag: v.optional(v.object({ kind: v.picklist(countFlags), at: v.string() })),
  bar: v.optional(v.picklist(countBars)),
  /** Units by which an applied count corrected its stock. */
  posted: v.optional(v.number()),
});
export type CountRow = v.InferOutput<typeof CountRow>;

export const CountReview = v.object({
  count: Count,
  rows: v.array(CountRow),
  notes: v.array(CountLine),
});
export type CountReview = v.InferOutput<typeof CountReview>;

const productIds = v.pipe(v.array(Id, "List expected"), v.maxLength(10_000, "At most 10000"));

export const RecountForm = v.object({ products: v.pipe(productIds, v.minLength(1, "Choose a product")) });

const units = unitCount(0, 999_999_999);

/** The differences to apply, as the review showed them. The first step decides; later ones only go on. */
export const CountApplyForm = v.object({
  from: v.optional(
    v.pipe(v.number("Number expected"), v.integer("Whole number expected"), v.minValue(0, "At least 0")),
    0,
  ),
  /** Product, units counted, units held. Tuples, so that those of 10,000 products fit into one request. */
  differences: v.optional(
    v.pipe(v.array(v.tuple([Id, units, units]), "List expected"), v.maxLength(10_000, "At most 10000")),
    [],
  ),
  /** Products of either list whose flag the review showed; those that have been flagged since are left out. */
  flagged: v.optional(productIds, []),
  /** Products that were not counted are set to 0: product, units held. */
  others: v.optional(v.pipe(v.array(v.tuple([Id, units]), "List expected"), v.maxLength(10_000, "At most 10000")), []),
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
