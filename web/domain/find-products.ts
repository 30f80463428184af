// Finds products by words of their names and codes, for pickers, lists and the global search.
import { type Coded, codesOf } from "#shared/product-code.ts";
import { hasWords, isWords, matchOf, wordsOf } from "../lib/search.ts";

interface Named extends Coded {
  name: string;
}

export const searchedTexts = (product: Named): string[] => [product.name, ...codesOf(product)];

/** The P.ID, and the further codes that one of the words is in. */
export const searchedCodes = (product: Coded, words: readonly string[]): string =>
  codesOf(product)
    .filter((code, at) => at === 0 || words.some((word) => hasWords([code], [word])))
    .join(" · ");

/** The best matches, up to the limit: first the product with this code, then those with a code or word that begins so. */
export const findProducts = <P extends Named>(products: readonly P[], text: string, limit: number): P[] => {
  const words = wordsOf(text);
  if (words.length === 0) return products.slice(0, limit);
  const ranked: P[][] = [[], [], []];
  for (const product of products) {
    const match = matchOf(searchedTexts(product), words);
    if (match === 0) continue;
    const rank = codesOf(product).some((code) => isWords(code, words)) ? 0 : 3 - match;
    if ((ranked[rank] as P[]).length < limit) ranked[rank]?.push(product);
  }
  return ranked.flat().slice(0, limit);
};
