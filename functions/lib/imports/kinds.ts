// The rules of each kind of import.
import type { ImportKind } from "#shared/import.ts";
import { availabilityRules } from "./availability-sheet.ts";
import type { ImportKindRules } from "./import-kind.ts";
import { lineRules } from "./lines.ts";
import { applyOrders, countPosted } from "./orders/apply-orders.ts";
import { orderFields } from "./orders/order-columns.ts";
import type { OrderGroup } from "./orders/order-group.ts";
import { type OrderSettings, previewOrders } from "./orders/preview-orders.ts";
import { withRepeatedColumns } from "./orders/repeated-columns.ts";
import { productRules } from "./products.ts";
import { returnRules } from "./returns/return-rows.ts";
import { stockRules } from "./stock.ts";
import { toTable } from "./table.ts";

const orderRules: ImportKindRules<OrderSettings, OrderGroup> = {
  arranged: (rows) => withRepeatedColumns(rows, toTable(rows, orderFields(rows)).head_row),
  fields: orderFields,
  preview: previewOrders,
  apply: applyOrders,
  countApplied: countPosted,
};

export const kinds: Readonly<Record<ImportKind, ImportKindRules>> = {
  products: productRules,
  stock: stockRules,
  orders: orderRules,
  lines: lineRules,
  returns: returnRules,
  availability: availabilityRules,
};
