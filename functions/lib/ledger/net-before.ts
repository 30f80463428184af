// What the stock of a place was net of before a movement set it, to which a reversal goes back, and whether it may.
import { Failure } from "#shared/failure.ts";
import type { Movement, NetUntil } from "#shared/movement.ts";
import { movements, type StockRow, type WarehouseRow } from "../db/tables.ts";
import { reliedOn, storedNet } from "./net-until.ts";

/**
 * Until when places were net of sales before a movement set them, where it was the last to do so: not by what it replaced if that
 * was reversed under it, as nothing forbids in warehouses that are no shelves.
 */
export const netBefore = async (
  { _id, replaced = {} }: Movement,
  rows: ReadonlyMap<string, StockRow>,
): Promise<ReadonlyMap<string, NetUntil>> => {
  let nets = Object.entries(replaced).filter(([place]) => storedNet(place, rows)?.by === _id);
  for (;;) {
    const below = await movements.findAll(nets.flatMap(([, { by }]) => by || []));
    if (![...below.values()].some(({ reversed_by }) => reversed_by)) break;
    nets = nets.map(([place, net]) => {
      const { reversed_by, replaced = {} } = below.get(net.by) ?? {};
      return [place, reversed_by ? (replaced[place] ?? { at: "", by: "" }) : net];
    });
  }
  // What has counted by the one counts by the other from then on.
  return new Map(nets.map(([place, net]) => [place, reliedOn(net, storedNet(place, rows)?.relied ?? "")]));
};

/**
 * 409 if a shelf's stock was set again since the movements set it, or if sales have counted by it otherwise than by what is left: as
 * sales only, or, where nothing else has set the stock, as more than that.
 */
export const checkSetLast = async (
  set: readonly Movement[],
  rows: ReadonlyMap<string, StockRow>,
  warehouses: ReadonlyMap<string, WarehouseRow>,
): Promise<void> => {
  for (const movement of set) {
    const before = await netBefore(movement, rows);
    for (const place of Object.keys(movement.replaced ?? {})) {
      const [product = "", warehouse = ""] = place.split("#");
      const { sells_for, sells_since } = warehouses.get(warehouse) ?? {};
      const net = before.get(place);
      const isRelied = net && sells_since && (!net.at || (net.relied ?? "") > net.at);
      if (net ? !isRelied : !sells_for) continue;
      throw new Failure("CONFLICT", {
        product,
        message: `${net ? "Sales were counted by it since" : "It was set again since"}: ${
          sells_for ? "import the marketplace's stock sheet of today" : "set the stock of today"
        } instead`,
      });
    }
  }
};
