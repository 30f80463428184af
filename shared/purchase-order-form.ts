// What forms send of orders to suppliers. Apart from the calls and their answers, which browsers do not check.
import * as v from "valibot";
import { Id, optionalLine, optionalText, PlannedDay, Quantity } from "./field.ts";
import { maxFrom } from "./from-orders.ts";
import { ProductQuantity } from "./picklist.ts";

export const PurchaseOrderForm = v.object({
  supplier: optionalLine(),
  expected_delivery: PlannedDay,
  note: optionalText(),
  /** A product's own day, if it is not that of the order. */
  list: v.pipe(
    v.array(v.object({ ...ProductQuantity.entries, expected_delivery: v.optional(PlannedDay) }), "List expected"),
    v.minLength(1, "Add a product first"),
  ),
});
export type PurchaseOrderForm = v.InferOutput<typeof PurchaseOrderForm>;

/** Units that are announced from orders: of which order and product, and how many. */
export const FromOrders = v.pipe(
  v.array(v.object({ order: Id, product: Id, quantity: Quantity }), "List expected"),
  v.maxLength(maxFrom, "Too many units of orders"),
);
