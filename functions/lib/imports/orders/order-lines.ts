// The lines of an order file: code, quantity, whether they are cancelled, and how they are recognised in other
// downloads.
import type { ImportRow } from "#shared/import.ts";
import { maxUnits } from "#shared/limits.ts";
import { normalised } from "#shared/name.ts";
import { isRoundedCode } from "#shared/product-code.ts";
import type { Cell, Row } from "../../spreadsheets/cell.ts";
import {
  textOf as cellText,
  type MaybeCell,
  notUnits,
  plainNumber,
  problemOf,
} from "../../spreadsheets/cell-values.ts";
import { cellOf, problemAt } from "../table.ts";
import { type LineIdentity, lineIdentifier } from "./line-identity.ts";
import type { OrderTable, StatusColumn } from "./order-columns.ts";

/** Statuses of lines of which nothing is taken from stock: cancelled, returned, or lost on the way. */
const leftOut =
  /\b(cancel\w*|return(ed|ing|s)?|rto|refunded|void(ed)?|rejected|declined|lost|damaged|door step exchanged)\b/;
/** "Partially refunded", "not cancelled": the line, or what is left of it, is still wanted. */
const denied = /\b(not|no|non|never|partially|partly)( yet)? \w+/g;

/** Whether a status says that the line is cancelled or returned. */
const isCancelledStatus = (status: string): boolean =>
  leftOut.test(
    status
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .replace(denied, ""),
  );

/** Texts in a column of cancellations that mean none. */
const nothing = /^(|0|no|n|false|none|null|nil|na|n a)$/;

/** Whether a date or tick of a cancellation is there. */
const isCancellation = (text: string): boolean =>
  !nothing.test(
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim(),
  );

export interface OrderLine extends LineIdentity {
  row: number;
  order: string;
  /** The seller's code, or the channel's where the seller's is missing or rounded. */
  code: string;
  isRounded: boolean;
  /** The channel's code, such as the ASIN. */
  listing: string;
  title: string;
  quantity: number;
  isCancelled: boolean;
  problems: ImportRow["problems"];
}

/** Reads the lines. `file` stands for the file where lines have no order number. */
export const readOrderLines = (table: OrderTable, file: string): OrderLine[] => {
  const identify = lineIdentifier(file);
  const wholeRows = new Map<string, number>();
  let order = "";
  let isRoundedOrder = false;
  let orderStatuses: string[] = [];
  return table.rows.map((row) => {
    const orderCell = cellOf(table, "order", row);
    // Some files have the order's number, and Shopify its statuses, on the first of its lines only.
    const number = orderCell ? idOf(orderCell) : order;
    if (orderCell) isRoundedOrder = isRounded(orderCell);
    if (number !== order) orderStatuses = [];
    order = number;
    const ofOrder = statusesOf(row, table.statuses, false);
    if (ofOrder.some(Boolean)) orderStatuses = ofOrder;
    const statuses = ofOrder.some(Boolean) ? ofOrder : orderStatuses;
    const problems: ImportRow["problems"] = [];
    const report = (field: "code" | "quantity", message: string) =>
      void problems.push(problemAt(table, field, row, problemOf(cellOf(table, field, row)) ?? message));
    const listing = textOf(cellOf(table, "listing", row));
    const seller = codeOf(table, row);
    const isRoundedSeller = isRounded(cellOf(table, "code", row));
    const code = seller && !(isRoundedSeller && listing) ? seller : listing;
    const lineCell = cellOf(table, "line", row);
    const line = idOf(lineCell);
    const isRoundedLine = isRounded(lineCell);
    const quantity = wholeNumber(cellOf(table, "quantity", row));
    const whole = line && !isRoundedLine && JSON.stringify(row.cells.map((cell) => cell?.text ?? ""));
    const twin = whole ? wholeRows.get(whole) : undefined;
    if (whole && twin === undefined) wholeRows.set(whole, row.number);
    if (twin !== undefined) problems.push({ column: "", value: "", message: `Duplicate of row ${twin}` });
    if (normalised(code) === "") report("code", "Required");
    if (quantity === undefined || quantity > maxUnits) report("quantity", notUnits(0, maxUnits));
    const isCancelled =
      // A return has a negative quantity.
      (quantity !== undefined && quantity <= 0) ||
      [...statuses, ...statusesOf(row, table.statuses, true)].includes("cancelled");
    return {
      row: row.number,
      ...(twin === undefined
        ? identify({ row: row.number, order, line, isRounded: isRoundedOrder || isRoundedLine, code })
        : unidentified),
      order,
      code,
      isRounded: isRoundedSeller && code === seller,
      listing,
      title: textOf(cellOf(table, "title", row)),
      quantity: quantity ?? 0,
      isCancelled,
      problems,
    };
  });
};

const unidentified: LineIdentity = { marks: [], knownBy: [], alikeBy: [] };

/** Statuses of a row as "cancelled", "active", or "" where it says nothing. */
const statusesOf = ({ cells }: Row, columns: StatusColumn[], ofLine: boolean): string[] =>
  columns
    .filter(({ isOfLine }) => isOfLine === ofLine)
    .map(({ column, isCancellation: isTick }) => {
      const text = cells[column]?.text.trim() ?? "";
      if (text === "") return "";
      return (isTick ? isCancellation(text) : isCancelledStatus(text)) ? "cancelled" : "active";
    });

const codeOf = (table: OrderTable, row: Row): string => {
  const cell = cellOf(table, "code", row);
  const code = isRounded(cell) ? (cell?.text ?? "") : textOf(cell);
  const size = code && table.size !== undefined ? textOf(row.cells[table.size]) : "";
  return size ? `${code} ${size}` : code;
};

/** A cell's text without what keeps spreadsheets from changing it: a leading apostrophe, or ="…" around it. */
const textOf = (cell: MaybeCell): string => {
  const text = cellText(cell).trim();
  return (/^="(.*)"$/.exec(text)?.[1] ?? text.replace(/^['‘’`]+/, "")).trim();
};

/** Digits of a number that a spreadsheet keeps. */
const exactDigits = 15;

const isRounded = (cell: Cell | null): boolean =>
  cell !== null && (isRoundedCode(cell.text) || (cell.type === "number" && cell.text.length > exactDigits));

/** The number of an order or line, as it is. */
const idOf = (cell: Cell | null): string => (isRounded(cell) ? (cell?.text.trim() ?? "") : textOf(cell));

const wholeNumber = (cell: Cell | null): number | undefined => {
  const text = plainNumber(textOf(cell));
  return /^-?\d{1,9}$/.test(text) ? Number(text) : undefined;
};
