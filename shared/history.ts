// A product's history: its movements with the balance after each.
import * as v from "valibot";
import { Transaction } from "./movement.ts";

export const HistoryRow = v.object({
  ...Transaction.entries,
  /** Units the row's warehouse held after it, and together those that were not deleted by then. */
  balance: v.number(),
  total: v.number(),
});
export type HistoryRow = v.InferOutput<typeof HistoryRow>;

export const History = v.object({
  /** Units when the range began and when it ended, in the warehouses that stock reports of then count. */
  opening: v.number(),
  closing: v.number(),
  /** Oldest first. */
  rows: v.array(HistoryRow),
  /** The last movements are not all in the ledger's index yet: look again in a moment. */
  settling: v.boolean(),
});
export type History = v.InferOutput<typeof History>;
