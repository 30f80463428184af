// Finds the product that a scanned code stands for: by P.ID or further code, allowing for how scanners write codes.
// Pure, and separate from use-find-by-code.ts, so that lists that only search load nothing else.
import { type Coded, codeForm, codesOf, gtinOf } from "#shared/product-code.ts";

/** The GTIN on a GS1 label, behind the symbology (GS1-128, DataMatrix, QR), which scanners may send, and its AI 01. */
const gtinInLabel = /^(?:\](?:C1|d2|Q3))?01(\d{14})/;

interface Index<P> {
  /** By code as it is written, and by its form; of several products the first. */
  asWritten: Map<string, P>;
  byForm: Map<string, P>;
}

const indexOf = <P extends Coded>(products: readonly P[]): Index<P> => {
  const coded = products.flatMap((product) => codesOf(product).map((code) => [code, product] as const)).reverse();
  return { asWritten: new Map(coded), byForm: new Map(coded.map(([code, product]) => [codeForm(code), product])) };
};

/** A scan is answered from the index of the one before it, as long as the list is the same. */
const indexes = new WeakMap<readonly Coded[], Index<Coded>>();

/** By the code as it was read, then by the GTIN in it. */
export const findByCode = <P extends Coded>(products: readonly P[], code: string): P | undefined => {
  const index = (indexes.get(products) as Index<P> | undefined) ?? indexOf(products);
  indexes.set(products, index);
  const gtin = gtinOf(gtinInLabel.exec(code)?.[1] ?? "");
  return index.asWritten.get(code) ?? index.byForm.get(codeForm(code)) ?? (gtin ? index.byForm.get(gtin) : undefined);
};

/** The message for a code that no product has. */
export const unknownCodeText = (code: string): string => `No product with P.ID ${code}`;
