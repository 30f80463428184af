// Movements: the ledger's entries, never edited or deleted, and the transaction rows they are read as.
import * as v from "valibot";
import type { Channel } from "./channel.ts";
import { AnyChannel, Id, optionalText, orEmpty, Quantity } from "./field.ts";
import { ProductTag } from "./product.ts";
import { UserTag } from "./user.ts";
import { WarehouseTag } from "./warehouse.ts";

const eitherWay = ["Internal Transfer", "Correction", "Other"] as const;
/** The first reason of a direction is its default. */
export const reasonsIn = ["Production (Domestic)", "Purchase (Overseas)", "Return", ...eitherWay] as const;
export const reasonsOut = ["Outbound", "Damage", "Sample", ...eitherWay] as const;

export const Action = v.picklist(["STOCK_IN", "STOCK_OUT"], "STOCK_IN or STOCK_OUT");
export type Action = v.InferOutput<typeof Action>;

const change = { product: Id, warehouse: Id, quantity: Quantity, remarks: optionalText() };

/** Stock in of one product; the path decides the action, so a contradicting one is refused. */
export const StockIn = v.object({
  ...change,
  reason: orEmpty(v.picklist(reasonsIn, "Not a reason for stock in"), reasonsIn[0]),
  action: orEmpty(v.literal("STOCK_IN", "This path records STOCK_IN")),
});
export type StockIn = v.InferOutput<typeof StockIn>;

export const StockOut = v.object({
  ...change,
  reason: orEmpty(v.picklist(reasonsOut, "Not a reason for stock out"), reasonsOut[0]),
  action: orEmpty(v.literal("STOCK_OUT", "This path records STOCK_OUT")),
});
export type StockOut = v.InferOutput<typeof StockOut>;

/** Units of a product into a warehouse, or out of it when negative: product, warehouse, delta. */
export type Line = [product: string, warehouse: string, delta: number];

/** Undoing a movement by another one. */
export const ReverseForm = v.object({ remarks: optionalText() });
export type ReverseForm = v.InferOutput<typeof ReverseForm>;

/** What made a movement. */
const Kind = v.picklist(["in", "out", "picklist", "transfer", "receipt", "adjustment", "reversal"]);

/** One entry of the ledger. */
export interface Movement {
  /** In a batch the id of all, a dot and the number of the chunk. */
  _id: string;
  kind: v.InferOutput<typeof Kind>;
  reason: string;
  lines: Line[];
  channel?: Channel;
  remarks?: string;
  /** A receipt's: where the goods came from, and what it closed short, as product and units. */
  shipment?: string;
  container?: string;
  closed?: [product: string, units: number][];
  /** An adjustment's: the day whose close was counted; its reversal's, when it was counted on a later day. */
  as_of?: string;
  /** Rows of its file that were left out, since their stock had gone. */
  left_out?: number[];
  /** A batch's: number of this chunk and of all. */
  chunk?: number;
  chunks?: number;
  /** The movement this one undoes, and the one that undid this. */
  reverses?: string;
  reversed_by?: string;
  user: UserTag;
  created_at: string;
  /** The business day of created_at. */
  day: string;
  /** Of the request that made it, to tell a retry from another request under the same key. */
  hash: string;
}

export const Transaction = v.object({
  _id: v.string(),
  movement: v.string(),
  kind: Kind,
  /** Its movement was posted in several chunks: a list that ends early may hold some of them only. */
  batch: v.optional(v.boolean()),
  action: Action,
  reason: v.string(),
  quantity: v.number(),
  product: ProductTag,
  warehouse: WarehouseTag,
  user: UserTag,
  channel: v.optional(AnyChannel),
  container: v.optional(v.string()),
  remarks: v.optional(v.string()),
  reverses: v.optional(v.string()),
  reversed_by: v.optional(v.string()),
  created_at: v.string(),
});
export type Transaction = v.InferOutput<typeof Transaction>;

/** The answer of every posting: the movement's id and its rows. */
export const Posted = v.object({ movement: v.string(), data: v.array(Transaction) });
export type Posted = v.InferOutput<typeof Posted>;

/** The id that people and calls know a movement by: of a batch the id of all its chunks. */
const wholeId = (id: string): string => id.split(".")[0] ?? id;

/** A movement as the specification's transactions, one row a line. */
export const rowsOf = (
  movement: Movement,
  product: (id: string) => ProductTag,
  warehouse: (id: string) => WarehouseTag,
): Transaction[] => {
  const { _id, kind, reason, user, channel, container, remarks, reverses, reversed_by, created_at } = movement;
  const isBatch = (movement.chunks ?? 1) > 1;
  return movement.lines.map(([p, w, delta], index) => ({
    _id: `${_id}-${index}`,
    movement: wholeId(_id),
    kind,
    ...(isBatch && { batch: true }),
    action: delta > 0 ? "STOCK_IN" : "STOCK_OUT",
    reason,
    quantity: Math.abs(delta),
    product: product(p),
    warehouse: warehouse(w),
    user,
    ...(channel && { channel }),
    ...(container && { container }),
    ...(remarks && { remarks }),
    ...(reverses && { reverses: wholeId(reverses) }),
    ...(reversed_by && { reversed_by: wholeId(reversed_by) }),
    created_at,
  }));
};
