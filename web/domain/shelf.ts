// Where products lie in a warehouse, from the catalogue of this device: sheets and lists are in this order.
import { useCallback } from "react";
import { shelvesOf } from "#shared/catalogue.ts";
import { normalised } from "#shared/name.ts";
import { compareText } from "../lib/compare-text.ts";
import { useDerived } from "./catalogue.tsx";

/** The shelf of a product in a warehouse, or "". */
export type ShelfOf = (product: string, warehouse: string) => string;

export const useShelves = (): ShelfOf => {
  const shelves = useDerived(shelvesOf);
  return useCallback((product, warehouse) => shelves?.get(product)?.[warehouse] ?? "", [shelves]);
};

/** What lies on no known shelf comes last. */
const compareShelves = (a: string, b: string): number => (a && b ? compareText(a, b) : Number(!a) - Number(!b));

/** Rows in the order of their shelves, and on each as they were. */
export const byShelf = <Row>(rows: readonly Row[], shelfOf: (row: Row) => string): Row[] =>
  rows.toSorted((a, b) => compareShelves(shelfOf(a), shelfOf(b)));

/** The code is that of the shelf's label. */
export const isShelf = (shelf: string, code: string): boolean => shelf !== "" && normalised(shelf) === normalised(code);
