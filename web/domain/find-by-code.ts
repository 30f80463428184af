// Which product a scanned code means: its P.ID, however the scanner writes it.
import { normalised } from "#shared/name.ts";

/** A UPC-A code is the EAN-13 code with a zero before it, and scanners send either. */
const withoutZero = (code: string): string => (/^0\d{12}$/.test(code) ? code.slice(1) : code);

export const findByCode = <P extends { p_id: string }>(products: readonly P[], code: string): P | undefined => {
  const same = products.find(({ p_id }) => p_id === code);
  if (same) return same;
  const wanted = withoutZero(normalised(code));
  return products.find(({ p_id }) => withoutZero(normalised(p_id)) === wanted);
};

/** What to search for: the P.ID as the product has it, or a code of something else. */
export const searchTextOf = (products: readonly { p_id: string }[], code: string): string =>
  findByCode(products, code)?.p_id ?? code;

/** Said of a code no product has. */
export const unknownCodeText = (code: string): string => `No product with P.ID ${code}`;
