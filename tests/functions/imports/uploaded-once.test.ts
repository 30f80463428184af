// A file crosses once: answers to the questions about it name an earlier import in place of the file.
import { expect, test } from "vitest";
import { addDays } from "#shared/day.ts";
import type { ImportKind } from "#shared/import.ts";
import { setClock } from "#tests/support/clock.ts";
import { today, unique } from "#tests/support/fixtures.ts";
import { importOf, previewOf, type Settings } from "#tests/support/imports.ts";
import { createProduct, newWarehouse } from "#tests/support/stock.ts";
import "#tests/support/to-fail-with.ts";
import { type Client, world } from "#tests/support/world.ts";
import { workbookOfSheets } from "#tests/support/xlsx.ts";
import { csvOf, preview, rowsOf } from "./driver.ts";

const here = await world();
const { manager, executive, root } = here;
const [bib, cup] = [await createProduct(manager), await createProduct(manager)];
await newWarehouse(manager);

const heads = ["P.ID", "Quantity", "Packed"];
const sheetOf = (units: number) => rowsOf([heads, [bib.p_id, units, 1], [cup.p_id, units, 2]]);
const hiddenRow = rowsOf([[cup.p_id, 9, 9]]).replace("<row>", '<row hidden="1">');
const formula = "<row><c><f>1+1</f><v>2</v></c></row>";
const workbook = new Uint8Array(workbookOfSheets({ Red: `${sheetOf(2)}${hiddenRow}${formula}`, Blue: sheetOf(3) }));
const oneSheet = new Uint8Array(
  workbookOfSheets({ Red: `${rowsOf([["Notes", "of", "May"]])}${sheetOf(2)}${hiddenRow}` }),
);
const wide = Array.from({ length: 120 }, (_, column) => (column === 110 ? "Further" : ""));
const strange = csvOf(["Article", "Pcs", ...wide], [bib.p_id, 4, ...wide.map(() => "7")]);
const order = csvOf(["Order ID", "SKU", "Qty"], [unique("406"), unique("None"), 1]);

/** Answers about a file without the file. */
const answer = (client: Client, kind: ImportKind, of: string, settings: Settings = {}) =>
  previewOf(client, kind, undefined, { ...settings, of });

test.each<[string, ImportKind, string | Uint8Array<ArrayBuffer>, Settings, Settings]>([
  ["a column", "lines", strange, {}, { columns: { p_id: "Article", quantity: "Pcs" } }],
  ["a row of heads", "lines", strange, {}, { head_row: 2 }],
  ["a row of heads of a workbook", "lines", oneSheet, {}, { head_row: 2 }],
  ["another sheet", "lines", workbook, {}, { sheet: "Blue" }],
  ["the sheet that was found", "lines", oneSheet, {}, { sheet: "Red" }],
  ["hidden rows", "lines", oneSheet, {}, { hidden: true }],
  ["formulas", "lines", workbook, { sheet: "Red" }, { sheet: "Red", formulas: true }],
  ["no sheet any more", "lines", workbook, { sheet: "Blue" }, {}],
  ["a mode", "stock", oneSheet, { mode: "SET" }, { mode: "ADD", texts: { [cup.p_id]: "" } }],
  ["products for codes", "orders", order, { channel: "amazon" }, { channel: "flipkart", leave_short: true }],
])(
  "an answer of %s previews as if the file was sent with it, under an id of its own",
  async (_, kind, file, before, said) => {
    const first = await preview(manager, kind, file, before);
    const bySending = await preview(manager, kind, file, said);
    const { status, body } = await answer(manager, kind, first._id, said);
    expect({ status, body }).toMatchObject({ status: 201 });
    const { body: third } = await answer(manager, kind, body._id, said);
    expect(new Set([first._id, bySending._id, body._id, third._id]).size).toBe(4);
    const own = { _id: "", created_at: "" };
    const sent = { ...(await importOf(manager, bySending._id)), ...own };
    for (const id of [body._id, third._id]) expect({ ...(await importOf(manager, id)), ...own }).toEqual(sent);
    expect(await importOf(manager, first._id)).toMatchObject({ _id: first._id, counts: first.counts });
  },
);

test("the sheet of somebody else, of no import or of one that is over is not there, and the answer says which field it is", async () => {
  const { _id } = await preview(manager, "lines", strange);
  const missing = { field: "of", message: "Not there any more, send the file" };
  for (const other of [root, executive])
    expect(await answer(other, "lines", _id)).toFailWith("RESOURCE_NOT_FOUND", missing);
  for (const id of [crypto.randomUUID(), "none", `${_id}.cells`])
    expect(await answer(manager, "lines", id)).toFailWith("RESOURCE_NOT_FOUND", missing);
  const path = `../${manager._id}/${_id}`;
  expect(await answer(manager, "lines", path)).toFailWith("BAD_REQUEST", { field: "of", message: "Unknown id" });
  expect(await previewOf(manager, "lines", strange, { of: _id })).toFailWith("BAD_REQUEST", { field: "of" });
  expect(await previewOf(manager, "lines", undefined)).toFailWith("BAD_REQUEST", { field: "file" });
  expect(await answer(here.anonymous, "lines", _id)).toFailWith("UNAUTHORIZED");
});

test("an answer shortly before the day of a file is over does not make it longer", async () => {
  const at = (hours: number) => {
    setClock(new Date(Date.parse(`${addDays(today(), 2)}T06:00:00Z`) + hours * 3_600_000).toISOString());
    // Earlier sessions are over.
    return here.signIn("manager", "manager-password");
  };
  const first = await preview(await at(0), "lines", strange);
  const late = await at(23.9);
  const second = await answer(late, "lines", first._id);
  expect(second.status).toBe(201);
  setClock(new Date(Date.parse(`${addDays(today(), 3)}T06:06:00Z`)).toISOString());
  for (const { _id } of [first, second.body])
    expect(await answer(late, "lines", _id)).toFailWith("RESOURCE_NOT_FOUND", { field: "of" });
  setClock(new Date().toISOString());
});
