// The question before products are deleted: how many they are, and the units that are deleted with them.
import type { Product } from "#shared/product.ts";
import { countText } from "../../lib/format.ts";
import type { Question } from "../../ui/dialog/confirm-dialog.tsx";

const sumOf = (products: readonly Product[], units: "stock" | "in_transit"): number =>
  products.reduce((sum, product) => sum + product[units], 0);

const unitsText = (products: readonly Product[]): string => {
  const stock = sumOf(products, "stock");
  const transit = sumOf(products, "in_transit");
  const parts = [
    stock && `${countText(stock, "unit")} in stock`,
    transit && `${countText(transit, "unit")} in transit`,
  ];
  return parts.filter(Boolean).join(" and ");
};

export const deleteQuestion = (products: readonly Product[]): Question => {
  const [first, second] = products;
  const isOne = second === undefined;
  const what = isOne ? "product" : countText(products.length, "product");
  const units = unitsText(products);
  const none = `${isOne ? "It has" : "They have"} no stock, and none is in transit`;
  return {
    title: `Delete ${what}`,
    text: `Permanently deleting ${isOne ? `"${first?.name}"` : what} will remove all ${isOne ? "its" : "their"} inventory and related data. This action cannot be reversed. Continue?`,
    detail: units ? `Also deletes ${units}` : none,
    action: `Delete ${what}`,
  };
};
