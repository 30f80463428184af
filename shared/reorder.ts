// What is to be ordered: the minimum a product's sales ask for, and what is missing to it.
import type { Product } from "./product.ts";

/** Business days that `drr` looks back on, today included. */
export const drrDays = 3;

/** The stock below which a product is to be ordered: ceil(drr x lead time), from whole units since 25 / 3 x 15 in floats gives 126. */
export const minimumStock = ({ drr, lead_time }: Pick<Product, "drr" | "lead_time">): number =>
  Math.ceil((Math.round(drr * drrDays) * lead_time) / drrDays);

/** Units to order: on the dashboard less what is in transit, never below zero (covered). */
export const required = (product: Product): number =>
  Math.max(0, minimumStock(product) - product.stock - product.in_transit);

/** Units to order on the printed report, which leaves out what is in transit. */
export const requiredOnReport = (product: Product): number => Math.max(0, minimumStock(product) - product.stock);

/** It sells, and is at or below its minimum. */
export const isLow = (product: Pick<Product, "drr" | "lead_time" | "stock">): boolean =>
  product.drr > 0 && product.stock <= minimumStock(product);

/** Products that are low, the most needed first; and those with no stock. */
export const alerts = (products: readonly Product[]) => ({
  lowStockProducts: products.filter(isLow).sort((a, b) => required(b) - required(a)),
  outOfStockProducts: products.filter((product) => product.stock === 0),
});
