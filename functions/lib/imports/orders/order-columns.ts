// The columns of order files, recognised by the heads of marketplaces, web shops and order tools.

import { importColumns } from "#shared/import-columns.ts";
import type { Cell, Row } from "../../spreadsheets/cell.ts";
import { comparableHead, headRows } from "../../spreadsheets/head-row.ts";
import { isMeasure } from "../heads.ts";
import { type Fields, type Table, toTable } from "../table.ts";
import { patternOf, wordsOf } from "../words.ts";
import {
  dateHeads,
  headWords,
  isChannel,
  isDayOfSale,
  isFulfilment,
  isOfCancelled,
  isOrderNumber,
  isOtherNumber,
  isPaymentMethod,
  isQuantityLeft,
  isRequiresShipping,
  isSentAt,
  isSize,
  isStatus,
  isSubOrder,
  quantityGone,
} from "./order-heads.ts";

/** Heads of each field in the form of `comparableHead`, the best first. */
export const heads = {
  code: [
    ...["sku", "seller sku", "merchant sku", "sku code", "seller sku code", "item sku code", "seller sku id", "sku id"],
    ...["lineitem sku", "variant sku", "msku", "vendorstylecode", "vendor style code", "style code", "item code"],
    ...["article code", "seller identifier", "product sku", "p id sku bc", "p id", "barcode", "ean"],
  ],
  quantity: [
    ...["quantity to ship", "qty to ship", "quantity", "qty", "lineitem quantity", "item quantity", "quantity ordered"],
    ...["quantity purchased", "ordered quantity", "order quantity", "order qty", "ordered qty", "units", "no of units"],
  ],
  listing: ["asin", "fsn", "listing id", "asin1", "catalog id", "product id"],
  order: [
    ...["amazon order id", "order id", "orderid", "order number", "order no", "sub order no", "sub order id", "poid"],
    ...["po id", "po number", "po no"],
  ],
  line: [
    ...["order item id", "amazon order item id", "order item code", "order item number", "order line id"],
    ...["line item id", "bag id"],
  ],
  status: ["status", "order status", "order state", "order item status", "item status", "reason for credit entry"],
  title: [
    ...["product name", "product", "title", "product title", "item name", "lineitem name", "description"],
    "item title",
  ],
  date: dateHeads,
} satisfies Record<keyof typeof importColumns.orders, string[]>;

/** Heads of other kinds of file that are money, people or other numbers in an order file. */
const ofOthers = "No, Ref, Code, Product ID, Item ID, Name, Nombre, Nome, नाम".split(", ");
const ofAnyFile = (some: readonly string[]): string[] => some.filter((head) => !ofOthers.includes(head));
/** Heads that files of any kind have come after those, so that what was read of a file before stays as it is. */
const anyHeads: Partial<Record<keyof typeof heads, readonly string[]>> = {
  code: ofAnyFile(wordsOf("code")),
  quantity: ofAnyFile(wordsOf("quantity")),
  title: ofAnyFile(wordsOf("name")),
};

const orderedHeads: ReadonlySet<string> = new Set(heads.quantity);

/** The status of a line says nothing about other lines of its order. */
const isOfLine = (head: string): boolean => /^(line|item|(sale )?order (item|line)|sub ?order|bag)/.test(head);

/** A column of a status, of cancellations or returns, or of how an order is paid. */
export interface SideColumn {
  column: number;
  head: string;
  isOfLine: boolean;
}

/** The columns that are read beside the fields, from 0. */
export interface SideColumns {
  statuses: SideColumn[];
  /** Any text in them but "no" means cancelled or returned. */
  cancellations: SideColumn[];
  payments: SideColumn[];
  /** When the line was sent or delivered. */
  sentAt: SideColumn[];
  fulfilments: number[];
  /** Columns in which FBF says that Flipkart sends the line. */
  fbfColumns: number[];
  channel?: number | undefined;
  date?: number | undefined;
  /** Columns that may have the day on which a line was sold. */
  days: number[];
  size?: number | undefined;
  requiresShipping?: number | undefined;
  /** Units that are taken off the ordered quantity, by kind. */
  gone: { column: number; kind: "cancelled" | "sent" | "returned" }[];
}

export interface OrderTable extends Table {
  side: SideColumns;
  isMeesho: boolean;
  /** Comparable heads. */
  comparable: string[];
  /** There is no column of quantities: each row is one unit. */
  isRowAUnit: boolean;
  /** The column of quantities has what is left to send. */
  isLeft: boolean;
  /** Heads of columns with cells that were not read. */
  unused: string[];
  /** The column of ordered quantities beside it. */
  ordered: number;
}

/** What may be the heads, as it stands, by its comparable form. */
const headsAmong = (rows: readonly Row[]): ReadonlyMap<string, string> =>
  new Map(
    rows
      .slice(0, headRows)
      .flatMap(({ cells }) => cells.map((cell) => [comparableHead(cell?.text ?? ""), cell?.text ?? ""])),
  );

