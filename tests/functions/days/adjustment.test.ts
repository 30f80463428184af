// Uploaded stock counts: the ledger of the day is corrected to the count once, or nothing changes at all.
import { randomUUID } from "node:crypto";
import ExcelJS from "exceljs";
import { expect, test } from "vitest";
import { addDays } from "#shared/day.ts";
import { setClock } from "#tests/support/clock.ts";
import "#tests/support/to-fail-with.ts";
import { downloadWithTestClock, readWorkbook, stockReport } from "#tests/support/download.ts";
import { countForm, inParallel, listedRow, productForm, unique } from "#tests/support/fixtures.ts";
import { beforeFirst } from "#tests/support/proxy.ts";
import { heldOf, idempotencyKey, newProduct, newStockLine, newWarehouse } from "#tests/support/stock.ts";
import { type Client, proxiedWorld } from "#tests/support/world.ts";

setClock("2026-10-01T04:00:00Z");
const { databaseProxy: proxy, ...here } = await proxiedWorld();
const { invoke } = here;
const on = (day: string): Promise<Client> => here.signInAt(`${day}T06:00:00Z`, "root");
const upload = (root: Client, date: string, file: string | Uint8Array<ArrayBuffer>, key: string = randomUUID()) =>
  root.post("/v1/dev/stock-adjustment", countForm(date, file), idempotencyKey(key));
/** A new product with so many units in a new warehouse, and the codes of both. */
const stocked = async (root: Client, units: number) => {
  const line = await newStockLine(root, units);
  const { p_id } = await listedRow(root, "/v1/products", line.product);
  const { w_id } = await listedRow(root, "/v1/warehouses", line.warehouse);
  return { line, p_id, w_id };
};
const csv = (...rows: (string | number)[][]) =>
  [["P.ID/SKU/BC", "W.ID", "Quantity"], ...rows].map((row) => row.join(",")).join("\n");

test("a count of today becomes the stock by posted corrections, and the same file again changes nothing", async () => {
  const root = await on("2026-10-02");
  const [one, two] = [await stocked(root, 10), await stocked(root, 4)];
  const file = csv([one.p_id.toLowerCase(), one.w_id, 7], [two.p_id, two.w_id, 4]);
  const key = randomUUID();
  const first = await upload(root, "2026-10-02", file, key);
  expect(first).toMatchObject({ status: 201, body: { read: 2, changed: 1, unchanged: 1, left_out: [] } });
  expect(await upload(root, "2026-10-02", file, key)).toMatchObject({ status: 201, body: first.body });
  expect((await upload(root, "2026-10-02", file)).body).toMatchObject({ read: 2, changed: 0, unchanged: 2 });
  expect([await heldOf(root, one.line.product), await heldOf(root, two.line.product)]).toEqual([7, 4]);
  const undone = await root.post(`/v1/transactions/${first.body.movement}/reverse`, {});
  expect(undone.status).toBe(201);
  expect(await heldOf(root, one.line.product)).toBe(10);
});

test("a count is read as Import Stock reads it, and refused where that would ask", async () => {
  const root = await on("2026-10-02");
  const { line, p_id, w_id } = await stocked(root, 10);
  const { name } = await listedRow(root, "/v1/products", line.product);
  const other = unique("W");
  await newWarehouse(root, other);
  const say = async (...rows: (string | number)[][]) => {
    const { body } = await upload(root, "2026-10-02", rows.map((cells) => cells.join(",")).join("\n"));
    return body.details ?? [body.read, body.changed, await heldOf(root, line.product)];
  };
  expect(await say(["P.ID", "Warehouse ID", "Counted"], [p_id, w_id, 7])).toEqual([1, 1, 7]);
  const titled = await say(["Stock of October"], [], ["Item Name", "Godown", "Closing Qty"], [name, w_id, 5]);
  expect(titled).toEqual([1, 1, 5]);
  expect(await say(["SKU", "Total", w_id, other], [p_id, 7, 3, 4], ["", "", "", ""])).toEqual([2, 2, 7]);
  expect(await say(["SKU", "Warehouse", "Qty"], [p_id, w_id, ""], [p_id, other, 0])).toEqual([1, 1, 3]);
  const asked = (text: string) => [{ field: "file", message: `${text} Import Stock can ask` }];
  expect(await say(["SKU", "Qty"], [p_id, 9])).toEqual(asked("Which warehouse are all rows for?"));
  const twoQuantities = await say(["SKU", "W.ID", "Closing Qty", "Physical Qty"], [p_id, w_id, 9, 8]);
  expect(twoQuantities).toEqual(asked("Which column has the quantity?"));
  expect(await heldOf(root, line.product)).toBe(3);
});

