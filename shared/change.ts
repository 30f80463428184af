// Changes of products, warehouses, users, categories, containers, aliases, events, orders, returns and channels: who changed which field
// when, and from which value to which.
import * as v from "valibot";
import { DaysPage, Decimal, Id } from "./field.ts";
import { ProductTag } from "./product.ts";
import { UserTag } from "./user.ts";

export const changeKinds = [
  "product",
  "warehouse",
  "user",
  "category",
  "container",
  "alias",
  "event",
  "order",
  "return",
  "channel",
] as const;
export type ChangeKind = (typeof changeKinds)[number];

export const changeActions = ["created", "changed", "deleted", "restored"] as const;
export type ChangeAction = (typeof changeActions)[number];

const Value = v.optional(v.union([v.string(), Decimal]));

/** A field, its value before, and its value after. A password has neither. */
export const FieldChange = v.object({
  field: v.string(),
  /** The line of a container or an order whose quantity changed. */
  product: v.optional(ProductTag),
  from: Value,
  to: Value,
});
export type FieldChange = v.InferOutput<typeof FieldChange>;

export const Change = v.object({
  _id: v.string(),
  kind: v.picklist(changeKinds),
  /** Id of the changed row. */
  row: v.string(),
  /**
   * The row's name for users: P.ID, W.ID, username, category, container number, channel and code of an alias, name of an event, number of
   * an order, channel and number of a return, or channel, as it was before the change.
   */
  name: v.string(),
  action: v.picklist(changeActions),
  fields: v.array(FieldChange),
  user: UserTag,
  created_at: v.string(),
});
export type Change = v.InferOutput<typeof Change>;

const filters = {
  kind: v.optional(v.picklist(changeKinds, `One of ${changeKinds.join(", ")}`)),
  user: v.optional(Id),
};

export const ChangesPage = v.object({ ...DaysPage.entries, ...filters });
export const ChangesExport = v.omit(ChangesPage, ["after"]);
export type ChangesExport = v.InferOutput<typeof ChangesExport>;

/** A deleted product or warehouse that can be restored. */
export const Deleted = v.object({
  _id: v.string(),
  /** P.ID or W.ID. */
  code: v.string(),
  name: v.string(),
  /** Units that come back with it. */
  stock: v.number(),
  deleted_at: v.string(),
});
export type Deleted = v.InferOutput<typeof Deleted>;