type IsCode = (cell: Cell) => boolean;
const isNone: IsCode = () => false;

/** `isCode` recognises known codes, `isOwn` those of products themselves. */
export const orderFields = (rows: readonly Row[], isCode = isNone, isOwn = isNone): Fields =>
  fieldsOf(headsAmong(rows), isCode, isOwn);

/** Finds the columns; `isCode` recognises known codes, `isOwn` those of products themselves. */
export const toOrderTable = (
  rows: Row[],
  isCode: (cell: Cell) => boolean,
  isOwn: (cell: Cell) => boolean,
  chosen: Record<string, string> = {},
  head_row?: number,
): OrderTable => {
  const present = headsAmong(rows);
  const table = toTable(rows, fieldsOf(present, isCode, isOwn), chosen, { head_row });
  const comparable = table.heads.map(comparableHead);
  const toSend = table.heads.findIndex(
    (raw, column) => isQuantityLeft(comparable[column] ?? "", raw) && isMostly(table.rows, column, wholeNumber),
  );
  if (toSend >= 0 && chosen.quantity === undefined) {
    table.columns.quantity = toSend;
    table.missing = table.missing.filter((field) => field !== "quantity");
  }
  const side = sideColumns(table, comparable, chosen);
  const hasHeads = table.rows.length < rows.length;
  const left = leftColumns(table, comparable, side);
  const isOpen = (field: string) => !(field in table.columns) && chosen[field] === undefined;

  const isCodeLeft = left.some((column) => isMostly(table.rows, column, isCode) || isDistinct(table.rows, column));
  const isTitleTheCode =
    !("code" in table.columns) &&
    hasHeads &&
    "title" in table.columns &&
    (chosen.code === "" || (chosen.code === undefined && !isCodeLeft));
  // "SND-BIB-1 2" and "Red bib x 2" may say a quantity.
  const isNumberBehind = (cell: Cell) => !isCode(cell) && /(\s|[×*])\d{1,4}$/.test(cell.text.trim());
  const isTimes = ({ text }: Cell) => /(\sx|[×*])\s*\d{1,4}$/i.test(text.trim());
  const isRowAUnit =
    !("quantity" in table.columns) &&
    (chosen.quantity === "" ||
      (isOpen("quantity") &&
        hasHeads &&
        ("code" in table.columns || isTitleTheCode) &&
        !left.some((column) => !isOtherNumber(comparable[column] ?? "") && isMostly(table.rows, column, smallNumber)) &&
        !isMostly(table.rows, table.columns.code ?? -1, (cell) => isNumberBehind(cell) || isTimes(cell), 0) &&
        !isMostly(table.rows, table.columns.title ?? -1, isTimes, 0)));
  const isSettled = (field: string) => (field === "code" && isTitleTheCode) || (field === "quantity" && isRowAUnit);
  const mayBeOrder = (column: number) => isMostly(table.rows, column, ({ text }) => /\d/.test(text));
  const asksOrder = isOpen("order") && !("line" in table.columns) && left.some(mayBeOrder);
  const missing = [...table.missing.filter((field) => !isSettled(field)), ...(asksOrder ? ["order"] : [])];
  const isLeftHead = (head: string, column: number) => isQuantityLeft(head, table.heads[column]);
  const quantity = table.columns.quantity ?? -1;
  const isOrdered = (head: string, column: number) => orderedHeads.has(head) && !isLeftHead(head, column);
  return {
    ...{ ...table, missing, side, comparable, isMeesho: isMeesho(present), isRowAUnit },
    isLeft: isLeftHead(comparable[quantity] ?? "", quantity),
    unused: left.map((column) => table.heads[column] ?? ""),
    ordered: comparable.findIndex(isOrdered),
  };
};

/** Meesho's code of a product is its SKU and its size. */
const isMeesho = (present: ReadonlyMap<string, string>): boolean =>
  present.has("reason for credit entry") || (present.has("sub order no") && present.has("sku"));

/** Shopify calls the order's number its name. */
export const isShopify = (present: { has: (head: string) => boolean }): boolean => present.has("lineitem quantity");

