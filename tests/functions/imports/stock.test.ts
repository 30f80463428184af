// Imports of stock: sets, adds and removes units, as one batch that can be reversed.
import { expect, test } from "vitest";
import type { StockRecord } from "#shared/stock.ts";
import { download, readWorkbook } from "#tests/support/download.ts";
import { recentTransactions, sheetForm, unique } from "#tests/support/fixtures.ts";
import type { Outcome } from "#tests/support/proxy.ts";
import { createProduct, heldOf, newWarehouse, type ProductNames, recordsOf, reverse } from "#tests/support/stock.ts";
import "#tests/support/to-fail-with.ts";
import { applyAll, applyFrom } from "#tests/support/imports.ts";
import { proxiedWorld } from "#tests/support/world.ts";
import { csvOf, preview, previewRows, xlsxOf } from "./driver.ts";

const { databaseProxy: proxy, root, manager, anonymous } = await proxiedWorld();
const heads = ["P.ID", "W.ID", "Quantity", "Reason", "Remarks"];

/** A new warehouse with so many units of a new product for each number. */
const newStock = async (...units: number[]) => {
  const w_id = unique("W");
  const warehouse = await newWarehouse(manager, w_id);
  const products: ProductNames[] = [];
  for (const quantity of units) {
    const product = await createProduct(manager);
    products.push(product);
    if (quantity > 0) await manager.post("/v1/transactions/in", { product: product._id, warehouse, quantity });
  }
  const held = async (): Promise<(number | undefined)[]> => {
    const records = await recordsOf(manager, warehouse);
    return products.map(({ _id }) => records.find(({ product }) => product._id === _id)?.quantity);
  };
  return { w_id, warehouse, products, held, codes: products.map(({ p_id }) => p_id) };
};

const transactionsOf = async (movement: string) =>
  (await manager.get(recentTransactions())).body.filter((row: { movement: string }) => row.movement === movement);

test("SET makes stock what the spreadsheet says, with before and after in the preview, as one batch that can be reversed", async () => {
  const { w_id, held, codes } = await newStock(5, 7, 0, 4);
  const file = csvOf(heads.slice(0, 3), ...[9, 7, 3, 0].map((units, n) => [codes[n] ?? "", w_id, units]));
  const { _id, rows, counts } = await previewRows(manager, "stock", file, { mode: "SET", remarks: "Annual count" });
  expect(counts).toEqual({ changed: 3, same: 1 });
  expect(rows.map(({ status, quantity, changes }) => [status, quantity, changes[0]?.from, changes[0]?.to])).toEqual([
    ["changed", 4, 5, 9],
    ["same", 0, undefined, undefined],
    ["changed", 3, 0, 3],
    ["changed", -4, 4, 0],
  ]);
  expect(await held()).toEqual([5, 7, undefined, 4]);
  const { movement = "", ...applied } = await applyAll(manager, _id);
  expect(applied).toMatchObject({ groups: 1, written: 3, left_out: [] });
  expect(await held()).toEqual([9, 7, 3, 0]);
  const posted = await transactionsOf(movement);
  expect(posted).toHaveLength(3);
  for (const row of posted) expect(row).toMatchObject({ reason: "Correction", remarks: "Annual count" });
  expect((await reverse(manager, movement)).status).toBe(201);
  expect(await held()).toEqual([5, 7, 0, 4]);
});

test("in our own stock export, SET changes nothing but edited cells", async () => {
  const { warehouse, held } = await newStock(5, 7);
  const file = await download(manager, anonymous, "/v1/stocks/export", { warehouse });
  const same = await preview(manager, "stock", new Uint8Array(file.bytes), { mode: "SET" });
  expect([same.counts, same.groups]).toEqual([{ same: 2 }, 0]);
  const { rows } = await readWorkbook(file);
  const edited = rows.map((cells, row) => (row === 1 ? [...cells.slice(0, 4), 12] : cells));
  await applyAll(manager, (await preview(manager, "stock", xlsxOf(edited), { mode: "SET" }))._id);
  expect((await held()).sort()).toEqual([12, 7].includes((await held())[0] ?? 0) ? [12, 7] : [12, 5]);
});

