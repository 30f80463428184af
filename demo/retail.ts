// A file of invoices in the form of the "Online Retail" data set, as goods, invoices and returns.

import { readCsv } from "#functions/lib/sheets/csv.ts";
import { maxProducts } from "#shared/allocation.ts";
import { type Channel, channels } from "#shared/channel.ts";
import { normalised } from "#shared/name.ts";

export interface Good {
  p_id: string;
  name: string;
}

export interface Item {
  good: Good;
  quantity: number;
}

/** What one picklist takes: an invoice, or a part of one that has more products than a picklist holds. */
export interface Invoice {
  invoice: string;
  channel: Channel;
  /** Counted from 1. */
  part: number;
  /** In the order of the file; a product may stand in it more than once. */
  items: Item[];
}

/** A line of a cancelled invoice. */
export interface Return extends Item {
  invoice: string;
  /** Of the file, its head not counted. */
  row: number;
}

export interface Retail {
  goods: Good[];
  invoices: Invoice[];
  returns: Return[];
  /** Lines that are neither a sale nor a return. */
  leftOut: number;
}

const isCancelled = (invoice: string) => /^C/i.test(invoice);

/** The file names no channel, so an invoice's number chooses one. */
const channelOf = (invoice: string): Channel =>
  channels[Number(invoice.replace(/\D/g, "")) % channels.length] ?? channels[0];

/** Items of an invoice, cut where one product more would be too many. */
export const parts = (items: Item[], most = maxProducts): Item[][] => {
  const cut: Item[][] = [];
  let seen = new Set<Good>();
  for (const item of items) {
    if (cut.length === 0 || (seen.size === most && !seen.has(item.good))) {
      cut.push([]);
      seen = new Set();
    }
    seen.add(item.good);
    cut.at(-1)?.push(item);
  }
  return cut;
};

/** Sales are the positive lines of an invoice; the negative ones of a cancelled invoice come back. */
export const readRetail = (file: Buffer): Retail => {
  const goods = new Map<string, Good>();
  const sales = new Map<string, Item[]>();
  const returns: Return[] = [];
  let leftOut = 0;
  const rows = readCsv(file.toString("latin1"));
  for (const [row, { InvoiceNo: invoice = "", StockCode = "", Description = "", Quantity }] of rows.entries()) {
    const p_id = StockCode.trim();
    const units = Number(Quantity);
    if (!p_id || !Number.isInteger(units)) throw new Error(`Row ${row + 2}: a StockCode and a whole Quantity expected`);
    const good = goods.get(normalised(p_id)) ?? { p_id, name: "" };
    goods.set(normalised(p_id), good);
    good.name ||= Description.trim();
    if (isCancelled(invoice) && units < 0) returns.push({ invoice, row, good, quantity: -units });
    else if (!isCancelled(invoice) && units > 0)
      sales.set(invoice, [...(sales.get(invoice) ?? []), { good, quantity: units }]);
    else leftOut++;
  }
  for (const good of goods.values()) good.name ||= good.p_id;
  const invoices = [...sales].flatMap(([invoice, all]) =>
    parts(all).map((items, i): Invoice => ({ invoice, channel: channelOf(invoice), part: i + 1, items })),
  );
  return { goods: [...goods.values()], invoices, returns, leftOut };
};
