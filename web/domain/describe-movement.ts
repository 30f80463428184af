// What a movement did, in a few words, from its rows.
import type { Action, Transaction } from "#shared/movement.ts";
import { countText, numberText } from "../lib/format.ts";

const placesOf = (rows: readonly Transaction[]): string => {
  const names = new Set(rows.map(({ warehouse }) => warehouse.name));
  const [only = ""] = names;
  return names.size === 1 ? only : countText(names.size, "warehouse");
};

const whatOf = (rows: readonly Transaction[]): string => {
  const units = rows.reduce((sum, { quantity }) => sum + quantity, 0);
  const products = new Set(rows.map(({ product }) => product._id));
  if (products.size === 1) return `${numberText(units)} × ${rows[0]?.product.name}`;
  return `${countText(products.size, "product")}, ${countText(units, "unit")}`;
};

/** What a row adds to the stock. */
export const signedQuantity = ({ action, quantity }: Pick<Transaction, "action" | "quantity">): number =>
  action === "STOCK_IN" ? quantity : -quantity;

/** Whether as much of each product came in as went out: in a transfer, also one that is undone. */
const isEven = (rows: readonly Transaction[]): boolean => {
  const net = new Map<string, number>();
  for (const row of rows) net.set(row.product._id, (net.get(row.product._id) ?? 0) + signedQuantity(row));
  return [...net.values()].every((units) => units === 0);
};

/** "12 × Muslin Swaddle into Bengaluru Hub", "3 products, 40 units from Bengaluru Hub to Delhi NCR". */
export const describeMovement = (rows: readonly Transaction[]): string => {
  const of = (action: Action) => rows.filter((row) => row.action === action);
  const [into, out] = [of("STOCK_IN"), of("STOCK_OUT")];
  if (isEven(rows)) return `${whatOf(into)} from ${placesOf(out)} to ${placesOf(into)}`;
  const came = into.length > 0 && `${whatOf(into)} into ${placesOf(into)}`;
  const went = out.length > 0 && `${whatOf(out)} out of ${placesOf(out)}`;
  return [came, went].filter(Boolean).join(", ");
};
