// The words of heads: one table for all kinds of import, and every word that two meanings claim is named here with its reason.
import { expect, test } from "vitest";
import { isMeasure, isQuantityHead, productHeads } from "#functions/lib/imports/heads.ts";
import { heads as orderHeads } from "#functions/lib/imports/orders/order-columns.ts";
import { words, wordsOf } from "#functions/lib/imports/words.ts";
import { comparableHead } from "#functions/lib/spreadsheets/head-row.ts";

/** Words of a kind of file that two of its fields claim; the first field that is read takes the column. */
const claimedTwice = (fields: Record<string, readonly string[]>): Record<string, string[]> => {
  const claims = Object.entries(fields).flatMap(([field, heads]) =>
    [...new Set(heads.map(comparableHead))].map((head) => ({ field, head })),
  );
  const byHead = [...Map.groupBy(claims, ({ head }) => head)].filter(([, { length }]) => length > 1);
  return Object.fromEntries(byHead.map(([head, some]) => [head, some.map(({ field }) => field)]));
};

test("every word that two meanings claim is known", () => {
  const meanings = Object.keys(words) as (keyof typeof words)[];
  expect(claimedTwice(Object.fromEntries(meanings.map((one) => [one, wordsOf(one)])))).toEqual({});
  // A barcode is a P.ID where no SKU is, and else a further code.
  expect(claimedTwice(productHeads)).toEqual({
    barcode: ["p_id", "codes"],
    ean: ["p_id", "codes"],
    "seller sku": ["p_id", "codes"],
  });
  // In an order file it is the channel's own code.
  const { code, quantity, title, ...others } = orderHeads;
  const ofOrders = {
    code: [...wordsOf("code"), ...code],
    name: [...wordsOf("name"), ...title],
    quantity: [...wordsOf("quantity", "stock"), ...quantity],
    warehouse: wordsOf("warehouse"),
  };
  expect(claimedTwice({ ...ofOrders, ...others })).toEqual({ "product id": ["code", "listing"] });
});

test.each(["nos", "PCS", "Mtr.", "kg", "Unit"])("%s in a cell is a unit of measure and no quantity", (text) =>
  expect(isMeasure({ text })).toBe(true),
);

test.each([
  ["Closing Balance, Quantity", true],
  ["Closing Balance", false],
  ["Outstanding Balance", false],
  ["Physical Count (pcs)", true],
])("%s as a head of quantities: %s", (head, isQuantity) => expect(isQuantityHead(head)).toBe(isQuantity));
