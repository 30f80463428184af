// Damaged workbooks: a file is refused, or has the same rows as the sound one.
import { describe, expect, test } from "vitest";
import {
  boundaryValues,
  changed,
  type Field,
  fieldsOf,
  isHarmless,
  isRefused,
  isRight,
  overlapping,
  readOrRefuse,
} from "#tests/support/damage.ts";
import "#tests/support/to-fail-with.ts";
import { countForm, today, unique } from "#tests/support/fixtures.ts";
import { createProduct, heldOf, newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { streamedWorkbookOf, workbookOf, workbookParts, zipOf } from "#tests/support/xlsx.ts";

const { root } = await world();
const w_id = unique("W");
const [{ _id: product, p_id }, warehouse] = [await createProduct(root), await newWarehouse(root, w_id)];
await root.post("/v1/transactions/in", { product, warehouse, quantity: 90 });

const cell = (column: string, text: string) => `<c r="${column}" t="str"><v>${text}</v></c>`;
const rows = `<row r="1">${cell("A1", "P.ID/SKU/BC")}${cell("B1", "W.ID")}${cell("C1", "Quantity")}</row><row r="2">${cell("A2", p_id)}${cell("B2", w_id)}<c r="C2"><v>10</v></c></row>`;
const sound = workbookOf(rows);

const zip64 = streamedWorkbookOf(rows, { zip64: true });
const workbooks: [how: string, file: Buffer][] = [
  ["with sizes before the data", sound],
  ["with sizes behind the data", streamedWorkbookOf(rows)],
  ["with sizes of zip64", zip64],
];

describe.each(workbooks)("a workbook %s", (_, file) => {
  const whole = readOrRefuse(file);

  test("is refused whichever number of whichever header is wrong; what says nothing about the data may differ", () => {
    expect(isRefused(whole)).toBe(false);
    const wrong = fieldsOf(file).flatMap((field) =>
      boundaryValues(file, field)
        .map((value) => ({ ...field, value, read: readOrRefuse(changed(file, field, value)) }))
        .filter((one) => !isRight(one, whole)),
    );
    expect(wrong).toEqual([]);
  });

  test("is refused wherever it is cut off, and with anything after its end", () => {
    const cut = Array.from({ length: file.length - 4 }, (_, index) => file.subarray(0, index + 4));
    const longer = ["\0", "PK", "\r\n", sound].map((more) => Buffer.concat([file, Buffer.from(more)]));
    expect([...cut, ...longer].filter((one) => !isRefused(readOrRefuse(one)))).toEqual([]);
  });
});

test("a workbook is refused or read as it was, whichever of its bytes is inverted", () => {
  const whole = readOrRefuse(sound);
  const inverted = (at: number) => changed(sound, { at, bytes: 1 }, 255 - (sound[at] ?? 0));
  // The first four bytes tell a workbook from a CSV file.
  const offsets = Array.from({ length: sound.length - 4 }, (_, index) => index + 4);
  expect(offsets.filter((at) => !isHarmless(readOrRefuse(inverted(at)), whole))).toEqual([]);
});

/** Two changes of one file, such as the same lie in both headers of an entry. */
const changedTwice = (file: Buffer, name: string, values: [local: number, listed: number]): Buffer => {
  const [local, listed] = ["local", "directory"].map((header) =>
    fieldsOf(file).find((field) => field.name === `${header} ${name}`),
  ) as [Field, Field];
  return changed(changed(file, local, values[0]), listed, values[1]);
};

const other = rows.replace("<v>10</v>", "<v>99</v>");
const second = { name: "xl/worksheets/sheet1.xml", content: `<worksheet><sheetData>${other}</sheetData></worksheet>` };
const files: [what: string, file: Buffer, message?: RegExp][] = [
  ["with a wrong checksum in both headers", changedTwice(sound, "crc", [1, 1])],
  ["whose sizes should be in zip64 and are not", changedTwice(sound, "packed size", [2 ** 32 - 1, 2 ** 32 - 1])],
  ["that is encrypted by one header and not by the other", changedTwice(sound, "flags", [0, 1]), /encrypted/],
  ["that is encrypted by the other", changedTwice(sound, "flags", [1, 0]), /encrypted/],
  ["with sizes of nothing in a local header", changedTwice(sound, "size", [0, sound.readUInt32LE(22)])],
  ["with an entry that the directory does not list", workbookOf(rows, "", { ...second, hidden: true })],
  ["with such an entry before all others", zipOf({ ...second, hidden: true }, ...workbookParts(rows))],
  ["with another name in a local header", changed(sound, { at: 30, bytes: 1 }, 0x58)],
  ["of patched data", changedTwice(sound, "flags", [0x20, 0x20])],
  ["with another start of the directory in zip64", changed(zip64, { at: zip64.length - 50, bytes: 4 }, 1)],
  ["with a listed entry inside another", overlapping(sound)],
  ["with two entries of one name", workbookOf(rows, "", second)],
  [
    "with an entry that goes on behind its compressed data",
    workbookOf(rows, "", { name: "x", content: "x", more: sound }),
  ],
  ["cut in half", sound.subarray(0, sound.length / 2)],
  ["without its last byte", sound.subarray(0, -1)],
  ["whose first byte is another", changed(sound, { at: 0, bytes: 1 }, 0), /Neither/],
  ["of nothing but a directory", zipOf(), /Neither/],
  ["without a sheet", zipOf({ name: "a.txt", content: "a" })],
  ["whose sheet ends in the middle of a row", workbookOf(rows.slice(0, -20))],
  ["with a cell twice", workbookOf(`<row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>1</v></c></row>`)],
  ["with a row twice", workbookOf(`<row r="2"><c><v>1</v></c></row><row r="2"><c><v>1</v></c></row>`)],
  ["with a cell of another row", workbookOf(`<row r="2"><c r="A1"><v>1</v></c></row>`)],
  ["with a cell that refers to no text", workbookOf(`<row><c t="s"><v>7</v></c></row>`)],
];

test.each(files)("400: a workbook %s is refused, and no stock changes", async (_, file, message = /damaged/) => {
  const answer = await root.post("/v1/dev/stock-adjustment", countForm(today(), new Uint8Array(file), "count.xlsx"));
  expect(answer).toFailWith("BAD_REQUEST", { field: "file", message: expect.stringMatching(message) });
  expect(await heldOf(root, product)).toBe(90);
});

test("the sound workbook is accepted, so that the others were refused for their damage", async () => {
  const answer = await root.post("/v1/dev/stock-adjustment", countForm(today(), new Uint8Array(sound), "count.xlsx"));
  expect(answer).toMatchObject({ status: 201, body: { read: 1, changed: 1 } });
  expect(await heldOf(root, product)).toBe(10);
});
