// Allocation: from which warehouses the units of a picklist are taken, and which products are short.
import { channelMissing } from "./channel.ts";
import { type Detail, Failure } from "./failure.ts";
import { numberText } from "./format.ts";
import { maxLines, maxProducts, maxUnits, tooManyOfProduct } from "./limits.ts";
import type { Line } from "./movement.ts";
import type { WarehouseTag } from "./warehouse.ts";

export const emptyPicklist = "Picklist empty, add items first";

export interface ProductQuantity {
  product: string;
  quantity: number;
}

export interface Holding {
  warehouse: WarehouseTag;
  quantity: number;
}

/** In the order in which units are taken: that of the chosen warehouses, or without them of all the smallest first, ties by w_id. */
const inOrder = (holdings: readonly Holding[], chosen: readonly string[] | undefined): Holding[] =>
  chosen
    ? chosen.flatMap((id) => holdings.filter(({ warehouse }) => warehouse._id === id))
    : holdings.toSorted((a, b) => a.quantity - b.quantity || (a.warehouse.w_id < b.warehouse.w_id ? -1 : 1));

const sumOf = (holdings: readonly Holding[]): number => holdings.reduce((sum, { quantity }) => sum + quantity, 0);

/** Units in the chosen warehouses, or in all, and those in the others. */
export const unitsFrom = (holdings: readonly Holding[], chosen?: readonly string[]) => {
  const available = sumOf(inOrder(holdings, chosen));
  return { available, elsewhere: sumOf(holdings) - available };
};

/** Units to take from each warehouse; null if the chosen ones, or all, together hold too little. */
export const breakdown = (
  quantity: number,
  holdings: readonly Holding[],
  chosen?: readonly string[],
): Holding[] | null => {
  const picks: Holding[] = [];
  let missing = quantity;
  for (const { warehouse, quantity: held } of inOrder(holdings, chosen)) {
    if (held <= 0) continue;
    if (missing === 0) break;
    const taken = Math.min(held, missing);
    picks.push({ warehouse, quantity: taken });
    missing -= taken;
  }
  return missing === 0 ? picks : null;
};

/**
 * Units by product, in the order of their first lines. 422 if there are more than `max` products; 400 names each product
 * of which the lines together have more units than one line may.
 */
export const sumByProduct = (list: readonly ProductQuantity[], max = maxProducts): Map<string, number> => {
  const wanted = new Map<string, number>();
  for (const { product, quantity } of list) wanted.set(product, (wanted.get(product) ?? 0) + quantity);
  if (wanted.size > max)
    throw new Failure("UNPROCESSABLE_CONTENT", { field: "list", message: tooMany(wanted.size, max) });
  const above = [...wanted].filter(([, units]) => units > maxUnits);
  if (above.length > 0)
    throw new Failure(
      "BAD_REQUEST",
      ...above.map(([product]) => ({ field: "list", product, message: tooManyOfProduct() })),
    );
  return wanted;
};

/** The lines that take the wanted units; 422 names every short product, or the one that takes too many lines. */
export const allocate = (
  wanted: ReadonlyMap<string, number>,
  holdings: (product: string) => Holding[],
  chosen?: readonly string[],
): Line[] => {
  const picked = [...wanted].map(([product, quantity]) => ({
    product,
    picks: breakdown(quantity, holdings(product), chosen),
  }));
  const short = picked.filter(({ picks }) => picks === null);
  if (short.length > 0)
    throw new Failure(
      "UNPROCESSABLE_CONTENT",
      ...short.map(({ product }) => shortage(product, unitsFrom(holdings(product), chosen))),
    );
  const lines = picked.flatMap(({ product, picks }) =>
    (picks ?? []).map(({ warehouse, quantity }): Line => [product, warehouse._id, -quantity]),
  );
  if (lines.length > maxLines) throw new Failure("UNPROCESSABLE_CONTENT", ...tooManyLines(lines));
  return lines;
};

/** For a line that exceeds stock. This text and the next are fixed by the specification, so numbers are not grouped. */
export const outOfStock = (available: number): string => `Out of stock (Avl. ${available})`;
/** The same, with what lies elsewhere if units are taken from chosen warehouses alone. */
export const withElsewhere = (text: string, units = 0): string =>
  units > 0 ? `${text}, ${numberText(units)} in other warehouses` : text;
/** For a quantity that cannot be raised any more. */
export const maximumReached = (available: number): string => `Maximum stock reached (Avl. ${available})`;

/** `elsewhere`: units that can be picked in other warehouses than the chosen ones. */
export const shortage = (product: string, { available, elsewhere = 0 }: { available: number; elsewhere?: number }) => ({
  field: "list",
  product,
  message: outOfStock(available),
  available,
  ...(elsewhere > 0 && { elsewhere }),
});

/** The advice for a picklist of too many lines: names the product that is spread over most warehouses. */
const tooManyLines = (lines: readonly Line[]): Detail[] => {
  const [[product, own] = ["", []]] = [...Map.groupBy(lines, (line) => line[0])].sort(
    ([, a], [, b]) => b.length - a.length,
  );
  const all = `In all ${numberText(lines.length)} places, at most ${numberText(maxLines)}: make several picklists`;
  return [{ field: "list", product, message: `Taken from ${numberText(own.length)} warehouses. ${all}` }];
};

/** Why a picklist cannot be saved, before stock is checked. */
export const picklistFault = ({ list, channel }: { list: readonly unknown[]; channel: string }): string | undefined => {
  if (list.length === 0) return emptyPicklist;
  if (channel === "") return channelMissing;
  return list.length > maxProducts ? tooMany(list.length) : undefined;
};

const tooMany = (products: number, max = maxProducts): string => `At most ${max} products, not ${numberText(products)}`;