test("a sheet names shelves beside quantities or alone; an empty one is kept, - takes it away, and our own export keeps all", async () => {
  const { w_id, warehouse, held, codes, products } = await newStock(5, 7, 2, 4);
  const shelvesOf = async () => {
    const all: { _id: string; shelves?: Record<string, string> }[] = (await manager.get("/v1/products")).body;
    return products.map(({ _id }) => all.find((one) => one._id === _id)?.shelves?.[warehouse]);
  };
  const [a = "", b = "", c = "", d = ""] = codes;
  const cells = ["P.ID", "W.ID", "Shelf", "Quantity"];
  const first = csvOf(cells, [a, w_id, "A-1", 6], [b, w_id, "B 2", ""], [c, w_id, "", 2], [d, w_id, "x".repeat(21), 4]);
  const { _id, rows, counts } = await previewRows(manager, "stock", first, { mode: "SET" });
  expect(counts).toEqual({ changed: 2, same: 2 });
  expect(rows[0]?.changes).toEqual([
    { field: "quantity", from: 5, to: 6 },
    { field: "shelf", to: "A-1" },
  ]);
  expect(rows[3]?.not_taken).toEqual([expect.objectContaining({ column: "Shelf", message: "At most 20 characters" })]);
  const applied = await applyAll(manager, _id);
  expect(applied).toMatchObject({ groups: 2, written: 2, left_out: [], movement: expect.any(String) });
  expect(await applyAll(manager, _id)).toEqual(applied);
  expect([await held(), await shelvesOf()]).toEqual([
    [6, 7, 2, 4],
    ["A-1", "B 2", undefined, undefined],
  ]);
  const file = await download(manager, anonymous, "/v1/stocks/export", { warehouse });
  const same = await preview(manager, "stock", new Uint8Array(file.bytes), { mode: "SET" });
  expect([same.counts, same.groups]).toEqual([{ same: 4 }, 0]);

  const alone = await preview(manager, "stock", csvOf(cells.slice(0, 3), [a, w_id, "-"], [b, w_id, "B 3"]), {
    mode: "SET",
  });
  expect(alone.counts).toEqual({ changed: 2 });
  await manager.patch(`/v1/products/${products[1]?._id}/shelves`, { shelves: { [warehouse]: "B 9" } });
  expect(await applyAll(manager, alone._id)).toMatchObject({
    written: 1,
    left_out: [{ row: 3, message: "Shelf changed or product deleted meanwhile" }],
  });
  expect([await held(), await shelvesOf()]).toEqual([
    [6, 7, 2, 4],
    [undefined, "B 9", undefined, undefined],
  ]);
});

test("ADD and REMOVE add repeated rows up, with reason and remarks of the row or of the import", async () => {
  const { w_id, held, codes, products } = await newStock(5, 7);
  const [one = "", other = ""] = codes;
  const added = await preview(
    manager,
    "stock",
    csvOf(heads, [one, w_id, 2, "", ""], [one, w_id, 3, "", ""], [other, w_id, 1, "return", "Box 4"]),
    { mode: "ADD", reason: "Purchase (Overseas)", remarks: "PO 17" },
  );
  expect(added).toMatchObject({ mode: "ADD", counts: { changed: 3 }, groups: 2 });
  const { movement = "", ...applied } = await applyAll(manager, added._id);
  expect(applied).toMatchObject({ groups: 2, written: 3, left_out: [] });
  expect(await held()).toEqual([10, 8]);
  const posted = await transactionsOf(movement);
  expect(posted.map(({ quantity, reason, remarks }: Record<string, unknown>) => [quantity, reason, remarks])).toEqual(
    expect.arrayContaining([
      [5, "Purchase (Overseas)", "PO 17"],
      [1, "Return", "Box 4"],
    ]),
  );
  expect(posted).toHaveLength(2);

  const removed = await previewRows(
    manager,
    "stock",
    csvOf(heads.slice(0, 3), [one, w_id, 6], [one, w_id, 4], [one, w_id, 1], [other, w_id, 9]),
    { mode: "REMOVE" },
  );
  expect(removed.rows.map(({ status, problems }) => [status, problems[0]?.message])).toEqual([
    ["changed", undefined],
    ["changed", undefined],
    ["wrong", "Out of stock (Avl. 0)"],
    ["wrong", "Out of stock (Avl. 8)"],
  ]);
  const out = await applyAll(manager, removed._id);
  expect(out).toMatchObject({ written: 2, left_out: [] });
  expect((await transactionsOf(out.movement ?? ""))[0]).toMatchObject({
    action: "STOCK_OUT",
    reason: "Outbound",
    quantity: 10,
  });
  expect(await heldOf(manager, products[0]?._id ?? "")).toBe(0);
});

