// Picklists: what is taken from the shelves for a sales channel, all or nothing.
import * as v from "valibot";
import type { Channel } from "./channel.ts";
import { Failure } from "./failure.ts";
import { AnyChannel, Id, Quantity } from "./field.ts";
import { type Line, mostProducts } from "./movement.ts";
import { ProductTag } from "./product.ts";
import { breakdown, type Holding } from "./stock.ts";
import { UserTag } from "./user.ts";
import { WarehouseTag } from "./warehouse.ts";

export { numberOf } from "./number.ts";

export const Wanted = v.object({ product: Id, quantity: Quantity });
export type Wanted = v.InferOutput<typeof Wanted>;

const empty = "Picklist empty, add items first";

/** A line of one product says all of it: `product`, `warehouse` and the like have no place beside a list. */
const alone = v.optional(v.undefined("Either one line or a list"));

export const PicklistForm = v.object({
  list: v.pipe(v.array(Wanted, "List expected"), v.minLength(1, empty)),
  channel: AnyChannel,
  product: alone,
  warehouse: alone,
  quantity: alone,
  action: v.optional(v.literal("STOCK_OUT", "This path records STOCK_OUT")),
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

/** Units wanted of each product, in the order they were first named; 422 when a movement cannot hold them all. */
export const summed = (list: readonly Wanted[]): Map<string, number> => {
  const wanted = new Map<string, number>();
  for (const { product, quantity } of list) wanted.set(product, (wanted.get(product) ?? 0) + quantity);
  if (wanted.size > mostProducts)
    throw new Failure("UNPROCESSABLE_CONTENT", { field: "list", message: tooMany(wanted.size) });
  return wanted;
};

/** The lines that take what is wanted; 422 names every product of which too little is held. */
export const pick = (wanted: ReadonlyMap<string, number>, holdings: (product: string) => Holding[]): Line[] => {
  const picked = [...wanted].map(([product, quantity]) => ({ product, picks: breakdown(quantity, holdings(product)) }));
  const short = picked.filter(({ picks }) => picks === null);
  if (short.length > 0)
    throw new Failure("UNPROCESSABLE_CONTENT", ...short.map(({ product }) => shortage(product, holdings(product))));
  return picked.flatMap(({ product, picks }) =>
    (picks ?? []).map(({ warehouse, quantity }): Line => [product, warehouse._id, -quantity]),
  );
};

/** Said of a line that wants more than there is. */
export const outOfStock = (available: number): string => `Out of stock (Avl. ${available})`;
/** Said when a line's quantity cannot be raised any more. */
export const maximumReached = (available: number): string => `Maximum stock reached (Avl. ${available})`;

const shortage = (product: string, holdings: Holding[]) => {
  const available = holdings.reduce((sum, { quantity }) => sum + quantity, 0);
  return { field: "list", product, message: outOfStock(available), available };
};

/** What keeps a picklist from being saved, before stock is asked. */
export const unready = ({ list, channel }: { list: readonly unknown[]; channel: string }): string | undefined => {
  if (list.length === 0) return empty;
  if (channel === "") return "Please select a channel";
  return list.length > mostProducts ? tooMany(list.length) : undefined;
};

const tooMany = (products: number): string => `At most ${mostProducts} products, not ${products}`;

/** The items a posted picklist's lines stand for. */
export const itemsOf = (
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
