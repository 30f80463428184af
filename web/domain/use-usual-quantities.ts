// Asks before far more units are posted than is usual: a code or a slip of the finger typed into a quantity.
import { useRef } from "react";
import { countText, numberText } from "../lib/format.ts";
import { useConfirm } from "../ui/dialog/confirm.tsx";
import { useApplicationContext } from "./application-context.tsx";
import type { Line } from "./line-editor/lines.ts";

/** Units of a line that nobody is asked about. */
const usual = 1_000;

/** Up to the units that were agreed to, a form asks once. `share` of a product's stock is usual too. */
export function useUsualQuantities(): (lines: readonly Line[], share: number) => Promise<boolean> {
  const { product: products } = useApplicationContext();
  const confirm = useConfirm();
  const agreed = useRef(usual);
  return async (lines, share) => {
    const [largest] = [...lines].sort((a, b) => b.quantity - a.quantity);
    const product = products.find(({ _id }) => _id === largest?.product);
    if (!largest || largest.quantity <= Math.max(agreed.current, (product?.stock ?? 0) * share)) return true;
    const yes = await confirm({
      title: "More than usual",
      text: `${countText(largest.quantity, "unit")} of ${product?.name ?? "this product"}: is that right?`,
      detail: `${numberText(product?.stock ?? 0)} in stock now`,
      action: `Post ${countText(largest.quantity, "unit")}`,
      harmless: true,
    });
    if (yes) agreed.current = largest.quantity;
    return yes;
  };
}
