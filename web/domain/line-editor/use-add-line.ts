// The product and quantity to add to a document next: chosen or scanned, counted, validated, added.
import { type RefObject, useRef, useState } from "react";
import { maxUnits, tooManyUnits } from "#shared/limits.ts";
import { usePhone } from "../../lib/media.ts";

/** Errors of the fields. */
interface Errors {
  product?: string | undefined;
  quantity?: string | undefined;
}

const quantityError = (quantity: number): string | undefined => {
  if (!(quantity >= 1)) return "At least 1";
  if (!Number.isInteger(quantity)) return "Whole number expected";
  return quantity > maxUnits ? tooManyUnits() : undefined;
};

/** `add` returns the reason for a refusal, which is shown at the product. */
export function useAddLine(add: (product: string, quantity: number) => string | undefined, chosen = "") {
  const [product, setProduct] = useState(chosen);
  const [quantity, setQuantity] = useState(1);
  const [errors, setErrors] = useState<Errors>({});
  const picker = useRef<HTMLElement>(null);
  const counter = useRef<HTMLInputElement>(null);
  const onPhone = usePhone();
  const scanned = useRef("");
  const focus = () => picker.current?.focus();

  const fail = (wrong: Errors, field: RefObject<HTMLElement | null>): false => {
    setErrors(wrong);
    field.current?.focus();
    return false;
  };
  const choose = (next: string) => {
    scanned.current = "";
    setProduct(next);
    setErrors({});
    // On a phone the keyboard would cover half of the screen.
    if (next && !onPhone) requestAnimationFrame(() => counter.current?.focus());
  };
  const count = (next: number) => {
    setQuantity(next);
    setErrors(({ product: refused }) => ({ product: refused }));
  };
  const take = (): boolean => {
    if (!product) return fail({ product: "Choose a product" }, picker);
    const wrong = quantityError(quantity);
    if (wrong) return fail({ quantity: wrong }, counter);
    const refused = add(product, quantity);
    if (refused) return fail({ product: refused }, counter);
    choose("");
    setQuantity(1);
    return true;
  };

  return {
    picker: {
      value: product,
      onChange: choose,
      /** Adds the product chosen before, and chooses the scanned one. Scanned again, it is one unit more. */
      onScan: (next: string, units: number) => {
        const isRepeated = product === next && scanned.current === next;
        if (product && product !== next && !take()) return;
        choose(next);
        if (isRepeated) setQuantity((before) => (before || 0) + units);
        else if (units > 1) setQuantity(units);
        scanned.current = next;
      },
      error: errors.product,
      ref: picker,
    },
    counter: { value: quantity, onChange: count, error: errors.quantity, ref: counter },
    submit: () => {
      if (take()) focus();
    },
    /** Adds the product that is chosen but not added yet; if it cannot be added, shows the error and returns false. */
    finish: (): boolean => !product || take(),
    focus,
    setErrors,
  };
}
