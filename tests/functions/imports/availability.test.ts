// A channel's own stock sheet goes back filled in: each number is what a fold of the test says, all else is as it was.
import { expect, test } from "vitest";
import type { Import } from "#shared/import.ts";
import { download } from "#tests/support/download.ts";
import { unique } from "#tests/support/fixtures.ts";
import { applyAll, previewOf } from "#tests/support/imports.ts";
import { newProduct, newWarehouse, setChannelWarehouses } from "#tests/support/stock.ts";
import "#tests/support/to-fail-with.ts";
import { world } from "#tests/support/world.ts";
import { workbookOf, workbookOfSheets } from "#tests/support/xlsx.ts";
import { csvOf, preview, previewRows, rowsOf } from "./driver.ts";

const { manager, executive, anonymous } = await world();

const [hub, depot, spare] = [
  await newWarehouse(manager, "AV-1"),
  await newWarehouse(manager, "AV-2"),
  await newWarehouse(manager, "AV-3"),
];
const put = (product: string, warehouse: string, quantity: number) =>
  manager.post("/v1/transactions/in", { product, warehouse, quantity });

/** Products with units in the two warehouses of Amazon, and more in one that is not. */
const held = await Promise.all(
  Array.from({ length: 12 }, async (_, n) => {
    const p_id = unique("AV");
    const _id = await newProduct(manager, { p_id });
    for (const [warehouse, units] of [
      [hub, n],
      [depot, 2 * n],
      [spare, 50],
    ] as const)
      if (units > 0) await put(_id, warehouse, units);
    return { _id, p_id, units: 3 * n };
  }),
);
await setChannelWarehouses(manager, "amazon", [hub, depot]);

/** Codes of Amazon: a pack of each product, and combos of two. */
const packOf = (n: number) => ({ code: `PACK-${held[n]?.p_id}`, parts: [{ of: n, units: (n % 3) + 1 }] });
const comboOf = (n: number) => ({
  code: `COMBO-${held[n]?.p_id}`,
  parts: [
    { of: n, units: 1 },
    { of: (n + 5) % 12, units: 2 },
  ],
});
const listings = held.flatMap((_, n) => [packOf(n), comboOf(n)]);
const named = await previewRows(
  executive,
  "orders",
  csvOf(["Order ID", "SKU", "Qty"], ...listings.map(({ code }) => [unique("406-"), code, 1])),
  {
    channel: "amazon",
    leave_short: "true",
    aliases: listings.flatMap(({ code, parts }) =>
      parts.map(({ of, units }) => ({ code, product: held[of]?._id, units })),
    ),
  },
);
await applyAll(executive, named._id);

/** The test's own fold, over what is held after the orders. */
const foldOf = async () => {
  const { body } = await manager.get("/v1/stocks");
  const inAmazon = new Map<string, number>();
  for (const { product, warehouse, quantity } of body)
    if ([hub, depot].includes(warehouse._id)) inAmazon.set(product._id, (inAmazon.get(product._id) ?? 0) + quantity);
  const unitsOf = (n: number) => inAmazon.get(held[n]?._id ?? "") ?? 0;
  return new Map([
    ...held.map(({ p_id }, n) => [p_id, unitsOf(n)] as const),
    ...listings.map(
      ({ code, parts }) => [code, Math.min(...parts.map(({ of, units }) => Math.floor(unitsOf(of) / units)))] as const,
    ),
  ]);
};

const filledOf = async ({ _id }: Pick<Import, "_id">) =>
  (await download(executive, anonymous, `/v1/imports/${_id}/filled/export`)).bytes;

