// A sheet is filled in: only the cells of one column change, byte for byte, part for part.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fillSpreadsheet } from "#functions/lib/spreadsheets/fill-spreadsheet.ts";
import { leftCells } from "#functions/lib/spreadsheets/filling.ts";
import { mergedRows } from "#functions/lib/spreadsheets/merged-cells.ts";
import { heapOf } from "#functions/lib/spreadsheets/read-spreadsheet.ts";
import { readSpreadsheetRows } from "#functions/lib/spreadsheets/spreadsheet-rows.ts";
import { unzip } from "#functions/lib/spreadsheets/zip.ts";
import { main, streamedWorkbookOf, workbookOf, workbookOfSheets, workbookParts, zipOf } from "#tests/support/xlsx.ts";

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
const encodings: Record<string, (text: string) => Buffer> = {
  "UTF-8": (text) => Buffer.from(text),
  "UTF-8 with a mark": (text) => Buffer.from(`\ufeff${text}`),
  "UTF-16": utf16,
  "UTF-16, big end first": (text) => utf16(text).swap16(),
  "Windows-1252": (text) => Buffer.from(text, "latin1"),
};

/** `[old|new]` are the cells that change. */
const marked = /\[([^|\]]*)\|([^|\]]*)\]/g;
const template = (lines: readonly string[], separator: string, end: string): string =>
  lines.map((line) => line.replaceAll(";", separator)).join(end);

const lines = [
  "sku;price;quantity;title",
  'A-1;9,50;[12|7];"Tasse; groß, „klein“"',
  'B-2;3;["4"|"0"];Bär "weich"',
  "C-3;3;[|15];é",
  'D-4;3;["=""5"""|"=""6"""];"zwei\nZeilen"',
  "E-5;3;[ 8 | 30 ];x",
  "F-6;3;9;left as it is",
  "G-7;3",
  "H-8;3;['11|'12];",
  "I-9;3;[1.250,00|31];ü",
  // Text behind its quotes: kept, it would leave a quote open.
  'J-10;3;["4" pcs|8];x',
  "K-11;3;['5'|'7'];x",
];
const fills = new Map([
  [2, 7],
  [3, 0],
  [4, 15],
  [5, 6],
  [6, 30],
  [8, 99],
  [9, 12],
  [10, 31],
  [11, 8],
  [12, 7],
]);

test.each(
  Object.keys(encodings).flatMap((encoding) =>
    [";", "\t", "|"].flatMap((separator) => ["\n", "\r\n"].map((end) => [encoding, separator, end] as const)),
  ),
)("of a text in %s with %j and %j only the filled cells change", (encoding, separator, end) => {
  const own = separator === "|" ? lines.map((line) => line.replaceAll(/[„“]/g, "")) : lines;
  const text = template(own, "\0", end)
    .replaceAll(marked, (_, old: string, now: string) => `\ue001${old}\ue002${now}\ue003`)
    .replaceAll("\0", separator);
  const of = (part: 1 | 2) => text.replaceAll(/\ue001([^\ue002]*)\ue002([^\ue003]*)\ue003/g, `$${part}`);
  const encode = (plain: string) =>
    encoding === "Windows-1252"
      ? Buffer.from(plain.replaceAll("„", "\u0084").replaceAll("“", "\u0093"), "latin1")
      : (encodings[encoding] as (text: string) => Buffer)(plain);
  const { file, left } = fillSpreadsheet(encode(of(1)), { column: 2, fills });
  expect(file.equals(encode(of(2)))).toBe(true);
  expect([...left]).toEqual([[8, leftCells.missing]]);
});

test("a line sep=; and no line end at the end stay", () => {
  const file = Buffer.from("sep=;\r\nsku;qty\r\nA;1\r\nB;2");
  expect(fillSpreadsheet(file, { column: 1, fills: new Map([[3, 20]]) }).file.toString()).toBe(
    "sep=;\r\nsku;qty\r\nA;1\r\nB;20",
  );
});

