// The import of a channel's order file: what is to be picked becomes picklists.
import type { ImportKindRules } from "../import-kind.ts";
import { applyOrders, countPosted } from "./apply-orders.ts";
import type { OrderGroup } from "./order-group.ts";
import { type OrderSettings, previewOrders } from "./preview-orders.ts";

export const orderRules: ImportKindRules<OrderSettings, OrderGroup> = {
  preview: previewOrders,
  apply: applyOrders,
  countApplied: countPosted,
};
