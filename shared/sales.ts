// Sales: units per product, channel and business day, and the daily run rate (DRR) they make.
import * as v from "valibot";
import { type Channel, channels } from "./channel.ts";
import { addDays, daysIn, daysOf } from "./day.ts";
import type { Movement } from "./movement.ts";
import { Product } from "./product.ts";
import { drrDays } from "./required.ts";

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

/** The days that `sold` still has exactly: those of the run rate. */
export const firstSoldDay = (today: string): string => addDays(today, 1 - drrDays);

/** Units of one day: product to units by channel, in the order of `channels`. */
export type DaySales = Record<string, number[]>;

/** Sales of a day from its ledger entries: a sale is a picklist's line. */
export const foldSales = (movements: readonly Pick<Movement, "channel" | "lines">[]): DaySales => {
  const sales: DaySales = {};
  for (const { channel, lines } of movements) {
    if (!channel) continue;
    for (const [product, , delta] of lines) add(sales, product, channel, -delta);
  }
  return sales;
};

/** A day's sales less others of it. */
export const subtractSales = (from: DaySales, others: DaySales): DaySales => {
  const left = Object.fromEntries(Object.entries(from).map(([product, units]) => [product, [...units]]));
  for (const [product, units] of Object.entries(others))
    for (const [at, channel] of channels.entries()) add(left, product, channel, -(units[at] ?? 0));
  return left;
};

/** Sales by day from what the stock items keep of the last days. */
export const soldSales = (
  stocks: readonly { _id: string; sold: Sold }[],
  days: readonly string[],
): Map<string, DaySales> => {
  const byDay = new Map(days.map((day): [string, DaySales] => [day, {}]));
  for (const { _id, sold } of stocks)
    for (const [key, units] of Object.entries(sold)) {
      const [day = "", channel] = key.split("#");
      const sales = byDay.get(day);
      if (sales) add(sales, _id, channel as Channel, units);
    }
  return byDay;
};

const add = (sales: DaySales, product: string, channel: Channel, units: number): void => {
  sales[product] ??= channels.map(() => 0);
  const at = channels.indexOf(channel);
  sales[product][at] = (sales[product][at] ?? 0) + units;
};

/** Units of each product over some days, on all channels. */
export const unitsOf = (days: readonly DaySales[]): Map<string, number> => {
  const units = new Map<string, number>();
  for (const [product, byChannel] of days.flatMap((sales) => Object.entries(sales)))
    units.set(
      product,
      byChannel.reduce((sum, n) => sum + n, units.get(product) ?? 0),
    );
  return units;
};

/** A product on the dashboards: what it sold by channel over the range of `period` days. */
export const ProductSales = v.object({
  ...Product.entries,
  saleChannels: v.record(v.string(), v.number()),
  period: v.number(),
  /** It has been deleted since; its sales still count. */
  deleted: v.optional(v.boolean()),
});
export type ProductSales = v.InferOutput<typeof ProductSales>;

export const Analytics = v.object({
  /** Channel to day to units. */
  channelSales: v.record(v.string(), v.record(v.string(), v.number())),
  productSales: v.array(ProductSales),
});
export type Analytics = v.InferOutput<typeof Analytics>;

/** Adds a day's units to each product's, and gives the day's by channel. Walked 90 times 10,000: no copies. */
const addUp = (sales: DaySales, perProduct: Map<string, number[]>): number[] => {
  const day = channels.map(() => 0);
  for (const product of Object.keys(sales)) {
    const units = sales[product] ?? [];
    const sum = perProduct.get(product);
    if (!sum) perProduct.set(product, [...units]);
    for (let at = 0; at < units.length; at++) {
      const n = units[at] ?? 0;
      day[at] = (day[at] ?? 0) + n;
      if (sum) sum[at] = (sum[at] ?? 0) + n;
    }
  }
  return day;
};

/** What the analytics dashboard shows of a range: products that sold in it or have a run rate. */
export const analyse = (
  { start, end }: { start: string; end: string },
  byDay: ReadonlyMap<string, DaySales>,
  products: readonly (Product & { deleted?: boolean })[],
): Analytics => {
  const perProduct = new Map<string, number[]>();
  const days = daysOf(start, end);
  const perDay = days.map((day) => addUp(byDay.get(day) ?? {}, perProduct));
  const perChannel = channels.map((_, at) => Object.fromEntries(days.map((day, n) => [day, perDay[n]?.[at] ?? 0])));
  const period = daysIn(start, end);
  const none = channels.map(() => 0);
  // Of a sale that was reversed on its day the counts are left, and are 0.
  const sells = (_id: string) => perProduct.get(_id)?.some((units) => units > 0) === true;
  return {
    channelSales: Object.fromEntries(channels.map((channel, at) => [channel, perChannel[at] ?? {}])),
    productSales: products
      .filter(({ _id, drr, deleted }) => sells(_id) || (drr > 0 && !deleted))
      .map((product) => {
        const units = perProduct.get(product._id) ?? none;
        const saleChannels = Object.fromEntries(channels.map((channel, at) => [channel, units[at] ?? 0]));
        return { ...product, saleChannels, period };
      }),
  };
};

export const Alerts = v.object({ lowStockProducts: v.array(Product), outOfStockProducts: v.array(Product) });
export type Alerts = v.InferOutput<typeof Alerts>;