const sheetOf = (file: Buffer, name = "xl/worksheets/sheet1.xml"): string => unzip(file).get(name)?.toString() ?? "";
const named = (file: Buffer): string => {
  let sheet = "";
  sheet = readSpreadsheetRows(file, () => undefined)?.name ?? "";
  return sheet;
};
const filled = (file: Buffer, column: number, ...rows: [number, number][]) =>
  fillSpreadsheet(file, { sheet: named(file), column, fills: new Map(rows) });

test("a workbook keeps every other part as it is packed, and every other cell", () => {
  const rows = `<row r="1"><c r="A1" t="inlineStr"><is><t>SKU</t></is></c><c r="B1" t="inlineStr"><is><t>Stock &amp; more</t></is></c></row><row r="2" ht="15"><c r="A2" t="s"><v>0</v></c><c r="B2" s="3"><v>4</v></c><c r="D2"><v>1</v></c></row><row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3" s="1" t="s"><v>1</v></c></row><row r="4"><c r="A4" t="s"><v>0</v></c><c r="C4"/></row><row r="5"><c r="A5" t="s"><v>0</v></c></row>`;
  const file = workbookOf(rows, "<si><t>É-1</t></si><si><t>12</t></si>", { name: "docProps/app.xml", content: "<x/>" });
  const { file: after, left } = filled(file, 1, [2, 9], [3, 8], [4, 7], [5, 6]);
  expect(left.size).toBe(0);
  expect(sheetOf(after)).toBe(
    sheetOf(file)
      .replace('<c r="B2" s="3"><v>4</v></c>', '<c r="B2" s="3"><v>9</v></c>')
      .replace('<c r="B3" s="1" t="s"><v>1</v></c>', '<c r="B3" s="1" t="inlineStr"><is><t>8</t></is></c>')
      .replace('<c r="C4"/>', '<c r="B4"><v>7</v></c><c r="C4"/>')
      .replace('<c r="A5" t="s"><v>0</v></c>', '<c r="A5" t="s"><v>0</v></c><c r="B5"><v>6</v></c>'),
  );
  const [before, now] = [unzip(file), unzip(after)];
  expect([...now.keys()]).toEqual([...before.keys()]);
  for (const [name, content] of before)
    if (name !== "xl/worksheets/sheet1.xml") expect(now.get(name)?.equals(content)).toBe(true);
  // The bytes of the other parts, packed as they were.
  const bytes = (of: Buffer, name: string) =>
    of.subarray(of.indexOf(name), of.indexOf("PK\u0003\u0004", of.indexOf(name)));
  expect(bytes(after, "xl/workbook.xml").equals(bytes(file, "xl/workbook.xml"))).toBe(true);
});

test("other programs open what was filled in, also if sizes stood behind the data", () => {
  const folder = mkdtempSync(join(tmpdir(), "filled-"));
  const rows = '<row r="1"><c r="A1"><v>1</v></c></row>';
  for (const [index, file] of [streamedWorkbookOf(rows), streamedWorkbookOf(rows, { zip64: true })].entries()) {
    const path = join(folder, `${index}.zip`);
    writeFileSync(path, filled(file, 0, [1, 55]).file);
    const script =
      "import sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);assert z.testzip() is None;print(z.read('xl/worksheets/sheet1.xml').decode())";
    expect(execFileSync("python3", ["-c", script, path], { encoding: "utf8" })).toContain("<v>55</v>");
  }
});

const protect = '<sheetProtection sheet="1"/>';
const styles = `<styleSheet ${main}><cellXfs><xf/><xf><protection locked="0"/></xf></cellXfs></styleSheet>`;

