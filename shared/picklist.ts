// Picklists: what is taken from the shelves for a sales channel, all or nothing.
import * as v from "valibot";
import { channelMissing, emptyPicklist } from "./allocation.ts";
import { channels } from "./channel.ts";
import { AnyChannel, Id, orEmpty, Quantity } from "./field.ts";
import type { Line } from "./movement.ts";
import { ProductTag } from "./product.ts";
import { UserTag } from "./user.ts";
import { WarehouseTag } from "./warehouse.ts";

export const ProductQuantity = v.object({ product: Id, quantity: Quantity });
export type ProductQuantity = v.InferOutput<typeof ProductQuantity>;

/** Products that are sent or moved together. */
export const ProductQuantities = v.pipe(
  v.array(ProductQuantity, "List expected"),
  v.minLength(1, "Add a product first"),
);

/** A line of one product says all of it: `product`, `warehouse` and the like have no place beside a list. */
const alone = orEmpty(v.undefined("Either one line or a list"));

export const PicklistForm = v.object({
  list: v.pipe(v.array(ProductQuantity, "List expected"), v.minLength(1, emptyPicklist)),
  channel: v.picklist(channels, channelMissing),
  product: alone,
  warehouse: alone,
  quantity: alone,
  action: orEmpty(v.literal("STOCK_OUT", "This path records STOCK_OUT")),
});
export type PicklistForm = v.InferOutput<typeof PicklistForm>;

export const PicklistItem = v.object({
  product: ProductTag,
  quantity: v.number(),
  breakdown: v.array(v.object({ warehouse: WarehouseTag, quantity: v.number() })),
});
export type PicklistItem = v.InferOutput<typeof PicklistItem>;

/** A past picklist. */
export const Picklist = v.object({
  _id: v.string(),
  number: v.string(),
  channel: AnyChannel,
  user: UserTag,
  created_at: v.string(),
  reversed_by: v.optional(v.string()),
  data: v.array(PicklistItem),
});
export type Picklist = v.InferOutput<typeof Picklist>;

/** The items a posted picklist's lines stand for. */
export const picklistItems = (
  lines: readonly Line[],
  product: (id: string) => ProductTag,
  warehouse: (id: string) => WarehouseTag,
): PicklistItem[] => {
  const items = new Map<string, PicklistItem>();
  for (const [p, w, delta] of lines) {
    const item = items.get(p) ?? { product: product(p), quantity: 0, breakdown: [] };
    item.quantity -= delta;
    item.breakdown.push({ warehouse: warehouse(w), quantity: -delta });
    items.set(p, item);
  }
  return [...items.values()];
};
