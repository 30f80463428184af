// Until when the stock of a place is net of what a marketplace sold from it: until it was last set, by a field of the stock row.
// Sheets and counts leave it in marketplaces' shelves, also former ones, and in warehouses that nobody picks from, since one of
// these may be a shelf that is not marked yet. Where nothing has set the stock, it is net of what was sold before the warehouse
// first stood for a shelf.
import { type Line, type NetUntil, placeOf } from "#shared/movement.ts";
import { soldBy } from "#shared/sale-day.ts";
import type { StockRow, WarehouseRow } from "../db/tables.ts";

/** By place, as `placeOf` has it: the fields as they are to be, those that a draft relies on included. */
export type NetChanges = ReadonlyMap<string, NetUntil | undefined>;

export const netKey = (shelf: string) => `net#${shelf}` as const;

export const storedNet = (place: string, rows: ReadonlyMap<string, StockRow>): NetUntil | undefined => {
  const [product = "", shelf = ""] = place.split("#");
  return rows.get(product)?.[netKey(shelf)];
};

/** Whether what was sold of a product from a place counts as a sale only, by which its stock is not less. */
export const isSaleOnly = (
  sale: Parameters<typeof soldBy>[0],
  row: StockRow | undefined,
  warehouse: WarehouseRow | undefined,
): boolean =>
  warehouse?.sells_since !== undefined && soldBy(sale) <= (row?.[netKey(warehouse._id)]?.at || warehouse.sells_since);

/** The lines of a told sale that count as a sale only, and the fields by which they do. */
export const saleOnlyLines = (
  sale: Parameters<typeof soldBy>[0],
  lines: readonly Line[],
  rows: ReadonlyMap<string, StockRow>,
  warehouses: ReadonlyMap<string, WarehouseRow>,
): { only: ReadonlySet<Line>; netUntil: NetChanges } => {
  const only = new Set<Line>();
  const netUntil = new Map<string, NetUntil | undefined>();
  for (const line of lines) {
    const [product, id] = line;
    const warehouse = warehouses.get(id);
    if (!warehouse?.sells_since) continue;
    const place = placeOf(product, id);
    const set = storedNet(place, rows);
    const isOnly = isSaleOnly(sale, rows.get(product), warehouse);
    if (isOnly) only.add(line);
    netUntil.set(place, set && isOnly ? reliedOn(set, soldBy(sale)) : set);
  }
  return { only, netUntil };
};

/** The same, on which sales until then have relied. */
export const reliedOn = (set: NetUntil, until: string): NetUntil =>
  (set.relied ?? "") >= until ? set : { ...set, relied: until };

/** A place whose stock is set, and until when it is net of sales then. */
export interface SetPlace {
  product: string;
  warehouse: string;
  at: string;
}

/** By place: the same, and until when it was net of sales if nothing has set it before. */
export type Sets = ReadonlyMap<string, { at: string; since: string }>;

/** Whether it is kept for places of the warehouse, also where a sheet only agrees. */
export const isNetKept = ({ sells_since, not_for_picking }: WarehouseRow): boolean =>
  sells_since !== undefined || not_for_picking === "yes";

/** Warehouses of one product for which a movement says so, beside shelves: an update of its stock row has room for 4 KB. */
const maxSet = 20;

export const setsOf = (places: readonly SetPlace[], warehouses: readonly WarehouseRow[]): Sets => {
  const since = new Map(warehouses.filter(isNetKept).map(({ _id, sells_since }) => [_id, sells_since]));
  const isInShelf = ({ warehouse }: SetPlace) => since.get(warehouse) !== undefined;
  const written = places.filter(({ warehouse }) => since.has(warehouse));
  const kept = [...Map.groupBy(written, ({ product }) => product).values()].flatMap((own) =>
    own.length > maxSet ? own.filter(isInShelf) : own,
  );
  return new Map(
    kept.map(({ product, warehouse, at }) => [placeOf(product, warehouse), { at, since: since.get(warehouse) ?? "" }]),
  );
};

/** What a movement that sets these places leaves in them, and what it replaces, to which its reversal goes back. */
export const setNow = (movement: string, sets: Sets, rows: ReadonlyMap<string, StockRow>) => {
  const changes = [...sets].map(([place, { at, since }]) => {
    const set = storedNet(place, rows);
    const before = set?.at ? set : { at: since, by: "" };
    return { place, before, after: { at: before.at > at ? before.at : at, by: movement } };
  });
  return {
    replaced: Object.fromEntries(changes.map(({ place, before }) => [place, before])),
    nets: Object.fromEntries(changes.map(({ place, after }) => [place, after.at])),
    netUntil: new Map<string, NetUntil>(changes.map(({ place, after }) => [place, after])),
  };
};
