// Aliases: codes of a channel's listings (SKU, ASIN, FSN), each standing for a number of units of a product, or of several.
import * as v from "valibot";
import { AnyChannel } from "./field.ts";
import { AliasChoices, importKinds } from "./import.ts";
import { ProductTag } from "./product.ts";
import { UserTag } from "./user.ts";

export const Alias = v.object({
  _id: v.string(),
  channel: AnyChannel,
  code: v.string(),
  product: ProductTag,
  /** Units that one of the listing has: 2 for a pack of two. */
  units: v.number(),
  /** Further products of a combo, with their units in one. */
  more: v.optional(v.array(v.object({ product: ProductTag, units: v.number() }))),
  user: UserTag,
  created_at: v.string(),
});
export type Alias = v.InferOutput<typeof Alias>;

/** An answer about a sheet, or about lines of a channel's order files, that applies to later ones. */
export const Remembered = v.object({
  _id: v.string(),
  import: v.picklist(importKinds),
  channel: v.optional(AnyChannel),
  /** The heads of the sheet, or the lines. */
  about: v.string(),
  /** The answer, in words. */
  meaning: v.string(),
  user: UserTag,
  created_at: v.string(),
});
export type Remembered = v.InferOutput<typeof Remembered>;

/** A code that stands for no product, of an order that a program has brought. */
export const AskedAlias = v.object({
  channel: AnyChannel,
  code: v.string(),
  order: v.string(),
  by: UserTag,
  at: v.string(),
  candidates: v.array(ProductTag),
  /** Why it is unclear. */
  problem: v.optional(v.string()),
});
export type AskedAlias = v.InferOutput<typeof AskedAlias>;

/** Products for codes of a channel; several of one code are its set. */
export const AliasesForm = v.object({
  channel: AnyChannel,
  aliases: v.pipe(AliasChoices, v.minLength(1, "At least 1")),
});
