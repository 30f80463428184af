// The rules of each kind of import.
import type { ImportKind } from "#shared/import.ts";
import type { ImportKindRules } from "./import-kind.ts";
import { lineRules } from "./lines.ts";
import { orderRules } from "./orders/order-rules.ts";
import { productRules } from "./products.ts";
import { stockRules } from "./stock.ts";

export const kinds: Readonly<Record<ImportKind, ImportKindRules>> = {
  products: productRules,
  stock: stockRules,
  orders: orderRules,
  lines: lineRules,
};
