// What each warehouse holds of a product, from the stock records.
import { useMemo } from "react";
import type { Holding } from "#shared/allocation.ts";
import type { StockRecord } from "#shared/stock.ts";

type Holdings = ReadonlyMap<string, readonly Holding[]>;

/** By product; undefined before the records are there. */
export function useHoldings(records: readonly StockRecord[] | undefined): Holdings | undefined {
  return useMemo(() => records && Map.groupBy(records, ({ product }) => product._id), [records]);
}

export const heldOf = (holdings: Holdings, product: string): readonly Holding[] => holdings.get(product) ?? [];

/** Units in all warehouses. */
export const availableOf = (holdings: Holdings, product: string): number =>
  heldOf(holdings, product).reduce((sum, { quantity }) => sum + quantity, 0);
