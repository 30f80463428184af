// Describes a movement in a few words, from its rows.
import { kindLabel } from "#shared/kinds.ts";
import type { Action, Transaction } from "#shared/movement.ts";
import { signedQuantity } from "#shared/posting-effect.ts";
import { countText, numberText } from "../lib/format.ts";

const warehousesText = (rows: readonly Transaction[]): string => {
  const names = new Set(rows.map(({ warehouse }) => warehouse.name));
  const [only = ""] = names;
  return names.size === 1 ? only : countText(names.size, "warehouse");
};

const productsText = (rows: readonly Transaction[]): string => {
  const units = rows.reduce((sum, { quantity }) => sum + quantity, 0);
  const products = new Set(rows.map(({ product }) => product._id));
  if (products.size === 1) return `${numberText(units)} × ${rows[0]?.product.name}`;
  return `${countText(products.size, "product")}, ${countText(units, "unit")}`;
};

/** Whether the stock of every product is the same afterwards: a transfer, or the reversal of one. */
const isNetZero = (rows: readonly Transaction[]): boolean => {
  const net = new Map<string, number>();
  for (const row of rows) net.set(row.product._id, (net.get(row.product._id) ?? 0) + signedQuantity(row));
  return [...net.values()].every((units) => units === 0);
};

/** "12 × Muslin Swaddle into Bengaluru Hub", "3 products, 40 units from Bengaluru Hub to Delhi NCR". */
export const describeMovement = (rows: readonly Transaction[]): string => {
  // Of a return whose units are not booked, or its reversal.
  if (rows.length === 0) return "No stock moved";
  const rowsOf = (action: Action) => rows.filter((row) => row.action === action);
  const [into, out] = [rowsOf("STOCK_IN"), rowsOf("STOCK_OUT")];
  if (isNetZero(rows)) return `${productsText(into)} from ${warehousesText(out)} to ${warehousesText(into)}`;
  const intoText = into.length > 0 && `${productsText(into)} into ${warehousesText(into)}`;
  const outText = out.length > 0 && `${productsText(out)} out of ${warehousesText(out)}`;
  return [intoText, outText].filter(Boolean).join(", ");
};

/** Describes the reversal of a movement: its units in the opposite direction. */
export const describeReversal = (rows: readonly Transaction[]): string =>
  describeMovement(rows.map((row) => ({ ...row, action: row.action === "STOCK_IN" ? "STOCK_OUT" : "STOCK_IN" })));

export const kindOf = ({ kind, corrects }: Transaction): string => (corrects ? "Correction" : kindLabel(kind));

/** "Reverse", "Reverse all 11 lines": a movement is reversed as a whole. */
export const reverseName = ({ length }: readonly Transaction[]): string =>
  length > 1 ? `Reverse all ${countText(length, "line")}` : "Reverse";

/** "Corrected once", "Corrected 3 times". */
export const correctedText = (corrections: number): string =>
  `Corrected ${corrections === 1 ? "once" : countText(corrections, "time")}`;
