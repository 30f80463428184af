// Import Products, as a manager meets it: by paste and by a file, with a good and a bad network, on a desk and a phone.
import { expect, test } from "vitest";
import type { Product } from "#shared/product.ts";
import { rowsOf } from "#tests/functions/imports/driver.ts";
import { expectAccessible, open, type Page, type PageOptions, paste, refuseOnce } from "#tests/support/browser.ts";
import { download, readWorkbook } from "#tests/support/download.ts";
import { changeForm, unique } from "#tests/support/fixtures.ts";
import { workbookOfSheets } from "#tests/support/xlsx.ts";
import { frequentJob } from "#tests/web/frequent-job.ts";
import {
  applyRows,
  button,
  cellTexts,
  dialog,
  expectApplied,
  field,
  gone,
  heading,
  press,
  row,
  rows,
  undoBar,
} from "#tests/web/page.ts";
import { addProduct, allProducts, here, openProducts } from "./driver.ts";

const { manager, anonymous } = here;

const heads = ["P.ID/SKU/BC", "Product Name", "Lead Time"];
const openImport = async (options?: PageOptions): Promise<Page> => {
  const page = await open(here, manager, { path: "/products/import", ...options });
  await heading(page, "Import Products").waitFor();
  return page;
};

/** New products, each with its own code. */
const newRows = (count: number): [p_id: string, name: string, lead_time: number][] =>
  Array.from({ length: count }, (_, index) => [unique("NEW"), `Rattle ${index + 1}`, 30]);

const catalogue = async (): Promise<Map<string, Product>> =>
  new Map((await allProducts()).map((product) => [product.p_id, product]));

const csvFile = (name: string, rows: readonly (readonly unknown[])[]) => {
  const quoted = (cell: unknown) => `"${String(cell ?? "").replaceAll('"', '""')}"`;
  const text = rows.map((cells) => cells.map(quoted).join(",")).join("\r\n");
  return { name, mimeType: "text/csv", buffer: Buffer.from(text) };
};

test("thirty new products are imported in three actions, and the list shows them at once", async () => {
  const page = await openProducts();
  const { act, picture, expectAsStated } = frequentJob("Create thirty products from a sheet");
  const products = newRows(30);
  // The actions above the list disappear once it is known to be empty.
  await page.getByText("No products yet").waitFor();
  await act(page.getByRole("link", { name: "Import", exact: true }).click(), "Press Import.");
  await heading(page, "Import Products").waitFor();
  await act(paste(page, [heads, ...products]), "Press Ctrl V.");
  await button(page, "Apply 30 rows").waitFor();
  await picture(page.getByRole("main"));
  await act(press(page, "Apply 30 rows"), "Press Apply.");
  await expectApplied(page, 30);
  expectAsStated();
  await page.getByRole("link", { name: "To Manage Products" }).click();
  await page.getByPlaceholder("P.ID/SKU/BC").fill(products[29]?.[0] ?? "");
  await row(page, "Rattle 30").waitFor();
  const known = await catalogue();
  for (const [p_id, name] of products) expect(known.get(p_id)).toMatchObject({ name, lead_time: 30 });
});

test("twenty exported lead times change in four actions, with before and after", { tags: "exhaustive" }, async () => {
  const codes = Array.from({ length: 20 }, () => unique("LEAD"));
  for (const p_id of codes) await addProduct(p_id, "Crib Sheet");
  const { rows: sheet } = await readWorkbook(await download(manager, anonymous, "/v1/product/export"));
  const [code, lead] = ["P.ID/SKU/BC", "Lead Time"].map((head) => sheet[0]?.indexOf(head) ?? -1);
  const edited = sheet.map((cells) =>
    cells.map((cell, at) => (at === lead && codes.includes(String(cells[code ?? -1])) ? 75 : cell)),
  );
  const page = await openProducts();
  const { act, picture, expectAsStated } = frequentJob("Change products in a spreadsheet");
  await act(page.getByRole("link", { name: "Import", exact: true }).click(), "Press Import.");
  await act(field(page, "Sheet").setInputFiles(csvFile("products.csv", edited)), "Choose the file.");
  await row(page, "LEAD").first().waitFor();
  const changed = ["Changed", expect.stringMatching(/^LEAD/), "Crib Sheet", "Lead Time 30 days 75 days"];
  expect((await cellTexts(rows(page).first())).slice(1)).toEqual(changed);
  await act(press(page, /^Changed 20/), "Press Changed, to see what differs.");
  await expect.poll(() => rows(page).count()).toBeGreaterThan(5);
  await picture(page.getByRole("main"));
  await act(press(page, "Apply 20 rows"), "Press Apply.");
  await expectApplied(page, 20);
  expectAsStated();
  const known = await catalogue();
  expect(codes.map((p_id) => known.get(p_id)?.lead_time)).toEqual(codes.map(() => 75));
});

