// The words of heads, statuses and units: one table for all kinds of import, and every word that two meanings claim is named here
// with its reason.
import { expect, test } from "vitest";
import { isMeasure, isQuantityHead, productHeads } from "#functions/lib/imports/heads.ts";
import { heads as orderHeads } from "#functions/lib/imports/orders/order-columns.ts";
import { otherCurrency, seemingNumber } from "#functions/lib/imports/seeming-numbers.ts";
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
  const claims = Object.entries(claimedTwice(Object.fromEntries(meanings.map((one) => [one, wordsOf(one)]))));
  const byMeanings = Map.groupBy(claims, ([, some]) => some.join(", "));
  expect(
    Object.fromEntries([...byMeanings].map(([some, words]) => [some, words.map(([word]) => word).join(" ")])),
  ).toEqual({
    // Heads are compared with heads, statuses with statuses, and units with the texts of cells.
    "code, notYet, besideOpen, piece": "no",
    "name, besideOpen": "item",
    // What is a head by itself may stand in a longer one.
    "quantity, ofQuantity, piece": "pieces pcs",
    "quantity, piece": "nos",
    "stock, ofQuantity, piece": "units",
    "stock, ofQuantity": "qty",
    "warehouse, besideOpen": "warehouse store",
    "besideOpen, piece": "unit",
    "besideOpen, several": "bag pack",
    // A status says that a line was sent or held before it is asked whether all its words are of open ones.
    "sent, besideOpen": "shipped dispatched delivered fulfilled",
    "held, besideOpen": "hold",
    // "Pending" alone is open, and before "shipped" it says that it was not.
    "notYet, open": "un partly partial partially ready pending awaiting awaited waiting expected",
    "notYet, besideOpen": "not never be by",
    // One of them has to be there, and may be repeated: "order" alone is open, "order line" too.
    "open, besideOpen": "shipping order",
  });
  // A barcode is a P.ID where no SKU is, and else a further code.
  expect(claimedTwice(productHeads)).toEqual({
    barcode: ["p_id", "codes"],
    "variant barcode": ["p_id", "codes"],
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

test("a unit of measure is no currency, and is read behind a number", () => {
  expect(["12 box", "3 kgs", "5 pcs"].map(otherCurrency)).toEqual([undefined, undefined, undefined]);
  expect(otherCurrency("12 ARS")).toEqual({ currency: "ARS", amount: 12 });
  expect(
    ["24 pcs per carton", "3 weeks", "10 nos."].map((text, at) => seemingNumber(text, at === 1 ? "days" : "units")),
  ).toEqual([24, 21, 10]);
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