test("the stock export of the product is accepted unchanged as a count", async () => {
  const root = await on("2026-10-03");
  await newStockLine(root, 12);
  const file = await downloadWithTestClock(here, root, "/v1/stocks/export");
  const rows = (await readWorkbook(file)).rows.length - 1;
  const answer = await upload(root, "2026-10-03", new Uint8Array(file.bytes));
  expect(answer).toMatchObject({ status: 201, body: { read: rows, changed: 0, unchanged: rows } });
});

test("a holding larger than one movement may be is counted too, by the stock export and up to 99,99,99,999", async () => {
  const root = await on("2026-10-03");
  const { line, p_id, w_id } = await stocked(root, 1_000_000);
  await root.post("/v1/transactions/in", { ...line, quantity: 1_000_000 });
  const file = await downloadWithTestClock(here, root, "/v1/stocks/export");
  const { body } = await upload(root, "2026-10-03", new Uint8Array(file.bytes));
  expect(body).toMatchObject({ changed: 0, left_out: [] });
  const count = (quantity: number) => upload(root, "2026-10-03", csv([p_id, w_id, quantity]));
  const message = "A whole number from 0 to 99,99,99,999 expected";
  expect(await count(1_000_000_000)).toFailWith("UNPROCESSABLE_CONTENT", { message });
  expect((await count(999_999_999)).body).toMatchObject({ changed: 1 });
  const none = await count(0);
  expect((await root.post(`/v1/transactions/${none.body.movement}/reverse`, {})).status).toBe(201);
  const { rows } = (await root.get(`/v1/products/${line.product}/movements`)).body;
  expect(rows.map(({ quantity, total }: { quantity: number; total: number }) => [quantity, total])).toEqual([
    [1_000_000, 1_000_000],
    [1_000_000, 2_000_000],
    [997_999_999, 999_999_999],
    [999_999_999, 0],
    [999_999_999, 999_999_999],
  ]);
});

test("a refusal names every wrong row with its column and reason, and nothing is written", async () => {
  const root = await on("2026-10-04");
  const { line, p_id, w_id } = await stocked(root, 10);
  const row = (quantity: string | number) => [p_id, w_id, quantity];
  const file = csv(row(8), ["NOPE", w_id, 1], [p_id, "NOPE", 1], row("-1"), row(1.5), row(3));
  const answer = await upload(root, "2026-10-04", file);
  expect(answer.status).toBe(422);
  expect(answer.body.details).toEqual([
    { row: 3, field: "P.ID/SKU/BC", message: "No such product" },
    { row: 4, field: "W.ID", message: "No such warehouse" },
    { row: 5, field: "Quantity", message: expect.stringContaining("whole number") },
    { row: 6, field: "Quantity", message: expect.stringContaining("whole number") },
    { row: 7, field: "P.ID/SKU/BC", message: "Duplicate of row 2" },
  ]);
  expect(await heldOf(root, line.product)).toBe(10);
  const early = await upload(root, "2026-10-03", csv([p_id, w_id, 8]));
  expect(early.body.details.map(({ message }: { message: string }) => message)).toContain("Created after this date");
});

test("rows of a CSV are numbered as in a spreadsheet: blank lines count, line breaks in quotes do not", async () => {
  const root = await on("2026-10-04");
  const { p_id, w_id } = await stocked(root, 10);
  const file = `\r\nP.ID/SKU/BC,W.ID,Quantity,Note\r\n\r\n${p_id},${w_id},8,"two\r\nlines"\r\n\n,,,\nNOPE,${w_id},1,\n`;
  const answer = await upload(root, "2026-10-04", file);
  expect(answer.status).toBe(422);
  expect(answer.body.details).toEqual([{ row: 7, field: "P.ID/SKU/BC", message: "No such product" }]);
  const stray = await upload(root, "2026-10-04", `P.ID/SKU/BC,W.ID,Quantity\n\n"x,1`);
  const message = "Has a lost character, or quotes are not closed as CSV has it, type it again";
  expect(stray).toFailWith("UNPROCESSABLE_CONTENT", { row: 3, field: "P.ID/SKU/BC", message });
});

