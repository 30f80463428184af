// Stock adjustments: an uploaded file of counted stock corrects the balances of its day.
import * as v from "valibot";
import { Day, textFlag } from "./field.ts";
import { productLabels } from "./product-fields.ts";

export const AdjustmentForm = v.object({
  date: Day,
  /** Leaves out the rows of pairs that were counted for a later day, instead of refusing the file. */
  skip_counted: textFlag(),
});
export type AdjustmentForm = v.InferOutput<typeof AdjustmentForm>;

/** Columns that a file must have, by their names in the first row; other columns are ignored. */
export const adjustmentColumns = { p_id: productLabels.p_id, w_id: "W.ID", quantity: "Quantity" } as const;

/** Rows of a file at most, without the header. */
export const maxAdjustmentRows = 50_000;

export const AdjustmentSummary = v.object({
  /** Id of the whole batch, by which it can be reversed. */
  movement: v.string(),
  /** Rows. */
  read: v.number(),
  changed: v.number(),
  unchanged: v.number(),
  /** Rows that were not applied: counted for a later day, or their stock changed or product was deleted meanwhile. */
  left_out: v.array(v.object({ row: v.number(), message: v.string() })),
});
export type AdjustmentSummary = v.InferOutput<typeof AdjustmentSummary>;
