// Until when the stock of a marketplace's shelf is net of what was sold from it: until it was last set, by a field of the stock
// row, or until the warehouse began to stand for it.
import { Failure } from "#shared/failure.ts";
import { type Line, type Movement, type NetUntil, placeOf } from "#shared/movement.ts";
import { isSaleOnly } from "#shared/sale-day.ts";
import type { StockRow, WarehouseRow } from "../db/tables.ts";

/** By place, as `placeOf` has it: the fields as they are to be, those that a draft relies on included. */
export type NetChanges = ReadonlyMap<string, NetUntil | undefined>;

export const netKey = (shelf: string) => `net#${shelf}` as const;

/** Of a place that was never set. */
export const neverSet: NetUntil = { at: "", by: "" };

const stored = (place: string, rows: ReadonlyMap<string, StockRow>): NetUntil | undefined => {
  const [product = "", shelf = ""] = place.split("#");
  return rows.get(product)?.[netKey(shelf)];
};

const isShelf = (warehouse: WarehouseRow | undefined): warehouse is WarehouseRow & { sells_since: string } =>
  warehouse?.sells_since !== undefined;

/** The lines of a told sale that count as a sale only, and the fields by which they do. */
export const saleOnlyLines = (
  sale: Parameters<typeof isSaleOnly>[0],
  lines: readonly Line[],
  rows: ReadonlyMap<string, StockRow>,
  warehouses: ReadonlyMap<string, WarehouseRow>,
): { only: ReadonlySet<Line>; netUntil: NetChanges } => {
  const only = new Set<Line>();
  const netUntil = new Map<string, NetUntil | undefined>();
  for (const line of lines) {
    const [product, id] = line;
    const warehouse = warehouses.get(id);
    if (!isShelf(warehouse)) continue;
    const place = placeOf(product, id);
    const set = stored(place, rows);
    const isSince = isSaleOnly(sale, warehouse.sells_since);
    const isOnly = isSince || isSaleOnly(sale, set?.at ?? "");
    if (isOnly) only.add(line);
    netUntil.set(place, set && isOnly && !isSince ? { ...set, relied: true } : set);
  }
  return { only, netUntil };
};

/** Those of some places whose warehouse stands, or has stood, for a marketplace's shelf. */
export const shelfPlaces = (
  places: readonly { product: string; warehouse: string }[],
  warehouses: readonly WarehouseRow[],
): string[] => {
  const shelves = new Set(warehouses.filter(isShelf).map(({ _id }) => _id));
  return places.flatMap(({ product, warehouse }) => (shelves.has(warehouse) ? placeOf(product, warehouse) : []));
};

/** What a movement that sets these places leaves in them, and what it replaces, to which its reversal goes back. */
export const setNow = (
  { _id, created_at }: Pick<Movement, "_id" | "created_at">,
  places: readonly string[],
  rows: ReadonlyMap<string, StockRow>,
) => {
  const replaced = places.map((place) => [place, stored(place, rows) ?? neverSet] as const);
  const netUntil = replaced.map(
    ([place, { at }]) => [place, { at: at > created_at ? at : created_at, by: _id }] as const,
  );
  return { replaced: Object.fromEntries(replaced), netUntil: new Map<string, NetUntil>(netUntil) };
};

/** 409 if a shelf's stock was set again since the movements set it, or if sales have counted by it as sales only. */
export const checkSetLast = (movements: readonly Movement[], rows: ReadonlyMap<string, StockRow>): void => {
  for (const { _id, replaced = {} } of movements)
    for (const place of Object.keys(replaced)) {
      const set = stored(place, rows);
      const why =
        set?.by !== _id ? "It was set again since" : set.relied ? "Sales were counted by it since" : undefined;
      if (!why) continue;
      const [product = ""] = place.split("#");
      throw new Failure("CONFLICT", {
        product,
        message: `${why}: import the marketplace's stock sheet of today instead`,
      });
    }
};