test("a formula, a merged and a protected cell are left and named", () => {
  const cell = (ref: string, more = "", value = "<v>1</v>") => `<c r="${ref}"${more}>${value}</c>`;
  const rows = ["A1", "A2", "A3", "A4"].map((ref, index) =>
    [
      `<row r="${index + 1}">`,
      cell(ref),
      index === 1 ? cell("B2", "", "<f>A2</f><v>1</v>") : cell(`B${index + 1}`),
      "</row>",
    ].join(""),
  );
  const file = workbookOf(rows.join(""));
  const part = sheetOf(file).replace("</sheetData>", '</sheetData><mergeCells><mergeCell ref="A3:B3"/></mergeCells>');
  const withPart = (content: string, ...more: { name: string; content: string }[]) =>
    zipOf(
      ...workbookParts("").map((entry) => (entry.name.includes("sheet1.xml") ? { ...entry, content } : entry)),
      ...more,
    );
  const { file: after, left } = filled(withPart(part), 1, [1, 5], [2, 5], [3, 5]);
  expect(Object.fromEntries(left)).toEqual({ 2: leftCells.formula, 3: leftCells.merged });
  expect(sheetOf(after)).toBe(part.replace('<c r="B1"><v>1</v>', '<c r="B1"><v>5</v>'));

  const locked = part.replace("</sheetData>", `</sheetData>${protect}`).replace('<c r="B4">', '<c r="B4" s="1">');
  const guarded = zipOf(
    ...workbookParts("").flatMap((entry) =>
      entry.name === "xl/_rels/workbook.xml.rels"
        ? [
            {
              ...entry,
              content: String(entry.content).replace(
                "</Relationships>",
                '<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
              ),
            },
          ]
        : [entry.name.includes("sheet1.xml") ? { ...entry, content: locked } : entry],
    ),
    { name: "xl/styles.xml", content: styles },
  );
  const { left: kept, file: opened } = filled(guarded, 1, [1, 5], [4, 6]);
  expect(Object.fromEntries(kept)).toEqual({ 1: leftCells.protected });
  expect(sheetOf(opened)).toContain('<c r="B4" s="1"><v>6</v></c>');
});

test("cells that an array formula fills are left, and what reads them loses its result", () => {
  const rows = `<row r="1"><c r="B1"><f t="array" ref="B1:B2">A1:A2</f><v>1</v></c></row><row r="2"><c r="B2"><v>2</v></c></row><row r="3"><c r="B3"><v>3</v></c><c r="C3"><f t="array" ref="C3:C4">B3:B4</f><v>3</v></c></row><row r="4"><c r="B4"><v>4</v></c><c r="C4"><v>4</v></c><c r="D4"><f>C4+1</f><v>55</v></c></row>`;
  const { file, left } = filled(workbookOf(rows), 1, [1, 7], [2, 7], [4, 7]);
  expect(Object.fromEntries(left)).toEqual({ 1: leftCells.formula, 2: leftCells.formula });
  expect(sheetOf(file)).toContain("<f>C4+1</f></c>");
});

test.each<[formula: string, isKept: boolean]>([
  ["A2*2", true],
  ["B2*2", false],
  ["SUM($B$1:$B$9)", false],
  ["SUM(B:B)", false],
  ["SUM(2:2)", false],
  ["Other!B2+A2", true],
  ["'Sheet1'!B2", false],
  ["sheet1!B2", false],
  ["'Sheet1:Sheet3'!B2", false],
  ["Ökonomie!B2+A2", true],
  ['A2&amp;"B2"', true],
  ["LOG10(A2)", true],
  ["1E5*A2", true],
  ["B9+A2", true],
  ["C3+1", false],
  ["TRUE", true],
  ["Total", false],
  ['INDIRECT("A2")', false],
  ["Table1[Qty]", false],
  ["Table1[[#This Row],[Qty]]*2", false],
  ["SUM(Table1[Sum])", false],
  ["Table1[[#This Row],[Price]]*2", true],
  ["SUM(Table1[Price])", true],
  ["Table1[[Price]:[Sum]]", false],
  ["Table1[Nobody's]", false],
])("the stored result of %s is kept: %s", (formula, isKept) => {
  const rows = `<row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>2</v></c><c r="D2"><f>${formula}</f><v>44</v></c></row><row r="3"><c r="B3"><v>2</v></c><c r="C3"><f>B3</f><v>2</v></c></row>`;
  const file = workbookOfSheets({ Sheet1: rows });
  const fills = new Map([
    [2, 5],
    [3, 6],
  ]);
  const { file: after } = fillSpreadsheet(file, { sheet: "Sheet1", column: 1, fills, heads: ["Price", "Qty", "Sum"] });
  expect(sheetOf(after).includes("<v>44</v>")).toBe(isKept);
  expect(sheetOf(after)).toContain(`<f>${formula}</f>`);
});

