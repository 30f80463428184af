// Moves between warehouses: where those that channels take from run out while others hold units for long.
import { pickable, unitsIn, warehousesFor } from "./catalogue.ts";
import { channels } from "./channel.ts";
import type { Sold } from "./day-sales.ts";
import { runRate } from "./reorder.ts";
import type { Warehouse } from "./warehouse.ts";

/** Days of sales that are left in a channel's warehouses when units are to be moved there. */
const daysLeft = 7;

/** Days of sales that such warehouses have after a move, and that the others keep. */
const daysKept = 30;

export interface Move {
  from: Warehouse;
  to: Warehouse;
  units: number;
}

interface Level {
  held: Record<string, number>;
  /** Of the days of the run rate. */
  sold?: Sold | undefined;
}

/** The move that a product needs most, if any: `warehouses` are the active ones. From all of them nothing runs out alone. */
export const moveOf = (
  { held, sold = {} }: Level,
  warehouses: readonly Warehouse[],
  today: string,
): Move | undefined => {
  const groups = Map.groupBy(channels, (channel) => warehousesFor(channel, warehouses, [])?.join() ?? "");
  const rate = runRate(sold, today);
  const moves = [...groups].flatMap(([ids, own]): Move[] => {
    const chosen = new Set(ids.split(","));
    const others = pickable(warehouses).filter(({ _id }) => !chosen.has(_id));
    const from = others.toSorted((a, b) => (held[b._id] ?? 0) - (held[a._id] ?? 0))[0];
    const to = warehouses.find(({ _id }) => _id === ids.split(",")[0]);
    const isOwn = ([key]: [string, number]) => own.some((channel) => key.endsWith(`#${channel}`));
    const ownRate = runRate(Object.fromEntries(Object.entries(sold).filter(isOwn)), today);
    const here = unitsIn(held, chosen);
    if (!from || !to || ownRate === 0 || here >= ownRate * daysLeft) return [];
    const spare = unitsIn(held, new Set(others.map(({ _id }) => _id))) - rate * daysKept;
    const wanted = ownRate * daysKept - here;
    const units = Math.floor(Math.min(wanted, spare, held[from._id] ?? 0));
    return units > 0 ? [{ from, to, units }] : [];
  });
  return moves.sort((a, b) => b.units - a.units)[0];
};
