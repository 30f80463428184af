// Stock records: units of a product in a warehouse.
import * as v from "valibot";
import { ProductTag } from "./product.ts";
import { WarehouseTag } from "./warehouse.ts";

export const StockRecord = v.object({
  _id: v.string(),
  product: ProductTag,
  warehouse: WarehouseTag,
  quantity: v.number(),
  shelf: v.optional(v.string()),
});
export type StockRecord = v.InferOutput<typeof StockRecord>;