const fieldsOf = (
  present: ReadonlyMap<string, string>,
  isCode: (cell: Cell) => boolean,
  isOwn: (cell: Cell) => boolean,
): Fields => {
  const { code, quantity, ...others } = importColumns.orders;
  // Heads that are known but for the blanks between their words come after those that are known as they stand.
  const known = (field: keyof typeof heads): string[] => {
    const names = new Set<string>([...heads[field], ...(anyHeads[field] ?? []).map(comparableHead)]);
    return [...names, ...[...present.keys()].filter((head) => !names.has(head) && names.has(headWords(head)))];
  };
  const matching = (test: (head: string, raw: string) => boolean): string[] =>
    [...present].filter(([head, raw]) => test(head, raw)).map(([head]) => head);
  const orders = matching(isOrderNumber).sort((a, b) => Number(isSubOrder(a)) - Number(isSubOrder(b)));
  // Lines are recognised in later files by these cells, so another column must not stand in for one that is empty.
  return {
    // A title that somebody has given a product stays a title: by it the line is known that was picked.
    code: { ...code, heads: known("code"), looksLike: isCode, isKnown: isOwn, byCatalogue: "fills" },
    quantity: {
      ...quantity,

      // Only so that their row is recognised as the heads: which of them is read depends on their cells.
      heads: [...known("quantity"), ...matching(isQuantityLeft)],
      looksLike: ({ text }) => /^\s*\d{1,5}\s*$/.test(text),
      isOther: isMeasure,
    },
    listing: { ...others.listing, heads: known("listing") },
    order: { ...others.order, heads: [...(isShopify(present) ? ["name"] : []), ...heads.order, ...orders] },
    line: { ...others.line, heads: known("line") },
    status: { ...others.status, heads: heads.status },
    title: { ...others.title, heads: known("title") },
    date: { ...others.date, heads: dateHeads },
  };
};

const sideColumns = ({ heads: raw, columns }: Table, comparable: string[], chosen: Record<string, string>) => {
  // The day of a sale may be that on which it was sent, which also says that it was.
  const taken = new Set<number | undefined>(Object.values({ ...columns, date: undefined }));
  const all = comparable.map((head, column) => ({ column, head, isOfLine: isOfLine(head) }));
  const free = all.filter(({ column }) => !taken.has(column));
  const first = (test: (head: string) => boolean) => free.find(({ head }) => test(head))?.column;
  const coded = new Set([columns.code, columns.listing, columns.title]);
  const hasStatuses = chosen.status !== "";
  const cancellations = free.filter(({ head }) => hasStatuses && isOfCancelled(head));
  return {
    statuses: all.filter(
      ({ column, head }) =>
        hasStatuses && (column === columns.status || (!taken.has(column) && isStatus(head) && !isOfCancelled(head))),
    ),
    cancellations,
    payments: all.filter(({ column, head }) => column !== columns.status && isPaymentMethod(head)),
    sentAt: free.filter(({ head }) => hasStatuses && isSentAt(head)),
    fulfilments: free.filter(({ head }) => isFulfilment(head)).map(({ column }) => column),
    fbfColumns: all.filter(({ column }) => !coded.has(column)).map(({ column }) => column),
    channel: first(isChannel),
    date: columns.date,
    days: all.flatMap(({ column, head }) => (dateHeads.includes(head) || isDayOfSale(head) ? column : [])),
    size: first((head) => head === "size") ?? first(isSize),
    requiresShipping: first(isRequiresShipping),
    gone: free.flatMap(({ column, head }) => {
      const kind = quantityGone(head, raw[column]);
      return kind ? { column, kind } : [];
    }),
  } satisfies SideColumns;
};

/** Columns with cells that say nothing known. */
const leftColumns = ({ rows, columns }: Table, comparable: string[], side: SideColumns): number[] => {
  const { statuses, cancellations, payments, sentAt, fulfilments, channel, date, size, requiresShipping, gone } = side;
  const known = new Set([
    ...Object.values(columns),
    ...[...statuses, ...cancellations, ...payments, ...sentAt, ...gone].map(({ column }) => column),
    ...fulfilments,
    ...[channel, date, size, requiresShipping],
  ]);
  const filled = new Set(rows.flatMap(({ cells }) => cells.flatMap((cell, column) => (cell ? column : []))));
  return comparable.flatMap((_, column) => (filled.has(column) && !known.has(column) ? column : []));
};

const sampledRows = 1_000;
const cellsIn = (rows: Row[], column: number): Cell[] =>
  rows.slice(0, sampledRows).flatMap(({ cells }) => cells[column] ?? []);

/** Whether more than this share of the filled cells are so. */
const isMostly = (rows: Row[], column: number, test: (cell: Cell) => boolean, share = 0.5): boolean => {
  const cells = cellsIn(rows, column);
  return cells.length > 0 && cells.filter(test).length > cells.length * share;
};
/** A column of codes has a text in each row, and most of them differ from prices and days. */
const isDistinct = (rows: Row[], column: number): boolean =>
  isMostly(rows, column, ({ text }) => /\p{L}/u.test(text) && /\d/.test(text) && !/\s/.test(text.trim()));
const wholeNumber = ({ text }: Cell): boolean => /^\s*-?\d{1,9}(\.0+)?\s*$/.test(text);
/** A number that may be a quantity, also as "2 pcs" or "x2". */
const smallNumber = ({ text }: Cell): boolean => small.test(text);
const small = new RegExp(`^\\s*(x\\s*)?\\d{1,5}(\\.0+)?\\s*(x|${patternOf("piece")})?\\.?\\s*$`, "i");
