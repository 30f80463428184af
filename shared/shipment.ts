// Shipments: containers in transit, as they are announced, changed and listed.
import * as v from "valibot";
import { PlannedDay, requiredLine } from "./field.ts";
import { ProductQuantities } from "./picklist.ts";
import { ProductTag } from "./product.ts";
import { FromOrders } from "./purchase-order-form.ts";
import { seenOf } from "./seen.ts";

/** A container of the same ID is on its way, and this is another one all the same. */
const again = v.optional(v.boolean("Yes or no expected"));

/** The web also sends each product's label and image; names are read from the catalogue. */
export const ShipmentForm = v.object({
  container: requiredLine(),
  expected_delivery: PlannedDay,
  list: ProductQuantities,
  again,
  /** Units of the list that are announced from orders. */
  from: v.optional(FromOrders),
});
export type ShipmentForm = v.InferOutput<typeof ShipmentForm>;

/**
 * The list replaces the items; no quantity may be less than the units received. `from` replaces the orders that all units come from:
 * repeated, it takes none again. Without it what items no longer have goes back to their orders.
 */
export const ShipmentChange = v.object({
  ...v.partial(ShipmentForm).entries,
  seen: seenOf(["container", "expected_delivery"]),
});
export type ShipmentChange = v.InferOutput<typeof ShipmentChange>;

/** Orders and units of each, as they were announced one after another. */
export const AnnouncedFrom = v.optional(v.array(v.tuple([v.string(), v.number()])));

export const Shipment = v.object({
  _id: v.string(),
  container: v.string(),
  expected_delivery: v.string(),
  received: v.boolean(),
  closed_short: v.optional(v.string()),
  created_at: v.string(),
  items: v.array(
    v.object({
      /** In transit: units outstanding in this shipment, none of a deleted product; of a received shipment, units received. */
      product: v.object({ ...ProductTag.entries, in_transit: v.number() }),
      quantity: v.number(),
      received: v.number(),
      closed: v.optional(v.number()),
      from: AnnouncedFrom,
      /** Its product was deleted: the next receipt closes the rest short. */
      deleted: v.optional(v.boolean()),
    }),
  ),
});
export type Shipment = v.InferOutput<typeof Shipment>;
