// Which rows and columns of a spreadsheet are read: named heads, notes above them, no heads at all, and chosen columns.
import { expect, test } from "vitest";
import type { Remembered } from "#shared/alias.ts";
import type { ImportKind } from "#shared/import.ts";
import { download, readWorkbook } from "#tests/support/download.ts";
import { sheetForm, unique } from "#tests/support/fixtures.ts";
import { applyAll, previewOf } from "#tests/support/imports.ts";
import { createProduct, newWarehouse } from "#tests/support/stock.ts";
import "#tests/support/to-fail-with.ts";
import { world } from "#tests/support/world.ts";
import { workbookOfSheets } from "#tests/support/xlsx.ts";
import { csvOf, preview, previewRows, rowsOf } from "./driver.ts";

const { manager, executive, anonymous } = await world();
const further = unique("Code");
const [bib, cup] = [
  await createProduct(manager, { codes: further }),
  await createProduct(manager, { p_id: `00${Date.now()}` }),
];

const lines = (rows: (string | number)[][], columns?: Record<string, string>) =>
  previewRows(executive, "lines", csvOf(...rows), columns && { columns });

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

test("lines of a message are cut at their last number where a product is named before it, however it is typed", async () => {
  const long = await createProduct(manager, { p_id: `${bib.p_id} 10` });
  const bag = await createProduct(manager, { p_id: `BAG-${Date.now()}` });
  const message = [
    `*${bib.p_id}* x 10`,
    `1. ${cup.p_id} 5 pcs`,
    `• \u200b${further.toLowerCase()}: \u0967\u0968`,
    `${long.p_id} - *4*`,
    long.p_id,
    `${cup.p_id} -3`,
    `${cup.p_id} 1.5`,
    "For Friday 2",
    `${bag.p_id.replace("-", "\u2013")} x 3`,
  ];
  const { rows, sheet } = await previewRows(executive, "lines", message.join("\n"));
  expect(sheet.columns).toEqual({ p_id: "Column A", quantity: "Column B" });
  const lines = rows.map(({ code, product, quantity, problems }) => [
    product?._id ?? code,
    problems.length > 0 ? problems.map(({ message }) => message) : quantity,
  ]);
  const noNumber = ["A whole number from 1 to 10,00,000 expected"];
  expect(lines).toEqual([
    [bib._id, 10],
    [cup._id, 5],
    [bib._id, 12],
    [long._id, 4],
    [long._id, noNumber],
    [message[5], ["No such product", ...noNumber]],
    [message[6], ["No such product", ...noNumber]],
    ["For Friday 2", ["No such product", ...noNumber]],
    // With another dash it is cut, and not taken.
    [message[8]?.slice(0, -4), [`Looks like ${bag.p_id}, type the code as it is there`]],
  ]);
});

test("columns that are not known can be chosen by their heads; heads that repeat or are blank have names too", async () => {
  const sheet = [
    ["Article", "Ordered", "Ordered", "", "Ordered (2)"],
    [bib.p_id, 5, 6, 7, 8],
  ];
  const unknown = await lines(sheet, { p_id: "" });
  expect(unknown.sheet).toEqual({
    heads: ["Article", "Ordered", "Ordered (2)", "Column D", "Ordered (2) (2)"],
    first_rows: [
      { number: 1, cells: ["Article", "Ordered", "Ordered", "", "Ordered (2)"] },
      { number: 2, cells: [bib.p_id, "5", "6", "7", "8"] },
    ],
    columns: {},
    head_row: 1,
    missing: ["p_id", "quantity"],
    asks: [expect.objectContaining({ id: "quantity" })],
  });
  expect(unknown.rows).toEqual([]);
  for (const [head, quantity] of Object.entries({ Ordered: 5, "Ordered (2)": 6, "Column D": 7, "Ordered (2) (2)": 8 }))
    expect((await lines(sheet, { p_id: "Article", quantity: head })).rows).toMatchObject([{ quantity }]);
  // A choice remembered from other files does no harm if it does not fit, and overrides recognised columns if it does.
  const other = [
    ["P.ID", "Qty", "Packs"],
    [bib.p_id, 5, 2],
  ];
  expect((await lines(other, { p_id: "Article", quantity: "Packs" })).rows).toMatchObject([{ quantity: 2 }]);
  expect((await lines(other, { quantity: "" })).sheet.missing).toEqual(["quantity"]);
  const wrong = sheetForm(csvOf(...other), { columns: "{" });
  expect(await executive.post("/v1/imports/lines", wrong)).toFailWith("BAD_REQUEST", { field: "columns" });
});

