// Which rows and columns of a sheet are read: heads by their names, notes above them, no heads at all, and what is chosen.
import { expect, test } from "vitest";
import { sheetForm, unique } from "#tests/support/fixtures.ts";
import { createProduct, newWarehouse } from "#tests/support/stock.ts";
import "#tests/support/to-fail-with.ts";
import { world } from "#tests/support/world.ts";
import { csvOf, previewRows } from "./driver.ts";

const { manager, executive } = await world();
const further = unique("Code");
const [bib, cup] = [
  await createProduct(manager, { codes: further }),
  await createProduct(manager, { p_id: `00${Date.now()}` }),
];

const lines = (rows: (string | number)[][], columns?: Record<string, string>) =>
  previewRows(executive, "lines", csvOf(...rows), columns && { columns: JSON.stringify(columns) });

test("lines are read by P.ID or further code, also without heads, below notes, and from columns in any order", async () => {
  const ready = [
    [bib._id, 5],
    [bib._id, 7],
    [cup._id, 2],
  ];
  const codes = [bib.p_id.toLowerCase(), further, cup.p_id];
  const rows = codes.map((code, n) => [code, Number(ready[n]?.[1])]);
  const turned = rows.map(([code = "", units = ""]) => ["Pink", units, code]);
  const sheets: [rows: (string | number)[][], columns: Record<string, string>][] = [
    [[["P.ID/SKU/BC", "Quantity"], ...rows], { p_id: "P.ID/SKU/BC", quantity: "Quantity" }],
    [
      [["Packing list of CMAU 335908-6"], ["", ""], ["seller-sku", "QTY."], ...rows],
      { p_id: "seller-sku", quantity: "QTY." },
    ],
    [[["Colour", "Pcs", "Barcode"], ...turned], { p_id: "Barcode", quantity: "Pcs" }],
    [rows, { p_id: "Column A", quantity: "Column B" }],
    [turned, { p_id: "Column C", quantity: "Column B" }],
  ];
  for (const [sheet, columns] of sheets) {
    const answer = await lines(sheet);
    expect(answer.sheet.columns).toEqual(columns);
    expect(answer.rows.map(({ product, quantity }) => [product?._id, quantity])).toEqual(ready);
    expect([answer.counts, answer.groups]).toEqual([{ ready: 3 }, 0]);
  }
});

test("columns that are not known can be chosen by their heads; heads that repeat or are blank have names too", async () => {
  const sheet = [
    ["Article", "Ordered", "Ordered", "", "Ordered (2)"],
    [bib.p_id, 5, 6, 7, 8],
  ];
  const unknown = await lines(sheet);
  expect(unknown.sheet).toEqual({
    heads: ["Article", "Ordered", "Ordered (2)", "Column D", "Ordered (2) (2)"],
    sample: [[bib.p_id, "5", "6", "7", "8"]],
    columns: {},
    missing: ["p_id", "quantity"],
  });
  expect(unknown.rows).toEqual([]);
  for (const [head, quantity] of Object.entries({ Ordered: 5, "Ordered (2)": 6, "Column D": 7, "Ordered (2) (2)": 8 }))
    expect((await lines(sheet, { p_id: "Article", quantity: head })).rows).toMatchObject([{ quantity }]);
  // A choice that was remembered for other files is no obstacle, and comes before what would be recognised.
  const other = [
    ["P.ID", "Qty", "Packs"],
    [bib.p_id, 5, 2],
  ];
  expect((await lines(other, { p_id: "Article", quantity: "Packs" })).rows).toMatchObject([{ quantity: 2 }]);
  expect((await lines(other, { quantity: "" })).sheet.missing).toEqual(["quantity"]);
  const wrong = sheetForm(csvOf(...other), { columns: "{" });
  expect(await executive.post("/v1/imports/lines", wrong)).toFailWith("BAD_REQUEST", { field: "columns" });
});

test("two columns of which either may be the quantity are not guessed", async () => {
  const { sheet } = await lines([
    [bib.p_id, 5, 399],
    [cup.p_id, 2, 499],
  ]);
  expect([sheet.columns, sheet.missing]).toEqual([{ p_id: "Column A" }, ["quantity"]]);
});

test("codes that are unknown, lost their zeros or were rounded are told apart, and no quantity is guessed", async () => {
  const { rows } = await lines([
    ["P.ID", "Quantity"],
    ["Nothing", 5],
    [cup.p_id.slice(2), 5],
    ["8.90123E+12", 5],
    [bib.p_id, "5 pcs"],
    [bib.p_id, 0],
    [bib.p_id, 1_000_001],
    ["", ""],
    ["Total", ""],
  ]);
  expect(rows.map(({ _id, status, problems }) => [_id, status, problems[0]?.message])).toEqual([
    ["2", "unknown", "No such product"],
    ["3", "unclear", expect.stringMatching(`Equals ${cup.p_id} but for leading zeros`)],
    ["4", "unclear", expect.stringMatching(/Rounded/)],
    ["5", "wrong", expect.stringMatching(/whole number from 1/)],
    ["6", "wrong", expect.stringMatching(/whole number from 1/)],
    ["7", "wrong", expect.stringMatching(/whole number from 1/)],
    ["9", "wrong", "No such product"],
  ]);
});

test("stock without heads is recognised by products, warehouses and digits, and a wrong row is not taken for heads", async () => {
  const w_id = unique("W");
  await newWarehouse(manager, w_id);
  const file = csvOf([w_id, bib.p_id, 5], [w_id, cup.p_id, "six"], [w_id, cup.p_id, 6]);
  const { sheet, counts } = await previewRows(manager, "stock", file, { mode: "SET" });
  expect([sheet.columns, counts]).toEqual([
    { w_id: "Column A", p_id: "Column B", quantity: "Column C" },
    { changed: 2, wrong: 1 },
  ]);
});