test("every wrong row is named, all at once, and none of them is written", async () => {
  const { w_id, held, codes } = await newStock(5, 7);
  const further = unique("Code");
  await createProduct(manager, { codes: further });
  const [one = "", other = ""] = codes;
  const wrong: [cells: (string | number)[], column: string, message: RegExp][] = [
    [["No such product", w_id, 1], "P.ID", /No such product/],
    [["8.9E+12", w_id, 1], "P.ID", /Rounded/],
    [["", w_id, 1], "P.ID", /Required/],
    [[one, "No such warehouse", 1], "W.ID", /No such warehouse/],
    [[one, w_id, -1], "Quantity", /whole number from 0 to/],
    [[one, w_id, "1.5"], "Quantity", /whole number/],
    [[one, w_id, "12abc"], "Quantity", /whole number/],
    [[one, w_id, "1,500"], "Quantity", /whole number/],
    [[one, w_id, "0x10"], "Quantity", /whole number/],
    [[one, w_id, 1_000_000_000], "Quantity", /whole number/],
  ];
  const right = [other, w_id, 8];
  const { _id, rows, counts } = await previewRows(
    manager,
    "stock",
    csvOf(heads, right, ...wrong.map(([cells]) => cells), [further, w_id, 2]),
    { mode: "SET" },
  );
  expect(counts).toEqual({ changed: 2, wrong: wrong.length });
  for (const [index, [, column, message]] of wrong.entries())
    expect(rows[index + 1]?.problems).toEqual([
      { column, value: expect.any(String), message: expect.stringMatching(message) },
    ]);
  expect(await applyAll(manager, _id)).toMatchObject({ written: 2, left_out: [] });
  expect(await held()).toEqual([5, 8]);
  // Nothing of a wrong row is lost in the report, not even a zero.
  const zero = ["No such product", w_id, 0];
  const { _id: unknown } = await preview(manager, "stock", xlsxOf([heads.slice(0, 3), zero]), { mode: "SET" });
  const report = await readWorkbook(await download(manager, anonymous, `/v1/imports/${unknown}/export`));
  expect(report.rows[1]).toEqual([...zero, "P.ID: No such product"]);
  const tooMuch = csvOf(heads.slice(0, 3), [one, w_id, 600_000], [one, w_id, 600_000], [one, w_id, 0]);
  const added = await previewRows(manager, "stock", tooMuch, { mode: "ADD" });
  expect(added.rows.map(({ status }) => status)).toEqual(["changed", "wrong", "same"]);
  expect(added.rows[1]?.problems[0]?.message).toMatch(/of one product/);
  const reasonOfOut = sheetForm(tooMuch, { mode: "ADD", reason: "Damage" });
  expect(await manager.post("/v1/imports/stock", reasonOfOut)).toFailWith("BAD_REQUEST", { field: "reason" });
  expect(await manager.post("/v1/imports/stock", sheetForm(tooMuch))).toFailWith("BAD_REQUEST", { field: "mode" });
});

test("a reason or a remark that does not fit never refuses its row: it is named, and the reason is Other", async () => {
  const { w_id, held, codes } = await newStock(5, 7);
  const [one = "", other = ""] = codes;
  const file = csvOf(heads, [one, w_id, 1, "Lost at sea", ""], [other, w_id, 2, "Damage", "x".repeat(2_001)]);
  const { _id, counts, rows } = await previewRows(manager, "stock", file, { mode: "REMOVE" });
  expect([counts, rows.map(({ not_taken }) => not_taken?.map(({ column }) => column))]).toEqual([
    { changed: 2 },
    [["Reason"], ["Remarks"]],
  ]);
  const { movement = "" } = await applyAll(manager, _id);
  expect(await held()).toEqual([4, 5]);
  const posted = await transactionsOf(movement);
  expect(posted.map(({ reason }: { reason: string }) => reason).sort()).toEqual(["Damage", "Other"]);
});

