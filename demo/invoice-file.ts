// Reads a file of invoices in the format of the "Online Retail" data set: products, invoices and returns.
import { readCsv } from "#functions/lib/spreadsheets/csv.ts";
import { type Channel, channels } from "#shared/channel.ts";
import { maxProducts } from "#shared/limits.ts";
import { normalised } from "#shared/name.ts";

export interface InvoicedProduct {
  p_id: string;
  name: string;
}

export interface Item {
  good: InvoicedProduct;
  quantity: number;
}

/** One picklist: an invoice, or a part of one that has more products than a picklist holds. */
export interface Invoice {
  invoice: string;
  channel: Channel;
  /** Counted from 1. */
  part: number;
  /** In the order of the file; a product can occur more than once. */
  items: Item[];
}

/** A line of a cancelled invoice. */
export interface Return extends Item {
  invoice: string;
  /** Row in the file, without the header. */
  row: number;
}

export interface InvoiceFile {
  goods: InvoicedProduct[];
  invoices: Invoice[];
  returns: Return[];
  /** Number of lines that are neither a sale nor a return. */
  leftOut: number;
}

const isCancelled = (invoice: string) => /^C/i.test(invoice);

/** The file has no channel, so the invoice number decides. */
const channelOf = (invoice: string): Channel =>
  channels[Number(invoice.replace(/\D/g, "")) % channels.length] as Channel;

/** Splits an invoice's items wherever one more product would be too many for a picklist. */
export const splitIntoPicklists = (items: Item[], most = maxProducts): Item[][] => {
  const cut: Item[][] = [];
  let seen = new Set<InvoicedProduct>();
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

/** Positive lines of an invoice are sales; negative lines of a cancelled one are returns. */
export const readInvoiceFile = (file: Buffer): InvoiceFile => {
  const goods = new Map<string, InvoicedProduct>();
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
    splitIntoPicklists(all).map((items, i): Invoice => ({ invoice, channel: channelOf(invoice), part: i + 1, items })),
  );
  return { goods: [...goods.values()], invoices, returns, leftOut };
};
