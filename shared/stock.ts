// What a warehouse holds of a product, and how a quantity is taken from several.
import * as v from "valibot";
import { ProductTag } from "./product.ts";
import { WarehouseTag } from "./warehouse.ts";

export const StockRecord = v.object({
  _id: v.string(),
  product: ProductTag,
  warehouse: WarehouseTag,
  quantity: v.number(),
});
export type StockRecord = v.InferOutput<typeof StockRecord>;

export interface Holding {
  warehouse: WarehouseTag;
  quantity: number;
}

/** Units to take from each warehouse, smallest holding first, ties by w_id; null when all together hold too little. */
export const breakdown = (quantity: number, holdings: readonly Holding[]): Holding[] | null => {
  const smallestFirst = holdings
    .filter((holding) => holding.quantity > 0)
    .sort((a, b) => a.quantity - b.quantity || (a.warehouse.w_id < b.warehouse.w_id ? -1 : 1));
  const picks: Holding[] = [];
  let missing = quantity;
  for (const { warehouse, quantity: held } of smallestFirst) {
    if (missing === 0) break;
    const taken = Math.min(held, missing);
    picks.push({ warehouse, quantity: taken });
    missing -= taken;
  }
  return missing === 0 ? picks : null;
};
