// Setting one field of many products.
import * as v from "valibot";
import { Id } from "./field.ts";
import { ProductForm } from "./product.ts";
import { bulkFields } from "./product-fields.ts";
import { SeenValue } from "./seen.ts";

export const maxBulk = 1_000;

/** `seen` is the value that the person saw: a product whose value has changed since is left out. */
const changesOf = <V extends v.GenericSchema<unknown, unknown>>(value: V) =>
  v.pipe(
    v.array(v.object({ _id: Id, value, seen: v.optional(SeenValue) })),
    v.minLength(1, "Required"),
    v.maxLength(maxBulk, `At most ${maxBulk} products`),
    v.check((changes) => new Set(changes.map(({ _id }) => _id)).size === changes.length, "The same product twice"),
  );

export const BulkForm = v.variant(
  "field",
  bulkFields.map((field) => v.object({ field: v.literal(field), changes: changesOf(ProductForm.entries[field]) })),
);
export type BulkForm = v.InferInput<typeof BulkForm>;

export const BulkAnswer = v.object({
  /** Number of products that have the value now by this call. */
  changed: v.number(),
  left_out: v.array(v.object({ _id: v.string(), message: v.string() })),
});
export type BulkAnswer = v.InferOutput<typeof BulkAnswer>;
