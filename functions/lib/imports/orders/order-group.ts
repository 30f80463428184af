// Groups of order lines, each of which becomes a picklist, and which of their lines the stock suffices for.
import { maxProducts, maxUnits } from "#shared/limits.ts";
import { type ProductSet, partsOf } from "../../catalogue/product-sets.ts";
import type { StockRow, WarehouseRow } from "../../db/tables.ts";
import { isSoldOnly, type Telling } from "../../ledger/sale.ts";
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
 * product it is short. Lines that are `apart` have a stock of their own.
 */
export const takeInStock = <L extends ProductSet>(
  lines: readonly L[],
  available: (product: string, line: L) => number,
  apart: (product: string, line: L) => string = () => "",
): { taken: L[]; short: Map<L, string> } => {
  const left = new Map<string, number>();
  const taken: L[] = [];
  const short = new Map<L, string>();
  for (const line of lines) {
    const parts = partsOf(line).map(({ product, units }) => {
      const stock = `${product}#${apart(product, line)}`;
      const there = left.get(stock) ?? Math.min(available(product, line), maxUnits);
      return { product, stock, units, there };
    });
    const scarce = parts.find(({ units, there }) => units > there);
    for (const { stock, units, there } of parts) left.set(stock, scarce ? there : there - units);
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

type Sold = Pick<PickedLine, "sold" | "shelf">;

/** Stock by line: of what was sold from the shelf its own, without an end where the sale takes no units; else `own`. */
export const shelfStock = (
  rows: ReadonlyMap<string, StockRow>,
  shelf: WarehouseRow | undefined,
  telling: Omit<Telling, "sold">,
  own: (product: string) => number,
) => {
  const active = (product: string) => (rows.get(product)?.deleted_at ? undefined : rows.get(product));
  const isOnly = (product: string, { sold }: Sold): boolean => {
    const row = active(product);
    return row && shelf ? isSoldOnly({ ...telling, sold: sold || telling.today }, row, shelf) : false;
  };
  const inShelf = (product: string): number => active(product)?.held[shelf?._id ?? ""] ?? 0;
  return {
    inShelf,
    available: (product: string, line: Sold) =>
      !line.shelf ? own(product) : isOnly(product, line) ? maxUnits : inShelf(product),
    apart: (product: string, line: Sold & { row?: number }) =>
      !line.shelf ? "" : isOnly(product, line) ? `${line.shelf}#${line.row}` : line.shelf,
  };
};
