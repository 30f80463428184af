// Sales of one day, as columns: how they are folded from the ledger, kept, and added up over a range.
import { channels } from "./channel.ts";
import type { Movement } from "./movement.ts";

/** Units by `day#channel`, as a product's stock item keeps them for the last days. */
export type Sold = Record<string, number>;

/**
 * A day's sales as they are stored: columns, which are read back in a third of the time of an object of products, since
 * a range has 366 days of 10,000. Each column's channel is named, so that the list of channels may change.
 */
export interface DaySales {
  products: string[];
  /** Keys, also of channels that this release does not know: their units stay in sums and in what is stored. */
  channels: string[];
  /** A column for each of `channels`, with its units of each of the products. */
  units: number[][];
}

/** Release 0.1.0 stored days without `channels`. */
export type StoredSales = Omit<DaySales, "channels"> & Partial<DaySales>;

/** The order of the columns then: it never changes. */
const unnamedColumns = ["amazon", "flipkart", "firstcry", "jiomart", "snd-website", "snd-app"];

/** A day's sales from what any release has stored. */
export const namedSales = (stored: StoredSales): DaySales => ({ channels: unnamedColumns, ...stored });

/** Of a day on which nothing was sold. */
export const noSales: DaySales = { products: [], channels: [], units: [] };

/** Adds units up by product and channel. */
export class Tally {
  private readonly products: string[] = [];
  private readonly places = new Map<string, number>();
  private readonly columns: Map<string, number[]>;

  /** With a column for each of these channels from the start, and for others as they come. */
  constructor(known: readonly string[] = channels) {
    this.columns = new Map(known.map((channel) => [channel, []]));
  }

  add(product: string, channel: string, units: number): void {
    const column = this.column(channel);
    const place = this.place(product);
    column[place] = (column[place] ?? 0) + units;
  }

  /** Adds a day, or takes it away with the sign -1, and gives the day's units by channel. */
  addDay({ products, channels: keys, units }: DaySales, sign = 1): Map<string, number> {
    const places = products.map((product) => this.place(product));
    return new Map(
      keys.map((channel, at) => {
        const sums = this.column(channel);
        const column = units[at] ?? [];
        let day = 0;
        for (let n = 0; n < places.length; n++) {
          const place = places[n] ?? 0;
          const sold = column[n] ?? 0;
          sums[place] = (sums[place] ?? 0) + sign * sold;
          day += sold;
        }
        return [channel, day];
      }),
    );
  }

  /** Units of a product on a channel; none for one that never came. */
  of(product: string, channel: string): number {
    const place = this.places.get(product);
    return place === undefined ? 0 : (this.columns.get(channel)?.[place] ?? 0);
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

  private place(product: string): number {
    const known = this.places.get(product);
    if (known !== undefined) return known;
    const place = this.products.push(product) - 1;
    this.places.set(product, place);
    for (const column of this.columns.values()) column.push(0);
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
      const [day = "", channel = ""] = key.split("#");
      byDay.get(day)?.add(_id, channel, units);
    }
  return new Map([...byDay].map(([day, tally]) => [day, tally.sales]));
};

/** Units of each product over some days, on all channels. */
export const unitsOf = (days: readonly DaySales[]): Map<string, number> => {
  const tally = new Tally();
  for (const day of days) tally.addDay(day);
  const { products, units } = tally.sales;
  return new Map(products.map((product, place) => [product, sum(units.map((column) => column[place] ?? 0))]));
};

export const sum = (units: readonly number[] = []): number => units.reduce((total, n) => total + n, 0);
