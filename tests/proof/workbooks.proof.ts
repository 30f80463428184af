// Damaged workbooks, exhaustively: written in five ways, with each number, byte and bit changed, and with random
// damage to the file and to the XML inside it. tests/functions/spreadsheets/damaged.test.ts is the short form.
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import ExcelJS from "exceljs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  boundaryValues,
  changed,
  type Field,
  fieldsOf,
  isHarmless,
  isRefused,
  isRight,
  readOrRefuse,
} from "#tests/support/damage.ts";
import { streamedWorkbookOf, workbookOf } from "#tests/support/xlsx.ts";

const fixed = { seed: 20_261_122, endOnFailure: true };

const counts = [
  ["P.ID/SKU/BC", "W.ID", "Quantity"],
  ["SND-101", "BLR-01", 10],
  ["SND-BIB-2", "BLR-01", 90],
];
const cells = (row: (string | number)[]) =>
  row
    .map((value) => (typeof value === "number" ? `<c><v>${value}</v></c>` : `<c t="str"><v>${value}</v></c>`))
    .join("");
const rows = counts.map((row) => `<row>${cells(row)}</row>`).join("");

const atOnce = async (): Promise<Buffer> => {
  const book = new ExcelJS.Workbook();
  book.addWorksheet("Count").addRows(counts);
  return Buffer.from(await book.xlsx.writeBuffer());
};

const inPortions = async (): Promise<Buffer> => {
  const stream = new PassThrough();
  const written = buffer(stream);
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true, useSharedStrings: true });
  const sheet = book.addWorksheet("Count");
  for (const row of counts) sheet.addRow(row).commit();
  sheet.commit();
  await book.commit();
  return written;
};

const workbooks: [how: string, file: Buffer][] = [
  ["written entry by entry", workbookOf(rows)],
  ["written as a stream", streamedWorkbookOf(rows)],
  ["written in zip64", streamedWorkbookOf(rows, { zip64: true })],
  ["of another program", await atOnce()],
  ["as the product exports it", await inPortions()],
];

describe.each(workbooks)("a workbook %s", (_, file) => {
  const whole = readOrRefuse(file);
  const isSafe = (damaged: Buffer) => isHarmless(readOrRefuse(damaged), whole);

  test("has its rows", () => {
    expect(whole).toHaveLength(counts.length);
  });

  test("is refused with any number of a header at any boundary, in one header and in both", () => {
    const wrong = fieldsOf(file).flatMap((field) =>
      boundaryValues(file, field).flatMap((value) => {
        const once = changed(file, field, value);
        const twin = twinOf(file, field);
        return [once, ...(twin ? [changed(once, twin, value)] : [])]
          .map((damaged) => ({ ...field, value, read: readOrRefuse(damaged) }))
          .filter((one) => !isRight(one, whole));
      }),
    );
    expect(wrong).toEqual([]);
  });

  test("is refused wherever it is cut off", () => {
    for (let length = 4; length < file.length; length++)
      if (!isRefused(readOrRefuse(file.subarray(0, length)))) expect.unreachable(`${length} bytes are accepted`);
  });

  test("is refused or read as it was with any bit turned", () => {
    for (let bit = 32; bit < file.length * 8; bit++) {
      const at = bit >> 3;
      const turned = changed(file, { at, bytes: 1 }, (file[at] ?? 0) ^ (1 << (bit & 7)));
      if (!isSafe(turned)) expect.unreachable(`bit ${bit} makes no difference`);
    }
  });

  test("is refused or read as it was after bytes were overwritten, taken out, repeated and moved", () => {
    const place = fc.nat({ max: file.length - 1 });
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 8 });
    const edit = fc.oneof(
      fc.record({ kind: fc.constant("write" as const), at: place, bytes }),
      fc.record({ kind: fc.constantFrom("cut", "repeat"), at: place, length: fc.integer({ min: 1, max: 200 }) }),
      fc.record({ kind: fc.constant("move" as const), at: place, to: place, length: fc.integer({ min: 1, max: 200 }) }),
    );
    type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;
    const edited = (from: Buffer, one: Edit): Buffer => {
      if ("bytes" in one)
        return Buffer.concat([from.subarray(0, one.at), one.bytes, from.subarray(one.at + one.bytes.length)]);
      const end = one.at + one.length;
      const [before, block, after] = [from.subarray(0, one.at), from.subarray(one.at, end), from.subarray(end)];
      if (one.kind === "cut") return Buffer.concat([before, after]);
      if (one.kind === "repeat") return Buffer.concat([before, block, block, after]);
      const rest = Buffer.concat([before, after]);
      const to = "to" in one ? one.to : 0;
      return Buffer.concat([rest.subarray(0, to), block, rest.subarray(to)]);
    };
    const edits = fc.array(edit, { minLength: 1, maxLength: 4 });
    const safe = fc.property(edits, (all) => isSafe(all.reduce(edited, file)));
    fc.assert(safe, { ...fixed, numRuns: 10_000 });
  });
});

/** The same number in the other header of the same entry: the directory lists entries in the order of their headers. */
const twinOf = (file: Buffer, field: Field): Field | undefined => {
  if (!field.name.startsWith("local")) return undefined;
  const all = fieldsOf(file);
  const index = all.filter(({ name }) => name === field.name).findIndex(({ at }) => at === field.at);
  return all.filter(({ name }) => name === field.name.replace("local", "directory"))[index];
};

test("a sheet of damaged XML, packed well, is refused or has rows of cells with a type and a text", () => {
  const xml = `${rows}<row r="9"><c r="A9" t="s"><v>0</v></c><c t="b"><v>1</v></c><c t="d"><v>2026-11-22</v></c><c><f>1+1</f><v>2</v></c><c t="inlineStr"><is><t>a &amp; b</t></is></c></row>`;
  const words = [
    "<",
    ">",
    "</row>",
    "<c>",
    '"',
    "&",
    "&#0;",
    "<!DOCTYPE a>",
    "<![CDATA[",
    "-->",
    "\0",
    "<v>",
    "1e9",
    ":",
    "r=",
  ];
  const edit = fc.record({
    at: fc.nat({ max: xml.length }),
    drop: fc.nat({ max: 12 }),
    put: fc.constantFrom("", ...words),
  });
  const types = ["text", "number", "date", "boolean", "formula", "error"];
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
      const damaged = edits.reduce((text, { at, drop, put }) => text.slice(0, at) + put + text.slice(at + drop), xml);
      const read = readOrRefuse(workbookOf(damaged, "<si><t>SND-7</t></si>"));
      if (typeof read === "string") return isRefused(read);
      const numbers = read.map(({ number }) => number);
      return (
        numbers.every((number, index) => number > (numbers[index - 1] ?? 0)) &&
        read.every(({ cells }) =>
          cells.every((cell) => cell === null || (types.includes(cell.type) && typeof cell.text === "string")),
        )
      );
    }),
    { ...fixed, numRuns: 20_000 },
  );
});
