// Cells of uploaded workbooks: which of them are a quantity or a code, and that they are read as every program writes them.
import { describe, expect, test } from "vitest";
import type { Row } from "#functions/lib/spreadsheets/cell.ts";
import { openWorkbook } from "#functions/lib/spreadsheets/xlsx.ts";
import "#tests/support/to-fail-with.ts";
import { countForm, today, unique } from "#tests/support/fixtures.ts";
import { createProduct, heldOf, newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { main, office, styles, workbookOf, zipOf } from "#tests/support/xlsx.ts";

const { root } = await world();

const upload = (file: Buffer) =>
  root.post("/v1/dev/stock-adjustment", countForm(today(), new Uint8Array(file), "count.xlsx"));
const text = (value: string) => `<c t="str"><v>${value}</v></c>`;
const head = `<row>${["P.ID/SKU/BC", "W.ID", "Quantity"].map(text).join("")}</row>`;

const w_id = unique("W");
const warehouse = await newWarehouse(root, w_id);
const notCounts: [what: string, cell: string][] = [
  ["a typed date", '<c t="d"><v>2026-11-22</v></c>'],
  ["a number with the format of a date", '<c s="1"><v>46348</v></c>'],
  ["digits with letters in a number", "<c><v>12abc</v></c>"],
  ["a number with a separator", "<c><v>1,500</v></c>"],
  ["a hexadecimal number", "<c><v>0x10</v></c>"],
  ["a binary number", '<c t="n"><v>0b11</v></c>'],
  ["infinity", "<c><v>1e999</v></c>"],
  ["no number", "<c><v>NaN</v></c>"],
  ["a fraction", "<c><v>1.5</v></c>"],
  ["a negative number", "<c><v>-1</v></c>"],
  ["more than a warehouse can hold", "<c><v>1000000000</v></c>"],
  ["true", '<c t="b"><v>1</v></c>'],
  ["a formula with a stored result", "<c><f>1+1</f><v>2</v></c>"],
  ["an error", '<c t="e"><v>#N/A</v></c>'],
  ["a text of digits and letters", text("12abc")],
  ["a text with a separator", text("1,500")],
  ["a text of a fraction", text("1.5")],
  ["a text with an exponent", text("1e3")],
  ["a hexadecimal text", text("0x10")],
];
/** A row that has nothing there says nothing. */
const nothings = [text(" "), "<c/>", text("-")];

test("every cell that is no whole number is named by its row, and no stock changes", async () => {
  const { _id: product, p_id } = await createProduct(root);
  await root.post("/v1/transactions/in", { product, warehouse, quantity: 90 });
  const rows = [...notCounts.map(([, cell]) => cell), ...nothings].map(
    (cell) => `<row>${text(p_id)}${text(w_id)}${cell}</row>`,
  );
  const answer = await upload(workbookOf(head + rows.join(""), "", styles("dd\\-mm\\-yyyy")));
  const wrong = notCounts.map(([what], index) => [what, index + 2]);
  const named = answer.body.details.filter(({ field }: { field: string }) => field === "Quantity");
  expect(named.map(({ row }: { row: number }) => [notCounts[row - 2]?.[0], row])).toEqual(wrong);
  expect(answer.status).toBe(422);
  expect(await heldOf(root, product)).toBe(90);
});

const counts: [what: string, cell: string][] = [
  ["a number", "<c><v>7</v></c>"],
  ["a number as Java writes it", "<c><v>7.0</v></c>"],
  ["a number with an exponent", "<c><v>0.7E1</v></c>"],
  ["a number on a line of its own", "<c>\n<v>\n7\n</v>\n</c>"],
  ["a number with a format that has letters", '<c s="1"><v>7</v></c>'],
  ["a text of digits", text(" 007 ")],
  ["digits of another script", text("०७")],
  ["a text as Python writes it", text("7.0")],
  ["a shared text", '<c t="s"><v>0</v></c>'],
  ["a text in the cell", '<c t="inlineStr"><is><t>7</t></is></c>'],
];

test("whole numbers count, however they are stored, and texts of digits", async () => {
  const products = await Promise.all(counts.map(() => createProduct(root)));
  const rows = counts.map(([, cell], index) => `<row>${text(products[index]?.p_id ?? "")}${text(w_id)}${cell}</row>`);
  const format = "[Red]0_d &quot;days&quot;";
  const answer = await upload(workbookOf(head + rows.join(""), "<si><t>7</t></si>", styles(format)));
  expect(answer).toMatchObject({ status: 201, body: { read: counts.length, changed: counts.length } });
  const held = await Promise.all(products.map(({ _id }) => heldOf(root, _id)));
  expect(held).toEqual(counts.map(() => 7));
});

test("a code is found as a text, a number or a boolean, and never as a date or an error", async () => {
  const code = String(8_900_000_000_000 + Math.floor(Math.random() * 1e9));
  const [barcode, yes, no] = [
    await createProduct(root, { p_id: code }),
    await createProduct(root, { p_id: "TRUE" }),
    await createProduct(root, { p_id: "#N/A" }),
  ];
  const row = (cell: string) => `<row>${cell}${text(w_id)}<c><v>3</v></c></row>`;
  const right = await upload(workbookOf(`${head}${row(`<c><v>${code}.0</v></c>`)}${row('<c t="b"><v>1</v></c>')}`));
  expect(right).toMatchObject({ status: 201, body: { changed: 2 } });
  expect([await heldOf(root, barcode._id), await heldOf(root, yes._id)]).toEqual([3, 3]);
  const wrong = await upload(
    workbookOf(`${head}${row('<c t="e"><v>#N/A</v></c>')}${row('<c t="d"><v>2026-01-02</v></c>')}`),
  );
  expect(wrong).toFailWith(
    "UNPROCESSABLE_CONTENT",
    { row: 2, field: "P.ID/SKU/BC", message: "Required" },
    { row: 3, field: "P.ID/SKU/BC", message: "Contains a date, format the cell as text and type it again" },
  );
  expect(await heldOf(root, no._id)).toBe(0);
});

const read = (file: Buffer): Row[] => {
  const rows: Row[] = [];
  openWorkbook(file).visible[0]?.read((row) => rows.push(row));
  return rows;
};
const textsOf = (file: Buffer) =>
  read(file).map(({ cells }) => cells.map((cell) => cell && `${cell.type} ${cell.text}`));

describe("the rows of a workbook", () => {
  test("have their cells in their columns with type and text, and keep the numbers that the sheet shows", () => {
    const cells = `<c r="B3"><v>1.50</v></c><c r="D3" t="b"><v>0</v></c><c r="E3" t="e"><v>#DIV/0!</v></c><c r="F3"><f>B3</f><v>1.5</v></c>`;
    expect(read(workbookOf(`<row r="3">${cells}</row><row><c><v>1e21</v></c></row>`))).toEqual([
      {
        number: 3,
        cells: [
          null,
          { type: "number", text: "1.5" },
          null,
          { type: "boolean", text: "FALSE" },
          { type: "error", text: "#DIV/0!" },
          { type: "formula", text: "1.5", result: "number" },
        ],
      },
      { number: 4, cells: [{ type: "number", text: "1e+21" }] },
    ]);
  });

  test("have dates in ISO 8601, recognised by the format", () => {
    const row = '<row><c s="1"><v>46348.75</v></c><c><v>46348.75</v></c><c t="d"><v>2026-11-22</v></c></row>';
    expect(textsOf(workbookOf(row, "", styles("[$-409]d\\ mmm\\ yy;@")))).toEqual([
      ["date 2026-11-22T18:00:00", "number 46348.75", "date 2026-11-22"],
    ]);
  });

  test("have texts whole: in any script, in several runs, with escaped characters, without pronunciation", () => {
    const hindi = "मलमल का स्वैडल ".repeat(20);
    const strings = [
      `<si><t xml:space="preserve">${hindi}</t></si>`,
      '<si><r><t>Bib</t></r><r><rPr><b/></rPr><t> &amp; Towel</t></r><rPh sb="0" eb="1"><t>x</t></rPh></si>',
      "<si><t>two_x000D_\nlines, not _x005F_x000D_</t></si>",
    ];
    // So that the pieces in which a part is read end within a character.
    const padding = Array.from({ length: 3_000 }, () => `<si><t>${hindi.slice(0, 30)}</t></si>`).join("");
    const last = strings.length + 2_999;
    const file = workbookOf(
      `<row>${[0, 1, 2, last].map((index) => `<c t="s"><v>${index}</v></c>`).join("")}<c t="inlineStr"><is><r><t>A</t></r><r><t>B</t></r></is></c></row>`,
      strings.join("") + padding,
    );
    const [cells = []] = textsOf(file);
    expect(cells).toEqual([
      `text ${hindi}`,
      "text Bib & Towel",
      "text two\r\nlines, not _x000D_",
      `text ${hindi.slice(0, 30)}`,
      "text AB",
    ]);
  });

  test("are those of the first visible tab, whatever its part is called, in which order and with which prefix", () => {
    const relationship = (id: string, type: string, target: string) =>
      `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
    const part = (name: string, ...all: string[]) => ({
      name,
      content: `<Relationships>${all.join("")}</Relationships>`,
    });
    const sheet = (value: number) =>
      `<x:worksheet ${main.replace("xmlns", "xmlns:x")}><x:sheetData><x:row><x:c><x:v>${value}</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
    const file = zipOf(
      { name: "data/sheet1.xml", content: sheet(1) },
      { name: "data/sheet2.xml", content: sheet(2) },
      { name: "data/sheet3.xml", content: sheet(3) },
      {
        name: "xl\\Workbook22.xml",
        content: `<workbook ${main} xmlns:s="${office}"><sheets><sheet name="Chart" s:id="c"/><sheet name="Old" state="veryHidden" s:id="b"/><sheet name="Count" s:id="a"/><sheet name="Other" s:id="d"/></sheets></workbook>`,
      },
      part("_rels/.rels", relationship("r", "officeDocument", "/xl/workbook22.xml")),
      part(
        "xl/_rels/workbook22.xml.rels",
        relationship("a", "worksheet", "../data/sheet3.xml"),
        relationship("b", "worksheet", "/data/sheet1.xml"),
        relationship("c", "chartsheet", "../data/sheet1.xml"),
        relationship("d", "worksheet", "../data/sheet2.xml"),
      ),
    );
    expect(textsOf(file)).toEqual([["number 3"]]);
  });
});
