// Picklists: products that are taken from stock for a sales channel, all or none.
import * as v from "valibot";
import { emptyPicklist } from "./allocation.ts";
import { channelMissing, channels } from "./channel.ts";
import { AnyChannel, Id, listOf, orEmpty, Quantity } from "./field.ts";
import { maxTicks, maxWalk } from "./limits.ts";
import type { Line, Movement } from "./movement.ts";
import { ProductTag } from "./product.ts";
import { UserTag } from "./user.ts";
import { ChosenWarehouses, WarehouseTag } from "./warehouse.ts";

export const ProductQuantity = v.object({ product: Id, quantity: Quantity });
export type ProductQuantity = v.InferOutput<typeof ProductQuantity>;

/** The products of a shipment or a transfer. */
export const ProductQuantities = v.pipe(
  v.array(ProductQuantity, "List expected"),
  v.minLength(1, "Add a product first"),
);

/** Fields of a stock-out of one product, which are refused beside a list. */
const notBesideList = orEmpty(v.undefined("Either one line or a list"));

export const PicklistForm = v.object({
  list: v.pipe(v.array(ProductQuantity, "List expected"), v.minLength(1, emptyPicklist)),
  channel: v.picklist(channels, channelMissing),
  /** All are taken from, without them. */
  warehouses: v.optional(ChosenWarehouses),
  product: notBesideList,
  warehouse: notBesideList,
  quantity: notBesideList,
  action: orEmpty(v.literal("STOCK_OUT", "This path records STOCK_OUT")),
});
export type PicklistForm = v.InferOutput<typeof PicklistForm>;

export const PicklistItem = v.object({
  product: ProductTag,
  quantity: v.number(),
  breakdown: v.array(v.object({ warehouse: WarehouseTag, quantity: v.number() })),
});
export type PicklistItem = v.InferOutput<typeof PicklistItem>;

/** The warehouses that were chosen to take from, in order. */
export const ChosenTags = v.optional(v.array(WarehouseTag));

export const Picklist = v.object({
  _id: v.string(),
  number: v.string(),
  channel: AnyChannel,
  user: UserTag,
  created_at: v.string(),
  reversed_by: v.optional(v.string()),
  /** Places that were ticked off. */
  picked: v.optional(v.number()),
  data: v.array(PicklistItem),
  /** If it was corrected: how often, when last, and what is left of it. */
  corrections: v.optional(v.number()),
  corrected_at: v.optional(v.string()),
  now: v.optional(v.array(PicklistItem)),
  /** The picklist beside which it was added by a correction. */
  adds_to: v.optional(v.string()),
  from: ChosenTags,
  /** Of one order that a program has brought: its number; whether it waits to be picked, or the walk on which it is. */
  order: v.optional(v.string()),
  waits: v.optional(v.boolean()),
  walk: v.optional(v.string()),
});
export type Picklist = v.InferOutput<typeof Picklist>;

/** Of today and yesterday, without cancelled ones. */
export const PicklistSummary = v.object({
  picklists: v.number(),
  /** Those of which every place was ticked off. */
  picked: v.number(),
  /** Orders of programs among them that wait to be picked. */
  waiting: v.number(),
});
export type PicklistSummary = v.InferOutput<typeof PicklistSummary>;

/** The warehouses that were chosen for a posted picklist, as a field of answers. */
export const chosenTags = ({ from }: Pick<Movement, "from">, warehouse: (id: string) => WarehouseTag) =>
  from ? { from: from.map(warehouse) } : {};

/** The items of a posted picklist, from the lines of its movement. */
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

/**
 * Units of a place, a product in a warehouse, were taken from the shelf, or put back on the list. Of two ticks of a device
 * the one with the higher `rev` counts, whichever arrives last.
 */
const Tick = v.object({
  product: Id,
  warehouse: Id,
  picked: v.boolean("Yes or no expected"),
  device: Id,
  rev: v.pipe(
    v.number("Number expected"),
    v.integer("Whole number expected"),
    v.minValue(1, "At least 1"),
    v.maxValue(Number.MAX_SAFE_INTEGER, "Too large"),
  ),
  age: v.pipe(v.number("Number expected"), v.minValue(0, "At least 0"), v.maxValue(1_000_000_000, "Too large")),
});
export type Tick = v.InferOutput<typeof Tick>;

export const PickedForm = v.object({ ticks: listOf(Tick, maxTicks) });
export type PickedForm = v.InferOutput<typeof PickedForm>;

/** The places of a picklist whose units were taken from the shelf, by whom, and when. */
export const Picked = v.object({
  _id: v.string(),
  places: v.array(
    v.object({ _id: v.string(), product: v.string(), warehouse: v.string(), user: UserTag, at: v.string() }),
  ),
});
export type Picked = v.InferOutput<typeof Picked>;

/** Orders that wait to be picked: those of which somebody else has begun the picking are left out. */
export const WalkForm = v.object({
  picklists: v.pipe(
    listOf(Id, maxWalk),
    v.check((ids) => new Set(ids).size === ids.length, "An order is named twice"),
  ),
});

/** Orders that are picked together. Its places are ticked off by its id as those of a picklist. */
export const Walk = v.object({ _id: v.string(), picklists: v.array(v.string()) });
export type Walk = v.InferOutput<typeof Walk>;

export const nothingWaits =
  "None of these orders waits any more: somebody has begun to pick them, or they were cancelled";
export const cancelledOrder = "The order was cancelled before it was picked: put back what was taken";
