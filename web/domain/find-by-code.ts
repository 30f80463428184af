// Finds the product that a scanned code stands for: a match by P.ID that allows for how scanners write codes. Pure, unlike
// use-find-by-code.ts, and a file of its own: lists that only search load nothing else.
import { earlierForm, normalised } from "#shared/name.ts";

/** A UPC-A code with a leading zero is the same EAN-13 code; scanners send either. */
const asUpc = (code: string): string => (/^0\d{12}$/.test(code) ? code.slice(1) : code);

export const findByCode = <P extends { p_id: string }>(products: readonly P[], code: string): P | undefined => {
  const matches = (form: (name: string) => string) => {
    const wanted = asUpc(form(code));
    return ({ p_id }: P) => asUpc(form(p_id)) === wanted;
  };
  const exact = products.find(({ p_id }) => p_id === code) ?? products.find(matches(earlierForm));
  if (exact) return exact;
  // Of several products that look the same none is meant more than the others.
  const [alike, another] = products.filter(matches(normalised));
  return another ? undefined : alike;
};

/** The search text for a scanned code: the product's P.ID as stored, or the code itself if no product has it. */
export const searchTextOf = (products: readonly { p_id: string }[], code: string): string =>
  findByCode(products, code)?.p_id ?? code;

/** The message for a code that no product has. */
export const unknownCodeText = (code: string): string => `No product with P.ID ${code}`;