test("Amazon's sheet comes back byte for byte but its quantities; what Amazon sends and what is unknown stay", async () => {
  const fold = await foldOf();
  const lines = [...fold.keys()].map((sku, n) => ({ sku, old: n, fba: n % 7 === 3 }));
  const fileOf = (number: (line: (typeof lines)[number]) => number) =>
    [
      "sku\tprice\tquantity\tfulfillment-channel\tnote",
      ...lines.map((line) =>
        [line.sku, "199.00", number(line), line.fba ? "AMAZON_IN" : "DEFAULT", 'A "q" é'].join("\t"),
      ),
      "NOBODY-KNOWS\t1\t8\tDEFAULT\t",
      "",
    ].join("\r\n");
  const said = await previewRows(
    executive,
    "availability",
    fileOf(({ old }) => old),
    { channel: "amazon", name: "listings.txt" },
  );
  const kept = lines.filter(({ sku, old, fba }) => !fba && fold.get(sku) === old).length;
  const fba = lines.filter((line) => line.fba).length;
  expect(said.counts).toEqual({
    changed: lines.length - fba - kept,
    ...(kept > 0 && { same: kept }),
    marketplace: fba,
    unknown: 1,
  });
  const { bytes, name } = await download(executive, anonymous, `/v1/imports/${said._id}/filled/export`);
  expect(bytes.toString()).toBe(fileOf(({ sku, old, fba }) => (fba ? old : (fold.get(sku) ?? Number.NaN))));
  expect(name).toBe("listings.txt");
});

test("without a column that says who sends, nothing is filled until somebody says so; that is remembered", async () => {
  const [{ p_id } = { p_id: "" }] = held.slice(-1);
  const heads = ["Seller SKU ID", "Your Stock Count", unique("Col")];
  const sheet = csvOf(heads, [p_id, 1, ""]);
  const open = await previewRows(executive, "availability", sheet, { channel: "amazon" });
  expect([open.counts, open.sheet.asks]).toMatchObject([{ marketplace: 1 }, [{ id: "sent_by_us" }]]);
  // Nothing changes, so there is nothing to take.
  expect(open.filled).toBeUndefined();
  const said = await preview(executive, "availability", sheet, { channel: "amazon", sent_by_us: "true" });
  // Taking the sheet is all that it needs.
  await filledOf(said);
  const later = await previewRows(executive, "availability", sheet, { channel: "amazon" });
  expect(later.counts).toEqual({ changed: 1 });
  expect((await filledOf(later)).toString()).toBe(csvOf(heads, [p_id, (await foldOf()).get(p_id), ""]));
  expect((await previewRows(executive, "availability", sheet, { channel: "flipkart" })).counts).toEqual({
    marketplace: 1,
  });
});

