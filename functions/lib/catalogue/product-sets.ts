// What a channel's code stands for: a product and its units in one, and the further products of a combo.
import type { AliasChoice } from "#shared/import.ts";
import { codeForm } from "#shared/product-code.ts";

export interface ProductSet {
  product: string;
  units: number;
  more?: { product: string; units: number }[] | undefined;
}
export const partsOf = ({ product, units, more = [] }: ProductSet) => [{ product, units }, ...more];

/** The set of products of each code that was chosen for, in the order of the choices. */
export const setsOf = (chosen: readonly AliasChoice[]): (ProductSet & { code: string })[] =>
  [...Map.groupBy(chosen, ({ code }) => codeForm(code)).values()].flatMap(([first, ...more]) =>
    first ? { ...first, ...(more.length > 0 && { more: more.map(({ product, units }) => ({ product, units })) }) } : [],
  );

export const isSameSet = (one: ProductSet, other: ProductSet): boolean => {
  const texts = [one, other].map((set) =>
    partsOf(set)
      .map(({ product, units }) => `${product} ${units}`)
      .sort()
      .join(),
  );
  return texts[0] === texts[1];
};
