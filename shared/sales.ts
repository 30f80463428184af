// Sales: units per product, channel and business day, and the daily run rate (DRR) they make.
import { addDays } from "./day.ts";

/** Business days that `drr` looks back on, today included. */
export const drrDays = 3;

/** Units by `day#channel`, as a product's stock item keeps them for the last days. */
export type Sold = Record<string, number>;

/** Units a day over the last three business days. */
export const runRate = (sold: Sold, today: string): number => {
  const first = addDays(today, 1 - drrDays);
  let units = 0;
  for (const [key, quantity] of Object.entries(sold)) {
    const day = key.slice(0, 10);
    if (day >= first && day <= today) units += quantity;
  }
  return units / drrDays;
};
