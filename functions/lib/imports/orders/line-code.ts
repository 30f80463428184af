// The code of an order line: with its size or alone, the channel's own, or where there is none its title.
import { hash } from "node:crypto";
import { normalised } from "#shared/name.ts";
import { isPlaceholder, unwrapped } from "#shared/product-code.ts";
import type { ProductSet } from "../../catalogue/product-sets.ts";
import type { CodeFinder } from "./code-finder.ts";
import type { OrderLine } from "./order-lines.ts";
import { isNoSize, looksLikeSize } from "./status-words.ts";

export interface LineCode {
  /** As it is shown and chosen for; empty where nothing stands for the product. */
  code: string;
  isRounded: boolean;
  isTitle: boolean;
  listed?: ProductSet | undefined;
  /** Products of this code with other sizes: the code alone may be any of them. */
  ofSizes: string[];
}

/** So many of a line, and as many units of the products that its code stands for. */
export const amountsOf = (listed: ProductSet | undefined, quantity: number) => ({
  quantity,
  units: quantity * (listed?.units ?? 1),
  more: listed?.more?.map(({ product, units }) => ({ product, units: quantity * units })),
});

/** A title that is longer than an alias can be is known by its beginning and a hash. */
const maxTitle = 500;
const titleCode = (title: string): string =>
  title.length <= maxTitle
    ? title
    : `${title.slice(0, maxTitle - 20)}… ${hash("sha256", normalised(title), "hex").slice(0, 16)}`;

type LineOfCode = Pick<OrderLine, "seller" | "listing" | "size" | "title" | "isRounded" | "isCodeUnusable">;

/** Finds the codes of all lines of a file; `isMeesho` files always have sizes in their codes. */
export const lineCoder = (
  lines: readonly LineOfCode[],
  finder: CodeFinder,
  isMeesho: boolean,
): ((line: LineOfCode) => LineCode) => {
  const sizes = new Set(lines.map(({ size }) => normalised(size)));
  const sizesOf = new Map<string, Set<string>>();
  for (const { seller, size } of lines) {
    const code = normalised(seller);
    sizesOf.set(code, (sizesOf.get(code) ?? new Set()).add(normalised(size)));
  }
  const isSize = (text: string) => looksLikeSize(text) || sizes.has(text);
  const hasSizes = sizes.size > 1 || !sizes.has("");
  const withSizes = hasSizes ? finder.bySize(isSize) : () => [];
  /** As it stands if it is known so, else without what programs put around it; empty if it is a word for none. */
  const plainCode = (written: string) => {
    const code = finder.find(written) ? written : unwrapped(written);
    return isPlaceholder(code) && !finder.isOwn(code) ? "" : code;
  };
  return ({ seller: written, listing: second, size, title, isRounded, isCodeUnusable }) => {
    const [seller, listing] = [plainCode(written), plainCode(second)];
    const code = seller && !(isRounded && listing) ? seller : listing;
    const found = { code, isRounded: isRounded && code === seller, isTitle: false, ofSizes: [] };
    if (!code) {
      if (!title || isCodeUnusable) return found;
      const named = titleCode(title);
      return { ...found, code: named, isTitle: true, listed: finder.find(named) };
    }
    const byListing = listing ? finder.find(listing) : undefined;
    if (!seller || isRounded) return { ...found, listed: byListing };
    const sized = size ? [" ", "-", "_"].flatMap((between) => finder.find(`${seller}${between}${size}`) ?? []) : [];
    const alone = sized.length === 0 ? finder.find(seller) : undefined;
    const ofSizes = size && !isNoSize(size) && sized.length === 0 ? withSizes(seller) : [];
    const listed = sized[0] ?? (ofSizes.length === 0 ? alone : undefined) ?? byListing;
    if (listed) return { ...found, listed };
    const joins = (isMeesho && !isNoSize(size)) || (sizesOf.get(normalised(seller))?.size ?? 0) > 1;
    return { ...found, code: size && joins ? `${seller} ${size}` : code, ofSizes };
  };
};