test("a workbook of 1,000 listings with columns nobody has seen: the column is asked once, and each number is the fold's", async () => {
  const known = await foldOf();
  const more = Array.from({ length: 1_000 - known.size }, () => unique("AV-MORE"));
  const added = csvOf(["P.ID", "Name"], ...more.map((code) => [code, code]));
  await applyAll(manager, (await preview(manager, "products", added, { lead_time: 30 }))._id);
  const fold = new Map([...known, ...more.map((code) => [code, 0] as const)]);
  const codes = [...fold.keys()];
  const width = ["Zeile", "Ware", "Alt", "Neu", "A", "B", "C", "D", "E", "F"];
  const text = (ref: string, value: string) => `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const rows = Array.from({ length: 1_000 }, (_, n) => {
    const row = n + 2;
    return `<row r="${row}"><c r="A${row}"><v>${n}</v></c>${text(`B${row}`, codes[n % codes.length] ?? "")}<c r="C${row}"><v>${n}</v></c><c r="D${row}" s="0"><v>${n + 9_000}</v></c>${text(`E${row}`, "x")}</row>`;
  });
  const heads = `<row r="1">${width.map((head, n) => text(`${String.fromCharCode(65 + n)}1`, head)).join("")}</row>`;
  const file = new Uint8Array(workbookOf(heads + rows.join("")));
  const asked = await preview(executive, "availability", file, { channel: "amazon", sent_by_us: "true" });
  expect(asked.sheet.missing).toEqual(["quantity"]);
  const said = await preview(executive, "availability", file, {
    channel: "amazon",
    sent_by_us: "true",
    columns: { quantity: "Neu" },
  });
  await filledOf(said);
  const later = await previewRows(executive, "availability", file, { channel: "amazon" });
  expect(later.counts).toEqual({ changed: 1_000 });
  const again = await previewRows(executive, "availability", new Uint8Array(await filledOf(later)), {
    channel: "amazon",
  });
  expect(again.counts).toEqual({ same: 1_000 });
  expect(again.rows.map(({ code, quantity }) => [code, quantity])).toEqual(codes.map((code) => [code, fold.get(code)]));
});

test("a head of the channel's own is it though its column is empty; a column without a head is asked for", async () => {
  const [{ p_id, units } = { p_id: "", units: 0 }] = held.slice(3, 4);
  const read = (...rows: unknown[][]) =>
    previewRows(executive, "availability", csvOf(...rows), { channel: "amazon", sent_by_us: "true" });
  const own = await read(["Seller SKU ID", "System Stock Count", "Your Stock Count"], [p_id, 5, ""]);
  expect([own.sheet.columns.quantity, own.counts]).toEqual(["Your Stock Count", { changed: 1 }]);
  expect(units).toBeGreaterThan(0);
  const bare = await read([p_id, 199], [held[4]?.p_id, 249]);
  expect([bare.sheet.missing, bare.filled]).toEqual([["quantity"], undefined]);
});

test("a row that does not say in words who sends it stays, and a column that says it of nobody counts as none", async () => {
  const sku = held[5]?.p_id ?? "";
  const text = (ref: string, value: string) => `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const sheet = (cell: string) =>
    new Uint8Array(
      workbookOf(
        `<row r="1">${text("A1", "sku")}${text("B1", "quantity")}${text("C1", "fulfillment-channel")}</row><row r="2">${text("A2", sku)}<c r="B2"><v>1</v></c>${cell}</row><row r="3">${text("A3", held[6]?.p_id ?? "")}<c r="B3"><v>1</v></c>${text("C3", "DEFAULT")}</row>`,
      ),
    );
  const read = (cell: string) => previewRows(executive, "availability", sheet(cell), { channel: "amazon" });
  expect((await read('<c r="C2" t="str"><f>VLOOKUP(A2,X1:Y9,2)</f><v>AMAZON_IN</v></c>')).counts).toEqual({
    marketplace: 1,
    changed: 1,
  });
  expect((await read('<c r="C2" t="e"><v>#N/A</v></c>')).counts).toEqual({ wrong: 1, changed: 1 });
  const blank = csvOf(["sku", "quantity", "fulfillment-channel"], [sku, 1, ""]);
  expect((await previewRows(executive, "availability", blank, { channel: "amazon" })).counts).toEqual({
    marketplace: 1,
  });
});

test("a channel that has lost its warehouses is refused in words, and no sheet of it says 0", async () => {
  const only = await newWarehouse(manager, unique("ONLY"));
  await setChannelWarehouses(manager, "jiomart", [only]);
  await manager.delete(`/v1/warehouses/${only}`);
  const sheet = csvOf(["sku", "quantity"], [held[0]?.p_id, 1]);
  expect(await previewOf(executive, "availability", sheet, { channel: "jiomart", sent_by_us: "true" })).toFailWith(
    "UNPROCESSABLE_CONTENT",
    { field: "channel", message: "No warehouse is left for Jiomart: choose from which to take" },
  );
  expect(await executive.get("/v1/availability?channel=jiomart")).toFailWith("UNPROCESSABLE_CONTENT", {
    field: "channel",
    message: "No warehouse is left for Jiomart: choose from which to take",
  });
});

/** A sheet of Amazon's whose rows are all ours. */
const ours = (sheet: string) =>
  previewRows(executive, "availability", sheet, { channel: "amazon", sent_by_us: "true" });

