// Sales by product, channel and business day.
import * as v from "valibot";
import { type Channel, channels } from "./channel.ts";
import { countDays, listDays } from "./day.ts";
import { type DaySales, noSales, Tally } from "./day-sales.ts";
import { Product } from "./product.ts";
import { sum } from "./sum.ts";

/** A product on the analytics dashboard: its units sold by channel over a range of `period` days. */
export const ProductSales = v.object({
  ...Product.entries,
  saleChannels: v.record(v.string(), v.number()),
  period: v.number(),
  /** It was deleted since; its sales still count. */
  deleted: v.optional(v.boolean()),
});
export type ProductSales = v.InferOutput<typeof ProductSales>;

export const Analytics = v.object({
  /** Channel to day to units. */
  channelSales: v.record(v.string(), v.record(v.string(), v.number())),
  productSales: v.array(ProductSales),
  /** As of now, whatever the range. */
  attention: v.optional(
    v.object({
      lowStock: v.number(),
      outOfStock: v.number(),
      lateContainers: v.array(v.object({ container: v.string(), expected_delivery: v.string() })),
    }),
  ),
});
export type Analytics = v.InferOutput<typeof Analytics>;

/** The analytics dashboard of a range: products that sold in it or have a run rate. */
export const analyse = (
  { start, end }: { start: string; end: string },
  byDay: ReadonlyMap<string, DaySales>,
  products: readonly (Product & { deleted?: boolean })[],
): Analytics => {
  const tally = new Tally();
  const days = listDays(start, end);
  const perDay = days.map((day) => [day, tally.addDay(byDay.get(day) ?? noSales)] as const);
  const onChannel = (channel: Channel) =>
    Object.fromEntries(perDay.map(([day, sold]) => [day, sold.get(channel) ?? 0]));
  const period = countDays(start, end);
  return {
    channelSales: byChannel(onChannel),
    productSales: products.flatMap((product) => {
      const saleChannels = byChannel((channel) => tally.of(product._id, channel));
      if (sum(Object.values(saleChannels)) === 0 && (product.drr === 0 || product.deleted)) return [];
      return [{ ...product, saleChannels, period }];
    }),
  };
};

const byChannel = <T>(of: (channel: Channel) => T): Record<string, T> =>
  Object.fromEntries(channels.map((channel) => [channel, of(channel)]));

/** A product whose stock is the units that can be picked. */
export const AlertedProduct = v.object({
  ...Product.entries,
  /** Units in warehouses that are not for picking. */
  not_for_picking: v.optional(v.number()),
});
export type AlertedProduct = v.InferOutput<typeof AlertedProduct>;

/** A product of which no unit is left to pick. */
export const OutOfStock = v.object({
  ...AlertedProduct.entries,
  never_stocked: v.optional(v.boolean()),
});
export type OutOfStock = v.InferOutput<typeof OutOfStock>;

export const Alerts = v.object({ lowStockProducts: v.array(AlertedProduct), outOfStockProducts: v.array(OutOfStock) });
export type Alerts = v.InferOutput<typeof Alerts>;
