// The demo seller's books while the past is planned: what lies where, and what customers wait for.

import { breakdown } from "#shared/allocation.ts";
import { channels } from "#shared/channel.ts";
import { sum } from "#shared/day-sales.ts";
import { articles, warehouses } from "./catalogue.ts";
import type { Move, Picking, Wish } from "./simulation.ts";

/** Units of an article into a warehouse, or out of it when negative, by their places in the catalogue. */
export type PlannedLine = [article: number, warehouse: number, delta: number];

const tags = warehouses.map(({ w_id, name }, index) => ({ _id: String(index), w_id, name }));

const add = (row: number[] = [], at: number, units: number) => {
  row[at] = (row[at] ?? 0) + units;
};

export const openStores = () => {
  const held = articles.map(() => warehouses.map(() => 0));
  const owed = articles.map(() => channels.map(() => 0));

  const move = ({ article, warehouse, kind, quantity }: Move): PlannedLine[] => {
    const moved = kind === "in" ? quantity : -Math.min(quantity, held[article]?.[warehouse] ?? 0);
    return moved === 0 ? [] : [[article, warehouse, moved]];
  };

  const pick = ({ channel, list }: Picking): PlannedLine[] =>
    list.flatMap(([article, wanted]) => {
      const here = held[article] ?? [];
      const quantity = Math.min(wanted, sum(here));
      add(owed[article], channels.indexOf(channel), -quantity);
      const holdings = tags.map((warehouse, w) => ({ warehouse, quantity: here[w] ?? 0 }));
      const picks = breakdown(quantity, holdings) ?? [];
      return picks.map(({ warehouse, quantity }): PlannedLine => [article, Number(warehouse._id), -quantity]);
    });

  return {
    held,
    owed,
    /** Customers order; of what is sold out no channel takes orders. */
    order: (orders: number[][]) => {
      for (const [i, row] of orders.entries())
        owed[i] = row.map((units, c) => (sum(held[i]) > 0 ? (owed[i]?.[c] ?? 0) + units : 0));
    },
    /** Makes a wish come true as far as stock goes: the lines that moved. */
    settle: (wish: Wish): PlannedLine[] => {
      const lines = wish.kind === "picklist" ? pick(wish) : move(wish);
      for (const [article, warehouse, delta] of lines) add(held[article], warehouse, delta);
      return lines;
    },
  };
};
