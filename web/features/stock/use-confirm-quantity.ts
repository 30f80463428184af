// Asks before unusually many units are posted: a scanned code or a slip of the finger may have got into a quantity.
import { useRef } from "react";
import { useApplicationContext } from "../../domain/application-context.ts";
import type { Line } from "../../domain/line-editor/lines.ts";
import { findById } from "../../lib/find-by-id.ts";
import { countText, numberText } from "../../lib/format.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";

/** Units of a line that need no question. */
const usual = 1_000;

/** A form asks once, and again only for more units. `share` of a product's stock counts as usual too. */
export function useConfirmQuantity(): (lines: readonly Line[], share: number) => Promise<boolean> {
  const { product: products } = useApplicationContext();
  const confirm = useConfirm();
  const agreed = useRef(usual);
  return async (lines, share) => {
    const [largest] = [...lines].sort((a, b) => b.quantity - a.quantity);
    const product = findById(products, largest?.product);
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
