// Heads by which columns are recognised beside those of our own exports, the best first.

import type { ImportKind } from "#shared/import.ts";
import { importColumns } from "#shared/import-columns.ts";
import type { ProductField } from "#shared/product-fields.ts";
import type { Cell } from "../spreadsheets/cell.ts";
import { comparableHead, withJoined } from "../spreadsheets/head-row.ts";
import { patternOf, wordsOf } from "./words.ts";

export const stockHeads = wordsOf("stock", "quantity");

export const ofQuantity = new RegExp(`\\b${patternOf("ofQuantity")}\\b`);
const ofStock = /\b(unit|nos|count|counted|stock|hand|inventory|cantidad|menge)\b/;
const besideQuantity =
  /^(on|in|of|current|net|free|sellable|saleable|closing|opening|available|physical|actual|system|book|total|final|received|ordered|order|outstanding|pending|today|now|no)$/;
const isQuantityWord = (word: string): boolean => ofQuantity.test(word) || ofStock.test(word);

/** A head made of nothing but words of quantities, such as "Physical Count (pcs)". */
export const isQuantityHead = (head: string): boolean => {
  // A balance alone may be of money.
  const text = comparableHead(head).replace(/\bbalance (?=qty|quantity|units|nos|pcs)/, "");
  return isQuantityWord(text) && text.split(" ").every((word) => isQuantityWord(word) || besideQuantity.test(word));
};

const measures: ReadonlySet<string> = new Set(wordsOf("piece", "several", "measured"));

/** A unit of measure, whose column is called Unit as one of quantities is. */
export const isMeasure = ({ text }: Pick<Cell, "text">): boolean =>
  measures.has(text.trim().toLowerCase().replace(/\.$/, ""));

/** A sum of other columns, a limit, or an earlier day. */
export const isAsideHead = (head: string): boolean =>
  /\b(total|grand|opening|min|minimum|max|maximum|reorder|safety|level)\b/.test(comparableHead(head));

export const warehouseHeads = wordsOf("warehouse");

/** The column of the report of rows to correct that says why. */
export const whyHead = "Why";

export const productHeads = {
  p_id: wordsOf("code"),
  name: wordsOf("name"),
  lead_time: ["Lead Time (days)", "Lead Time in Days", "Lead Days", "Leadtime", "LT (days)"],
  pack: [
    ...["Pack", "Pack Size", "Case Pack", "Units/Carton", "Carton Qty", "Carton Quantity", "Qty per Carton"],
    ...["Qty/Carton", "Pcs per Carton", "Pcs/Carton", "Pieces per Carton", "Pcs/Ctn", "Case Qty", "Units per Case"],
    ...["Carton Size", "Master Carton", "Master Carton Qty", "Box Qty"],
  ],
  supplier: ["Supplier Name", "Manufacturer", "Party Name"],
  min_order: ["MOQ", "Min Order", "Min. Order Qty", "Min Order Qty", "Minimum Order Qty", "Minimum Order Quantity"],
  cost: [
    ...["Cost Price", "Unit Cost", "Cost per Unit", "Cost per Item", "Purchase Price", "Purchase Rate", "Buying Price"],
    ...["Landed Cost", "Cost (INR)", "Cost (₹)"],
  ],
  service: ["Service Level %", "Service Level (%)"],
  like: ["Like", "Similar to"],
  codes: [
    ...["Codes", "Other Codes", "Barcodes", "Barcode", "Bar Code", "EANs", "EAN", "EAN Code", "EAN/UPC", "GTIN", "UPC"],
    ...["UPC Code", "Variant Barcode", "Seller SKU", "Merchant SKU"],
  ],
  amazon: ["Amazon Link", "Amazon URL", "Amazon Listing"],
  flipkart: ["Flipkart Link", "Flipkart URL", "Flipkart Listing"],
  website: ["Website Link", "Website URL", "Website", "Product URL", "Product Link", "URL", "Link"],
} satisfies Record<ProductField, readonly string[]>;

/** A sum, maybe of money, or what was ordered is nothing that a channel is told. */
const isOfListing = (head: string): boolean =>
  !/^total$|\b(order|ordered|received|pending|outstanding)\b/.test(comparableHead(head));
/** A channel asks for "New Stock" beside "Current Stock". */
const toUpdate = /\b(new|updated?|your)\b/;

/** Of the sheets of listings that channels want filled in. */
export const listingHeads = {
  code: ["Seller SKU ID", "Seller SKU", "SKU ID", ...productHeads.p_id, "FSN", "ASIN", "Flipkart Serial Number"],
  quantity: ["Your Stock Count", "Available Quantity", ...stockHeads.filter(isOfListing)],
};
/** These come before others, the best first; the second is Amazon's own. */
export const headsToFill = [toUpdate, /^quantity$/];
export const isListingQuantity = (head: string): boolean => {
  const text = comparableHead(head);
  return isOfListing(text) && isQuantityHead(text.replace(toUpdate, ""));
};

/** Heads of names, which stand for products where a sheet of stock or of lines has no code. */
export const nameHeads = wordsOf("name");

/** Heads by which a sheet and its row of heads are found, and the fields without which it is none of this kind. */
export const sheetHeads = (kind: ImportKind) => {
  const known: Partial<Record<ImportKind, Record<string, readonly string[]>>> = {
    products: productHeads,
    stock: { p_id: productHeads.p_id, name: nameHeads, w_id: warehouseHeads, quantity: stockHeads },
    lines: { p_id: productHeads.p_id, name: nameHeads, quantity: stockHeads },
    availability: listingHeads,
  };
  const labels: Record<string, { label: string; required?: true }> = importColumns[kind];
  const heads = Object.entries(known[kind] ?? {}).map(
    ([field, names]) => [field, withJoined([labels[field]?.label ?? "", ...names])] as const,
  );
  return heads.length === 0
    ? {}
    : {
        heads: Object.fromEntries(heads),
        required: ["p_id", "code", "quantity"].filter((field) => labels[field]?.required),
      };
};
