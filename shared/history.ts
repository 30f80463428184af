// A product's history: its movements with the balance after each.
import * as v from "valibot";
import { Transaction } from "./movement.ts";

export const HistoryRow = v.object({
  ...Transaction.entries,
  /** Units the row's warehouse held after it, and all warehouses together. */
  balance: v.number(),
  total: v.number(),
});
export type HistoryRow = v.InferOutput<typeof HistoryRow>;

export const History = v.object({
  /** Units in all warehouses before the first row. */
  opening: v.number(),
  /** Oldest first. */
  rows: v.array(HistoryRow),
  /** The last movements are not all in the ledger's index yet: look again in a moment. */
  settling: v.boolean(),
});
export type History = v.InferOutput<typeof History>;