test("the warehouse that a person said holds for the same heads, and for nobody else", async () => {
  const { w_id, codes } = await newStock(1);
  await newWarehouse(manager);
  const own = ["SKU", "Qty", unique("Note")];
  const sheet = (units: number) => csvOf(own, [codes[0] ?? "", units, "x"]);
  const modes = { mode: "SET" };
  expect((await previewRows(manager, "stock", sheet(5), modes)).sheet.missing).toEqual(["w_id"]);
  const { _id } = await previewRows(manager, "stock", sheet(5), { ...modes, warehouse: w_id });
  await applyAll(manager, _id);
  const again = await previewRows(manager, "stock", sheet(7), modes);
  expect(again).toMatchObject({ counts: { changed: 1 }, sheet: { missing: [], warehouse: w_id } });
  expect((await previewRows(root, "stock", sheet(7), modes)).sheet.missing).toEqual(["w_id"]);
});

test("rows of one product and warehouse are set to their sum or to the last, and asked about until then", async () => {
  const { w_id, held, codes } = await newStock(5, 7);
  const [one = "", other = ""] = codes;
  const file = csvOf(
    heads.slice(0, 3),
    [one, w_id, 2],
    [other, w_id, 1],
    [one.toLowerCase(), w_id, 4],
    [one, w_id, "-"],
  );
  const asked = await previewRows(manager, "stock", file, { mode: "SET" });
  expect(asked.counts).toEqual({ unclear: 2, changed: 1, same: 1 });
  expect(asked.sheet).toMatchObject({
    sum: 1,
    asks: [
      { id: "same", text: `Rows 2, 4 are all of ${one}.`, sum: 6, choices: [{ value: "add" }, { value: "last" }] },
    ],
  });
  for (const [same, units, row] of [
    ["last", 4, 4],
    ["add", 6, 2],
  ] as const) {
    const { _id, rows } = await previewRows(manager, "stock", file, { mode: "SET", same });
    expect(rows.find(({ _id }) => _id === String(row))).toMatchObject({ quantity: units - ((await held())[0] ?? 0) });
    await applyAll(manager, _id);
    expect(await held()).toEqual([units, 1]);
  }
});

test("of a product that was scanned into thousands of rows, the first twenty are named", async () => {
  const { w_id, codes } = await newStock(1);
  const [scanned = ""] = codes;
  const file = csvOf(
    [...heads.slice(0, 3), unique("Note")],
    ...Array.from({ length: 5_000 }, () => [scanned, w_id, 1]),
  );
  const { sheet, rows } = await previewRows(manager, "stock", file, { mode: "SET" });
  const named = `Rows ${Array.from({ length: 20 }, (_, at) => at + 2).join(", ")} and 4,980 more are`;
  expect(sheet.asks).toMatchObject([{ id: "same", text: `${named} all of ${scanned}.`, sum: 5_000 }]);
  expect(rows.at(-1)?.problems).toMatchObject([{ message: `${named} of the same product` }]);
});

test("a column for each warehouse is read without its total; units are removed only if that was said", async () => {
  const [here, there] = [await newStock(5, 7), await newStock()];
  const [one = "", other = ""] = here.codes;
  const file = csvOf(["SKU", here.w_id, there.w_id, "Total"], [one, 3, 2, 5], [other, "", 1, 1]);
  const added = await previewRows(manager, "stock", file, { mode: "ADD" });
  expect(added.rows.map(({ _id, quantity }) => [_id, quantity])).toEqual([
    [`2 ${here.w_id}`, 3],
    [`2 ${there.w_id}`, 2],
    [`3 ${there.w_id}`, 1],
  ]);
  expect(added.sheet).toMatchObject({ sum: 6, unused: ["Total"] });
  await applyAll(manager, added._id);
  const asked = await previewRows(manager, "stock", file, { mode: "REMOVE" });
  expect([asked.rows, asked.sheet.asks?.map(({ id }) => id)]).toEqual([[], ["per_warehouse", "warehouse"]]);
  const removed = await previewRows(manager, "stock", file, { mode: "REMOVE", per_warehouse: "true" });
  await applyAll(manager, removed._id);
  expect(await here.held()).toEqual([5, 7]);
});

test("a whole name stands for its product, but not where units are removed; what a text stands for is said once", async () => {
  const { w_id, products, held } = await newStock(5);
  const [{ _id = "", p_id = "", name = "" } = {}] = products;
  const word = `0${p_id}`;
  const file = csvOf(
    ["Particulars", "Godown", "Closing Stock"],
    [name, w_id, 3],
    [word, w_id, 4],
    [word, w_id, "not kept"],
  );
  const found = await previewRows(manager, "stock", file, { mode: "ADD" });
  expect(found.counts).toEqual({ changed: 1, wrong: 2 });
  expect(found.sheet).toMatchObject({ by_name: 1, sum: 3, asks: [{ id: "texts", of: word }, { of: "not kept" }] });
  const texts = { [word]: _id, "not kept": "" };
  const said = await previewRows(manager, "stock", file, { mode: "ADD", texts });
  expect(said.counts).toEqual({ changed: 2, same: 1 });
  await applyAll(manager, said._id);
  expect(await held()).toEqual([12]);
  const removed = await previewRows(manager, "stock", file, { mode: "REMOVE" });
  expect(removed.rows[0]?.problems).toMatchObject([{ message: `The name of ${p_id}, type its code` }]);
});

