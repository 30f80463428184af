// Stock and open orders while the demo's history is simulated.
import { breakdown } from "#shared/allocation.ts";
import { channels } from "#shared/channel.ts";
import { sum } from "#shared/sum.ts";
import { articles, warehouses } from "./catalogue.ts";
import type { Intent, Move, Picking } from "./simulation.ts";

/** Units into a warehouse, or out of it if negative; article and warehouse are indexes into the catalogue. */
export type HistoryLine = [article: number, warehouse: number, delta: number];

const tags = warehouses.map(({ w_id, name }, index) => ({ _id: String(index), w_id, name }));

const add = (row: number[] = [], at: number, units: number) => {
  row[at] = (row[at] ?? 0) + units;
};

export const newStockModel = () => {
  // Stock without demand arrived long before the history begins.
  const held = articles.map(({ supply, opening }) =>
    warehouses.map((_, w) => (supply === "dead" ? (opening[w] ?? 0) : 0)),
  );
  const openOrders = articles.map(() => channels.map(() => 0));

  const move = ({ article, warehouse, kind, quantity }: Move): HistoryLine[] => {
    const moved = kind === "in" ? quantity : -Math.min(quantity, held[article]?.[warehouse] ?? 0);
    return moved === 0 ? [] : [[article, warehouse, moved]];
  };

  const pick = ({ channel, list }: Picking): HistoryLine[] =>
    list.flatMap(([article, wanted]) => {
      const units = held[article] ?? [];
      const quantity = Math.min(wanted, sum(units));
      add(openOrders[article], channels.indexOf(channel), -quantity);
      const holdings = tags.map((warehouse, w) => ({ warehouse, quantity: units[w] ?? 0 }));
      const picks = breakdown(quantity, holdings) ?? [];
      return picks.map(({ warehouse, quantity }): HistoryLine => [article, Number(warehouse._id), -quantity]);
    });

  return {
    held,
    openOrders,
    /** Adds a day's orders; channels accept none for sold-out articles. */
    order: (orders: number[][]) => {
      for (const [i, row] of orders.entries())
        openOrders[i] = row.map((units, c) => (sum(held[i]) > 0 ? (openOrders[i]?.[c] ?? 0) + units : 0));
    },
    /** Carries out an intent as far as stock allows, and returns the lines that moved. */
    carryOut: (intent: Intent): HistoryLine[] => {
      const lines = intent.kind === "picklist" ? pick(intent) : move(intent);
      for (const [article, warehouse, delta] of lines) add(held[article], warehouse, delta);
      return lines;
    },
  };
};
