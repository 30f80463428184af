// Sales of one day, as columns: how they are folded from the ledger, kept, and added up over a range.
import { type Channel, channels } from "./channel.ts";
import type { Movement } from "./movement.ts";

/** Units by `day#channel`, as a product's stock item keeps them for the last days. */
export type Sold = Record<string, number>;

/** Columns read back in a third of the time of an object of products: a range has 366 days of 10,000. */
export interface DaySales {
  products: string[];
  /** A column for each of `channels`, with its units of each of the products. */
  units: number[][];
}

/** Of a day on which nothing was sold. */
export const noSales: DaySales = { products: [], units: [] };

/** Adds units up by product and channel. */
export class Tally {
  readonly products: string[] = [];
  readonly units: number[][] = channels.map(() => []);
  private readonly places = new Map<string, number>();

  add(product: string, channel: Channel, units: number): void {
    const column = this.units[channels.indexOf(channel)] ?? [];
    const place = this.place(product);
    column[place] = (column[place] ?? 0) + units;
  }

  /** Adds a day, or takes it away with the sign -1, and gives the day's units by channel. */
  addDay({ products, units }: DaySales, sign = 1): number[] {
    const places = products.map((product) => this.place(product));
    return units.map((column, channel) => {
      const sums = this.units[channel] ?? [];
      let day = 0;
      for (let n = 0; n < places.length; n++) {
        const place = places[n] ?? 0;
        const sold = column[n] ?? 0;
        sums[place] = (sums[place] ?? 0) + sign * sold;
        day += sold;
      }
      return day;
    });
  }

  /** Units of a product on each channel; none for one that never came. */
  of(product: string): number[] {
    const place = this.places.get(product);
    return this.units.map((column) => (place === undefined ? 0 : (column[place] ?? 0)));
  }

  get sales(): DaySales {
    return { products: this.products, units: this.units };
  }

  private place(product: string): number {
    const known = this.places.get(product);
    if (known !== undefined) return known;
    const place = this.products.push(product) - 1;
    this.places.set(product, place);
    for (const column of this.units) column.push(0);
    return place;
  }
}

/** Sales of a day from its ledger entries: a sale is a picklist's line. */
export const foldSales = (movements: readonly Pick<Movement, "channel" | "lines">[]): DaySales => {
  const tally = new Tally();
  for (const { channel, lines } of movements) {
    if (!channel) continue;
    for (const [product, , delta] of lines) tally.add(product, channel, -delta);
  }
  return tally.sales;
};

/** A day's sales less others of it. */
export const subtractSales = (from: DaySales, others: DaySales): DaySales => {
  const tally = new Tally();
  tally.addDay(from);
  tally.addDay(others, -1);
  return tally.sales;
};

/** Sales by day from what the stock items keep of the last days. */
export const soldSales = (
  stocks: readonly { _id: string; sold: Sold }[],
  days: readonly string[],
): Map<string, DaySales> => {
  const byDay = new Map(days.map((day) => [day, new Tally()]));
  for (const { _id, sold } of stocks)
    for (const [key, units] of Object.entries(sold)) {
      const [day = "", channel] = key.split("#");
      byDay.get(day)?.add(_id, channel as Channel, units);
    }
  return new Map([...byDay].map(([day, tally]) => [day, tally.sales]));
};

/** Units of each product over some days, on all channels. */
export const unitsOf = (days: readonly DaySales[]): Map<string, number> => {
  const tally = new Tally();
  for (const day of days) tally.addDay(day);
  return new Map(tally.products.map((product) => [product, sum(tally.of(product))]));
};

export const sum = (units: readonly number[] = []): number => units.reduce((total, n) => total + n, 0);
