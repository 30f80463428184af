// Containers on their way.
import * as v from "valibot";

export const ShipmentItem = v.object({ product: v.string(), quantity: v.number(), received: v.number() });

export const Shipment = v.object({
  _id: v.string(),
  container: v.string(),
  expected_delivery: v.string(),
  received: v.boolean(),
  created_at: v.string(),
  items: v.array(ShipmentItem),
});
export type Shipment = v.InferOutput<typeof Shipment>;

/** Units that open shipments still owe, by product. */
export const inTransit = (open: readonly Pick<Shipment, "items">[]): Map<string, number> => {
  const owed = new Map<string, number>();
  for (const { product, quantity, received } of open.flatMap((shipment) => shipment.items))
    owed.set(product, (owed.get(product) ?? 0) + Math.max(0, quantity - received));
  return owed;
};
