// Groups of order lines, each of which becomes a picklist, and which of their lines the stock suffices for.
import { maxProducts, maxUnits } from "#shared/limits.ts";
import { type ProductSet, partsOf } from "../../catalogue/product-sets.ts";
import { cutByCost } from "../groups.ts";
import type { TakenLine } from "./picked-lines.ts";

/** A line that is taken from stock, with its units of each product. */
export interface PickedLine extends TakenLine, ProductSet {
  row: number;
}

export type OrderGroup = PickedLine[];

/** Hashes of a group: 80 KB, which a transaction writes for 160 capacity units. */
const maxHashes = 10_000;

/**
 * Groups of at most 95 products, in the order of their first lines, each with all its lines unless they are too many. A line
 * stays whole, so a further product of a combo may stand in several groups.
 */
export const toGroups = (lines: PickedLine[]): OrderGroup[] => {
  const groups: PickedLine[][] = [];
  let inGroup = new Set<string>();
  for (const line of [...Map.groupBy(lines, ({ product }) => product).values()].flat()) {
    const ofLine = partsOf(line).map(({ product }) => product);
    const all = new Set([...inGroup, ...ofLine]);
    const isFull = groups.length === 0 || all.size > maxProducts;
    if (isFull) groups.push([]);
    inGroup = isFull ? new Set(ofLine) : all;
    groups.at(-1)?.push(line);
  }
  return groups.flatMap((some) => cutByCost(some, ({ marks }) => marks.length, maxHashes));
};

/** Takes lines in order while there is stock; a line that is too large leaves its stock to smaller ones after it. */
export const takeInStock = <L extends ProductSet>(
  lines: readonly L[],
  available: (product: string) => number,
): { taken: L[]; short: L[] } => {
  const left = new Map<string, number>();
  const taken: L[] = [];
  const short: L[] = [];
  for (const line of lines) {
    const parts = partsOf(line).map(({ product, units }) => {
      const there = left.get(product) ?? Math.min(available(product), maxUnits);
      return { product, units, there };
    });
    const isTaken = parts.every(({ units, there }) => units <= there);
    for (const { product, units, there } of parts) left.set(product, isTaken ? there - units : there);
    (isTaken ? taken : short).push(line);
  }
  return { taken, short };
};

export const unitsByProduct = (lines: readonly ProductSet[]): Map<string, number> => {
  const units = new Map<string, number>();
  for (const part of lines.flatMap(partsOf)) units.set(part.product, (units.get(part.product) ?? 0) + part.units);
  return units;
};
