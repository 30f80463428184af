// How units are picked from the shelves: how many products at once, from which warehouse, and when there is too little.
import { Failure } from "./failure.ts";
import { numberText } from "./format.ts";
import type { Line } from "./movement.ts";
import type { WarehouseTag } from "./warehouse.ts";

/** Most products one movement holds: a transaction takes 100 actions, five are kept for the rest. */
export const maxProducts = 95;

export const emptyPicklist = "Picklist empty, add items first";
export const channelMissing = "Please select a channel";

/** Units of a product that are asked for. */
interface ProductQuantity {
  product: string;
  quantity: number;
}

export interface Holding {
  warehouse: WarehouseTag;
  quantity: number;
}

/** Units to take from each warehouse, smallest holding first, ties by w_id; null when all together hold too little. */
export const breakdown = (quantity: number, holdings: readonly Holding[]): Holding[] | null => {
  const smallestFirst = holdings
    .filter((holding) => holding.quantity > 0)
    .sort((a, b) => a.quantity - b.quantity || (a.warehouse.w_id < b.warehouse.w_id ? -1 : 1));
  const picks: Holding[] = [];
  let missing = quantity;
  for (const { warehouse, quantity: held } of smallestFirst) {
    if (missing === 0) break;
    const taken = Math.min(held, missing);
    picks.push({ warehouse, quantity: taken });
    missing -= taken;
  }
  return missing === 0 ? picks : null;
};

/** Units wanted of each product, in the order they were first named; 422 when they are more than can be held. */
export const sumByProduct = (list: readonly ProductQuantity[], most = maxProducts): Map<string, number> => {
  const wanted = new Map<string, number>();
  for (const { product, quantity } of list) wanted.set(product, (wanted.get(product) ?? 0) + quantity);
  if (wanted.size > most)
    throw new Failure("UNPROCESSABLE_CONTENT", { field: "list", message: tooMany(wanted.size, most) });
  return wanted;
};

/** The lines that take what is wanted; 422 names every product of which too little is held. */
export const allocate = (wanted: ReadonlyMap<string, number>, holdings: (product: string) => Holding[]): Line[] => {
  const picked = [...wanted].map(([product, quantity]) => ({ product, picks: breakdown(quantity, holdings(product)) }));
  const short = picked.filter(({ picks }) => picks === null);
  if (short.length > 0)
    throw new Failure("UNPROCESSABLE_CONTENT", ...short.map(({ product }) => shortage(product, holdings(product))));
  return picked.flatMap(({ product, picks }) =>
    (picks ?? []).map(({ warehouse, quantity }): Line => [product, warehouse._id, -quantity]),
  );
};

/** Said of a line that wants more than there is; in the specification's words, so ungrouped, as the next one. */
export const outOfStock = (available: number): string => `Out of stock (Avl. ${available})`;
/** Said when a line's quantity cannot be raised any more. */
export const maximumReached = (available: number): string => `Maximum stock reached (Avl. ${available})`;

const shortage = (product: string, holdings: Holding[]) => {
  const available = holdings.reduce((sum, { quantity }) => sum + quantity, 0);
  return { field: "list", product, message: outOfStock(available), available };
};

/** What keeps a picklist from being saved, before stock is asked. */
export const picklistFault = ({ list, channel }: { list: readonly unknown[]; channel: string }): string | undefined => {
  if (list.length === 0) return emptyPicklist;
  if (channel === "") return channelMissing;
  return list.length > maxProducts ? tooMany(list.length) : undefined;
};

const tooMany = (products: number, most = maxProducts): string =>
  `At most ${most} products, not ${numberText(products)}`;
