// Stock adjustments: an uploaded file of counted stock corrects the balances of its day.
import * as v from "valibot";
import { Day } from "./field.ts";
import { productLabels } from "./product-fields.ts";

export const AdjustmentForm = v.object({ date: Day });

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
  /** Rows that could no longer be applied, because their stock changed or their product was deleted meanwhile. */
  left_out: v.array(v.object({ row: v.number(), message: v.string() })),
});
export type AdjustmentSummary = v.InferOutput<typeof AdjustmentSummary>;
