// Which column has the codes, and which rows are products of their own, by rules alone.
import { expect, test } from "vitest";
import { contentHash } from "#functions/lib/imports/content-hash.ts";
import { toOrderTable } from "#functions/lib/imports/orders/order-columns.ts";
import { readOrderLines } from "#functions/lib/imports/orders/order-lines.ts";
import { withRepeatedColumns } from "#functions/lib/imports/orders/repeated-columns.ts";
import { otherCurrency } from "#functions/lib/imports/seeming-numbers.ts";
import { type Fields, toTable } from "#functions/lib/imports/table.ts";
import type { Cell, Row } from "#functions/lib/spreadsheets/cell.ts";

type Given = string | Cell | null;
const rowsOf = (...rows: Given[][]): Row[] =>
  rows.map((cells, at) => ({
    number: at + 1,
    cells: cells.map((cell) => (typeof cell === "string" ? { type: "text", text: cell } : cell)),
  }));
const textsOf = (rows: readonly Row[]): string[][] => rows.map(({ cells }) => cells.map((cell) => cell?.text ?? ""));
const merged = (text: string, where: "first" | "below"): Cell => ({ type: "text", text, merged: where });

const codes = new Set(["RB-S", "RB-M", "24781", "1", "2", "3", "10", "20"]);
const names = new Set(["Red bib", "Blue bib"]);
const fields: Fields = {
  p_id: {
    label: "P.ID",
    required: true,
    byCells: true,
    byCatalogue: "wins",
    heads: ["SKU", "SL No"],
    looksLike: ({ text }) => (codes.has(text) ? 1_000_000 : names.has(text) ? 1 : 0),
  },
  name: { label: "Name" },
  quantity: { label: "Quantity" },
};

test.each<[name: string, rows: Given[][], head: string | undefined]>([
  [
    "one price that is a code of 100",
    [
      ["Name", "Quantity", "Rate"],
      ["Red bib", "5", "24781"],
      ["Bib", "7", "90"],
    ],
    "Name",
  ],
  [
    "prices that are all codes",
    [
      ["SKU", "Quantity", "MRP"],
      ["X-1", "5", "24781"],
      ["X-2", "7", "24781"],
    ],
    "SKU",
  ],
  [
    "P.IDs that count",
    [
      ["P.ID", "Quantity", "MRP"],
      ["1", "5", "10"],
      ["2", "7", "20"],
      ["3", "1", "35"],
    ],
    "P.ID",
  ],
  [
    "numbers of rows",
    [
      ["SL No", "Item", "Quantity"],
      ["1", "RB-S", "5"],
      ["2", "RB-M", "7"],
    ],
    "Item",
  ],
  [
    "unknown codes beside names",
    [
      ["SKU", "Name", "Quantity"],
      ["X-1", "Red bib", "5"],
      ["X-2", "Red bib", "7"],
    ],
    "SKU",
  ],
  [
    "unknown codes beside known ones",
    [
      ["SKU", "Part", "Quantity"],
      ["X-1", "RB-S", "5"],
      ["X-2", "RB-M", "7"],
    ],
    "Part",
  ],
  [
    "names under an unknown head",
    [
      ["Medicine", "Quantity"],
      ["Red bib", "5"],
      ["Blue bib", "7"],
    ],
    "Medicine",
  ],
])("the column of codes, of %s", (_, rows, head) => {
  const table = toTable(rowsOf(...rows), fields);
  // Without a column of codes the names are read as such.
  expect(table.heads[table.columns.p_id ?? table.columns.name ?? -1]).toBe(head);
});

test("a title that was given a product stays a title, and is no code however many are", () => {
  const rows = rowsOf(["Order ID", "Product Name", "Quantity"], ["1", "Red bib", "2"], ["2", "Blue bib", "1"]);
  const isNamed = ({ text }: Cell) => names.has(text);
  expect(toOrderTable(rows, isNamed, () => false).columns).toMatchObject({ title: 1 });
  expect(toOrderTable(rows, isNamed, () => false).columns).not.toHaveProperty("code");
});

test("columns that repeat are rows only by their numbers, and only under the heads", () => {
  const numbered = rowsOf(["Order ID", "SKU", "Qty", "SKU 2", "Qty 2"], ["1", "RB-S", "1", "RB-M", "2"]);
  expect(withRepeatedColumns(numbered, 1).map(({ number }) => number)).toEqual([1, 2, 2.01]);
  expect(textsOf(withRepeatedColumns(numbered, 1))[2]).toEqual(["1", "RB-M", "2", "", ""]);
  const twice = rowsOf(["Order ID", "SKU", "Qty", "SKU", "Qty"], ["1", "RB-S", "2", "RB-S", "2"]);
  expect(withRepeatedColumns(twice, 1)).toEqual(twice);
  const words = rowsOf(["Order ID", "SKU", "Quantity", "A", "B"], ["1", "style 1", "pcs 1", "style 2", "pcs 2"], ["2"]);
  expect(withRepeatedColumns(words, 1)).toEqual(words);
});

test("a quantity that is merged over two orders is of neither, and over one order of its only line", () => {
  const heads = ["Order ID", "SKU", "Quantity"];
  const linesOf = (second: Given) => {
    const rows = rowsOf(
      heads,
      [second ? "ORD-000001" : merged("ORD-000001", "first"), merged("RB-S", "first"), merged("1", "first")],
      [second ?? merged("ORD-000001", "below"), merged("RB-S", "below"), merged("1", "below")],
    );
    const table = toOrderTable(
      rows,
      ({ text }) => codes.has(text),
      ({ text }) => codes.has(text),
    );
    return readOrderLines(table, { channel: "amazon", hash: "h", today: "2026-11-29" }).map(({ quantity, problems }) =>
      problems.length > 0 ? problems[0]?.message : quantity,
    );
  };
  expect(linesOf(null)).toEqual([1, 0]);
  const unclear = "A merged cell, type the number into each of its rows";
  expect(linesOf("ORD-000002")).toEqual([unclear, unclear]);
});

test("heads that are merged down are no row, and a note above heads is no part of them", () => {
  const down = rowsOf(
    [merged("SKU", "first"), merged("Name", "first"), "Sizes"],
    [merged("SKU", "below"), merged("Name", "below"), "S"],
    ["RB-S", "Red bib", "4"],
  );
  expect(textsOf(toTable(down, fields).rows)).toEqual([["RB-S", "Red bib", "4"]]);
  const noted = rowsOf(
    ["Company: Sunder Kids", null, "Date: 1 Nov"],
    ["SKU", "Quantity", "Quantity"],
    ["RB-S", "4", "5"],
  );
  expect(toTable(noted, fields).heads).toEqual(["SKU", "Quantity", "Quantity (2)"]);
});

test("what a merged cell is filled with leaves the hash of its file as it was", () => {
  const filled = rowsOf([merged("A", "first"), "1"], [merged("A", "below"), "2"], ["B", merged("3", "below")]);
  expect(contentHash(filled)).toBe(contentHash(rowsOf(["A", "1"], [null, "2"], ["B"])));
});

test.each<[text: string, amount: number | undefined]>([
  ["USD 1,200.50", 1200.5],
  ["1,20,000 €", 120_000],
  ["EUR 12,50", undefined],
  ["12,50 €", undefined],
  ["ARS 24.760,00", undefined],
])("the amount of %s is read as %s", (text, amount) => {
  expect(otherCurrency(text)?.amount).toBe(amount);
});