test.each([
  [["Part number", "Qty"], "Part number"],
  [["Custom Label", "Qty"], "Custom Label"],
  [["CODE", "Qty", "Our art"], "Our art"],
  [["Item No", "Qty", "Item"], "Item"],
  [["No", "Qty", "Medicine"], "Medicine"],
])(
  "the column whose cells the catalogue knows is the code, whatever its head, and running numbers never: %j",
  async (heads, code) => {
    const rows = [bib.p_id, cup.p_id].map((known, row) =>
      heads.map((head) => (head === code ? known : head === "CODE" ? `X-${row}` : row + 1)),
    );
    const w_id = unique("W");
    await newWarehouse(manager, w_id);
    const sent = {
      stock: { mode: "ADD", warehouse: w_id },
      lines: {},
      orders: { channel: "amazon", columns: { order: "" } },
    };
    for (const [kind, settings] of Object.entries(sent)) {
      const answer = await previewRows(manager, kind as ImportKind, csvOf(heads, ...rows), settings);
      const { p_id, code: ofOrders = p_id } = answer.sheet.columns;
      // Of orders a head that is known stays, since lines are recognised in later files by its cells.
      expect([kind, ofOrders]).toEqual([kind, kind === "orders" && heads.includes("CODE") ? expect.any(String) : code]);
    }
  },
);

test("two columns of which either may be the quantity are not guessed", async () => {
  const { sheet } = await lines([
    [bib.p_id, 5, 399],
    [cup.p_id, 2, 499],
  ]);
  expect([sheet.columns, sheet.missing]).toEqual([{ p_id: "Column A" }, ["quantity"]]);
});

