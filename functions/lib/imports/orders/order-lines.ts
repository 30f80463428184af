// The lines of an order file: what each says about its product, quantity and outcome, and how it is recognised in other
// downloads.
import type { Channel } from "#shared/channel.ts";
import type { ImportRow } from "#shared/import.ts";
import { maxUnits } from "#shared/limits.ts";
import type { OrderOutcomeId } from "#shared/order-outcome.ts";
import { isRoundedCode } from "#shared/product-code.ts";
import type { Cell, Row } from "../../spreadsheets/cell.ts";
import {
  textOf as cellText,
  type MaybeCell,
  notUnits,
  plainNumber,
  problemOf,
} from "../../spreadsheets/cell-values.ts";
import { cellOf, mergedQuantity, mergedUnclear, problemAt } from "../table.ts";
import { type LineIdentity, lineIdentifier } from "./line-identity.ts";
import { isShopify, type OrderTable, type SideColumn } from "./order-columns.ts";
import { isOfOrder, isOfPayment, isOfReturns } from "./order-heads.ts";
import { channelIn } from "./other-channel.ts";
import type { LineUnits } from "./picked-lines.ts";
import {
  type Cancellation,
  cancellationOf,
  dayReader,
  isCashOnDelivery,
  isFbf,
  isKnownStatus,
  isOfMarketplace,
  isSent,
  isUnpaid,
  saysNo,
  saysSent,
} from "./status-words.ts";

export interface OrderLine extends LineIdentity, LineUnits {
  row: number;
  /** Numbers of the order and of the line. */
  order: string;
  line: string;
  /** The seller's code, and the channel's, such as the ASIN, as they stand in the file. */
  seller: string;
  listing: string;
  isRounded: boolean;
  size: string;
  title: string;
  quantity: number;
  /** Units that a column says were cancelled. */
  cancelled: number;
  /** Outcomes by its cells; earlier picklists add theirs later. */
  says: ReadonlySet<OrderOutcomeId>;
  cancellation?: Cancellation | undefined;
  /** Only a text in a column of cancellations or returns says so. */
  isByPresence: boolean;
  /** Its statuses that are not known. */
  strange: StrangeStatus[];
  day?: string | undefined;
  /** It was sold on this day, or on that of its posting if none can be read, and is booked without being picked. */
  sold?: string;
  /** The warehouse that stands for the marketplace's shelf, if it was sold from there. */
  shelf?: string;
  problems: ImportRow["problems"];
  /** The problem to report if nothing stands for its product. */
  withoutCode: ImportRow["problems"][number];
  /** The cell of the code holds a formula or a date, so that the title must not stand for it. */
  isCodeUnusable: boolean;
}

export const alsoSaying = <L extends Pick<OrderLine, "says">>(line: L, outcome: OrderOutcomeId): L => ({
  ...line,
  says: new Set([...line.says, outcome]),
});

export interface StrangeStatus {
  head: string;
  text: string;
}

/** Characters of an order's number. */
const longestOrder = 200;

interface Reading {
  channel: Channel;
  /** Stands for the file where lines have no order number. */
  hash: string;
  today: string;
}

