// Warehouses.
import * as v from "valibot";
import { channels } from "./channel.ts";
import { AnyChannel, Id, optionalLine, optionalText, patchForm, requiredLine } from "./field.ts";
import { maxChosen, tooManyChosen } from "./limits.ts";
import { seenOf } from "./seen.ts";

/** A channel that sells from its own shelf. */
const OfShelf = v.optional(v.picklist([...channels, ""], "Unknown channel"));

export const WarehouseForm = v.object({
  w_id: requiredLine(),
  name: requiredLine(),
  location: optionalLine(),
  description: optionalText(),
  /** Its units are counted as ever, but not picked for orders. */
  not_for_picking: v.optional(v.picklist(["yes", ""], "yes expected, or nothing")),
  /** It stands for the shelf from which this marketplace sends units itself: it is not for picking, whatever else is said. */
  sells_for: OfShelf,
});
export type WarehouseForm = v.InferOutput<typeof WarehouseForm>;

export const WarehouseEdit = v.object({
  ...patchForm(WarehouseForm).entries,
  seen: seenOf(["w_id", "name", "location", "description", "not_for_picking", "sells_for"]),
});

export const Warehouse = v.object({
  _id: v.string(),
  w_id: v.string(),
  name: v.string(),
  location: v.optional(v.string()),
  description: v.optional(v.string()),
  not_for_picking: v.optional(v.string()),
  sells_for: OfShelf,
  /** When it first stood for a shelf: stock that nothing has set is net of all that was sold before. */
  sells_since: v.optional(v.string()),
  /** Its place, from 1, among the warehouses that a channel's picklists take from. */
  channels: v.optional(v.record(AnyChannel, v.number())),
  created_at: v.string(),
  updated_at: v.string(),
});
export type Warehouse = v.InferOutput<typeof Warehouse>;

/** Warehouses that units are taken from, in this order. */
const Ids = v.pipe(
  v.array(Id, "List expected"),
  v.maxLength(maxChosen, tooManyChosen),
  v.check((ids) => new Set(ids).size === ids.length, "A warehouse is named twice"),
);
export const ChosenWarehouses = v.pipe(Ids, v.minLength(1, "At least one warehouse"));

/** Those of a channel; without any, all. */
export const ChannelWarehouses = v.object({ channel: AnyChannel, warehouses: Ids });

/** The fields of a warehouse in lists of other things. */
export const WarehouseTag = v.pick(Warehouse, ["_id", "w_id", "name"]);
export type WarehouseTag = v.InferOutput<typeof WarehouseTag>;
