// Hostile spreadsheets, for every kind of import: unreadable files are refused, and no cell is misread.
import { expect, test } from "vitest";
import type { ImportKind } from "#shared/import.ts";
import { sheetForm, unique } from "#tests/support/fixtures.ts";
import { createProduct, newWarehouse } from "#tests/support/stock.ts";
import "#tests/support/to-fail-with.ts";
import { world } from "#tests/support/world.ts";
import { repeat, styles, workbookOf, zipOf } from "#tests/support/xlsx.ts";
import { previewRows } from "./driver.ts";

const { manager } = await world();

const fields: Record<ImportKind, Record<string, string>> = {
  products: {},
  stock: { mode: "SET" },
  orders: { channel: "amazon" },
  lines: {},
  returns: { channel: "amazon" },
  availability: { channel: "amazon", sent_by_us: "true" },
};
const kinds = Object.keys(fields) as ImportKind[];
const text = (value: string) => `<c t="str"><v>${value}</v></c>`;
const row = (...cells: string[]) => `<row>${cells.join("")}</row>`;

const whole = workbookOf(row(text("P.ID"), text("Quantity")));
const damaged = "The .xlsx file is damaged or incomplete";
const hostile: [what: string, file: Buffer, status: 400 | 413, message: string | RegExp][] = [
  ["nothing but heads of a zip", whole.subarray(0, 300), 400, damaged],
  ["a password", Buffer.concat([Buffer.from("d0cf11e0", "hex"), Buffer.alloc(5_000)]), 400, /^Encrypted/],
  [
    "an OpenDocument sheet",
    zipOf({ name: "mimetype", content: "application/vnd.oasis.opendocument.spreadsheet" }),
    400,
    /^An OpenDocument sheet/,
  ],
  [
    "a web page called .xls",
    Buffer.from("<html><table><tr><td>P.ID</td></tr></table></html>"),
    400,
    /^A web page or XML/,
  ],
  [
    "XML called .xls",
    Buffer.from('\ufeff<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>'),
    400,
    /^A web page or XML/,
  ],
  [
    "90 MB that were packed",
    zipOf({ name: "xl/worksheets/sheet1.xml", content: Buffer.alloc(90_000_000) }),
    413,
    /^Larger than/,
  ],
  ["60,000 rows", workbookOf(repeat(60_000, () => row("<c><v>1</v></c>"))), 413, "At most 50,000 rows"],
  ["an empty sheet", workbookOf(""), 400, "The sheet is empty"],
];

const expectRefused = async (kindsOf: (index: number) => ImportKind[]): Promise<void> => {
  for (const [index, [what, file, status, message]] of hostile.entries())
    for (const kind of kindsOf(index)) {
      const answer = await manager.post(`/v1/imports/${kind}`, sheetForm(new Uint8Array(file), fields[kind], "a.xlsx"));
      const details = [{ field: "file", message: expect.stringMatching(message) }];
      expect([what, kind, answer]).toMatchObject([what, kind, { status, body: { details } }]);
    }
};
const guarantee = "a file that is damaged, packed against us or too large is refused with the reason";
// All kinds read a file in the same way.
test(guarantee, () => expectRefused((index) => [kinds[index % 4] ?? "lines"]));
test(`${guarantee}, in every kind`, { tags: "exhaustive" }, () => expectRefused(() => kinds));

test.each(kinds)("%s: settings that are too long or of another shape are refused by name", async (kind) => {
  const long = sheetForm("P.ID,Quantity\n", { ...fields[kind], columns: `{"p_id":"${"x".repeat(600_000)}"}` });
  expect(await manager.post(`/v1/imports/${kind}`, long)).toFailWith("PAYLOAD_TOO_LARGE", { field: "columns" });
  const odd = sheetForm("P.ID,Quantity\n", { ...fields[kind], columns: '{"__proto__":"P.ID","p_id":5}' });
  expect(await manager.post(`/v1/imports/${kind}`, odd)).toFailWith("BAD_REQUEST");
});

test("dates, formulas and errors are no quantities, names or codes, and are named as what they are", async () => {
  const [{ p_id }, w_id] = [await createProduct(manager), unique("W")];
  await newWarehouse(manager, w_id);
  const cells: [cell: string, reason: RegExp][] = [
    ['<c s="1"><v>46348</v></c>', /date/],
    ['<c t="d"><v>2026-11-22</v></c>', /date/],
    ["<c><f>1+1</f><v>2</v></c>", /formula/],
    ['<c t="e"><v>#N/A</v></c>', /whole number|error/],
    ["<c><v>12abc</v></c>", /whole number|error/],
    ["<c><v>1.5</v></c>", /whole number/],
  ];
  const sheetOf = (heads: string[], rows: string[][]) =>
    new Uint8Array(
      workbookOf([row(...heads.map(text)), ...rows.map((own) => row(...own))].join(""), "", styles("dd\\-mm\\-yyyy")),
    );
  const problems = async (kind: ImportKind, file: Uint8Array<ArrayBuffer>) =>
    (await previewRows(manager, kind, file, fields[kind])).rows.map((one) => one.problems[0]?.message);
  const expected = cells.map(([, reason]) => expect.stringMatching(reason));

  const stock = cells.map(([cell]) => [text(p_id), text(w_id), cell]);
  expect(await problems("stock", sheetOf(["P.ID", "W.ID", "Quantity"], stock))).toEqual(expected);
  const lines = cells.map(([cell]) => [text(p_id), cell]);
  expect(await problems("lines", sheetOf(["P.ID", "Quantity"], lines))).toEqual(expected);
  const products = cells.slice(0, 5).map(([cell], n) => [text(`${p_id}${n}`), cell, text("30")]);
  expect(await problems("products", sheetOf(["P.ID", "Product Name", "Lead Time"], products))).toEqual(
    expected.slice(0, 5),
  );
  const codes = cells.slice(0, 3).map(([cell]) => [cell, text("Bib"), text("30")]);
  expect(await problems("products", sheetOf(["P.ID", "Product Name", "Lead Time"], codes))).toEqual(
    expected.slice(0, 3),
  );
});
