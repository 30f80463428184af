// A product's history: its transactions with the balance after each.
import * as v from "valibot";
import { Transaction } from "./movement.ts";

export const HistoryRow = v.object({
  ...Transaction.entries,
  /** Units after it in the row's warehouse, and in all warehouses that were not deleted by then. */
  balance: v.number(),
  total: v.number(),
});
export type HistoryRow = v.InferOutput<typeof HistoryRow>;

export const History = v.object({
  /** Units at the start and at the end of the range, in the warehouses that existed then. */
  opening: v.number(),
  closing: v.number(),
  /** Oldest first. */
  rows: v.array(HistoryRow),
  /** The ledger's index lacks the last movements, because it is eventually consistent: load again in a moment. */
  settling: v.boolean(),
});
export type History = v.InferOutput<typeof History>;
