// Finds the product that a scanned code stands for: by P.ID or further code, allowing for how scanners write codes.
// Pure, and separate from use-find-by-code.ts, so that lists that only search load nothing else.
import { normalised } from "#shared/name.ts";
import { codesOf } from "#shared/product-code.ts";
import { readingsOf } from "../lib/scan/gs1.ts";

export interface Coded {
  p_id: string;
  /** Further codes, with commas between them. */
  codes?: string | undefined;
}

/** A UPC-A code with a leading zero is the same EAN-13 code; scanners send either. */
const asUpc = (code: string): string => (/^0\d{12}$/.test(code) ? code.slice(1) : code);

/** By the code as it was read, then by the GTIN in it. */
export const findByCode = <P extends Coded>(products: readonly P[], read: string): P | undefined => {
  for (const code of readingsOf(read)) {
    const product = findExactly(products, code);
    if (product) return product;
  }
  return undefined;
};

const findExactly = <P extends Coded>(products: readonly P[], code: string): P | undefined => {
  const wanted = asUpc(normalised(code));
  return (
    products.find((product) => codesOf(product).includes(code)) ??
    products.find((product) => codesOf(product).some((one) => asUpc(normalised(one)) === wanted))
  );
};

/** The message for a code that no product has. */
export const unknownCodeText = (code: string): string => `No product with P.ID ${code}`;
