// When the stock of a marketplace's shelf was last set or counted: a field of the stock row, for each shelf.
import type { StockRow, WarehouseRow } from "../db/tables.ts";

/** By product and shelf. */
export type SetTimes = ReadonlyMap<string, Readonly<Record<string, string>>>;

export const setKey = (shelf: string) => `set#${shelf}` as const;

export const setTime = (row: StockRow | undefined, shelf: string): string | undefined => row?.[setKey(shelf)];

interface SetPlace {
  product: string;
  warehouse: string;
  /** When its units were told, or counted. */
  at: string;
}

/** When the stock of these places is set, of those that are shelves of marketplaces. */
export const shelfTimes = (places: readonly SetPlace[], warehouses: Iterable<WarehouseRow>): SetTimes => {
  const shelves = new Set([...warehouses].flatMap(({ _id, sells_for }) => (sells_for ? _id : [])));
  const byProduct = Map.groupBy(
    places.filter(({ warehouse }) => shelves.has(warehouse)),
    ({ product }) => product,
  );
  return new Map(
    [...byProduct].map(([product, own]) => [
      product,
      Object.fromEntries(own.map(({ warehouse, at }) => [warehouse, at])),
    ]),
  );
};
