// Imports of products: rows with a known P.ID edit, others create, and nothing else is written.
import { expect, test } from "vitest";
import type { ImportKind } from "#shared/import.ts";
import type { Product } from "#shared/product.ts";
import { download, readWorkbook } from "#tests/support/download.ts";
import { changeForm, countForm, today, unique } from "#tests/support/fixtures.ts";
import { applyAll, importOf } from "#tests/support/imports.ts";
import { createProduct, heldOf, idempotencyKey, newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { csvOf, preview, previewRows, xlsxOf } from "./driver.ts";

const here = await world();
const { root, manager, anonymous } = here;

const heads = ["P.ID/SKU/BC", "Product Name", "Lead Time", "Units per Carton", "Further Codes", "Amazon"];
const productOf = async (p_id: string): Promise<Product> =>
  (await manager.get("/v1/products")).body.find((product: Product) => product.p_id === p_id);

test("rows of new P.IDs create products and rows of known ones edit them, with a record of each change", async () => {
  const [fresh, known] = [unique("New"), await createProduct(manager, { pack: "12", amazon: "https://amazon.in/1" })];
  const file = csvOf(
    ["Note", "for Asha"],
    ["SKU", "Title", "LEAD_TIME", "Units/Carton", "Barcodes", "Amazon link"],
    [fresh, "Cotton Bib", 45, 24, "8900001, 8900002", "amazon.in/2"],
    // Upper case, width and spaces make no difference, an empty cell keeps and a dash empties.
    [` ${known.p_id.toUpperCase()} `, "", 60, "-", "", "-"],
  );
  const { _id, rows, counts, groups } = await previewRows(manager, "products", file);
  expect({ counts, groups }).toEqual({ counts: { new: 1, changed: 1 }, groups: 1 });
  expect(rows).toMatchObject([
    { _id: "3", status: "new", code: fresh, changes: expect.arrayContaining([{ field: "lead_time", to: 45 }]) },
    {
      _id: "4",
      status: "changed",
      product: { _id: known._id },
      changes: [
        { field: "lead_time", from: 30, to: 60 },
        { field: "pack", from: 12 },
        { field: "amazon", from: "https://amazon.in/1" },
      ],
    },
  ]);
  expect(await productOf(fresh)).toBeUndefined();
  expect(await applyAll(manager, _id)).toMatchObject({ groups: 1, written: 2, left_out: [] });

  const [created, edited] = [await productOf(fresh), await productOf(known.p_id)];
  expect(created).toMatchObject({ name: "Cotton Bib", lead_time: 45, pack: 24, codes: "8900001, 8900002", stock: 0 });
  expect(created.amazon).toBe("https://amazon.in/2");
  expect(edited).toMatchObject({ p_id: known.p_id, name: known.name, lead_time: 60 });
  expect([edited.pack, edited.amazon]).toEqual([undefined, undefined]);
  const [record] = (await manager.get(`/v1/products/${created._id}/changes`)).body;
  expect(record).toMatchObject({ action: "created", user: { username: "manager" } });
  expect(record.fields).toContainEqual({ field: "p_id", to: fresh });
  const [edit] = (await manager.get(`/v1/products/${known._id}/changes`)).body;
  expect(edit).toMatchObject({ action: "changed", fields: [{ field: "lead_time", from: 30, to: 60 }, {}, {}] });
  expect(await heldOf(manager, created._id)).toBe(0);
});

test("every wrong row is named with column, value and reason, can be downloaded, and keeps no other from being applied", async () => {
  const [word, further] = [unique("Wrong"), unique("Code")];
  const zeros = `000${Date.now()}`;
  const known = await createProduct(manager, { codes: further });
  await createProduct(manager, { p_id: zeros });
  const wrong: [cells: (string | number)[], column: string, reason: RegExp][] = [
    [["", "Bib", 30], "P.ID/SKU/BC", /Required/],
    [["8.9E+12", "Bib", 30], "P.ID/SKU/BC", /Rounded/],
    [[zeros.replace(/^0+/, ""), "Bib", 30], "P.ID/SKU/BC", /leading zeros/],
    [[further, "Bib", 30], "P.ID/SKU/BC", new RegExp(`Further code of ${known.p_id}`)],
    [["x".repeat(201), "Bib", 30], "P.ID/SKU/BC", /At most 200/],
    [["a\u202eb", "Bib", 30], "P.ID/SKU/BC", /direction/],
    [[`${word}1`, "", 30], "Product Name", /Required for a new product/],
    [[`${word}2`, "Bib", ""], "Lead Time", /Required for a new product/],
    [[`${word}3`, "-", 30], "Product Name", /Cannot be emptied/],
    [[`${word}4`, "Bib", "15 days"], "Lead Time", /lead time/],
    [[`${word}5`, "Bib", 16], "Lead Time", /One of 15/],
    // Otherwise the same goods would be a second product.
    [[`${word}7`, "Bib", 30, "", known.p_id], "P.ID/SKU/BC", new RegExp(`A code beside it is of ${known.p_id}`)],
    [[`${word}A`, "Bib", 30], "P.ID/SKU/BC", /Duplicate of row 2/],
  ];
  const right = [`${word}a`, "=cmd()", 30];
  const { _id, rows, counts } = await previewRows(
    manager,
    "products",
    csvOf(heads, right, ...wrong.map(([cells]) => cells)),
  );
  expect(counts).toEqual({ new: 1, wrong: wrong.length - 2, unclear: 2 });
  for (const [index, [cells, column, reason]] of wrong.entries()) {
    const row = rows[index + 1];
    const value = String(cells[heads.indexOf(column)] ?? "").slice(0, 200);
    expect(row?.problems).toEqual([{ column, value, message: expect.stringMatching(reason) }]);
  }
  const report = await readWorkbook(await download(manager, anonymous, `/v1/imports/${_id}/export`));
  expect(report.rows[0]).toEqual([...heads, "Why"]);
  expect(report.rows.slice(1).map((cells) => cells.at(-1))).toEqual(
    rows.slice(1).map(({ problems }) => `${problems[0]?.column}: ${problems[0]?.message}`),
  );
  expect(await applyAll(manager, _id)).toMatchObject({ groups: 1, written: 1, left_out: [] });
  const all: Product[] = (await manager.get("/v1/products")).body;
  expect(all.filter(({ p_id }) => p_id.startsWith(word)).map(({ name }) => name)).toEqual(["=cmd()"]);
  // The rejected rows are corrected in their report and imported again.
  const corrected = report.rows
    .slice(0, 2)
    .map((cells, row) => (row === 0 ? cells : [`${word}again`, ...cells.slice(1)]));
  expect((await preview(manager, "products", xlsxOf(corrected))).counts).toEqual({ new: 1 });
});

const newNames = async (rows: (string | number)[][], texts?: Record<string, string>) => {
  const { _id, counts, sheet } = await previewRows(manager, "products", csvOf(...rows), {
    lead_time: 30,
    ...(texts && { texts }),
  });
  await applyAll(manager, _id);
  const choices = (sheet.asks ?? []).flatMap((ask) =>
    ask.id === "texts" ? ask.choices.map(({ value }) => value) : [],
  );
  return { counts, choices, nameOf: async (p_id: string) => (await productOf(p_id))?.name };
};

test("a variant with only a barcode is a product of its own, of that P.ID once a person says so", async () => {
  const [sku, code, other] = [unique("Sku"), unique("Bar"), unique("Bar")];
  const heads = ["Handle", "Title", "Option1 Value", "Variant SKU", "Variant Barcode", "Image Src"];
  const rows = [
    heads,
    [`romper ${sku}`, "Romper", "S", sku, code, "a.jpg"],
    [`romper ${sku}`, "", "M", "", other, "b.jpg"],
    [`romper ${sku}`, "", "", "", "", "c.jpg"],
  ];
  expect(await newNames(rows)).toMatchObject({ counts: { new: 1, wrong: 1, same: 1 }, choices: ["codes", ""] });
  const { counts, nameOf } = await newNames(rows, { "Rows without a P.ID": "codes" });
  expect([counts, await nameOf(other)]).toEqual([{ new: 1, same: 2 }, "Romper, M"]);
});

test("a cell with a bar or a semicolon is one code if a person says so, and one with commas never is", async () => {
  const [bar, list] = [`${unique("One")}|A`, `${unique("Two")},B`];
  const heads = ["SKU", "Title"];
  const one = { "Several codes in one cell": "one" };
  expect(await newNames([heads, [bar, "Bib"]])).toMatchObject({ counts: { wrong: 1 }, choices: ["first", "one", ""] });
  expect(await newNames([heads, [list, "Cap"]], one)).toMatchObject({ counts: { wrong: 1 }, choices: ["first", ""] });
  const { counts, nameOf } = await newNames([heads, [bar, "Bib"], [list, "Cap"]], one);
  expect([counts, await nameOf(bar), await nameOf(list)]).toEqual([{ new: 1, wrong: 1 }, "Bib", undefined]);
});

test("an optional cell never refuses its row: the row is taken without it, and the cell is named and counted", async () => {
  const word = unique("Odd");
  const codes = unique("Code");
  const known = await createProduct(manager, { codes, cost: "12.50" });
  const optional: [head: string, cell: string, reason: RegExp][] = [
    ["Units per Carton", "1,500", /whole number/],
    ["Further Codes", `${word}0`, /is taken already/],
    ["Further Codes", "8.9E+12", /Rounded/],
    ["Further Codes", Array.from({ length: 11 }, (_, n) => `${word}c${n}`).join(), /At most 10/],
    ["Amazon", "javascript:alert(1)", /Link/],
    ["Amazon", `https://a.in/${"x".repeat(600)}`, /At most 500/],
    ["Cost", "0", /Rupees/],
    ["Cost", "12.345", /at most two decimals/],
    ["Cost", "ARS 24760.00", /^is another currency$/],
  ];
  const columns = [...heads, "Cost"];
  const rowOf = (start: (string | number)[], head = "", cell = "") =>
    columns.map((column, at) => (column === head ? cell : (start[at] ?? "")));
  const file = csvOf(
    columns,
    ...optional.map(([head, cell], n) => rowOf([`${word}${n}`, "Bib", 30], head, cell)),
    rowOf([known.p_id, "Bib"], "Cost", "USD 3"),
    rowOf([`${word}paid`, "Bib", 30], "Cost", "INR 250.50"),
  );
  const { _id, rows, counts, sheet } = await previewRows(manager, "products", file);
  expect(counts).toEqual({ new: optional.length + 1, changed: 1 });
  for (const [index, [column, cell, reason]] of optional.entries())
    expect(rows[index]).toMatchObject({
      problems: [],
      not_taken: [{ column, value: cell.slice(0, 200), message: expect.stringMatching(reason) }],
    });
  expect(sheet.asks?.map(({ text }) => text)).toContain("Cost in 2 rows not taken: “ARS 24760.00” is another currency");
  expect(await applyAll(manager, _id)).toMatchObject({ written: optional.length + 2, left_out: [] });
  expect(await productOf(`${word}8`)).not.toHaveProperty("cost");
  expect(await productOf(known.p_id)).toMatchObject({ name: "Bib", cost: 12.5, codes });
  expect(await productOf(`${word}paid`)).toMatchObject({ cost: 250.5 });
});

test("a column of one other currency is asked about once", async () => {
  const word = unique("Ars");
  const file = csvOf(["SKU", "Name", "Lead Time", "Cost"], [`${word}1`, "Bib", 30, "ARS 1,200.50"]);
  const asked = await previewRows(manager, "products", file);
  expect([asked.counts, asked.sheet.asks?.[0]]).toMatchObject([{ new: 1 }, { id: "readings", of: "cost" }]);
  const { rows } = await previewRows(manager, "products", file, { readings: ["cost"] });
  expect(rows[0]?.changes).toContainEqual({ field: "cost", to: 1_200.5 });
});

test("only products changed or deleted, and codes taken, after the preview are left out and named", async () => {
  const word = unique("Since");
  const [edited, deleted, kept] = await Promise.all([
    createProduct(manager),
    createProduct(manager),
    createProduct(manager),
  ]);
  const rows = [edited, deleted, kept].map(({ p_id }) => [p_id, "New name", 60]);
  const file = csvOf(heads, ...rows, [`${word}1`, "Bib", 30], [`${word}2`, "Bib", 30]);
  const { _id } = await preview(manager, "products", file);
  await root.patch(`/v1/products/${edited._id}`, changeForm({ pack: "7" }));
  await root.delete(`/v1/products/${deleted._id}`);
  await createProduct(root, { p_id: `${word}1`, name: "Somebody else's" });
  const outcome = {
    groups: 1,
    written: 2,
    left_out: [
      { row: 2, message: "Changed since the preview" },
      { row: 3, message: "Changed since the preview" },
      { row: 5, message: "Taken already" },
    ],
  };
  const { left_out, ...applied } = await applyAll(manager, _id);
  expect({ ...applied, left_out: left_out.sort((a, b) => a.row - b.row) }).toMatchObject(outcome);
  expect((await importOf(manager, _id)).done).toBe(1);
  expect(await productOf(edited.p_id)).toMatchObject({ name: edited.name, lead_time: 30, pack: 7 });
  expect(await productOf(kept.p_id)).toMatchObject({ name: "New name", lead_time: 60 });
  expect(await productOf(`${word}1`)).toMatchObject({ name: "Somebody else's" });
  expect(await productOf(`${word}2`)).toMatchObject({ name: "Bib" });
});

test("a row by a former P.ID is its product in every kind of spreadsheet, and creates no other of the same goods", async () => {
  const warehouse = unique("W");
  const place = await newWarehouse(manager, warehouse);
  const [renamed, { _id, p_id }] = [unique("Renamed"), await createProduct(manager)];
  await manager.post("/v1/transactions/in", { product: _id, warehouse: place, quantity: 5 });
  await manager.patch(`/v1/products/${_id}`, changeForm({ p_id: renamed }));
  const found = async (kind: ImportKind, settings: Record<string, string>, ...rows: (string | number)[][]) =>
    (await previewRows(manager, kind, csvOf(...rows), settings)).rows.map(({ status, product }) => [
      status,
      product?._id,
    ]);
  const edits = await found("products", {}, heads.slice(0, 3), [p_id, "New name", 30]);
  expect(edits).toEqual([["changed", _id]]);
  const twice = await found("products", {}, heads.slice(0, 1), [p_id], [renamed]);
  expect(twice.map(([status]) => status)).toEqual(["same", "wrong"]);
  expect(await found("stock", { mode: "SET" }, ["P.ID", "W.ID", "Qty"], [p_id, warehouse, 7])).toEqual([
    ["changed", _id],
  ]);
  expect(await found("lines", {}, ["P.ID", "Qty"], [p_id, 2])).toEqual([["ready", _id]]);
  expect(await found("orders", { channel: "amazon" }, ["SKU", "Qty"], [p_id, 2])).toEqual([["ready", _id]]);
  const counted = countForm(today(), csvOf(["P.ID", "W.ID", "Qty"], [p_id, warehouse, 4]));
  await root.post("/v1/dev/stock-adjustment", counted, idempotencyKey());
  expect(await heldOf(manager, _id)).toBe(4);
});

test("two imports of the same new products at once create each once, and the other names what it left out", async () => {
  const word = unique("Race");
  const file = csvOf(heads, ...Array.from({ length: 30 }, (_, n) => [`${word}${n}`, "Bib", 30]));
  const ids = [(await preview(manager, "products", file))._id, (await preview(root, "products", file))._id] as const;
  const [one, other] = await Promise.all([applyAll(manager, ids[0]), applyAll(root, ids[1])]);
  expect(one.written + other.written).toBe(30);
  expect(one.left_out.length + other.left_out.length).toBe(30);
  const all: Product[] = (await manager.get("/v1/products")).body;
  expect(all.filter(({ p_id }) => p_id.startsWith(word))).toHaveLength(30);
});