test.each([
  ["a quote that is never closed", "", `,"Baby, soft,100,5`],
  ["a comma that is not in quotes", "", ",Baby, soft,100,5"],
  ["a quote within quotes", ",note", `,"12" inch, blue",,5,`],
  ["commas in all rows, the last of them blank", ",note", ",Baby, soft,100,5,"],
])("a row whose fields have moved by %s stays, so that no price becomes a stock figure", async (_, more, moved) => {
  const [fine, bad] = [held[7]?.p_id, held[8]?.p_id];
  const sheetOf = (...lines: string[]) => [`sku,name,price,quantity${more}`, ...lines].join("\n");
  const lineOf = (units: unknown) => `${fine},"Baby, soft",100,${units}${more && ","}`;
  const said = await ours(sheetOf(lineOf(5), `${bad}${moved}`));
  expect(said.rows.map(({ status }) => status)).toEqual(["changed", "wrong"]);
  const units = (await foldOf()).get(fine ?? "");
  expect((await filledOf(said)).toString()).toBe(sheetOf(lineOf(units), `${bad}${moved}`));
  const alone = await ours(sheetOf(`${bad}${moved}`));
  expect([alone.counts, alone.filled]).toEqual([{ wrong: 1 }, undefined]);
});

test("a code in several rows is filled in none of them, and each names another", async () => {
  const [one, two] = [held[9]?.p_id, held[10]?.p_id];
  const said = await ours(
    csvOf(["sku", "location", "quantity"], [one, "A", 1], [two, "A", 1], [one, "B", 1], [one, "C", 1]),
  );
  expect(said.rows.map(({ status }) => status)).toEqual(["wrong", "changed", "wrong", "wrong"]);
  expect(said.rows[2]?.problems).toMatchObject([{ column: "sku", message: expect.stringContaining("row 2, 5") }]);
});

test("only words that are known to mean us are filled; other senders stay, and a column of numbers says nothing", async () => {
  const senders: [text: string, status: string][] = [
    ...[
      "DEFAULT",
      "Seller",
      "Merchant Fulfilled",
      "MFN",
      "NON_FBF",
      "Amazon Easy Ship",
      "Seller Smart",
      "self_ship",
    ].map((text): [string, string] => [text, "changed"]),
    ...["Flipkart Fulfilment", "Amazon Fulfillment", "Amazon Fulfilled Network", "Flipkart Advantage", "Prime FBA"].map(
      (text): [string, string] => [text, "marketplace"],
    ),
    ...["Fulfilled by JioMart", "Marketplace"].map((text): [string, string] => [text, "marketplace"]),
    ...["FBF, SELLER", "Seller Flex", "Somebody", ""].map((text): [string, string] => [text, "wrong"]),
  ];
  const codes = [...(await foldOf()).keys()];
  const sheet = csvOf(["sku", "quantity", "Fulfilled by"], ...senders.map(([text], n) => [codes[n], 99_999, text]));
  const said = await previewRows(executive, "availability", sheet, { channel: "amazon" });
  expect(said.rows.map(({ status }, n) => [senders[n]?.[0], status])).toEqual(senders);
  const counts = csvOf(["sku", "quantity", "Fulfilled"], [codes[0], 99_999, 3], [codes[1], 99_999, 0]);
  const asked = await previewRows(executive, "availability", counts, { channel: "amazon" });
  expect([asked.counts, asked.sheet.asks]).toMatchObject([{ marketplace: 2 }, [{ id: "sent_by_us" }]]);
});

test.each<[heads: string, chosen: string | undefined]>([
  ["Current Stock,New Stock", "New Stock"],
  ["On hand (current),On hand (new)", "On hand (new)"],
  ["Units,MRP,Update Quantity", "Update Quantity"],
  ["quantity,pending-quantity", "quantity"],
  ["System Stock,Available", undefined],
  ["Total,Available,Blocked,Count", undefined],
  ["Price,Total", undefined],
])("of the columns %s that of %s is filled in", async (heads, chosen) => {
  const width = heads.split(",");
  const said = await ours(csvOf(["Seller SKU", ...width], [held[1]?.p_id, ...width.map((_, n) => 90 + n)]));
  expect([said.sheet.columns.quantity, said.filled]).toEqual([chosen, chosen && true]);
  expect(said.sheet.missing).toEqual(chosen ? [] : ["quantity"]);
});