test("a count of a closed day corrects that day's report and today's stock by its difference", async () => {
  let root = await on("2026-10-05");
  const { line, p_id, w_id } = await stocked(root, 20);
  root = await on("2026-10-07");
  await invoke("snapshot", { pause: 0 });
  await root.post("/v1/transactions/out", { ...line, quantity: 5 });
  const report = async (date: string) => (await stockReport(here, root, date)).find(([id]) => id === p_id)?.[4];
  const units = async () => [await report("2026-10-05"), await report("2026-10-06"), await heldOf(root, line.product)];
  expect(await units()).toEqual([20, 20, 15]);
  const file = csv([p_id, w_id, 18]);
  const counted = await upload(root, "2026-10-05", file);
  expect(counted.body).toMatchObject({ changed: 1 });
  expect(await units()).toEqual([18, 18, 13]);
  expect((await upload(root, "2026-10-05", file)).body).toMatchObject({ changed: 0, unchanged: 1 });
  const below = await upload(root, "2026-10-05", csv([p_id, w_id, 4]));
  expect(below).toFailWith("UNPROCESSABLE_CONTENT", { row: 2, field: "Quantity" });
  root = await on("2026-10-08");
  expect((await root.post(`/v1/transactions/${counted.body.movement}/reverse`, {})).status).toBe(201);
  expect([await report("2026-10-05"), await heldOf(root, line.product)]).toEqual([20, 15]);
  expect(await invoke("snapshot", { pause: 0 })).toMatchObject({ mismatches: 0 });
  expect([await report("2026-10-05"), await report("2026-10-07")]).toEqual([20, 15]);
});

test("in the first quarter of an hour of a day yesterday cannot be counted, since postings of it may still arrive", async () => {
  let root = await on("2026-10-27");
  const { p_id, w_id } = await stocked(root, 20);
  root = await on("2026-10-28");
  const count = () => upload(root, "2026-10-27", csv([p_id, w_id, 18]));
  setClock("2026-10-27T18:44:30Z");
  expect(await count()).toFailWith("UNPROCESSABLE_CONTENT", { field: "date" });
  setClock("2026-10-27T18:45:00Z");
  expect(await count()).toMatchObject({ status: 201, body: { changed: 1 } });
});

test("a count whose answer was lost before midnight is answered after midnight, before its day has closed", async () => {
  let root = await on("2026-10-29");
  const { p_id, w_id } = await stocked(root, 20);
  root = await on("2026-10-30");
  const [file, key] = [csv([p_id, w_id, 18]), randomUUID()];
  setClock("2026-10-29T18:29:00Z");
  const first = await upload(root, "2026-10-29", file, key);
  setClock("2026-10-29T18:31:00Z");
  expect(await upload(root, "2026-10-29", file, key)).toMatchObject({ status: 201, body: first.body });
});

/** New products in a new warehouse, and a file that counts each with the given units. */
const countedFile = async (root: Client, rows: number) => {
  const warehouse = await newWarehouse(root);
  const products: string[] = [];
  while (products.length < rows) products.push(...(await inParallel(20, () => newProduct(root))));
  const { w_id } = await listedRow(root, "/v1/warehouses", warehouse);
  const made: { _id: string; p_id: string }[] = (await root.get("/v1/products")).body;
  const codes = new Map(made.map(({ _id, p_id }) => [_id, p_id]));
  const counting = (units: (row: number) => number) =>
    csv(...products.slice(0, rows).map((product, row) => [codes.get(product) ?? "", w_id, units(row)]));
  return { w_id, products, counting };
};

const isPosting = (operation: string) => operation === "TransactWriteItems";

/** Runs work that is cut off after the given number of transactions. */
const cut = async (after: number, work: () => Promise<unknown>): Promise<void> => {
  let left = after;
  proxy.decide = (operation) => (!isPosting(operation) || left-- > 0 ? "forward" : "deny");
  await work();
  proxy.decide = () => "forward";
};

test("a row whose product is deleted during the count is left out and named", async () => {
  const root = await on("2026-10-25");
  const [one, two] = [await stocked(root, 10), await stocked(root, 4)];
  beforeFirst(proxy, isPosting, () => root.delete(`/v1/products/${two.line.product}`));
  const answer = await upload(root, "2026-10-25", csv([one.p_id, one.w_id, 7], [two.p_id, two.w_id, 3]));
  expect(answer).toMatchObject({ status: 201, body: { read: 2, changed: 1, unchanged: 0, left_out: [{ row: 3 }] } });
});

