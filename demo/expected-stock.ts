// Computes stock and sales after a replay from the file of invoices, and compares them with the product's.
import { type Channel, channels } from "#shared/channel.ts";
import { dayOf } from "#shared/day.ts";
import type { Analytics } from "#shared/sales.ts";
import type { StockRecord } from "#shared/stock.ts";
import type { CallApi } from "./client.ts";
import type { InvoicedProduct, InvoiceFile, Item } from "./invoice-file.ts";

/** Units of a product in each of the two warehouses before the first invoice. */
type Opening = [number, number];

export interface ExpectedStock {
  opening: Opening;
  /** Units by channel, in the order of `channels`. */
  sold: number[];
  returned: number;
}

/** A number in the product that differs from the file. */
export interface Difference {
  what: string;
  actual: number;
  expected: number;
}

/** Units of each product that are left when everything is sold. */
const spare = 12;

export const units = (items: readonly Item[]): number => items.reduce((sum, { quantity }) => sum + quantity, 0);

/**
 * Enough for all invoices. A product on several invoice lines is split over both warehouses, so picklists take from
 * both.
 */
const openingOf = (sold: number, lines: number, index: number): Opening => {
  const all = sold + spare;
  if (lines > 1) return [Math.ceil(all / 2), Math.floor(all / 2)];
  return index % 2 === 0 ? [all, 0] : [0, all];
};

export const expectedStock = ({ goods, invoices, returns }: InvoiceFile): Map<InvoicedProduct, ExpectedStock> => {
  const sold = new Map(goods.map((good) => [good, channels.map(() => 0)]));
  const lines = new Map<InvoicedProduct, number>();
  for (const { channel, items } of invoices)
    for (const { good, quantity } of items) {
      const row = sold.get(good) ?? [];
      const at = channels.indexOf(channel);
      row[at] = (row[at] ?? 0) + quantity;
      lines.set(good, (lines.get(good) ?? 0) + 1);
    }
  return new Map(
    goods.map((good, index) => {
      const own = sold.get(good) ?? [];
      const all = own.reduce((sum, quantity) => sum + quantity, 0);
      const returned = units(returns.filter((one) => one.good === good));
      return [good, { opening: openingOf(all, lines.get(good) ?? 0, index), sold: own, returned }];
    }),
  );
};

const stockOf = (records: readonly StockRecord[]): Map<string, number> => {
  const stock = new Map<string, number>();
  for (const { product, quantity } of records) stock.set(product._id, (stock.get(product._id) ?? 0) + quantity);
  return stock;
};

/** Units of a channel on the dashboard, less those of products that are not in the file. */
const unitsOn = ({ channelSales, productSales }: Analytics, channel: Channel, own: ReadonlySet<string>): number => {
  const all = Object.values(channelSales[channel] ?? {}).reduce((sum, quantity) => sum + quantity, 0);
  const foreign = productSales.filter(({ _id }) => !own.has(_id));
  return foreign.reduce((rest, { saleChannels }) => rest - (saleChannels[channel] ?? 0), all);
};

/** Compares stock, and the dashboard's sales since the day the replay began, with the file. */
export const compare = async (
  call: CallApi,
  expectations: ReadonlyMap<InvoicedProduct, ExpectedStock>,
  idOf: (good: InvoicedProduct) => string,
  began: string,
): Promise<Difference[]> => {
  const range = { start: dayOf(began), end: dayOf(new Date()) };
  const [records, dash] = [await call("GET /v1/stocks"), await call("GET /v1/app/dash/analytics", range)];
  const stock = stockOf(records);
  const shown = new Map(dash.productSales.map((product) => [product._id, product.saleChannels]));
  const sums = channels.map(() => 0);
  const found: Difference[] = [];
  const check = (what: string, actual = 0, expected = 0) =>
    actual === expected || found.push({ what, actual, expected });

  for (const [good, { opening, sold, returned }] of expectations) {
    const left = sold.reduce((rest, quantity) => rest - quantity, opening[0] + opening[1] + returned);
    check(`Stock of ${good.p_id}`, stock.get(idOf(good)), left);
    for (const [at, channel] of channels.entries()) {
      check(`Sales of ${good.p_id} on ${channel}`, shown.get(idOf(good))?.[channel], sold[at]);
      sums[at] = (sums[at] ?? 0) + (sold[at] ?? 0);
    }
  }
  const own = new Set([...expectations.keys()].map(idOf));
  for (const [at, channel] of channels.entries()) check(`Sales on ${channel}`, unitsOn(dash, channel, own), sums[at]);
  return found;
};