test.each([
  ["A2*2", "D", true],
  ["$A2+C$9", "D", true],
  ["B2*2", "D", false],
  // It is shared from column D to E, and reads A and B there.
  ["A2*2", "E", false],
  ["$A2*2", "E", true],
])("a cell that shares %s in column %s keeps its stored result: %s", (formula, column, isKept) => {
  const row = (number: number, cells: string) => `<row r="${number}"><c r="B${number}"><v>2</v></c>${cells}</row>`;
  const rows = [
    row(2, `<c r="D2"><f t="shared" ref="D2:E3" si="0">${formula}</f><v>1</v></c>`),
    row(3, `<c r="${column}3"><f t="shared" si="0"/><v>44</v></c>`),
  ];
  const { file } = filled(workbookOfSheets({ Sheet1: rows.join("") }), 1, [2, 5], [3, 6]);
  expect(sheetOf(file).includes("<v>44</v>")).toBe(isKept);
});

test("merged cells are told in any order and of any number", () => {
  const ranges = [
    [9, 9],
    [2, 6],
    [3, 3],
    [40, 41],
  ];
  const merged = ranges.map(([from, to]) => `<mergeCell ref="A${from}:B${to}"/>`).join("");
  const part = Buffer.from(`<sheetData></sheetData><mergeCells>${merged}<mergeCell ref="C1:D99"/></mergeCells>`);
  expect([...mergedRows(part, 1, [41, 1, 2, 5, 6, 7, 9, 10])]).toEqual([2, 5, 6, 9, 41]);
});

test("a workbook with macros is refused in words", () => {
  const parts = workbookParts('<row r="1"><c r="A1"><v>1</v></c></row>').map((entry) =>
    entry.name === "[Content_Types].xml"
      ? {
          ...entry,
          content: String(entry.content).replace(
            "/>",
            '><Override ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml" PartName="/xl/workbook.xml"/></Types>',
          ),
        }
      : entry,
  );
  expect(() => filled(zipOf(...parts), 0, [1, 5])).toThrow(
    expect.objectContaining({ details: [expect.objectContaining({ message: expect.stringContaining("macros") })] }),
  );
});

const large = (rowOf: (number: number, name: string) => string): string =>
  Array.from({ length: 50_000 }, (_, n) => rowOf(n + 2, `बेबी मलमल स्वैडल नरम सूती कपड़ा रंग ${n} आकार बड़ा पैक दो`)).join("");

test.each<[kind: string, file: () => Buffer, sheet?: string]>([
  ["text", () => Buffer.from(`sku,name,quantity\n${large((number, name) => `S-${number},"${name}, x",4\n`)}`)],
  [
    "workbook",
    () =>
      workbookOf(
        large(
          (number, name) =>
            `<row r="${number}"><c r="A${number}" t="inlineStr"><is><t>S-${number}</t></is></c><c r="B${number}" t="inlineStr"><is><t>${name}</t></is></c><c r="C${number}"><v>4</v></c><c r="D${number}"><f>C${number}*2</f><v>8</v></c></row>`,
        ),
      ),
    "Count",
  ],
])(
  "50,000 rows with names in Hindi take half the memory that is given to fill them in: %s",
  { tags: "exhaustive" },
  (_, file, sheet) => {
    const line = JSON.stringify({ sheet, column: 2, fills: Array.from({ length: 50_000 }, (_, n) => [n + 2, 7]) });
    const script = join(import.meta.dirname, "../../../functions/lib/spreadsheets/spreadsheet-process.ts");
    const heap = [`--max-old-space-size=${heapOf.fill / 2}`, "--max-semi-space-size=4"];
    const { stdout } = spawnSync(process.execPath, [...heap, script, JSON.stringify({ isFilledIn: true })], {
      input: Buffer.concat([Buffer.from(`${line}\n`), file()]),
      maxBuffer: 64 * 1024 * 1024,
      encoding: "utf8",
    });
    expect(JSON.parse(stdout || "{}")).toMatchObject({ isComplete: true, left: [] });
  },
);
