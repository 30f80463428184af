// The effect of a posting on stock.
import type { Action, Line, Transaction } from "./movement.ts";

/** Units that a row adds to the stock; negative when stock goes out. */
export const signedQuantity = ({ action, quantity }: Pick<Transaction, "action" | "quantity">): number =>
  action === "STOCK_IN" ? quantity : -quantity;

interface OneProduct {
  product: string;
  warehouse: string;
  quantity: number;
}

export const inOutLine = (action: Action, { product, warehouse, quantity }: OneProduct): Line => [
  product,
  warehouse,
  signedQuantity({ action, quantity }),
];

/** Out of one warehouse and into the other. */
export const transferPair = (places: { from: string; to: string }, product: string, quantity: number): Line[] => [
  [product, places.from, -quantity],
  [product, places.to, quantity],
];
