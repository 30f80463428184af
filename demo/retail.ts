// A file of invoices in the form of the "Online Retail" data set, as goods and what happens to each.
import { normalised } from "#shared/field.ts";
import { readCsv } from "./csv.ts";

/** A line of an invoice: a sale, or a return when the invoice was cancelled. */
export interface Line {
  /** Of the file, its head not counted. */
  number: number;
  invoice: string;
  kind: "in" | "out";
  quantity: number;
  /** One of two. */
  store: 0 | 1;
}

export interface Good {
  p_id: string;
  name: string;
  lines: Line[];
}

export interface Retail {
  goods: Good[];
  /** Lines that are neither a sale nor a return. */
  leftOut: number;
}

/** Sales are the positive lines of an invoice; one whose number begins with C is cancelled, its goods come back. */
const kindOf = (invoice: string, units: number): Line["kind"] | undefined => {
  if (/^C/i.test(invoice)) return units < 0 ? "in" : undefined;
  return units > 0 ? "out" : undefined;
};

export const readRetail = (file: Buffer): Retail => {
  const goods = new Map<string, Good>();
  let leftOut = 0;
  const rows = readCsv(file.toString("latin1"));
  for (const [number, { InvoiceNo: invoice = "", StockCode = "", Description = "", Quantity }] of rows.entries()) {
    const p_id = StockCode.trim();
    const units = Number(Quantity);
    if (!p_id || !Number.isInteger(units))
      throw new Error(`Row ${number + 2}: a StockCode and a whole Quantity expected`);
    const good = goods.get(normalised(p_id)) ?? { p_id, name: "", lines: [] };
    goods.set(normalised(p_id), good);
    good.name ||= Description.trim();
    const kind = kindOf(invoice, units);
    if (kind) good.lines.push({ number, invoice, kind, quantity: Math.abs(units), store: number % 2 === 0 ? 0 : 1 });
    else leftOut++;
  }
  for (const good of goods.values()) good.name ||= good.p_id;
  return { goods: [...goods.values()], leftOut };
};

/** Units in the first store beyond what is sold from it. */
const spare = 12;

/** Units of all lines of a kind, of one store or of both. */
export const units = ({ lines }: Good, kind: Line["kind"], store?: number): number =>
  lines
    .filter((line) => line.kind === kind && (store === undefined || line.store === store))
    .reduce((sum, { quantity }) => sum + quantity, 0);

/** Units in a store before the first invoice: enough for all of them. */
export const opening = (good: Good, store: number): number => units(good, "out", store) + (store === 0 ? spare : 0);

/** What must be in stock when everything is replayed. */
export const expected = (good: Good): number =>
  opening(good, 0) + opening(good, 1) - units(good, "out") + units(good, "in");
