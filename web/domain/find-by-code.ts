// Finds the product that a scanned code stands for: by P.ID or further code, allowing for how scanners write codes.
// Pure, and separate from use-find-by-code.ts, so that lists that only search load nothing else.
import { type Coded, codeForm, codesOf, gtinOf } from "#shared/product-code.ts";

/** The GTIN on a GS1 label, behind the symbology (GS1-128, DataMatrix, QR), which scanners may send, and its AI 01. */
const gtinInLabel = /^(?:\](?:C1|d2|Q3))?01(\d{14})/;

/** By the code as it was read, then by the GTIN in it. */
export const findByCode = <P extends Coded>(products: readonly P[], code: string): P | undefined => {
  const find = (wanted: string) => products.find((product) => codesOf(product).some((one) => codeForm(one) === wanted));
  const gtin = gtinOf(gtinInLabel.exec(code)?.[1] ?? "");
  return (
    products.find((product) => codesOf(product).includes(code)) ??
    find(codeForm(code)) ??
    (gtin ? find(gtin) : undefined)
  );
};

/** The message for a code that no product has. */
export const unknownCodeText = (code: string): string => `No product with P.ID ${code}`;
