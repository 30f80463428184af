// Stock adjustments: a counted stock, uploaded as a file, becomes the books of its day.
import * as v from "valibot";
import { Day } from "./field.ts";
import { productLabels } from "./product-label.ts";

export const AdjustmentForm = v.object({ date: Day });

/** Columns a file must have, by their names in the first row; others are ignored. */
export const adjustmentColumns = { p_id: productLabels.p_id, w_id: "W.ID", quantity: "Quantity" } as const;

/** Most rows of a file, the first one not counted. */
export const mostAdjusted = 50_000;

export const AdjustmentSummary = v.object({
  /** Id of the whole batch, by which it can be reversed. */
  movement: v.string(),
  /** Rows. */
  read: v.number(),
  changed: v.number(),
  unchanged: v.number(),
  /** Rows whose stock or product went meanwhile: they could not be applied any more. */
  left_out: v.array(v.object({ row: v.number(), message: v.string() })),
});
export type AdjustmentSummary = v.InferOutput<typeof AdjustmentSummary>;