test("an import is undone: what it created is deleted, what it changed is set back, and what changed since stays", async () => {
  const [kept, changed, fresh] = [unique("UNDO"), unique("UNDO"), unique("UNDO")];
  const [keptId] = [await addProduct(kept, "Crib Sheet"), await addProduct(changed, 'Cot "Sheet", Fitted')];
  const page = await openImport();
  await paste(page, [
    [...heads, "Further Codes"],
    [kept, "Crib Sheet XL", 45, ""],
    [changed, "Cot Sheet", 75, unique("CODE")],
    // As a spreadsheet keeps a text.
    [`'${fresh}`, "Sheet Clip", 15, ""],
  ]);
  await applyRows(page, 3);
  await manager.patch(`/v1/products/${keptId}`, changeForm({ name: "Crib Sheet Large" }));
  await press(undoBar(page), "Undo", "2 of 3 products undone; the others have been changed or stocked since");
  const known = await catalogue();
  expect(known.get(kept)).toMatchObject({ name: "Crib Sheet Large", lead_time: 45 });
  expect(known.get(changed)).toMatchObject({ name: 'Cot "Sheet", Fitted', lead_time: 30 });
  expect([known.get(changed)?.codes, known.get(fresh)]).toEqual([undefined, undefined]);
});

test("the undo of an import gives back a value that is a hyphen, unless somebody gives another one meanwhile", async () => {
  const [named, supplied, raced] = [unique("DASH"), unique("DASH"), unique("DASH")];
  const [first, second] = [await addProduct(named, "-"), await addProduct(supplied, "Cot Sheet", { supplier: "-" })];
  const third = await addProduct(raced, "-");
  const page = await openImport({ mayLog: /409|Duplicate/ });
  await paste(page, [
    [...heads, "Supplier"],
    [named, "Crib Sheet", 45, "Little Lotus"],
    [supplied, "Crib Sheet", 45, "Little Lotus"],
    [raced, "Crib Sheet", 45, ""],
  ]);
  await applyRows(page, 3);
  await page.route(`**/v1/products/${third}`, async (route) => {
    await manager.patch(`/v1/products/${third}`, changeForm({ name: "Named meanwhile" }));
    await route.continue();
  });
  await press(undoBar(page), "Undo", "2 of 3 products undone");
  const known = await catalogue();
  expect(known.get(named)).toMatchObject({ _id: first, name: "-", lead_time: 30 });
  expect(known.get(named)?.supplier).toBeUndefined();
  expect(known.get(supplied)).toMatchObject({ _id: second, name: "Cot Sheet", lead_time: 30, supplier: "-" });
  expect(known.get(raced)?.name).toBe("Named meanwhile");
});

test("wrong rows stand first with their cells and reasons, are filtered and downloaded, and a reload shows the preview again", async () => {
  const page = await openImport();
  const [good = ["", "", 0]] = newRows(1);
  await paste(page, [heads, good, [good[0], "Twin", 30], ["BAD-1", "Bib", "soon"], ["BAD-2", "", 30]]);
  await button(page, "Apply 1 row").waitFor();
  const seen = [
    "Duplicate of row 2",
    "Lead Time “soon”: Choose a lead time",
    "Product Name: Required for a new product",
  ];
  for (const [index, text] of seen.entries())
    expect((await cellTexts(rows(page).nth(index))).join(" ")).toContain(text);
  await rows(page).nth(1).click();
  await dialog(page, "Row 4").getByText("Lead Time “soon”: Choose a lead time").waitFor();
  await page.keyboard.press("Escape");
  await press(page, /^Wrong 3/);
  await expect.poll(() => rows(page).count()).toBe(3);
  const asked = page.context().waitForEvent("request", (request) => request.url().includes("/export?"));
  await press(page, /^Download/);
  expect((await asked).url()).toMatch(/\/v1\/imports\/[\w-]+\/export/);
  await expectAccessible(page);
  await page.reload();
  await button(page, "Apply 1 row").waitFor();
  await expect.poll(() => rows(page).count()).toBe(3);
  await applyRows(page, 1);
  // A reload shows the result too, without writing anything again.
  await page.reload();
  await expectApplied(page, 1);
});

test("a column is chosen beside its cells, which is remembered; that a sheet lacks one holds for this sheet only", {
  tags: "exhaustive",
}, async () => {
  const page = await openImport();
  const named = ["Article", "Title", "Days"];
  await paste(page, [named, ...newRows(2)]);
  await heading(page, "Columns of the sheet").waitFor();
  await expectAccessible(page);
  await field(page, "P.ID/SKU/BC").selectOption("Article");
  await page.getByText(/^NEW .+ · NEW .+$/).waitFor();
  await press(page, "Show preview");
  await press(page, "Take the column Days");
  await applyRows(page, 2);
  await press(page, "Import another sheet");
  await paste(page, [named, ...newRows(3)]);
  await button(page, "Apply 3 rows").waitFor();
  const known = unique("LEAD");
  await addProduct(known, "Crib Sheet");
  const edited = [named, [known, "Crib Sheet", 45]];
  await paste(page, edited);
  await button(page, "Apply 1 row").waitFor();
  await press(page, "Lead Time = Days");
  await field(page, "Lead Time").selectOption({ label: "Not in this sheet" });
  await gone(button(page, "Apply 1 row"));
  await paste(page, edited);
  await button(page, "Apply 1 row").waitFor();
});

