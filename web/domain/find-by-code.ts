// Finds the product that a scanned code stands for: by P.ID or further code, allowing for how scanners write codes. Pure,
// unlike use-find-by-code.ts, and a file of its own: lists that only search load nothing else.
import { earlierForm, normalised } from "#shared/name.ts";
import { codesOf } from "#shared/product-code.ts";

export interface Coded {
  p_id: string;
  /** Further codes, with commas between them. */
  codes?: string | undefined;
}

/** A UPC-A code with a leading zero is the same EAN-13 code; scanners send either. */
const asUpc = (code: string): string => (/^0\d{12}$/.test(code) ? code.slice(1) : code);

export const findByCode = <P extends Coded>(products: readonly P[], code: string): P | undefined => {
  const matches = (form: (name: string) => string) => {
    const wanted = asUpc(form(code));
    return (product: P) => codesOf(product).some((one) => asUpc(form(one)) === wanted);
  };
  const exact = products.find((product) => codesOf(product).includes(code)) ?? products.find(matches(earlierForm));
  if (exact) return exact;
  // Of several products that look the same none is meant more than the others.
  const [alike, another] = products.filter(matches(normalised));
  return another ? undefined : alike;
};

/** The search text for a scanned code: the product's P.ID as stored, or the code itself if no product has it. */
export const searchTextOf = (products: readonly Coded[], code: string): string =>
  findByCode(products, code)?.p_id ?? code;

/** The message for a code that no product has. */
export const unknownCodeText = (code: string): string => `No product with P.ID ${code}`;