test("a closed day's report is right after a count and reversal, each cut off", { tags: "exhaustive" }, async () => {
  let root = await on("2026-11-01");
  const rows = 100;
  const { w_id, counting } = await countedFile(root, rows);
  const report = async (date: string): Promise<number> => {
    const rows = await stockReport(here, root, date);
    return rows.filter((row) => row[2] === w_id).reduce((sum, row) => sum + Number(row[4]), 0);
  };
  const reports = () => Promise.all(["2026-11-01", "2026-11-02", "2026-11-03", "2026-11-04"].map(report));

  // Begun on the counted day, continued on the next.
  const key = randomUUID();
  const [ten, seven] = [counting(() => 10), counting(() => 7)];
  await cut(1, () => upload(root, "2026-11-01", ten, key));
  root = await on("2026-11-02");
  expect((await upload(root, "2026-11-01", ten, key)).body).toMatchObject({ changed: rows });
  root = await on("2026-11-03");
  const other = randomUUID();
  await cut(1, () => upload(root, "2026-11-02", seven, other));
  root = await on("2026-11-04");
  const counted = await upload(root, "2026-11-02", seven, other);
  root = await on("2026-11-05");
  expect(await reports()).toEqual([1_000, 700, 700, 700]);

  // Begun by one user, completed by another.
  const undo = () => root.post(`/v1/transactions/${counted.body.movement}/reverse`, {});
  await cut(1, undo);
  expect((await undo()).status).toBe(201);
  root = await on("2026-11-06");
  expect(await reports()).toEqual([1_000, 1_000, 1_000, 1_000]);
  expect(await report("2026-11-05")).toBe(1_000);
  expect(await invoke("snapshot", { pause: 0 })).toMatchObject({ mismatches: 0 });
});

test("a count that would make a later close negative is refused with the lowest one", async () => {
  let root = await on("2026-11-07");
  const { line, p_id, w_id } = await stocked(root, 20);
  root = await on("2026-11-08");
  await root.post("/v1/transactions/out", { ...line, quantity: 10 });
  root = await on("2026-11-09");
  await root.post("/v1/transactions/out", { ...line, quantity: 5 });
  root = await on("2026-11-11");
  await invoke("snapshot", { pause: 0 });
  await root.post("/v1/transactions/in", { ...line, quantity: 100 });
  root = await on("2026-11-12");
  const count = (quantity: number) => upload(root, "2026-11-07", csv([p_id, w_id, quantity]));
  const low = (units: string) => {
    const message = `Would leave ${units} at the close of 09-11-2026`;
    return { status: 422, body: { details: [{ row: 2, field: "Quantity", message }] } };
  };
  expect(await count(8)).toMatchObject(low("−7"));
  expect(await count(18)).toMatchObject({ status: 201, body: { changed: 1 } });
  expect(await count(14)).toMatchObject(low("−1"));
  expect(await count(15)).toMatchObject({ status: 201, body: { changed: 1 } });
  expect(await heldOf(root, line.product)).toBe(100);
});

test("a difference that a correction for a later day has booked is not booked again by a sheet of an earlier day", async () => {
  let root = await on("2026-11-13");
  const rows = [await stocked(root, 60), await stocked(root, 60), await stocked(root, 60)] as const;
  const sheet = (date: string, units: number[], skip_counted = "") => {
    const form = countForm(date, csv(...rows.map(({ p_id, w_id }, row) => [p_id, w_id, units[row] ?? 0])));
    form.append("skip_counted", skip_counted);
    return root.post("/v1/dev/stock-adjustment", form);
  };
  const held = () => Promise.all(rows.map(({ line }) => heldOf(root, line.product)));
  root = await on("2026-11-15");
  const later = await sheet("2026-11-14", [58, 60, 60]);
  expect(later).toMatchObject({ status: 201, body: { changed: 1 } });
  const correction = await root.post("/v1/transactions/out", { ...rows[1].line, quantity: 52, reason: "Correction" });
  for (const { line } of rows) await root.post("/v1/transactions/out", { ...line, quantity: 3 });
  const details = [
    { row: 2, field: "Quantity", message: "Counted since, on 14-11-2026: 58", counted_on: "2026-11-14" },
    { row: 3, field: "Quantity", message: "Counted since, on 15-11-2026: 8", counted_on: "2026-11-15" },
  ];
  const refusal = { status: 422, body: { details } };
  expect(await sheet("2026-11-13", [58, 58, 58])).toMatchObject(refusal);
  root = await on("2026-11-16");
  await invoke("snapshot", { pause: 0 });
  expect(await sheet("2026-11-13", [58, 58, 58])).toMatchObject(refusal);
  expect(await sheet("2026-11-13", [60, 60, 58])).toMatchObject({ status: 201, body: { changed: 1, unchanged: 2 } });
  expect(await sheet("2026-11-14", [57, 60, 58])).toMatchObject({ status: 201, body: { changed: 1, unchanged: 2 } });
  expect(await held()).toEqual([54, 5, 55]);
  const without = { changed: 1, unchanged: 0, left_out: [{ row: 2 }, { row: 3 }] };
  expect(await sheet("2026-11-13", [58, 58, 57], "true")).toMatchObject({ status: 201, body: without });
  expect(await held()).toEqual([54, 5, 54]);
  // Reversed on a later day than its own, it no longer counts, though the history of its day does not say so.
  for (const { movement } of [later.body, correction.body])
    expect((await root.post(`/v1/transactions/${movement}/reverse`, {})).status).toBe(201);
  expect((await sheet("2026-11-13", [60, 58, 57])).body).toMatchObject({ changed: 1 });
  expect((await sheet("2026-11-13", [58, 58, 57])).body.details).toMatchObject([{ row: 2, counted_on: "2026-11-14" }]);
});

