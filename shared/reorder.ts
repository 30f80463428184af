// Reordering: the run rate (DRR), the minimum stock by run rate and lead time, and the units required to reach it.
import { addDays } from "./day.ts";
import type { Sold } from "./day-sales.ts";
import type { Product } from "./product.ts";

/** Business days of the run rate, today included. */
export const drrDays = 3;

/** The first day of the run rate. Stock rows keep sales from this day on. */
export const firstRecentDay = (today: string): string => addDays(today, 1 - drrDays);

/** Units a day over the last three business days. */
export const runRate = (sold: Sold, today: string): number => {
  const first = firstRecentDay(today);
  let units = 0;
  for (const [key, quantity] of Object.entries(sold)) {
    const day = key.slice(0, 10);
    if (day >= first && day <= today) units += quantity;
  }
  return units / drrDays;
};

/** ceil(drr x lead time), from whole units sold: in floats, 25 / 3 x 15 exceeds 125 and would be rounded up to 126. */
export const minimumStock = ({ drr, lead_time }: Pick<Product, "drr" | "lead_time">): number =>
  Math.ceil((Math.round(drr * drrDays) * lead_time) / drrDays);

/** Units to order as on the dashboard. Below zero, stock and units in transit together exceed the minimum. */
export const required = (product: Product): number => minimumStock(product) - product.stock - product.in_transit;

/** Units to order as on the printed report, which ignores units in transit. */
export const requiredOnReport = (product: Product): number => minimumStock(product) - product.stock;

/** The product sells, and its stock is at or below the minimum. */
export const isLow = (product: Pick<Product, "drr" | "lead_time" | "stock">): boolean =>
  product.drr > 0 && product.stock <= minimumStock(product);

/**
 * Products that are low, by units required, and products without stock, by run rate. `stocked`: products of which there
 * has ever been a unit; products not among them are marked as never stocked.
 */
export const alerts = <P extends Product>(products: readonly P[], stocked: ReadonlySet<string>) => ({
  lowStockProducts: products.filter(isLow).sort((a, b) => required(b) - required(a)),
  outOfStockProducts: products
    .filter((product) => product.stock === 0)
    .sort((a, b) => b.drr - a.drr)
    .map((product) => (stocked.has(product._id) ? product : { ...product, never_stocked: true })),
});

interface Expected {
  container: string;
  expected_delivery: string;
}

/** The matters for a manager today: numbers of products, and open containers whose day has passed, the latest last. */
export const attention = (
  { lowStockProducts, outOfStockProducts }: ReturnType<typeof alerts>,
  openContainers: readonly Expected[],
  today: string,
) => ({
  lowStock: lowStockProducts.length,
  outOfStock: outOfStockProducts.filter((product) => !("never_stocked" in product)).length,
  lateContainers: openContainers
    .filter(({ expected_delivery }) => expected_delivery < today)
    .map(({ container, expected_delivery }) => ({ container, expected_delivery }))
    .sort((a, b) => (a.expected_delivery < b.expected_delivery ? -1 : 1)),
});
