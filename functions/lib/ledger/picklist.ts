// Picklists: units taken from stock for a channel, from whichever warehouses hold them.
import { allocate, type Holding } from "#shared/allocation.ts";
import { idsOf, pickable } from "#shared/catalogue.ts";
import type { Channel } from "#shared/channel.ts";
import { channelsWithout, noneLeft } from "#shared/channel-warehouses.ts";
import { Failure } from "#shared/failure.ts";
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

/** 422 names each chosen warehouse that units cannot be taken from; `warehouses` are the active ones. */
export const assertPickable = (chosen: readonly string[], warehouses: readonly WarehouseRow[]): void => {
  const picked = idsOf(pickable(warehouses));
  const wrong = chosen.filter((id) => !picked.has(id));
  if (wrong.length === 0) return;
  const known = new Map(warehouses.map(({ _id, name }) => [_id, name]));
  const messageOf = (id: string) => (known.has(id) ? `${known.get(id)} is not for picking` : "No such warehouse");
  throw new Failure(
    "UNPROCESSABLE_CONTENT",
    ...wrong.map((_id) => ({ field: "warehouses", _id, message: messageOf(_id) })),
  );
};

/**
 * Takes the wanted units of each product, from the chosen warehouses or from all; 422 names every product that is short, or
 * the channel if it has no warehouse left. `everyWarehouse`: deleted ones too.
 */
export const draftPicklist = (
  channel: Channel,
  wanted: ReadonlyMap<string, number>,
  everyWarehouse: readonly WarehouseRow[],
  stockRows: ReadonlyMap<string, StockRow>,
  chosen?: string[],
): Draft => {
  if (!chosen && channelsWithout(everyWarehouse).includes(channel))
    throw new Failure("UNPROCESSABLE_CONTENT", { field: "channel", message: noneLeft(channel) });
  const warehouses = everyWarehouse.filter(({ deleted_at }) => !deleted_at);
  assertPickable(chosen ?? [], warehouses);
  const lines = allocate(wanted, holdingsIn(warehouses, stockRows), chosen);
  return { kind: "picklist", channel, ...(chosen && { from: chosen }), lines, stockRows };
};
