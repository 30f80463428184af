// Malicious and broken files: each is refused with a reason, by a Lambda that stays within 300 MB. The largest allowed file
// may take a third of the memory.
import { afterAll, expect, test } from "vitest";
import { today } from "#tests/support/fixtures.ts";
import { startLambda } from "#tests/support/lambda-process.ts";
import { world } from "#tests/support/world.ts";
import { repeat, workbookOf, zipOf } from "#tests/support/xlsx.ts";

const { lambda, root } = await world();
const dev = startLambda(lambda("dev"));
afterAll(() => dev.stop());

const boundary = "-".repeat(30);
const part = (name: string, content: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${name}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from("\r\n"),
  ]);
const end = Buffer.from(`--${boundary}--\r\n`);
const bodyOf = (file: string | Buffer, name = "count.xlsx"): Buffer =>
  Buffer.concat([part('name="date"', today()), part(`name="file"; filename="${name}"`, file), end]);

/** Uploads a body as the gateway passes it on. */
const upload = async (body: Buffer, type = `multipart/form-data; boundary=${boundary}`) => {
  const { statusCode, body: text } = await dev.invoke({
    routeKey: "POST /v1/dev/stock-adjustment",
    headers: { authorization: `Bearer ${root.token}`, "content-type": type },
    requestContext: {},
    body: body.toString("base64"),
    isBase64Encoded: true,
  });
  return { status: statusCode, ...JSON.parse(text) };
};

const MB = 1_024 * 1_024;
const padding = (bytes: number, letter = " ") => letter.repeat(bytes);
const sheet = "xl/worksheets/sheet1.xml";
const one = "<c><v>1</v></c>";

const swollen = "Larger than a stock report can be";
const damaged = "The .xlsx file is damaged or incomplete";

/** Files by name, with the status and message of their refusal. */
const files: [what: string, make: () => string | Buffer, status: number, words: string | RegExp][] = [
  ["200 MB of nothing", () => zipOf({ name: sheet, content: Buffer.alloc(200 * MB) }), 413, swollen],
  [
    "90 MB declared as 1 KB",
    () => zipOf({ name: sheet, content: Buffer.alloc(90 * MB), declared: 1_000 }),
    400,
    damaged,
  ],
  ["1 byte declared as 4 GB", () => zipOf({ name: sheet, content: "x", declared: 2 ** 32 - 1 }), 413, swollen],
  [
    "a sheet with the wrong compression method",
    () => workbookOf("", "", { name: "x", content: padding(MB), stored: true }),
    400,
    damaged,
  ],
  ["101 entries", () => zipOf(...Array.from({ length: 101 }, (_, n) => ({ name: `${n}`, content: "" }))), 413, swollen],
  ["23 MB of spaces around the rows", () => workbookOf(padding(23 * MB)), 400, "The sheet is empty"],
  [
    "23 MB in one cell",
    () => workbookOf(`<row r="1"><c r="A1" t="str"><v>${padding(23 * MB, "a")}</v></c></row>`),
    400,
    /missing/,
  ],
  ["23 MB in one attribute", () => workbookOf(`<row r="1" x="${padding(23 * MB, "a")}">${one}</row>`), 400, damaged],
  [
    "half a million rows",
    () => workbookOf(repeat(500_000, (n) => `<row r="${n + 1}">${one}</row>`)),
    413,
    "At most 50,000 rows",
  ],
  ["300,000 cells in a row", () => workbookOf(`<row r="1">${repeat(300_000, () => one)}</row>`), 400, /missing/],
  [
    "rows that reach to the last column",
    () => workbookOf(repeat(1_000, (n) => `<row r="${n + 1}"><c r="XFD${n + 1}"><v>1</v></c></row>`)),
    400,
    /empty/,
  ],
  [
    "half a million shared texts",
    () =>
      workbookOf(
        `<row r="1">${one}</row>`,
        repeat(500_000, (n) => `<si><t>${n}</t></si>`),
      ),
    400,
    /missing/,
  ],
  [
    "one shared text of 23 MB",
    () => workbookOf(`<row r="1">${one}</row>`, `<si><t>${padding(23 * MB, "a")}</t></si>`),
    400,
    /missing/,
  ],
  [
    "a text of a million and a half runs",
    () => workbookOf(`<row r="1">${one}</row>`, `<si>${repeat(1_500_000, () => "<r><t>a</t></r>")}</si>`),
    400,
    /missing/,
  ],
  ["three million tags, one in the other", () => workbookOf(repeat(3_000_000, () => "<a>")), 400, damaged],
  [
    "entities that name entities",
    () =>
      zipOf({
        name: sheet,
        content: `<!DOCTYPE a [<!ENTITY b "${padding(1_000, "c")}"><!ENTITY d "${repeat(1_000, () => "&b;")}">]><worksheet><sheetData><row><c t="str"><v>&d;</v></c></row></sheetData></worksheet>`,
      }),
    400,
    damaged,
  ],
  [
    "an old or encrypted workbook",
    () => Buffer.concat([Buffer.from("d0cf11e0", "hex"), Buffer.alloc(MB)]),
    400,
    /Encrypted/,
  ],
  ["a picture by another name", () => Buffer.from("89504e470d0a1a0a0000000d", "hex"), 400, "Neither .xlsx nor CSV"],
  ["4 MB of commas", () => padding(4 * MB, ","), 400, /empty/],
  ["4 MB of rows of one letter", () => padding(2 * MB, "a\n"), 413, "At most 50,000 rows"],
  ["4 MB of one field", () => `"${padding(2 * MB - 1, '""')}"`, 413, swollen],
  ["one byte more than 4 MB", () => padding(4 * MB + 1, "a"), 413, "At most 4 MB"],
];

