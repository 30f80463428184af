// Finds products by words of their names and codes, for pickers and the search of everything.
import { matchOf, wordsOf } from "../lib/search.ts";

interface Named {
  name: string;
  p_id: string;
}

/** The products that match, up to the limit: first the one with this code, then codes and words that begin so. */
export const findProducts = <P extends Named>(products: readonly P[], text: string, limit: number): P[] => {
  const words = wordsOf(text);
  if (words.length === 0) return products.slice(0, limit);
  const code = words.join(" ");
  const ranked: P[][] = [[], [], []];
  for (const product of products) {
    const match = matchOf([product.name, product.p_id], words);
    if (match === 0) continue;
    const rank = wordsOf(product.p_id).join(" ") === code ? 0 : 3 - match;
    if ((ranked[rank] as P[]).length < limit) ranked[rank]?.push(product);
  }
  return ranked.flat().slice(0, limit);
};