test("a column that may be the lead time of new products is offered beside the question, and cells that seem to be numbers once a column", async () => {
  const page = await openImport();
  const [first, second] = [unique("NEW"), unique("NEW")];
  await paste(page, [
    ["SKU Code", "Item Name", "Delivery in days", "Carton Qty", "Fabric"],
    [first, "Cotton Bib", "30 days", "1,200", "Terry"],
    [second, "Cotton Cap", "45 days", 24, "Knit"],
  ]);
  await page.getByText("Or is “Delivery in days” the lead time?").waitFor();
  expect(await button(page, /^Apply/).count()).toBe(0);
  await expectAccessible(page);
  await press(page, "Take the column Delivery in days");
  await button(page, "Not used: 1 column").waitFor();
  await page.getByText("Lead Time “30 days” seems to be 30, in 2 rows.").waitFor();
  await press(page, "Read Lead Time as numbers");
  await press(page, "Read Units per Carton as numbers");
  await applyRows(page, 2);
  const known = await catalogue();
  expect(known.get(first)).toMatchObject({ lead_time: 30, pack: 1_200 });
  expect(known.get(second)).toMatchObject({ lead_time: 45, pack: 24 });
});

test("one sheet of a workbook is chosen, and other formats are named", async () => {
  const page = await openImport({ mayLog: /400|Bad request/ });
  const sheetOf = (name: string) => rowsOf([heads, [unique("NEW"), name, 30]]);
  const buffer = workbookOfSheets({ Bibs: sheetOf("Cotton Bib"), Caps: sheetOf("Cotton Cap") });
  const choose = (name: string, content: Buffer) =>
    field(page, "Sheet").setInputFiles({ name, mimeType: "application/octet-stream", buffer: content });
  await choose("list.xls", Buffer.from("<html><table></table></html>"));
  await page.getByText("A web page or XML called .xls").waitFor();
  await choose("list.xlsx", buffer);
  await press(page, "Sheet “Bibs”: 1 row");
  await row(page, "Cotton Bib").waitFor();
  await press(page, "Sheet of the workbook = Sheet “Bibs”: 1 row");
  await field(page, "Sheet of the workbook").selectOption("Caps");
  await row(page, "Cotton Cap").waitFor();
  await applyRows(page, 1);
});

test("without a network applying says so, and goes on by itself or by a press; each row is written once", async () => {
  const page = await openImport({ mayLog: /ERR_INTERNET_DISCONNECTED|503|apply/ });
  const products = newRows(60);
  await paste(page, [heads, ...products]);
  await button(page, "Apply 60 rows").waitFor();
  await page.context().setOffline(true);
  await press(page, "Apply 60 rows", "No connection. What is applied stays");
  await page.context().setOffline(false);
  await expectApplied(page, 60);
  const known = await catalogue();
  expect(products.filter(([p_id]) => known.has(p_id))).toHaveLength(60);
  await press(page, "Import another sheet");
  await paste(page, [heads, ...newRows(1)]);
  await refuseOnce(page, "**/apply", 503);
  await press(page, "Apply 1 row");
  await press(page, "Try now");
  await expectApplied(page, 1);
});

test("products changed after the preview are left out and named, others written", { tags: "exhaustive" }, async () => {
  const [mine, theirs] = [unique("MINE"), unique("THEIRS")];
  await addProduct(mine, "Own Bib");
  const id = await addProduct(theirs, "Their Bib");
  const page = await openImport();
  await paste(page, [heads, [mine, "", 60], [theirs, "", 60]]);
  await button(page, "Apply 2 rows").waitFor();
  await manager.patch(`/v1/products/${id}`, changeForm({ lead_time: "90" }));
  await press(page, "Apply 2 rows");
  await expectApplied(page, 1);
  expect(await cellTexts(page.getByRole("table", { name: "Rows left out" }))).toContain("Their Bib");
  const known = await catalogue();
  expect([known.get(mine)?.lead_time, known.get(theirs)?.lead_time]).toEqual([60, 90]);
});

test("on a phone a file is chosen by the button, and its rows are cards", { tags: "exhaustive" }, async () => {
  const page = await openImport({ phone: true });
  const [product = ["", "", 0]] = newRows(1);
  await field(page, "Sheet").setInputFiles(csvFile("new.csv", [heads, product]));
  await row(page, product[0]).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expectAccessible(page);
  await applyRows(page, 1);
});
