// Finds the product that a scanned code stands for: by P.ID or further code, allowing for how scanners write codes.
// Pure, and separate from use-find-by-code.ts, so that lists that only search load nothing else.
import { type Coded, codeForm, codesOf, gtinOf } from "#shared/product-code.ts";

/** The GTIN on a GS1 label, behind the symbology (GS1-128, DataMatrix, QR), which scanners may send, and its AI 01. */
const gtinInLabel = /^(?:\](?:C1|d2|Q3))?01(\d{14})/;

/**
 * The products by a form of their codes; of several products with a code the first. Made once for a list: the scans after
 * the first are answered from it.
 */
const indexBy = (form: (code: string) => string) => {
  const indexes = new WeakMap<readonly Coded[], Map<string, Coded>>();
  return <P extends Coded>(products: readonly P[]): Map<string, P> => {
    const made = indexes.get(products) as Map<string, P> | undefined;
    if (made) return made;
    const codes = products.flatMap((product) => codesOf(product).map((code) => [form(code), product] as const));
    const index = new Map(codes.reverse());
    indexes.set(products, index);
    return index;
  };
};

const asWritten = indexBy((code) => code);
/** Takes longer to make, so only for a code that no product has as it is written. */
const byForm = indexBy(codeForm);

/** By the code as it was read, then by the GTIN in it. */
export const findByCode = <P extends Coded>(products: readonly P[], code: string): P | undefined => {
  const exact = asWritten(products).get(code);
  if (exact) return exact;
  const forms = byForm(products);
  const gtin = gtinOf(gtinInLabel.exec(code)?.[1] ?? "");
  return forms.get(codeForm(code)) ?? (gtin ? forms.get(gtin) : undefined);
};

/** The message for a code that no product has. */
export const unknownCodeText = (code: string): string => `No product with P.ID ${code}`;