test("of a workbook the sheet with the listings is read, not the one that comes first; of two such it is asked which", async () => {
  const data = rowsOf([
    ["Seller SKU ID", "Your Stock Count"],
    [held[2]?.p_id ?? "", 999],
  ]);
  const read = (sheets: Record<string, string>) =>
    previewRows(executive, "availability", new Uint8Array(workbookOfSheets(sheets)), {
      channel: "amazon",
      sent_by_us: "true",
    });
  const one = await read({
    Instructions: rowsOf([["Fill in the yellow cells"], ["and send it back"]]),
    Listings: data,
  });
  expect([one.sheet.name, one.counts]).toEqual(["Listings", { changed: 1 }]);
  const two = await read({ First: data, Second: data });
  expect([two.filled, two.sheet.asks?.[0]]).toMatchObject([
    undefined,
    { id: "sheet", text: expect.stringMatching(/^Which/) },
  ]);
});

test("a buffer that is stored already is done, whatever was seen; one that somebody else has changed is a conflict", async () => {
  const put = (buffer: number, seen: number) =>
    manager.send("PUT", "/v1/availability/buffers", { channel: "snd-app", buffer, seen });
  expect(await put(5, 0)).toMatchObject({ status: 200 });
  // Its answer was lost.
  expect(await put(5, 0)).toMatchObject({ status: 200 });
  expect(await put(0, 5)).toMatchObject({ status: 200 });
  expect(await put(5, 5)).toFailWith("CONFLICT");
  const { body } = await manager.get("/v1/availability/buffers");
  expect(body).toContainEqual({ channel: "snd-app", buffer: 0 });
});

test("asked since a cursor, a channel is told of the codes whose stock has moved, and together they are the whole", async () => {
  const ask = async (since = "", channel = "amazon") =>
    (await executive.get(`/v1/availability?channel=${channel}&since=${since}`)).body;
  const asMap = ({ codes }: { codes: { code: string; available: number }[] }) =>
    new Map(codes.map(({ code, available }) => [code, available]));
  const first = await ask();
  expect([first.whole, asMap(first).size]).toEqual([true, first.codes.length]);
  expect(await ask(first.cursor)).toEqual({ ...first, whole: false, codes: [], cursor: expect.any(String) });

  const moved = held[7]?._id ?? "";
  await put(moved, hub, 5);
  const next = await ask(first.cursor);
  expect(next.whole).toBe(false);
  expect(new Set(asMap(next).keys())).toEqual(
    new Set([
      packOf(7).code,
      ...listings.filter(({ parts }) => parts.some(({ of }) => of === 7)).map(({ code }) => code),
    ]),
  );
  expect(new Map([...asMap(first), ...asMap(next)])).toEqual(asMap(await ask()));

  // What may change many codes at once, or end some, sends all again.
  const settings: [string, () => Promise<unknown>][] = [
    ["a buffer", () => manager.send("PUT", "/v1/availability/buffers", { channel: "amazon", buffer: 1, seen: 0 })],
    ["a product", () => manager.delete(`/v1/products/${moved}`)],
    ["a warehouse", () => setChannelWarehouses(manager, "amazon", [depot])],
  ];
  for (const [what, change] of settings) {
    const { cursor } = await ask();
    await change();
    const answer = await ask(cursor);
    expect([what, answer.whole, asMap(answer)]).toEqual([what, true, asMap(await ask())]);
    expect([what, (await ask(answer.cursor)).whole]).toEqual([what, false]);
  }
  const { cursor } = await ask();
  expect((await ask(cursor, "flipkart")).whole).toBe(true);
});
