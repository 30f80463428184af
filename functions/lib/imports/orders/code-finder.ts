// Finds the products that the codes of a channel stand for: by P.ID and further codes, then by the aliases of the channel.
// A code that a spreadsheet may have changed is never matched by itself.
import { lookalike, normalised } from "#shared/name.ts";
import { codeForm, codesOf, unwrapped, withoutLeadingZeros } from "#shared/product-code.ts";
import { isMadeDate } from "#shared/skeleton.ts";
import { type ProductSet, partsOf } from "../../catalogue/product-sets.ts";
import type { AliasRow, ProductRow } from "../../db/tables.ts";
import { productByCode } from "../../spreadsheets/find-by-name.ts";

/** Why a code stands for no product, and the products that it may stand for. */
export interface Unlisted {
  problem?: string;
  isChoosable: boolean;
  candidates: string[];
  /** The only product of exactly its name. */
  ofName?: string | undefined;
}

type CodedProduct = Pick<ProductRow, "_id" | "p_id" | "name"> & { codes?: string };
type CodeOfChannel = Pick<AliasRow, "code" | "product" | "units" | "more">;

export interface CodeFinder {
  find: (code: string) => ProductSet | undefined;
  /** Whether a product has the code itself. */
  isOwn: (code: string) => boolean;
  /** Whether a product has this name. */
  isName: (name: string) => boolean;
  /** Finds the products whose code is another one and a size. */
  bySize: (isSize: (text: string) => boolean) => (code: string) => string[];
  explain: (line: { code: string; title: string; isRounded: boolean; ofSizes: string[] }) => Unlisted;
}

/** `aliases` of the channel; a later one wins over an earlier one. */
export const codeFinder = (products: CodedProduct[], aliases: CodeOfChannel[]): CodeFinder => {
  const active = new Set(products.map(({ _id }) => _id));
  const byAlias = new Map<string, ProductSet>();
  for (const { code, product, units, more } of aliases)
    if (partsOf({ product, units, more }).every((part) => active.has(part.product)))
      byAlias.set(codeForm(code), { product, units, more });
  const known = products.flatMap((product) => codesOf(product).map((code) => ({ code, product: product._id })));
  const findProduct = productByCode(products);
  const all = [
    ...known,
    ...[...byAlias].flatMap(([code, set]) => partsOf(set).map(({ product }) => ({ code, product }))),
  ];
  const byDigits = indexBy(all, ({ code }) => withoutLeadingZeros(code));
  const byLetters = indexBy(all, ({ code }) => lettersOf(code));
  const byRounded = roundedBy(all);
  const byTitle = indexBy(
    products.map(({ _id, name }) => ({ code: name, product: _id })),
    ({ code }) => normalised(code),
  );

  return {
    find: (code) => {
      const product = findProduct(code);
      return product ? { product: product._id, units: 1 } : byAlias.get(codeForm(code));
    },
    isOwn: (code) => findProduct(code) !== undefined,
    isName: (name) => byTitle(normalised(name)) !== undefined,
    bySize: (isSize) => {
      const withSize = all.flatMap(({ code, product }) =>
        [...normalised(code).matchAll(/[ _-]/g)].flatMap(({ index }) =>
          isSize(normalised(code).slice(index + 1)) ? { code: normalised(code).slice(0, index), product } : [],
        ),
      );
      const find = indexBy(withSize, ({ code }) => code);
      return (code) => find(normalised(code)) ?? [];
    },
    explain: ({ code, title, isRounded, ofSizes }) => {
      if (ofSizes.length > 0) return { problem: "Known with other sizes", isChoosable: true, candidates: ofSizes };
      if (isRounded)
        return {
          problem: "A spreadsheet has rounded this number",
          isChoosable: false,
          candidates: byRounded(code),
        };
      if (isMadeDate(code))
        return { problem: "A spreadsheet has made a date of this code", isChoosable: false, candidates: [] };
      const padded = byDigits(withoutLeadingZeros(code));
      if (padded) return { problem: "Known with other leading zeros", isChoosable: true, candidates: padded };
      const [inside = code] = code.split(" ");
      const named = [byTitle(normalised(code)), byTitle(normalised(unwrapped(title)))];
      const candidates = [byLetters(lettersOf(code)), ...named, byLetters(lettersOf(inside))];
      const ofName = new Set(named.flatMap((found) => found ?? []));
      return {
        isChoosable: true,
        candidates: [...new Set(candidates.flatMap((found) => found ?? []))],
        ofName: ofName.size === 1 ? [...ofName][0] : undefined,
      };
    },
  };
};

/** Looks up the products of each form of a code; a code without a form is left out. */
const indexBy = (codes: { code: string; product: string }[], form: (one: { code: string }) => string) => {
  const products = new Map<string, Set<string>>();
  for (const one of codes) {
    const key = form(one);
    if (key !== "") products.set(key, (products.get(key) ?? new Set()).add(one.product));
  }
  return (key: string): string[] | undefined => {
    const found = products.get(key);
    return found && [...found];
  };
};

/** A code without punctuation: SND-SWD-1 and "snd swd 1" are alike, in digits of any script. */
const lettersOf = (code: string): string => lookalike(code).replace(/[^\p{L}\p{N}]/gu, "");

/** Finds the products whose codes are numbers that a spreadsheet writes so: the codes are indexed for each number of digits. */
const roundedBy = (codes: { code: string; product: string }[]) => {
  const indexes = new Map<number, ReturnType<typeof indexBy>>();
  return (rounded: string): string[] => {
    const [mantissa = "", isExponential] = rounded.toUpperCase().replace(",", ".").split("E");
    const digits = isExponential ? mantissa.replace(".", "").length : 15;
    const short = (code: string) => Number(code.replace(",", ".")).toPrecision(digits);
    const find = indexes.get(digits) ?? indexBy(codes, ({ code }) => (/^\d+$/.test(code) ? short(code) : ""));
    indexes.set(digits, find);
    return find(short(rounded)) ?? [];
  };
};
