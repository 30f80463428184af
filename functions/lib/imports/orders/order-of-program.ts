// An order that a program brings, as lines of an order file: by the same rules and marks, so that it is picked once whoever tells it.
import type { Channel } from "#shared/channel.ts";
import type { OrderLine as ToldLine } from "#shared/order.ts";
import { codesOf, unwrapped } from "#shared/product-code.ts";
import { aliases, products } from "../../db/tables.ts";
import { type CodeFinder, codeFinder } from "./code-finder.ts";
import { amountsOf } from "./line-code.ts";
import { lineIdentifier } from "./line-identity.ts";
import type { ComparedLine } from "./since-picked.ts";

/** A line with the product of its code; "" while that is unknown. */
export interface OrderedLine extends ComparedLine {
  product: string;
}

/** Finds what the codes of a channel stand for; with the rows of products, and all of these codes. */
export const readFinder = async (channel: Channel) => {
  const [rows, all] = await Promise.all([products.list(), aliases.list()]);
  const own = all.filter((alias) => alias.channel === channel);
  return { ...codeFinder(rows, own), rows, codes: [...rows.flatMap(codesOf), ...own.map(({ code }) => code)] };
};

export const toOrderedLines = (
  order: string,
  told: readonly ToldLine[],
  { find }: Pick<CodeFinder, "find">,
  isMarketplaces = false,
): OrderedLine[] => {
  const identify = lineIdentifier();
  return told.map(({ code, quantity, line = "" }, row): OrderedLine => {
    const listed = find(code) ?? find(unwrapped(code));
    return {
      ...identify({ row, order, line, isRounded: false, code, isMarketplaces }),
      ...{ row, order, line, seller: code, listing: "", size: "", title: "" },
      ...{ listed, product: listed?.product ?? "", ...amountsOf(listed, quantity) },
      ...{ ordered: quantity, cancelled: 0, isLeft: false },
      ...{ isRounded: false, isByPresence: false, isCodeUnusable: false },
      state: "takeable",
      says: new Set(),
      strange: [],
      problems: [],
      withoutCode: { column: "", value: "", message: "Required" },
    };
  });
};