test("only rows whose stock changed after the preview are left out and named, in each mode", async () => {
  const apply = async (mode: string, units: number) => {
    const { w_id, warehouse, held, codes, products } = await newStock(5, 5, 5);
    const file = csvOf(heads.slice(0, 3), ...codes.map((code) => [code, w_id, units]));
    const { _id } = await preview(manager, "stock", file, { mode });
    const moved = { product: products[0]?._id, warehouse, quantity: 4 };
    expect((await manager.post("/v1/transactions/out", moved)).status).toBe(201);
    expect((await root.delete(`/v1/products/${products[1]?._id}`)).status).toBe(204);
    const { written, left_out } = await applyAll(manager, _id);
    return [written, left_out.map(({ row }) => row), await held()];
  };
  expect(await apply("SET", 2)).toEqual([1, [2, 3], [1, undefined, 2]]);
  expect(await apply("ADD", 2)).toEqual([2, [3], [3, undefined, 7]]);
  expect(await apply("REMOVE", 2)).toEqual([1, [2, 3], [1, undefined, 3]]);

  const { w_id, warehouse, codes, held } = await newStock(5);
  const { _id } = await preview(manager, "stock", csvOf(heads.slice(0, 3), [codes[0] ?? "", w_id, 2]), { mode: "ADD" });
  expect((await root.delete(`/v1/warehouses/${warehouse}`)).status).toBe(204);
  expect(await applyAll(manager, _id)).toMatchObject({
    written: 0,
    left_out: [{ row: 2, message: expect.any(String) }],
  });
  expect(await held()).toEqual([undefined]);
});

/** An import of two groups, of which only the first is posted: the proxy refuses the second. */
const halfApplied = async () => {
  const stock = await newStock(5, 7);
  const file = csvOf(heads, ...stock.codes.map((code, n) => [code, stock.w_id, 10, "", `Note ${n}`]));
  const { _id, groups } = await preview(manager, "stock", file, { mode: "ADD" });
  expect(groups).toBe(2);
  let transactions = 0;
  proxy.decide = (operation) => (operation === "TransactWriteItems" && ++transactions > 1 ? "deny" : "forward");
  expect((await applyFrom(manager, _id)).status).toBe(500);
  proxy.decide = () => "forward";
  expect(await stock.held()).toEqual([15, 7]);
  const { movement = "" } = (await manager.get(recentTransactions())).body.find(
    ({ product }: StockRecord) => product._id === stock.products[0]?._id,
  );
  return { ...stock, _id, movement };
};

test("an import that is reversed while it is applied ends: the rest is not booked", async () => {
  const { _id, movement, held } = await halfApplied();
  expect((await reverse(manager, movement)).status).toBe(201);
  expect(await applyFrom(manager, _id, 1)).toFailWith("CONFLICT", {
    message: expect.stringMatching(/reversed meanwhile/),
  });
  expect(await held()).toEqual([5, 7]);
  // The outcome is the same as before.
  expect((await manager.get(`/v1/imports/${_id}`)).body).toMatchObject({ groups: 2, done: 1 });
});

test("a reversal that meets the next group of an import reverses nothing, and then all of it", async () => {
  const { _id, movement, held } = await halfApplied();
  let applied: Promise<unknown> | undefined;
  proxy.decide = async (operation, body): Promise<Outcome> => {
    if (operation === "TransactWriteItems" && body.includes("reversed_by") && body.includes('"reversal"') && !applied) {
      applied = applyFrom(manager, _id, 1);
      await applied;
    }
    return "forward";
  };
  expect(await reverse(manager, movement)).toFailWith("CONFLICT", { message: expect.stringMatching(/^More of it/) });
  proxy.decide = () => "forward";
  expect(await held()).toEqual([15, 17]);
  expect((await reverse(manager, movement)).status).toBe(201);
  expect(await held()).toEqual([5, 7]);
});
