// Groups of order lines, each of which becomes a picklist, and which of their lines the stock suffices for.
import { maxProducts, maxUnits } from "#shared/limits.ts";
import { type ProductSet, partsOf } from "../../catalogue/product-sets.ts";
import type { StockRow, WarehouseRow } from "../../db/tables.ts";
import { isSaleOnly } from "../../ledger/net-until.ts";
import { tellSale } from "../../ledger/sale.ts";
import { cutByCost } from "../groups.ts";
import type { OrderLine } from "./order-lines.ts";
import type { TakenLine } from "./picked-lines.ts";

/** A line that is taken from stock, with its units of each product. */
export interface PickedLine extends TakenLine, ProductSet, Pick<OrderLine, "sold" | "shelf"> {
  row: number;
}

export type OrderGroup = PickedLine[];

/** Products of a sale: its transaction also has the adjustment that gives units back, and the record of its day. */
const maxSold = 90;

/** Hashes of a group: 80 KB, which a transaction writes for 160 capacity units. */
const maxHashes = 10_000;

/**
 * Picklists, and for each day and shelf the sales that are booked without one. A release that knows of no sales finds nothing in
 * theirs, and would pick them otherwise.
 */
export const toGroups = (lines: PickedLine[]): { groups: OrderGroup[]; sales: Record<number, OrderGroup> } => {
  const all = [...Map.groupBy(lines, ({ sold, shelf }) => JSON.stringify([sold, shelf])).values()].flatMap((same) =>
    byProducts(same, same[0]?.sold === undefined ? maxProducts : maxSold),
  );
  const isSale = ([line]: OrderGroup): boolean => line?.sold !== undefined;
  return {
    groups: all.map((group) => (isSale(group) ? [] : group)),
    sales: Object.fromEntries(all.flatMap((group, at) => (isSale(group) ? [[at, group]] : []))),
  };
};

/**
 * Groups of so many products at most, in the order of their first lines, each with all its lines unless they are too many. A
 * line stays whole, so a further product of a combo may stand in several groups.
 */
const byProducts = (lines: readonly PickedLine[], most: number): OrderGroup[] => {
  const groups: PickedLine[][] = [];
  let inGroup = new Set<string>();
  for (const line of [...Map.groupBy(lines, ({ product }) => product).values()].flat()) {
    const ofLine = partsOf(line).map(({ product }) => product);
    const all = new Set([...inGroup, ...ofLine]);
    const isFull = groups.length === 0 || all.size > most;
    if (isFull) groups.push([]);
    inGroup = isFull ? new Set(ofLine) : all;
    groups.at(-1)?.push(line);
  }
  return groups.flatMap((some) => cutByCost(some, ({ marks }) => marks.length, maxHashes));
};

/**
 * Takes lines in order while there is stock; a line that is too large leaves its stock to smaller ones after it, and says of which
 * product it is short. `partsIn`: what a line takes of the stock.
 */
export const takeInStock = <L extends ProductSet>(
  lines: readonly L[],
  available: (product: string) => number,
  partsIn: (line: L) => ReturnType<typeof partsOf> = partsOf,
): { taken: L[]; short: Map<L, string> } => {
  const left = new Map<string, number>();
  const taken: L[] = [];
  const short = new Map<L, string>();
  for (const line of lines) {
    const parts = partsIn(line).map(({ product, units }) => {
      const there = left.get(product) ?? Math.min(available(product), maxUnits);
      return { product, units, there };
    });
    const scarce = parts.find(({ units, there }) => units > there);
    for (const { product, units, there } of parts) left.set(product, scarce ? there : there - units);
    if (scarce) short.set(line, scarce.product);
    else taken.push(line);
  }
  return { taken, short };
};

export const unitsByProduct = (lines: readonly ProductSet[]): Map<string, number> => {
  const units = new Map<string, number>();
  for (const part of lines.flatMap(partsOf)) units.set(part.product, (units.get(part.product) ?? 0) + part.units);
  return units;
};

/** The stock of a marketplace's shelf, of which nothing is taken where a sale counts as one only. */
export const shelfStock = (rows: ReadonlyMap<string, StockRow>, shelf: WarehouseRow | undefined, now: Date) => {
  const active = (product: string) => (rows.get(product)?.deleted_at ? undefined : rows.get(product));
  const isOnly = (row: StockRow | undefined, sold = "") => row && isSaleOnly(tellSale(sold, now), row, shelf);
  return {
    available: (product: string): number => active(product)?.held[shelf?._id ?? ""] ?? 0,
    partsIn: (line: ProductSet & Pick<OrderLine, "sold">) =>
      partsOf(line).filter(({ product }) => !isOnly(active(product), line.sold)),
  };
};
