// Orders to suppliers, as they are made, changed, announced in containers and listed.
import * as v from "valibot";
import { Decimal } from "./field.ts";
import { ProductTag } from "./product.ts";
import { PurchaseOrderForm } from "./purchase-order-form.ts";
import { seenOf } from "./seen.ts";
import { UserTag } from "./user.ts";

/**
 * The list replaces the items, and a new day moves the days of products with it. `close` ends an order, whose rest will not come,
 * unless more is open than was seen; false opens again what was closed.
 */
export const PurchaseOrderChange = v.object({
  ...v.partial(PurchaseOrderForm).entries,
  close: v.optional(v.boolean("Yes or no expected")),
  seen: seenOf(["supplier", "expected_delivery", "note", "open"]),
});

export const PurchaseOrder = v.object({
  /** Its number: PO-0007. */
  _id: v.string(),
  supplier: v.optional(v.string()),
  expected_delivery: v.string(),
  note: v.optional(v.string()),
  created_at: v.string(),
  user: UserTag,
  items: v.array(
    v.object({
      product: ProductTag,
      quantity: v.number(),
      expected_delivery: v.optional(v.string()),
      announced: v.optional(v.number()),
      closed: v.optional(v.number()),
      /** Rupees a unit, as it was on the day of the order; for managers. */
      cost: v.optional(Decimal),
      deleted: v.optional(v.boolean()),
    }),
  ),
});
export type PurchaseOrder = v.InferOutput<typeof PurchaseOrder>;
