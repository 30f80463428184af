// Picklists: units taken from stock for a channel, from whichever warehouses hold them.
import { allocate, type Holding } from "#shared/allocation.ts";
import { pickable } from "#shared/catalogue.ts";
import type { Channel } from "#shared/channel.ts";
import type { StockRow, WarehouseRow } from "../db/tables.ts";
import type { Draft } from "./post.ts";

/** Units of a product in each active warehouse that orders are picked from; none if it is deleted. */
export const holdingsIn =
  (warehouses: readonly WarehouseRow[], stockRows: ReadonlyMap<string, StockRow>) =>
  (product: string): Holding[] => {
    const row = stockRows.get(product);
    return pickable(warehouses).map((warehouse) => ({
      warehouse,
      quantity: row?.deleted_at ? 0 : (row?.held[warehouse._id] ?? 0),
    }));
  };

export const unitsIn = (holdings: readonly Holding[]): number =>
  holdings.reduce((sum, { quantity }) => sum + quantity, 0);

/** Takes the wanted units of each product; 422 names every product that is short. */
export const draftPicklist = (
  channel: Channel,
  wanted: ReadonlyMap<string, number>,
  warehouses: readonly WarehouseRow[],
  stockRows: ReadonlyMap<string, StockRow>,
): Draft => ({
  kind: "picklist",
  reason: "Outbound",
  channel,
  lines: allocate(wanted, holdingsIn(warehouses, stockRows)),
  stockRows,
});