/** One file of each kind of fault. */
const few = ["23 MB in one cell", "101 entries", "an old or encrypted workbook", "4 MB of commas"];

const expectRefusal = async ([, make, status, words]: (typeof files)[number]): Promise<void> => {
  const answer = await upload(bodyOf(make()));
  expect(answer).toMatchObject({ status, details: [expect.objectContaining({ field: "file" })] });
  expect(answer.details[0].message).toMatch(words);
  expect(dev.peak()).toBeLessThan(300);
};

for (const file of files)
  test(
    `${file[0]}: refused with a reason, within 300 MB of memory`,
    { tags: few.includes(file[0]) ? [] : ["exhaustive"] },
    () => expectRefusal(file),
  );

test("20,000 rows with one stray cell in column 500, under a head or under none, are read within 300 MB", async () => {
  for (const head of ["", '<c r="SF1" t="str"><v>Size</v></c>']) {
    const heads = ["P.ID", "W.ID", "Quantity"].map((text) => `<c t="str"><v>${text}</v></c>`).join("");
    const rows = repeat(
      20_000,
      (n) => `<row r="${n + 2}"><c t="str"><v>SND</v></c><c r="SF${n + 2}"><v>1</v></c></row>`,
    );
    const answer = await upload(bodyOf(workbookOf(`<row r="1">${heads}${head}</row>${rows}`)));
    expect(answer).toMatchObject({ status: 422 });
    expect(dev.peak()).toBeLessThan(300);
  }
});

test("a form without its end or its boundary is refused; an unusual file name makes no difference", async () => {
  const body = bodyOf("a,b\n1,2");
  expect((await upload(body.subarray(0, -end.length))).status).toBe(400);
  expect((await upload(body, "multipart/form-data")).status).toBe(400);
  for (const name of ["../../count.csv", "a%0d%0ab.csv", "कुल.csv"])
    expect((await upload(bodyOf("a,b\n1,2", name))).details[0].message).toMatch(/missing/);
});

// Node collects young objects only after up to 264 of the 1,769 MB, and a file of this size fills that.
test("50,000 rows, the most allowed, are read within a third of the Lambda's memory", {
  tags: "exhaustive",
}, async () => {
  const texts = repeat(
    50_000,
    (n) => `<si><t>SND-${n}</t></si><si><t>Muslin Swaddle Soft Pink Pack of 3 (0-3 months) ${n}</t></si>`,
  );
  const shared = (column: string, row: number, text: number) => `<c r="${column}${row}" t="s"><v>${text}</v></c>`;
  const head = ["P.ID/SKU/BC", "Product Name", "W.ID", "Warehouse", "Quantity"]
    .map((text, n) => `<c r="${"ABCDE"[n]}1" t="str"><v>${text}</v></c>`)
    .join("");
  const rows = repeat(50_000, (n) => {
    const row = n + 2;
    return `<row r="${row}">${shared("A", row, 2 * n)}${shared("B", row, 2 * n + 1)}${shared("C", row, 0)}${shared("D", row, 1)}<c r="E${row}"><v>${n}</v></c></row>`;
  });
  const answer = await upload(bodyOf(workbookOf(`<row r="1">${head}</row>${rows}`, texts)));
  expect(answer.status).toBe(422);
  expect(answer.details[0]).toEqual({ row: 2, field: "P.ID/SKU/BC", message: "No such product" });
  expect(answer.details.at(-1).message).toMatch(/^And [\d]+ more$/);
  expect(dev.peak()).toBeLessThan(lambda("dev").settings.memory / 3);
});