test("codes that are unknown, lost their zeros or were rounded are distinguished, and no quantity is guessed", async () => {
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
    ["6", "same", undefined],
    ["7", "wrong", expect.stringMatching(/whole number from 1/)],
    ["9", "same", undefined],
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

test("a supplier's spreadsheet names the columns that are not read, the field each may be, and what new products lack", async () => {
  const supplier = [
    ["SKU Code", "Item Name", "Lead Time (days)", "Carton Qty", "Barcode", "Amazon URL"],
    [unique("New"), "Cotton Bib", 30, 24, `89${Date.now()}`, "amazon.in/dp/1"],
  ];
  const whole = await previewRows(manager, "products", csvOf(...supplier));
  expect(whole.counts).toEqual({ new: 1 });
  expect(whole.sheet).toMatchObject({ unused: [], guesses: {}, needed: [] });
  expect(Object.keys(whole.sheet.columns)).toHaveLength(6);

  const odd = [
    ["SKU Code", "Fabric", "Delivery in days", "Pcs in carton", "Our amazon page", ""],
    [unique("New"), "Terry", 30, 24, "amazon.in/dp/1", ""],
  ];
  const half = await previewRows(manager, "products", csvOf(...odd));
  expect(half.sheet).toMatchObject({
    unused: ["Fabric", "Delivery in days", "Pcs in carton", "Our amazon page"],
    // Nothing optional is guessed, and the lead time is asked, whatever a column may be.
    guesses: { lead_time: "Delivery in days" },
    needed: ["name"],
    asks: [{ id: "lead_time" }, { id: "columns.lead_time" }],
  });
  const message = "Required for a new product";
  expect(half.rows[0]?.problems).toEqual([
    { column: "Product Name", value: "", message },
    { column: "Lead Time", value: "", message },
  ]);
  // Our own export has columns that no import reads, and a spreadsheet of known products needs no name.
  const ours = [
    ["P.ID/SKU/BC", "Avl. Stock", "DRR (3D)", "Why"],
    [bib.p_id, 5, 1, "Wrong"],
  ];
  expect((await previewRows(manager, "products", csvOf(...ours))).sheet).toMatchObject({ unused: [], needed: [] });
});

test("'30 days' and '1,200' are offered as the numbers that they seem to be, and read so once that is confirmed", async () => {
  const sheet = csvOf(
    ["P.ID", "Name", "Lead Time", "Pack"],
    [unique("New"), "Cotton Bib", "30 days", "1,200"],
    [unique("New"), "Cotton Bib", "2 months", "24 pcs/carton"],
    [unique("New"), "Cotton Bib", 45, "2 dozen"],
  );
  const asked = await previewRows(manager, "products", sheet);
  expect(asked.counts).toEqual({ wrong: 2, new: 1 });
  expect(asked.sheet.readings).toEqual([
    { field: "lead_time", text: "30 days", number: 30, rows: 2, confirmed: false },
    { field: "pack", text: "1,200", number: 1_200, rows: 2, confirmed: false },
  ]);
  const read = await previewRows(manager, "products", sheet, { readings: ["lead_time", "pack"] });
  expect(read.sheet.readings).toMatchObject([{ confirmed: true }, { confirmed: true }]);
  const [first, second, third] = read.rows.map(({ status, changes }) => ({
    status,
    read: changes.filter(({ field }) => ["lead_time", "pack"].includes(field)).map(({ to }) => to),
  }));
  expect([first, second, third]).toEqual([
    { status: "new", read: [30, 1_200] },
    { status: "new", read: [60, 24] },
    { status: "new", read: [45] },
  ]);

  const w_id = unique("W");
  await newWarehouse(manager, w_id);
  const stock = csvOf(["P.ID", "W.ID", "Quantity", "Colour"], [bib.p_id, w_id, "1,200", "Pink"]);
  const wrong = await previewRows(manager, "stock", stock, { mode: "ADD" });
  expect([wrong.counts, wrong.sheet.unused]).toEqual([{ wrong: 1 }, ["Colour"]]);
  expect(wrong.sheet.readings).toMatchObject([{ field: "quantity", number: 1_200 }]);
  const added = await previewRows(manager, "stock", stock, { mode: "ADD", readings: ["quantity"] });
  expect(added.rows).toMatchObject([{ status: "changed", quantity: 1_200 }]);
});

test("of several sheets the one with the columns is read; if several have them it is asked, and chosen by name or number", async () => {
  const rows = (units: number) =>
    rowsOf([
      ["P.ID", "Quantity"],
      [bib.p_id, units],
    ]);
  const file = new Uint8Array(
    workbookOfSheets({
      Cover: rowsOf([["Notes"], ["Of the season"]]),
      hidden: rows(1),
      "Pink &amp; blue": rows(2),
      "Green ": rows(3),
      "Empty too": "",
    }),
  );
  const asked = await previewRows(executive, "lines", file);
  expect(asked).toMatchObject({ rows: [], sheet: { names: ["Cover", "Pink & blue", "Green"] } });
  expect(asked.sheet.asks).toMatchObject([
    {
      id: "sheet",
      choices: [
        { value: "Pink & blue", label: "Sheet “Pink & blue”: 1 row, sum 2" },
        { value: "Cover" },
        { value: "Green", label: "Sheet “Green”: 1 row, sum 3" },
      ],
    },
    { id: "hidden_sheets", text: "Hidden, and not read: hidden." },
  ]);
  for (const sheet of ["Green", "3"]) {
    const second = await previewRows(executive, "lines", file, { sheet });
    expect(second.sheet).toMatchObject({ name: "Green", head_row: 1, asks: [{ id: "sheet", value: "Green" }, {}] });
    expect(second.rows).toMatchObject([{ quantity: 3 }]);
  }
  for (const sheet of ["hidden", "Red", "4", "0", "--eval"])
    expect(await previewOf(executive, "lines", file, { sheet })).toFailWith("BAD_REQUEST", { field: "sheet" });
  expect(await previewOf(executive, "lines", "a,b", { sheet: "Green" })).toFailWith("BAD_REQUEST", { field: "sheet" });
  // What the sheet that the workbook opens on lacks can be said for the file, so another one is not simply taken.
  const opened = {
    Prices: rowsOf([
      ["P.ID", "Price"],
      [bib.p_id, 9],
    ]),
    List: rows(2),
  };
  for (const first of [
    opened,
    {
      Names: rowsOf([
        ["Item", "Quantity"],
        ["Bib", 9],
      ]),
      List: rows(2),
    },
  ]) {
    const { sheet } = await previewRows(executive, "lines", new Uint8Array(workbookOfSheets(first)));
    expect(sheet.asks?.find(({ id }) => id === "sheet")).toMatchObject({
      text: "Which sheet of the workbook is it?",
      choices: Object.keys(first).map((value) => ({ value })),
    });
  }
  const one = new Uint8Array(workbookOfSheets({ Cover: rowsOf([["Notes", "and more"]]), List: rows(2) }));
  expect(await previewRows(executive, "lines", one)).toMatchObject({
    sheet: { name: "List" },
    rows: [{ quantity: 2 }],
  });
});

test("columns that were applied with are known for the same heads, whatever their dates, and for no others", async () => {
  const word = unique("Art");
  const sheet = (...heads: string[]) => csvOf(heads, [unique("New"), "Bib", 30, 5]);
  const columns = { p_id: word, lead_time: "Fabric of 1-11" };
  const { _id } = await preview(manager, "products", sheet(word, "Name", "Fabric of 1-11", "On 1-11-26"), { columns });
  const again = () => previewRows(manager, "products", sheet(word, "Name", "Fabric of 2-11", "On 2-11-26"));
  expect((await again()).sheet.missing).toEqual(["p_id"]);
  await applyAll(manager, _id);
  const known = await again();
  expect([known.counts, known.sheet.columns]).toMatchObject([{ new: 1 }, { p_id: word, lead_time: "Fabric of 2-11" }]);
  expect(known.sheet.asks).toMatchObject([
    { id: "taught", value: "true", choices: [{ label: expect.stringMatching(/^as .+ chose on/) }, { label: "anew" }] },
  ]);
  const other = await previewRows(manager, "products", sheet(word, "Fabric of 2-11", "Name", "On 2-11-26"));
  expect([other.sheet.missing, other.sheet.asks]).toEqual([["p_id"], undefined]);

  const listed = async () => {
    const { body } = await executive.get("/v1/aliases/remembered");
    return (body as Remembered[]).find(({ about }) => about.startsWith(word));
  };
  const said = await listed();
  expect(said).toMatchObject({
    import: "products",
    about: `${word}, Name, Fabric of 1-11, On 1-11-26`,
    meaning: `P.ID/SKU/BC = ${word}, Lead Time = Fabric of 1-11`,
    user: { _id: manager._id },
  });
  expect((await executive.get("/v1/aliases")).body).not.toContainEqual(expect.objectContaining({ _id: said?._id }));
  expect(await executive.delete(`/v1/aliases/${said?._id}`)).toFailWith("FORBIDDEN");
  expect((await manager.delete(`/v1/aliases/${said?._id}`)).status).toBe(204);
  expect([await listed(), (await again()).sheet.missing]).toEqual([undefined, ["p_id"]]);
});

test("a sheet that is read anew and applied ends what was said of its heads", async () => {
  const heads = ["P.ID", "Name", "Lead Time", unique("Weeks")];
  const read = (said: object) =>
    previewRows(manager, "products", csvOf(heads, [unique("New"), "Bib", 30, 5]), said as Record<string, string>);
  const taught = async () => (await read({})).sheet.asks?.some(({ id }) => id === "taught") ?? false;
  const chosen = await read({ columns: { lead_time: heads[3] } });
  await applyAll(manager, chosen._id);
  expect(await taught()).toBe(true);
  const anew = await read({ taught: "false" });
  expect(anew.sheet.columns.lead_time).toBe("Lead Time");
  await applyAll(manager, anew._id);
  expect(await taught()).toBe(false);
});

test("a field that is said to have no column has none in the next sheet with these heads", async () => {
  const heads = ["P.ID", "Name", "Lead Time", unique("Weeks")];
  const read = (lead: number, said: object = {}) =>
    previewRows(manager, "products", csvOf(heads, [cup.p_id, "Another name", lead, 5]), said as Record<string, string>);
  const first = await read(45, { columns: { name: "" } });
  expect(first.rows[0]?.changes.map(({ field }) => field)).toEqual(["lead_time"]);
  await applyAll(manager, first._id);
  const later = await read(75);
  expect(later.rows[0]?.changes.map(({ field }) => field)).toEqual(["lead_time"]);
  const { body } = await manager.get("/v1/aliases/remembered");
  expect((body as Remembered[]).find(({ about }) => about.includes(heads[3] ?? ""))?.meaning).toBe("no Product Name");
});

test("the report of rejected rows can be opened whatever a cell or a head holds", async () => {
  const bad = "\ufffe and \uffff";
  const file = csvOf(["P.ID", `Notes ${bad}`, "Lead Time"], [unique("New"), bad, "soon"]);
  const { _id } = await previewRows(manager, "products", file);
  const { rows } = await readWorkbook(await download(manager, anonymous, `/v1/imports/${_id}/export`));
  const whole = bad.replaceAll(/[\ufffe\uffff]/g, "\ufffd");
  expect([rows[0]?.[1], rows[1]?.[1]]).toEqual([`Notes ${whole}`, whole]);
});

test("the second product of a row of orders is corrected in cells of its own", async () => {
  const heads = ["Order ID", "SKU 1", "Qty 1", "SKU 2", "Qty 2"];
  const [none, nor] = [unique("None"), unique("Nor")];
  const { _id } = await previewRows(executive, "orders", csvOf(heads, ["R-1", none, 1, nor, 2]), { channel: "amazon" });
  const { rows } = await readWorkbook(await download(executive, anonymous, `/v1/imports/${_id}/export`));
  expect(rows.slice(1).map((cells) => cells.slice(0, 3).map(String))).toEqual([
    ["R-1", none, "1"],
    ["R-1", nor, "2"],
  ]);
});

test("hidden rows are left out and asked about; a row of heads and a warehouse that do not exist are refused", async () => {
  const [heads, shown, hidden] = [
    ["P.ID", "Quantity"],
    [bib.p_id, 2],
    [cup.p_id, 3],
  ].map((row) => rowsOf([row]));
  const file = new Uint8Array(
    workbookOfSheets({ Count: `${heads}${shown}${hidden?.replace("<row>", '<row hidden="1">')}` }),
  );
  const asked = await previewRows(executive, "lines", file);
  expect([asked.counts, asked.sheet.asks]).toMatchObject([{ ready: 1 }, [{ id: "hidden" }]]);
  const taken = await previewRows(executive, "lines", file, { hidden: "true" });
  expect([taken.counts, taken.sheet.asks]).toMatchObject([{ ready: 2 }, [{ id: "hidden", value: "true" }]]);
  const noRow = await previewOf(executive, "lines", file, { head_row: 9 });
  expect(noRow).toFailWith("BAD_REQUEST", { field: "head_row" });
  const nowhere = await previewOf(manager, "stock", file, { mode: "SET", warehouse: unique("W") });
  expect(nowhere).toFailWith("BAD_REQUEST", { field: "warehouse" });
});

test.each([
  ["lines", {}, "P.ID/SKU/BC,Product Name,Damaged,Quantity", ",3,20", "ready"],
  ["stock", { mode: "ADD" }, "P.ID/SKU/BC,Product Name,Damaged,Quantity,W.ID", ",3,20,", "changed"],
  ["products", {}, "P.ID/SKU/BC,Product Name,Units per Carton,Lead Time", ",12,45", "changed"],
  ["orders", { channel: "amazon" }, "Order ID,SKU,Item,Sent,Quantity", ",3,20", "ready"],
] as const)(
  "a text with a comma and no quotes in a sheet of %s moves no number under another head",
  async (kind, said, heads, more, status) => {
    const w_id = unique("W");
    await newWarehouse(manager, w_id);
    const order = kind === "orders" ? "404-1," : "";
    const warehouse = kind === "stock" ? w_id : "";
    const line = (name: string) => `${order}${bib.p_id},${name}${more}${warehouse}`;
    const { rows } = await previewRows(manager, kind, [heads, line('"Bib, pink"'), line("Bib, pink")].join("\n"), said);
    expect(rows.map((row) => row.status)).toEqual([
      expect.stringMatching(`${status}|short`),
      expect.stringMatching(/wrong|unknown/),
    ]);
    expect(rows[1]?.problems[0]?.message).toContain("more fields than heads");
  },
);
