// Finds the product that a scanned code stands for: by P.ID or further code, allowing for how scanners write codes.
// Pure, and separate from use-find-by-code.ts, so that lists that only search load nothing else.
import { type Coded, codeForm, codesOf } from "#shared/product-code.ts";

export const findByCode = <P extends Coded>(products: readonly P[], code: string): P | undefined => {
  const wanted = codeForm(code);
  return (
    products.find((product) => codesOf(product).includes(code)) ??
    products.find((product) => codesOf(product).some((one) => codeForm(one) === wanted))
  );
};

/** The message for a code that no product has. */
export const unknownCodeText = (code: string): string => `No product with P.ID ${code}`;
