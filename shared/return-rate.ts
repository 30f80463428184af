// How much of what was sold comes back: units received by the day of receiving, over units sold in the same days.
import { type Channel, channels } from "./channel.ts";
import { addDays } from "./day.ts";
import { type DaySales, Tally } from "./day-sales.ts";
import { type Condition, type Receipt, receivedUnits } from "./return-units.ts";

export const rateDays = [30, 90] as const;

/** Of a product on a channel in the last `days`, today included. */
export interface ReturnRate {
  product: string;
  channel: Channel;
  days: number;
  sold: number;
  /** Units that came: good, damaged and wrong ones. */
  returned: number;
  units: Record<Condition, number>;
}

interface Returned {
  channel: Channel;
  product?: string | undefined;
  receipts: readonly Receipt[];
}

export const returnRates = (
  rows: readonly Returned[],
  sales: ReadonlyMap<string, DaySales>,
  today: string,
): ReturnRate[] =>
  rateDays.flatMap((days) => {
    const start = addDays(today, 1 - days);
    const isIn = (day: string) => day >= start && day <= today;
    const tally = new Tally();
    for (const [day, sold] of sales) if (isIn(day)) tally.addDay(sold);
    const own = Map.groupBy(
      rows.filter(({ product }) => product),
      ({ product = "", channel }) => `${product}#${channel}`,
    );
    const products = new Set([...tally.sales.products, ...rows.flatMap(({ product }) => product ?? [])]);
    return [...products].flatMap((product) =>
      channels.flatMap((channel) => {
        const of = own.get(`${product}#${channel}`) ?? [];
        const units = receivedUnits(of.flatMap(({ receipts }) => receipts.filter(({ day }) => isIn(day))));
        const returned = units.good + units.damaged + units.wrong;
        const sold = tally.of(product, channel);
        return sold > 0 || returned + units.missing > 0 ? [{ product, channel, days, sold, returned, units }] : [];
      }),
    );
  });
