// Sales of one day in columns: folded from the ledger, stored, and added up over a range.
import { channels } from "./channel.ts";
import type { Movement } from "./movement.ts";
import { sum } from "./sum.ts";

/** Units by `day#channel`, as a stock row keeps them for recent days. */
export type Sold = Record<string, number>;

/**
 * A day's sales as they are stored. Columns parse in a third of the time of objects, and a range has up to 366 days of
 * 10,000 products. Each column names its channel, so that the list of channels may change.
 */
export interface DaySales {
  products: string[];
  /** May contain channels that this release does not know: their units stay in sums and in stored rows. */
  channels: string[];
  /** For each of `channels` a column with the units of each product. */
  units: number[][];
}

export const noSales: DaySales = { products: [], channels: [], units: [] };

/** Adds up units by product and channel. */
export class Tally {
  private readonly products: string[] = [];
  private readonly positions = new Map<string, number>();
  private readonly columns: Map<string, number[]>;

  /** Starts with a column for each of these channels; another channel gets one when it is first added. */
  constructor(known: readonly string[] = channels) {
    this.columns = new Map(known.map((channel) => [channel, []]));
  }

  add(product: string, channel: string, units: number): void {
    const column = this.column(channel);
    const position = this.position(product);
    column[position] = (column[position] ?? 0) + units;
  }

  /** Adds an entry of the ledger: only picklists and sales have a channel. The return of units subtracts them. */
  addSale({ channel, lines }: Pick<Movement, "channel" | "lines">): void {
    if (channel) for (const [product, , delta] of lines) this.add(product, channel, -delta);
  }

  /** Adds a day, or subtracts it with sign -1; returns the day's units by channel. */
  addDay({ products, channels: keys, units }: DaySales, sign = 1): Map<string, number> {
    const positions = products.map((product) => this.position(product));
    return new Map(
      keys.map((channel, at) => {
        const sums = this.column(channel);
        const column = units[at] ?? [];
        let day = 0;
        for (let n = 0; n < positions.length; n++) {
          const position = positions[n] ?? 0;
          const sold = column[n] ?? 0;
          sums[position] = (sums[position] ?? 0) + sign * sold;
          day += sold;
        }
        return [channel, day];
      }),
    );
  }

  /** Units of a product on a channel, 0 if none were added. */
  of(product: string, channel: string): number {
    const position = this.positions.get(product);
    return position === undefined ? 0 : (this.columns.get(channel)?.[position] ?? 0);
  }

  get sales(): DaySales {
    return { products: this.products, channels: [...this.columns.keys()], units: [...this.columns.values()] };
  }

  private column(channel: string): number[] {
    const known = this.columns.get(channel);
    if (known) return known;
    const column = this.products.map(() => 0);
    this.columns.set(channel, column);
    return column;
  }

  private position(product: string): number {
    const known = this.positions.get(product);
    if (known !== undefined) return known;
    const position = this.products.push(product) - 1;
    this.positions.set(product, position);
    for (const column of this.columns.values()) column.push(0);
    return position;
  }
}

export const foldSales = (movements: Iterable<Pick<Movement, "channel" | "lines">>): DaySales => {
  const tally = new Tally();
  for (const movement of movements) tally.addSale(movement);
  return tally.sales;
};

/** A day's sales with others of it, or without them by sign -1. */
export const combineSales = (sales: DaySales, others: DaySales, sign = 1): DaySales => {
  const tally = new Tally();
  tally.addDay(sales);
  tally.addDay(others, sign);
  return tally.sales;
};

/** Sales of recent days, from the stock rows. */
export const recentSales = (
  stocks: readonly { _id: string; sold: Sold }[],
  days: readonly string[],
): Map<string, DaySales> => {
  const byDay = new Map(days.map((day) => [day, new Tally()]));
  for (const { _id, sold } of stocks)
    for (const [key, units] of Object.entries(sold)) {
      const [day = "", channel = ""] = key.split("#");
      byDay.get(day)?.add(_id, channel, units);
    }
  return new Map([...byDay].map(([day, tally]) => [day, tally.sales]));
};

/** The sales on some channels. */
export const onChannels = ({ products, ...columns }: DaySales, some: readonly string[]): DaySales => {
  const at = columns.channels.flatMap((channel, index) => (some.includes(channel) ? index : []));
  return {
    products,
    channels: at.map((index) => columns.channels[index] ?? ""),
    units: at.map((index) => columns.units[index] ?? []),
  };
};

/** Units by product over several days and all channels. */
export const unitsByProduct = (days: readonly DaySales[]): Map<string, number> => {
  const tally = new Tally();
  for (const day of days) tally.addDay(day);
  const { products, units } = tally.sales;
  return new Map(products.map((product, position) => [product, sum(units.map((column) => column[position] ?? 0))]));
};
