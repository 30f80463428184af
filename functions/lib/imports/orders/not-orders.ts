// Files that look like order files and are none: of them nothing may be taken from stock.

import type { Detail } from "#shared/failure.ts";
import type { Row } from "../../spreadsheets/cell.ts";
import { comparableHead, headRows } from "../../spreadsheets/head-row.ts";
import { warehouseHeads } from "../heads.ts";
import type { OrderTable } from "./order-columns.ts";
import { headWords } from "./order-heads.ts";

/** Heads of reports of payments, whatever stands beside them. */
const ofPayments = new Set(["settlement id", "neft id", "final settlement amount"]);

const warehouses = new Set(warehouseHeads.map(comparableHead).concat("w id"));
const ownProduct = new Set(["p id", "pid"]);

/** Why the file is no order file, if it is none. `isOrderFile`: a person says that it is one. */
export const whyNoOrders = (
  rows: readonly Row[],
  table: OrderTable,
  isProduct: (text: string) => boolean,
  isOrderFile: boolean,
): Detail | undefined => {
  const heads = new Set(table.comparable.flatMap((head) => [head, headWords(head)]));
  const has = (some: ReadonlySet<string>) => [...some].some((head) => heads.has(head));
  const hasOrder = "order" in table.columns || "line" in table.columns;
  if (!hasOrder && isProductPerColumn(rows, isProduct))
    return {
      field: "file",
      message: "Each column is a product here, and each row an order. Make a row for each product ordered",
    };
  const kind = isOrderFile
    ? undefined
    : has(ofPayments)
      ? "A report of payments, not of orders"
      : heads.has("disposition") && (heads.has("fulfillment center") || heads.has("fulfilment center"))
        ? "A ledger of the marketplace's own warehouses, not of orders"
        : !hasOrder && has(warehouses) && has(ownProduct)
          ? "Stock by warehouse, not orders: Import Stock reads it"
          : undefined;
  // The field names the answer by which the file is read all the same.
  return kind === undefined ? undefined : { field: "order_file", message: kind };
};

/** A form puts the product behind its question or before a price: "Quantities [Red bib]", "Red bib (₹250)". */
const namesIn = (head: string): string[] => [head, head.replace(/\s*[([].*$/, ""), /\[(.+)\]/.exec(head)?.[1] ?? head];

/** Two heads or more are codes or names of products, over nothing but quantities. */
const isProductPerColumn = (rows: readonly Row[], isProduct: (text: string) => boolean): boolean =>
  rows.slice(0, headRows).some(({ cells }, at) => {
    const coded = cells.flatMap((cell, column) =>
      cell?.type === "text" && namesIn(cell.text).some(isProduct) ? column : [],
    );
    const below = rows.slice(at + 1).flatMap((row) => coded.flatMap((column) => row.cells[column] ?? []));
    return coded.length > 1 && below.length > 0 && below.every(({ text }) => /^\s*\d{0,5}(\.0+)?\s*$/.test(text));
  });
