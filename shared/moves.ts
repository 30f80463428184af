// Moves between warehouses: where those that channels take from, or a marketplace's shelf, run out while others hold units for long.
import { pickable, shelfFor, unitsIn, warehousesFor } from "./catalogue.ts";
import { type Channel, channels } from "./channel.ts";
import type { Sold } from "./day-sales.ts";
import { runRate } from "./reorder.ts";
import { sumBy } from "./sum.ts";
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
  /** Units a day that leave marketplaces' shelves, where that is known: all that their channels sell at most. */
  fromShelves?: number | undefined;
}

/** The move that a product needs most, if any: `warehouses` are the active ones. From all of them nothing runs out alone. */
export const moveOf = (
  { held, sold = {}, fromShelves = Number.POSITIVE_INFINITY }: Level,
  warehouses: readonly Warehouse[],
  today: string,
): Move | undefined => {
  const ofShelved = rateOn(
    channels.filter((one) => shelfFor(one, warehouses)),
    sold,
    today,
  );
  const share = Math.min(1, fromShelves / (ofShelved || 1));
  const needs = channels.flatMap((channel) => {
    const rate = rateOn([channel], sold, today);
    const shelf = shelfFor(channel, warehouses);
    const ids = warehousesFor(channel, warehouses, [])?.join() ?? "";
    return shelf
      ? [
          { ids: shelf._id, rate: share * rate },
          { ids, rate: (1 - share) * rate },
        ]
      : [{ ids, rate }];
  });
  // What a marketplace sells from its own shelf leaves no other warehouse.
  const rate = runRate(sold, today) - share * ofShelved;
  const moves = [...Map.groupBy(needs, ({ ids }) => ids)].flatMap(([ids, own]): Move[] => {
    const chosen = new Set(ids.split(","));
    const others = pickable(warehouses).filter(({ _id }) => !chosen.has(_id));
    const from = others.toSorted((a, b) => (held[b._id] ?? 0) - (held[a._id] ?? 0))[0];
    const to = warehouses.find(({ _id }) => _id === ids.split(",")[0]);
    const ownRate = sumBy(own, (need) => need.rate);
    const here = unitsIn(held, chosen);
    if (!from || !to || ownRate === 0 || here >= ownRate * daysLeft) return [];
    const spare = unitsIn(held, new Set(others.map(({ _id }) => _id))) - rate * daysKept;
    const wanted = ownRate * daysKept - here;
    // A sum of thirds may be a hair less than the whole number that it is.
    const units = Math.floor(Math.min(wanted, spare, held[from._id] ?? 0) + 1e-9);
    return units > 0 ? [{ from, to, units }] : [];
  });
  return moves.sort((a, b) => b.units - a.units)[0];
};

/** Units a day on some channels. */
const rateOn = (some: readonly Channel[], sold: Sold, today: string): number =>
  runRate(
    Object.fromEntries(Object.entries(sold).filter(([key]) => some.some((channel) => key.endsWith(`#${channel}`)))),
    today,
  );

/** Days of its own sales that a marketplace's shelf may hold before its units are named: nobody moves them back. */
const shelfDays = 90;

/** Units of so many in a warehouse that are beyond that, if it is a shelf: each may sell all that leaves shelves. */
export const unitsBeyond = (
  units: number,
  { sells_for }: Pick<Warehouse, "sells_for">,
  fromShelves = Number.POSITIVE_INFINITY,
): number => (sells_for ? Math.max(0, Math.floor(units - shelfDays * fromShelves)) : 0);
