// Text files as programs save them: every encoding and separator leads to the same rows, whatever the file is called.
import { expect, test } from "vitest";
import type { ImportRow } from "#shared/import.ts";
import { sheetForm, unique } from "#tests/support/fixtures.ts";
import "#tests/support/to-fail-with.ts";
import { world } from "#tests/support/world.ts";

const { manager } = await world();

const word = unique("Text");
/** With separators, quotes, and letters that each encoding writes in its own way. */
const names = ["Bébé, “soft”; 2 pcs", 'Towel 12" x 12"', "Plain", "£5 – Größe"];
const codes = names.map((_, n) => `${word}-${n}`);
const cells = [["P.ID", "Product Name", "Lead Time"], ...names.map((name, n) => [codes[n] ?? "", name, "30"])];

const quoted = (separator: string, lineEnd: string, rows = cells) =>
  rows
    .map((row) => row.map((cell) => (/[\s",;]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(separator))
    .join(lineEnd);
/** As Amazon writes its reports: nothing is quoted, so a quote is a quote. */
const bare = cells.map((row) => row.join("\t")).join("\r\n");

const windows1252: Record<string, number> = { "“": 0x93, "”": 0x94, "–": 0x96 };
const encoded: Record<string, (text: string) => Buffer> = {
  "UTF-8": (text) => Buffer.from(text),
  "UTF-8 with a mark": (text) => Buffer.from(`\ufeff${text}`),
  "UTF-16": (text) => Buffer.from(`\ufeff${text}`, "utf16le"),
  "UTF-16 without a mark": (text) => Buffer.from(text, "utf16le"),
  "UTF-16 big endian": (text) => Buffer.from(`\ufeff${text}`, "utf16le").swap16(),
  "UTF-16 big endian without a mark": (text) => Buffer.from(text, "utf16le").swap16(),
  "Windows-1252": (text) => Buffer.from([...text].map((letter) => windows1252[letter] ?? letter.charCodeAt(0))),
};
const written: Record<string, string> = {
  commas: quoted(",", "\r\n"),
  "commas and a break at the end": `${quoted(",", "\n")}\n`,
  "breaks of old Macs": quoted(",", "\r"),
  semicolons: quoted(";", "\r\n"),
  "the line sep=;": `sep=;\r\n${quoted(";", "\r\n")}`,
  "cells pasted from Excel": quoted("\t", "\r\n"),
  "a report of Amazon": bare,
};

const read = async (file: Buffer, name: string): Promise<[string, unknown][]> => {
  const { status, body } = await manager.post("/v1/imports/products", sheetForm(new Uint8Array(file), {}, name));
  expect({ status, body }).toMatchObject({ status: 201, body: { sheet: { missing: [] } } });
  const { rows } = (await manager.get(`/v1/imports/${body._id}`)).body;
  return rows.map(({ code, changes }: ImportRow) => [code, changes.find(({ field }) => field === "name")?.to]);
};

test("a spreadsheet has the same rows in every encoding, with every separator, and by any name", async () => {
  const expected = cells.slice(1).map(([code, name]) => [code, name]);
  const forms = Object.entries(written);
  const files = [
    ...forms.map(([form, text]) => ["UTF-8", form, text, "a.xlsx"] as const),
    ...Object.keys(encoded).map(
      (encoding, n) => [encoding, ...(forms[n % forms.length] ?? ["", ""]), "a.tsv"] as const,
    ),
  ];
  for (const [encoding, form, text, name] of files)
    expect([encoding, form, await read(encoded[encoding]?.(text) ?? Buffer.of(), name)]).toEqual([
      encoding,
      form,
      expected,
    ]);
});

/** The names of rows without heads: with a P.ID, the text in question and a lead time. */
const namesIn = async (text: string) => {
  const rows = await read(Buffer.from(text), "paste.tsv");
  return rows.map(([code, name]) => [code, String(name)]);
};
const head = "P.ID\tProduct Name\tLead Time\tAmazon\n";

test("a quote between tabs opens a field with line breaks only where its lines are no rows by themselves", async () => {
  expect(await namesIn(`${head}${word}a\t"Large\t30\t\n${word}b\tBib 12"\t30\t\n`)).toEqual([
    [`${word}a`, '"Large'],
    [`${word}b`, 'Bib 12"'],
  ]);
  expect(await namesIn(`${head}${word}a\t"Large ""soft"" bib"\t30\t\n${word}b\t""\t30\t\n`)).toEqual([
    [`${word}a`, 'Large "soft" bib'],
    [`${word}b`, "undefined"],
  ]);
  const { body } = await manager.post(
    "/v1/imports/products",
    sheetForm(`${head}${word}a\t"Large\nbib"\t30\t\n${word}b\tBib\t30\t\n`),
  );
  expect(body.counts).toEqual({ new: 2 });
  expect(body.sheet.first_rows[1].cells).toEqual([`${word}a`, "Large\nbib", "30", ""]);
});

test("a file that is not text is refused, in every kind of import, even within unclosed quotes", async () => {
  const picture = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  const binary = Buffer.from(Array.from({ length: 3_000 }, (_, n) => 128 + (n % 100)).concat(7, 1));
  for (const kind of ["products", "stock", "lines"])
    for (const file of [picture, binary]) {
      const form = sheetForm(new Uint8Array(file), kind === "stock" ? { mode: "SET" } : {});
      expect(await manager.post(`/v1/imports/${kind}`, form)).toFailWith("BAD_REQUEST", {
        field: "file",
        message: "Neither .xlsx nor CSV",
      });
    }
  const nothing = sheetForm("");
  expect(await manager.post("/v1/imports/lines", nothing)).toFailWith("BAD_REQUEST", {
    field: "file",
    message: "Required",
  });
});

test("a row whose quote is never closed is wrong, though nothing is left in it but the code", async () => {
  const sheet = 'P.ID/SKU/BC,W.ID,Quantity\n"SND-1,5';
  for (const kind of ["lines", "stock"]) {
    const { body } = await manager.post(
      `/v1/imports/${kind}`,
      sheetForm(sheet, kind === "stock" ? { mode: "SET" } : {}),
    );
    expect([kind, body.counts]).toEqual([kind, { wrong: 1 }]);
  }
});
