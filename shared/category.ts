// Categories and their marketplace links.
import * as v from "valibot";
import { optionalLink, patchForm, requiredLine } from "./field.ts";
import { seenOf } from "./seen.ts";

export const CategoryForm = v.object({ name: requiredLine(), amazon: optionalLink(), flipkart: optionalLink() });
export type CategoryForm = v.InferOutput<typeof CategoryForm>;

export const CategoryEdit = v.object({
  ...patchForm(CategoryForm).entries,
  seen: seenOf(["name", "amazon", "flipkart"]),
});

export const Category = v.object({
  _id: v.string(),
  name: v.string(),
  amazon: v.optional(v.string()),
  flipkart: v.optional(v.string()),
  updated_at: v.string(),
});
export type Category = v.InferOutput<typeof Category>;
