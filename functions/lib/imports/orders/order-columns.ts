// The columns of order files, recognised by the heads of marketplaces, web shops and order tools.
import { importColumns } from "#shared/import-columns.ts";
import type { Cell, Row } from "../../spreadsheets/cell.ts";
import { comparableHead, type Fields, headRows, type Table, toTable } from "../table.ts";

/** Heads of each field in the form of `comparableHead`, the best first. */
const heads = {
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
    "order item id",
    "amazon order item id",
    "order item code",
    "order item number",
    "order line id",
    "line item id",
    "bag id",
  ],
  status: ["status", "order status", "order state", "order item status", "item status", "reason for credit entry"],
  title: [
    "product name",
    "product",
    "title",
    "product title",
    "item name",
    "lineitem name",
    "description",
    "item title",
  ],
} satisfies Record<keyof typeof importColumns.orders, string[]>;

/** Heads of statuses beside the one above. The status of a line says nothing about other lines of its order. */
const furtherStatuses = new Set([
  ...heads.status,
  ...["courier status", "shipment status", "shipping status", "delivery status", "fulfillment status"],
  ...[
    "fulfilment status",
    "financial status",
    "payment status",
    "return status",
    "line status",
    "sub order status",
    "bag status",
  ],
  ...["lineitem fulfillment status", "current status"],
]);
const isOfLine = (head: string): boolean => /^(line|item|order item|sub order|bag)/.test(head);

/** Heads of dates or ticks that only cancelled lines have. */
const cancellations = new Set([
  ...["cancelled at", "canceled at", "cancelled on", "canceled on", "cancellation date", "cancelled date"],
  ...["cancelled", "canceled", "is cancelled"],
]);

export interface StatusColumn {
  column: number;
  isOfLine: boolean;
  /** Any text in it means cancelled. */
  isCancellation: boolean;
}

/** The table of an order file, with columns that are read beside its fields. */
export interface OrderTable extends Table {
  statuses: StatusColumn[];
  /** The size, where it is a part of the code. */
  size?: number;
}

/** Finds the columns; `isCode` recognises known codes, for a spreadsheet without heads. */
export const toOrderTable = (
  rows: Row[],
  isCode: (cell: Cell) => boolean,
  chosen: Record<string, string> = {},
  head_row?: number,
): OrderTable => {
  const present = new Set(
    rows.slice(0, headRows).flatMap(({ cells }) => cells.map((cell) => comparableHead(cell?.text ?? ""))),
  );
  const table = toTable(rows, fieldsOf(present, isCode), chosen, { head_row });
  const comparable = table.heads.map(comparableHead);
  const size = isMeesho(present) ? comparable.indexOf("size") : -1;
  return { ...table, statuses: statusColumns(table, comparable, chosen), ...(size >= 0 && { size }) };
};

/** Meesho's code of a product is its SKU and its size. */
const isMeesho = (present: ReadonlySet<string>): boolean =>
  present.has("reason for credit entry") || (present.has("sub order no") && present.has("sku"));

/** Shopify calls the order's number its name. */
const isShopify = (present: ReadonlySet<string>): boolean => present.has("lineitem quantity");

const fieldsOf = (present: ReadonlySet<string>, isCode: (cell: Cell) => boolean): Fields => {
  const { code, quantity, ...others } = importColumns.orders;
  return {
    code: { ...code, heads: heads.code, looksLike: isCode },
    quantity: { ...quantity, heads: heads.quantity, looksLike: ({ text }) => /^\s*\d{1,5}\s*$/.test(text) },
    listing: { ...others.listing, heads: heads.listing },
    order: { ...others.order, heads: isShopify(present) ? ["name", ...heads.order] : heads.order },
    line: { ...others.line, heads: heads.line },
    status: { ...others.status, heads: heads.status },
    title: { ...others.title, heads: heads.title },
  };
};

const statusColumns = ({ columns }: Table, comparable: string[], chosen: Record<string, string>): StatusColumn[] => {
  if (chosen.status === "") return [];
  const taken = new Set(Object.values(columns));
  return comparable.flatMap((head, column) => {
    const isCancellation = cancellations.has(head);
    const isStatus = column === columns.status || (!taken.has(column) && (furtherStatuses.has(head) || isCancellation));
    return isStatus ? { column, isOfLine: isOfLine(head), isCancellation } : [];
  });
};