export const readOrderLines = (table: OrderTable, { channel, hash, today }: Reading): OrderLine[] => {
  const { side } = table;
  const identify = lineIdentifier(hash);
  const outcomes = outcomesIn(table, channel, today);
  const wholeRows = new Map<string, number>();
  let order = "";
  let isRoundedOrder = false;
  let carried: Row | undefined;
  return table.rows.map((row) => {
    const orderCell = cellOf(table, "order", row);
    // Some files have the order number, and Shopify the order's statuses, on its first line only.
    const number = orderCell ? idOf(orderCell) : order;
    if (orderCell) isRoundedOrder = isRounded(orderCell);
    if (number !== order) carried = undefined;
    order = number;
    const ofOrder = [...side.statuses, ...side.cancellations].filter(({ isOfLine }) => !isOfLine);
    if (ofOrder.some(({ column }) => textIn(row, column) !== "")) carried = row;

    const problems: ImportRow["problems"] = [];
    const problem = (field: "code" | "quantity", message: string) =>
      problemAt(table, field, row, problemOf(cellOf(table, field, row)) ?? message);
    if (order.length > longestOrder)
      problems.push(problemAt(table, "order", row, `At most ${longestOrder} characters`));
    const listing = textOf(cellOf(table, "listing", row));
    const codeCell = cellOf(table, "code", row);
    const isRoundedSeller = isRounded(codeCell);
    const seller = isRoundedSeller ? (codeCell?.text ?? "") : textOf(codeCell);
    const size = side.size === undefined ? "" : textOf(row.cells[side.size]);
    const title = textOf(cellOf(table, "title", row)).replace(/[\s\p{Cc}]+/gu, " ");
    const lineCell = cellOf(table, "line", row);
    const line = idOf(lineCell);
    const isRoundedLine = isRounded(lineCell);
    const quantity = quantityIn(table, row);
    const whole = line && !isRoundedLine && JSON.stringify(row.cells.map((cell) => cell?.text ?? ""));
    const twin = whole ? wholeRows.get(whole) : undefined;
    if (whole && twin === undefined) wholeRows.set(whole, row.number);
    if (twin !== undefined) problems.push({ column: "", value: "", message: `Duplicate of row ${twin}` });
    if (quantity === undefined || quantity > maxUnits)
      problems.push(problem("quantity", mergedIn(table, row) ? mergedUnclear : notUnits(0, maxUnits)));
    const code = knownCode({ seller, listing, title, size: table.isMeesho ? size : "", isRoundedSeller });
    const told = outcomes(row, carried ?? row, quantity);
    const known = {
      row: row.number,
      order,
      line,
      isRounded: isRoundedOrder || isRoundedLine,
      code,
      isMarketplaces: told.says.has("marketplace"),
    };
    return {
      row: row.number,
      ...(twin === undefined ? identify(known) : unidentified),
      order,
      line,
      seller,
      listing,
      isRounded: isRoundedSeller,
      size,
      title,
      quantity: quantity ?? 0,
      ...orderedIn(table, row, quantity ?? 0),
      ...told,
      problems,
      withoutCode: problem("code", "Required"),
      isCodeUnusable: problemOf(codeCell) !== undefined,
    };
  });
};

const unidentified: LineIdentity = { marks: [], knownBy: [], alikeBy: [] };

interface CodeTexts {
  seller: string;
  listing: string;
  title: string;
  size: string;
  isRoundedSeller: boolean;
}

/** The code by which a line is recognised: from its cells alone, whatever products and sizes are known. */
const knownCode = ({ seller, listing, title, size, isRoundedSeller }: CodeTexts): string => {
  const whole = seller && size ? `${seller} ${size}` : seller;
  const code = whole && !(isRoundedSeller && listing) ? whole : listing;
  return code || (title && `title\n${title}`);
};

/** The outcomes by a row's cells; `first`: the row with the order's statuses. */
const outcomesIn = (table: OrderTable, channel: Channel, today: string) => {
  const { rows, side, comparable } = table;
  const { statuses, cancellations, payments, sentAt, fulfilments, fbfColumns, requiresShipping } = side;
  const heads = new Set(comparable);
  const named = channelIn(side.channel === undefined ? [] : new Set(rows.map((row) => textIn(row, side.channel))));
  const readDay = dayReader(side.date === undefined ? [] : rows.map((row) => textIn(row, side.date)), today);
  const pending = pendingOf(channel, heads);
  return (row: Row, first: Row, quantity: number | undefined) => {
    const at = ({ column, isOfLine }: SideColumn) => textIn(isOfLine ? row : first, column);
    const ofOrder = (column: number | undefined) => textIn(row, column) || textIn(first, column);
    const says = new Set<OrderOutcomeId>();
    if (/^(false|no|0)$/i.test(textIn(row, requiresShipping))) says.add("no_goods");
    const other = named(ofOrder(side.channel));
    if (other && other !== channel) says.add("other_channel");

    const told = statuses.flatMap((one) => cancellationOf(at(one)) ?? []);
    const present = cancellations.flatMap((one): Cancellation[] => {
      const text = at(one);
      return saysNo(text) ? [] : [isOfReturns(one.head) ? "returned" : (cancellationOf(text) ?? "cancelled")];
    });
    // A return has a negative quantity.
    if (quantity !== undefined && quantity < 0) told.push("returned");
    const all = [...told, ...present];
    if (all.length > 0) says.add("cancelled");

    const isMarketplace = fulfilments.some((column) => isOfMarketplace(textIn(row, column)));
    if (isMarketplace || fbfColumns.some((column) => isFbf(textIn(row, column)))) says.add("marketplace");
    const isCash = payments.some((one) => isCashOnDelivery(at(one)));
    const paymentBy = ({ head }: SideColumn) => ({
      isCashOnDelivery: isCash,
      pending: isOfOrder(head) ? pending : undefined,
    });
    if (statuses.some((one) => isUnpaid(at(one), paymentBy(one)))) says.add("unpaid");
    const ofGoods = statuses.filter((one) => !isOfPayment(one.head));
    // A day is the row's own: the rest of its order may still be here.
    const hasLeft = sentAt.some(({ column }) => saysSent(textIn(row, column), today));
    if (hasLeft || ofGoods.some((one) => isSent(at(one)))) says.add("sent");
    const strange = ofGoods.filter((one) => !isKnownStatus(at(one), paymentBy(one)));
    if (quantity === 0) says.add("nothing_left");
    return {
      says,
      cancellation: all.includes("returned") ? ("returned" as const) : all[0],
      isByPresence: told.length === 0 && present.length > 0,
      strange: strange.map((one) => ({ head: table.heads[one.column] ?? "", text: at(one) })),
      day: readDay(ofOrder(side.date)),
    };
  };
};

