// Moves the focus to a quantity of a list. Separate from line-list.tsx, which loads later on a screen without lines.
import { flushSync } from "react-dom";
import { painted } from "../../lib/painted.ts";

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

/** Focuses the first wrong field of a list once it is marked; else its first field. */
export const focusFirstWrong = async (list: Element | null): Promise<void> => {
  await painted();
  const field = list?.querySelector<HTMLElement>("[aria-invalid]") ?? list?.querySelector("input");
  field?.focus();
};
