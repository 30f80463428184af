// Reordering: the minimum stock by run rate and lead time, and the units required to reach it.
import type { Product } from "./product.ts";

/** Business days of the run rate, today included. */
export const drrDays = 3;

/** ceil(drr x lead time), from whole units sold: in floats, 25 / 3 x 15 exceeds 125 and would be rounded up to 126. */
export const minimumStock = ({ drr, lead_time }: Pick<Product, "drr" | "lead_time">): number =>
  Math.ceil((Math.round(drr * drrDays) * lead_time) / drrDays);

/** Units to order as on the dashboard: without what is in transit, never below zero. */
export const required = (product: Product): number =>
  Math.max(0, minimumStock(product) - product.stock - product.in_transit);

/** Units to order as on the printed report, which ignores what is in transit. */
export const requiredOnReport = (product: Product): number => Math.max(0, minimumStock(product) - product.stock);

/** The product sells, and its stock is at or below the minimum. */
export const isLow = (product: Pick<Product, "drr" | "lead_time" | "stock">): boolean =>
  product.drr > 0 && product.stock <= minimumStock(product);

/** Products that are low, by units required, and products without stock. */
export const alerts = (products: readonly Product[]) => ({
  lowStockProducts: products.filter(isLow).sort((a, b) => required(b) - required(a)),
  outOfStockProducts: products.filter((product) => product.stock === 0),
});
