// Groups of order lines, each of which becomes a picklist, and which of their lines the stock suffices for.
import { maxProducts, maxUnits } from "#shared/limits.ts";
import { slices } from "../../db/batch-reads.ts";
import { cutByCost } from "../groups.ts";
import type { LineIdentity } from "./line-identity.ts";

/** A line that is taken from stock. */
export interface PickedLine extends LineIdentity {
  row: number;
  product: string;
  units: number;
}

export type OrderGroup = PickedLine[];

/** Hashes of a group: 80 KB, which a transaction writes for 160 capacity units. */
const maxHashes = 10_000;

/** Groups of at most 95 products, in the order of their first lines, each with all its lines unless they are too many. */
export const toGroups = (lines: PickedLine[]): OrderGroup[] =>
  slices([...Map.groupBy(lines, ({ product }) => product).values()], maxProducts).flatMap((some) =>
    cutByCost(some.flat(), ({ marks }) => marks.length, maxHashes),
  );

/** Takes lines in order while there is stock; a line that is too large leaves its stock to smaller ones after it. */
export const takeInStock = <L extends Pick<PickedLine, "product" | "units">>(
  lines: readonly L[],
  available: (product: string) => number,
): { taken: L[]; short: L[] } => {
  const left = new Map<string, number>();
  const taken: L[] = [];
  const short: L[] = [];
  for (const line of lines) {
    const units = left.get(line.product) ?? Math.min(available(line.product), maxUnits);
    const isTaken = line.units <= units;
    left.set(line.product, isTaken ? units - line.units : units);
    (isTaken ? taken : short).push(line);
  }
  return { taken, short };
};

export const unitsByProduct = (lines: readonly Pick<PickedLine, "product" | "units">[]): Map<string, number> => {
  const units = new Map<string, number>();
  for (const line of lines) units.set(line.product, (units.get(line.product) ?? 0) + line.units);
  return units;
};
