// Moves the focus to the quantity of a line. Separate from line-list.tsx, which loads later on a screen without lines.
import { flushSync } from "react-dom";

export const quantityId = (product: string): string => `quantity-${product}`;

/** Focuses the quantity of a product; the next digit replaces it. */
export const focusQuantity = (product: string): void => {
  // The line, or its quantity, may be new: it is rendered first.
  flushSync(() => undefined);
  const field = document.getElementById(quantityId(product));
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
};