const textIn = ({ cells }: Row, column: number | undefined): string =>
  column === undefined ? "" : (cells[column]?.text.trim() ?? "");

/** Amazon has not verified the payment of a pending order, a web shop waits for it; elsewhere it is to be packed. */
const pendingOf = (channel: Channel, heads: ReadonlySet<string>): "amazon" | "shop" | undefined => {
  if (channel === "amazon" || heads.has("amazon order id")) return "amazon";
  return /^snd-/.test(channel) && !isShopify(heads) ? "shop" : undefined;
};

/** A cell's text without the protection from spreadsheets: a leading apostrophe, or ="…" around it. */
export const textOf = (cell: MaybeCell): string => {
  const text = cellText(cell).trim();
  return (/^="(.*)"$/.exec(text)?.[1] ?? text.replace(/^['‘’`]+/, "")).trim();
};

/** Digits of a number that a spreadsheet keeps. */
const exactDigits = 15;

const isRounded = (cell: Cell | null): boolean =>
  cell !== null && (isRoundedCode(cell.text) || (cell.type === "number" && cell.text.length > exactDigits));

/** The number of an order or line, as it is. */
export const idOf = (cell: Cell | null): string => (isRounded(cell) ? (cell?.text.trim() ?? "") : textOf(cell));

const mergedIn = (table: OrderTable, row: Row) => {
  const size = row.cells[table.side.size ?? -1];
  const merged = mergedQuantity(table, row, ["order", "code", "title", "line"]);
  return merged && size && !size.merged ? "unclear" : merged;
};

/** Units to be sent: what was ordered, less what was cancelled, sent or returned. */
const quantityIn = (table: OrderTable, row: Row): number | undefined => {
  if (table.isRowAUnit) return 1;
  const merged = mergedIn(table, row);
  if (merged) return merged === "nothing" ? 0 : undefined;
  const ordered = wholeNumber(cellOf(table, "quantity", row));
  if (table.isLeft || ordered === undefined || ordered <= 0) return ordered;
  const { cancelled, sent, returned } = goneIn(table, row);
  return Math.max(0, ordered - cancelled - sent - returned);
};

const goneIn = ({ side }: OrderTable, row: Row) => {
  const gone = { cancelled: 0, sent: 0, returned: 0 };
  for (const { column, kind } of side.gone)
    gone[kind] = Math.max(gone[kind], wholeNumber(row.cells[column] ?? null) ?? 0);
  return gone;
};

/** Units by which downloads are compared: units left to send fall as they are sent. */
const orderedIn = (table: OrderTable, row: Row, quantity: number): LineUnits & { cancelled: number } => {
  const column = table.isLeft ? table.ordered : (table.columns.quantity ?? -1);
  const ordered = wholeNumber(row.cells[column] ?? null);
  const { cancelled } = goneIn(table, row);
  if (ordered === undefined) return { ordered: Math.max(0, quantity), isLeft: table.isLeft, cancelled };
  return { ordered: Math.max(0, ordered - cancelled), isLeft: false, cancelled };
};

/** 1.0 is 1: so a script writes whole numbers. */
const wholeNumber = (cell: Cell | null): number | undefined => {
  const [, digits] = /^(-?\d{1,9})(?:\.0+)?$/.exec(plainNumber(textOf(cell))) ?? [];
  return digits === undefined ? undefined : Number(digits);
};
