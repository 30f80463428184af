// Warehouses.
import * as v from "valibot";
import { optionalLine, optionalText, requiredLine } from "./field.ts";

export const WarehouseForm = v.object({
  w_id: requiredLine(),
  name: requiredLine(),
  location: optionalLine(),
  description: optionalText(),
  /** Its units are counted as ever, but not picked for orders. */
  not_for_picking: v.optional(v.picklist(["yes", ""], "yes expected, or nothing")),
});
export type WarehouseForm = v.InferOutput<typeof WarehouseForm>;

export const Warehouse = v.object({
  _id: v.string(),
  w_id: v.string(),
  name: v.string(),
  location: v.optional(v.string()),
  description: v.optional(v.string()),
  not_for_picking: v.optional(v.string()),
  created_at: v.string(),
  updated_at: v.string(),
});
export type Warehouse = v.InferOutput<typeof Warehouse>;

/** The fields of a warehouse in lists of other things. */
export const WarehouseTag = v.pick(Warehouse, ["_id", "w_id", "name"]);
export type WarehouseTag = v.InferOutput<typeof WarehouseTag>;