test("a row that is counted for a later day while its sheet is posted is left out and named", async () => {
  let root = await on("2026-11-17");
  const [one, two] = [await stocked(root, 10), await stocked(root, 10)];
  root = await on("2026-11-18");
  const correction = { ...two.line, quantity: 2, reason: "Correction" };
  beforeFirst(proxy, isPosting, () => root.post("/v1/transactions/out", correction));
  const answer = await upload(root, "2026-11-17", csv([one.p_id, one.w_id, 8], [two.p_id, two.w_id, 8]));
  expect(answer).toMatchObject({ status: 201, body: { changed: 1, unchanged: 0, left_out: [{ row: 3 }] } });
  expect([await heldOf(root, one.line.product), await heldOf(root, two.line.product)]).toEqual([8, 8]);
});

test("a file without rows or columns, or for a day that cannot be counted, is refused with a reason", async () => {
  const root = await on("2026-10-10");
  const today = "2026-10-10";
  const say = async (file: string | Uint8Array<ArrayBuffer>) => {
    const { status, body } = await upload(root, today, file);
    return [status, body.details?.[0]?.message];
  };
  expect(await say("")).toEqual([400, "Required"]);
  expect(await say("\n\n")).toEqual([400, "The sheet is empty"]);
  expect(await say("a,b,c\n1,2,3")).toEqual([400, "Column P.ID/SKU/BC, W.ID, Quantity missing"]);
  expect(await say(csv())).toEqual([400, "No rows below the header"]);
  expect(await say(csv(["x", "y", ""]))).toEqual([422, "No row has a quantity"]);
  expect(await upload(root, addDays(today, 1), csv(["x", "y", 1]))).toFailWith("BAD_REQUEST", { field: "date" });
  expect(await upload(root, "", csv())).toFailWith("BAD_REQUEST", { field: "date" });
});

test("a formula is not accepted as a product or warehouse, even when one is called Formula", async () => {
  const root = await on("2026-10-11");
  const { p_id, w_id } = await stocked(root, 10);
  const product = (await root.post("/v1/products", productForm({ p_id: "Formula" }))).body._id;
  expect((await root.post("/v1/warehouses", { w_id: "Formula", name: "Formula" })).status).toBe(201);
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet("Count");
  sheet.addRow(["P.ID/SKU/BC", "W.ID", "Quantity"]);
  sheet.addRow([{ formula: "A9", result: p_id }, w_id, 3]);
  sheet.addRow([p_id, { formula: "B9", result: w_id }, { formula: "1+1", result: 2 }]);
  const answer = await upload(root, "2026-10-11", new Uint8Array(await book.xlsx.writeBuffer()));
  const message = "Contains a formula, paste its value instead";
  expect(answer.status).toBe(422);
  expect(answer.body.details).toEqual([
    { row: 2, field: "P.ID/SKU/BC", message },
    { row: 3, field: "W.ID", message },
    { row: 3, field: "Quantity", message },
  ]);
  expect(await heldOf(root, product)).toBe(0);
});

test("the developers' API and the common API do not answer each other's calls", async () => {
  const root = await on("2026-10-12");
  const headers = { authorization: `Bearer ${root.token}` };
  const away = await fetch(`${here.api}/v1/dev/stock-adjustment`, { method: "POST", headers });
  expect([away.status, (await fetch(`${here.dev}/v1/stocks`, { headers })).status]).toEqual([404, 404]);
});
