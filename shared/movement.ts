// Movements: the ledger's entries, never edited or deleted, and the transaction rows they are read as.
import * as v from "valibot";
import { Channel } from "./channel.ts";
import { Id, optionalText, Quantity } from "./field.ts";
import { ProductTag } from "./product.ts";
import { UserTag } from "./user.ts";
import { WarehouseTag } from "./warehouse.ts";

const eitherWay = ["Internal Transfer", "Correction", "Other"] as const;
/** The first reason of a direction is its default. */
export const reasonsIn = ["Production (Domestic)", "Purchase (Overseas)", "Return", ...eitherWay] as const;
export const reasonsOut = ["Outbound", "Damage", "Sample", ...eitherWay] as const;

export const Action = v.picklist(["STOCK_IN", "STOCK_OUT"], "STOCK_IN or STOCK_OUT");
export type Action = v.InferOutput<typeof Action>;

/** Most products one movement holds: a transaction takes 100 actions, five are kept for the rest. */
export const mostProducts = 95;

const change = { product: Id, warehouse: Id, quantity: Quantity, remarks: optionalText() };

/** Stock in of one product; the path decides the action, so a contradicting one is refused. */
export const StockIn = v.object({
  ...change,
  reason: v.optional(v.picklist(reasonsIn, "Not a reason for stock in"), reasonsIn[0]),
  action: v.optional(v.literal("STOCK_IN", "This path records STOCK_IN")),
});
export type StockIn = v.InferOutput<typeof StockIn>;

export const StockOut = v.object({
  ...change,
  reason: v.optional(v.picklist(reasonsOut, "Not a reason for stock out"), reasonsOut[0]),
  action: v.optional(v.literal("STOCK_OUT", "This path records STOCK_OUT")),
});
export type StockOut = v.InferOutput<typeof StockOut>;

/** Units of a product into a warehouse, or out of it when negative: product, warehouse, delta. */
export type Line = [product: string, warehouse: string, delta: number];

/** One entry of the ledger. */
export interface Movement {
  _id: string;
  kind: "in" | "out" | "picklist";
  reason: string;
  lines: Line[];
  channel?: Channel;
  remarks?: string;
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
  action: Action,
  reason: v.string(),
  quantity: v.number(),
  product: ProductTag,
  warehouse: WarehouseTag,
  user: UserTag,
  channel: v.optional(Channel),
  remarks: v.optional(v.string()),
  created_at: v.string(),
});
export type Transaction = v.InferOutput<typeof Transaction>;

/** The answer of every posting: the movement's id and its rows. */
export const Posted = v.object({ movement: v.string(), data: v.array(Transaction) });
export type Posted = v.InferOutput<typeof Posted>;

/** A movement as the specification's transactions, one row a line. */
export const rowsOf = (
  movement: Movement,
  product: (id: string) => ProductTag,
  warehouse: (id: string) => WarehouseTag,
): Transaction[] => {
  const { _id, reason, user, channel, remarks, created_at } = movement;
  return movement.lines.map(([p, w, delta], index) => ({
    _id: `${_id}-${index}`,
    movement: _id,
    action: delta > 0 ? "STOCK_IN" : "STOCK_OUT",
    reason,
    quantity: Math.abs(delta),
    product: product(p),
    warehouse: warehouse(w),
    user,
    ...(channel && { channel }),
    ...(remarks && { remarks }),
    created_at,
  }));
};
