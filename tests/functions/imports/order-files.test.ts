// Order files as channels and shop software write them: which columns and lines are recognised.
import { expect, test } from "vitest";
import "#tests/support/to-fail-with.ts";
import { unique } from "#tests/support/fixtures.ts";
import { previewOf, type Settings } from "#tests/support/imports.ts";
import { createProduct, newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { workbookOf } from "#tests/support/xlsx.ts";
import { csvOf, previewRows } from "./driver.ts";

const { manager, executive, requests } = await world();
const warehouse = await newWarehouse(manager);

/** A product with 1,000 units. */
const stocked = async (fields: Record<string, string>) => {
  const product = await createProduct(manager, fields);
  await manager.post("/v1/transactions/in", { product: product._id, warehouse, quantity: 1_000 });
  return product;
};
const swaddle = await stocked({ p_id: "SND-SWD-1", codes: "SND SWD 1 L, FSNSWD1, 00890123" });
const bib = await stocked({ p_id: "SND-BIB-2", codes: "B0SNDBIB22, 8901234567891, 036000291452" });
const names = new Map([
  [swaddle._id, "swaddle"],
  [bib._id, "bib"],
]);

const preview = (file: string | Uint8Array<ArrayBuffer>, settings?: Settings) =>
  previewRows(executive, "orders", file, { channel: "amazon", ...settings });
/** The outcome of each line: its status and, if it is taken, units and product. */
const outcomes = async (file: string | Uint8Array<ArrayBuffer>, settings?: Settings) =>
  (await preview(file, settings)).rows.map(({ status, product, quantity }) =>
    status === "ready" ? `${quantity} ${names.get(product?._id ?? "")}` : status,
  );
const order = () => unique("40");

test("a preview of a new company's order file reads at most 15 units", async () => {
  expect(await outcomes(csvOf(["Order ID", "SKU", "Qty"], [order(), "SND-SWD-1", 2]))).toEqual(["2 swaddle"]);
  expect(requests().findLast(({ route }) => route === "POST /v1/imports/orders")?.rcu).toBeLessThanOrEqual(15);
});

test.each<[string, string[], unknown[][], string[]]>([
  [
    "Amazon, all orders",
    ["amazon-order-id", "merchant-order-id", "order-status", "product-name", "sku", "asin", "item-status", "quantity"],
    [
      [order(), "", "Unshipped", "Swaddle", "SND-SWD-1", "B0X", "Unshipped", 2],
      [order(), "", "Shipped", "Bib", "SND-BIB-2", "B0Y", "Cancelled", 1],
      [order(), "", "Cancelled", "Bib", "SND-BIB-2", "B0Y", "", 0],
      [order(), "", "Unshipped", "Bib", "gone", "B0SNDBIB22", "Unshipped", 1],
      [order(), "", "Pending", "Bib", "SND-BIB-2", "B0Y", "Unshipped", 1],
    ],
    ["2 swaddle", "cancelled", "cancelled", "1 bib", "unpaid"],
  ],
  [
    "Amazon, unshipped orders",
    ["order-id", "order-item-id", "sku", "product-name", "quantity-purchased", "quantity-shipped", "quantity-to-ship"],
    [
      [order(), "51", "SND-SWD-1", "Swaddle", 5, 2, 3],
      [order(), "52", "SND-BIB-2", "Bib", 1, 1, 0],
    ],
    ["3 swaddle", "nothing_left"],
  ],
  [
    "Amazon, the public report",
    ["index", "Order ID", "Date", "Status", "Sales Channel ", "Style", "SKU", "Size", "ASIN", "Courier Status", "Qty"],
    [
      [0, order(), "04-30-22", "Shipped - Delivered to Buyer", "x", "SWD", "SND-SWD-1", "3XL", "B0X", "Shipped", 15],
      [1, order(), "04-30-22", "Shipped - Returned to Seller", "x", "SWD", "SND-SWD-1", "M", "B0X", "Shipped", 1],
      [2, order(), "04-30-22", "Cancelled", "x", "BIB", "SND-BIB-2", "M", "B0Y", "", 0],
      [3, order(), "04-30-22", "Shipped", "x", "BIB", "SND-BIB-2", "M", "B0Y", "", 1],
    ],
    ["sent", "cancelled", "cancelled", "sent"],
  ],
  [
    "the same with other spellings",
    ["Order_ID", "Status", "ship_service_level", "SKU", "ASIN", "Quantity"],
    [[order(), "Unshipped", "Standard", "snd-swd-1 ", "B0X", 1]],
    ["1 swaddle"],
  ],
  [
    "Flipkart, with apostrophes before its numbers",
    ["Ordered On", "Shipment ID", "ORDER ITEM ID", "Order Id", "Order State", "FSN", "SKU", "Product", "Quantity"],
    [
      ["Aug 26, 2026", "s", "'33100", "'OD1", "APPROVED", "FSNSWD1", "'SND-BIB-2", "Bib", 1],
      ["Aug 26, 2026", "s", "'33101", "'OD1", "APPROVED", "FSNSWD1", "other", "Swaddle", 2],
      ["Aug 26, 2026", "s", "'33102", "'OD2", "RETURN_REQUESTED", "FSNSWD1", "SND-BIB-2", "Bib", 1],
    ],
    ["1 bib", "2 swaddle", "cancelled"],
  ],
  [
    "Flipkart, with codes",
    ["order_item_id", "order_item_status", "sku", "fsn", "quantity"],
    [["1", "READY_TO_DISPATCH", "SND-BIB-2", "F", 1]],
    ["1 bib"],
  ],
  [
    "Shopify, where what an order says stands on its first line",
    ["Name", "Email", "Financial Status", "Lineitem quantity", "Lineitem name", "Lineitem sku", "Cancelled at"],
    [
      ["#1", "a@b", "paid", 1, "Swaddle", "SND-SWD-1", ""],
      ["#1", "", "", 2, "Bib", "SND-BIB-2", ""],
      ["#2", "a@b", "paid", 1, "Swaddle", "SND-SWD-1", "2026-11-02 10:00:00 +0530"],
      ["#2", "", "", 2, "Bib", "SND-BIB-2", ""],
      ["#3", "a@b", "refunded", 1, "Swaddle", "SND-SWD-1", ""],
      ["#4", "a@b", "partially_refunded", 1, "Swaddle", "SND-SWD-1", ""],
      ["", "", "", 4, "Bib", "SND-BIB-2", ""],
      ["#5", "a@b", "voided", 1, "Swaddle", "SND-SWD-1", ""],
      ["", "", "", 1, "Bib", "SND-BIB-2", ""],
    ],
    ["1 swaddle", "2 bib", ...Array(3).fill("cancelled"), "1 swaddle", "4 bib", "cancelled", "cancelled"],
  ],
  [
    "JioMart over Fynd, whose bags are lines",
    ["Order ID", "Shipment ID", "Bag ID", "Bag Status", "Seller Identifier", "Quantity"],
    [
      ["FY1", "s", "b1", "bag_confirmed", "SND-SWD-1", 1],
      ["FY1", "s", "b2", "cancelled_customer", "SND-BIB-2", 1],
    ],
    ["1 swaddle", "cancelled"],
  ],
  ["JioMart, as any two columns", ["Article Code", "Units"], [["SND-SWD-1", 4]], ["4 swaddle"]],
  ["Two columns without heads", ["SND-BIB-2", "1"], [["SND-SWD-1", 4]], ["1 bib", "4 swaddle"]],
])("%s: the columns are recognised, and cancelled and returned lines left out", async (name, heads, rows, expected) => {
  const channel = name.startsWith("Flipkart") ? "flipkart" : "amazon";
  expect(await outcomes(csvOf(heads, ...rows), { channel })).toEqual(expected);
});

test("a workbook is read, and long numbers as codes are matched only if they kept all their digits", async () => {
  const text = (value: string) => `<c t="str"><v>${value}</v></c>`;
  const line = (poid: number, code: string, units: number) =>
    `<row><c><v>${poid}</v></c>${text("2025-06-16 12:33:00")}<c><v>${code}</v></c><c><v>${units}</v></c></row>`;
  const head = `<row>${["POID", "OrderDate", "VendorStyleCode", "Quantity"].map(text).join("")}</row>`;
  const lines = [line(1, "8901234567891", 3), line(2, "8.90123456789E+12", 1), line(3, "4.05593340288019E+16", 1)];
  const file = workbookOf(`${head}${lines.join("")}`);
  expect(await outcomes(new Uint8Array(file))).toEqual(["3 bib", "unknown", "unclear"]);
});

test("columns that mean nothing are asked for, all at once, by their heads, and can be chosen", async () => {
  const file = csvOf(
    ["Ref", "What", "How many", "Remark"],
    ["404-1", "SND-SWD-1", 2, "red"],
    ["404-2", "SND-BIB-2", 1, "blue"],
  );
  const asked = await preview(file);
  expect(asked.sheet).toMatchObject({
    heads: ["Ref", "What", "How many", "Remark"],
    // The catalogue knows the cells of one column.
    columns: { code: "What" },
    missing: ["quantity", "order"],
  });
  const unknown = csvOf(["Ref", "What", "How many"], ["404-1", "Nothing 1", 2], ["404-2", "Nothing 2", 1]);
  expect((await preview(unknown)).sheet.missing).toEqual(["code", "quantity", "order"]);
  expect([asked.rows, asked.groups]).toEqual([[], 0]);
  const columns = { code: "What", quantity: "How many" };
  // A column may hold the number of the order: without it each overlapping download would be picked again.
  expect((await preview(file, { columns })).sheet.missing).toEqual(["order"]);
  for (const answer of ["Ref", ""])
    expect(await outcomes(file, { columns: { ...columns, order: answer } })).toEqual(["2 swaddle", "1 bib"]);
});

test("without quantities each row is a unit, unless a column or a text may say one: then it is asked for", async () => {
  const heads = ["Order ID", "SKU", "Pincode", "MRP"];
  const rows = [
    ["404-1", "SND-SWD-1", 560001, 499],
    ["404-2", "SND-BIB-2", 560002, 99],
  ];
  const withColumn = (head: string, ...cells: unknown[]) =>
    csvOf([...heads, head], ...rows.map((row, at) => [...row, cells[at]]));
  expect(await outcomes(csvOf(heads, ...rows))).toEqual(["1 swaddle", "1 bib"]);
  for (const file of [
    withColumn("Total Pieces", 2, 1),
    withColumn("How many", "2 pcs", "1 pc"),
    withColumn("Title", "Swaddle x 2", "Bib"),
    csvOf(heads, ...rows, ["404-3", "SND-BIB-2 3", 560003, 99]),
  ])
    expect((await preview(file)).sheet.missing).toEqual(["quantity"]);
  expect(await outcomes(withColumn("Total Pieces", 2, 1), { columns: { quantity: "" } })).toEqual([
    "1 swaddle",
    "1 bib",
  ]);
});

test("a problem is reported with column, cell and reason, and a line that occurs twice is taken once", async () => {
  const { rows: found, counts } = await preview(
    csvOf(
      ["Order ID", "Order Item Id", "SKU", "Qty"],
      ["'OD1", "11", "SND-SWD-1", "two"],
      ["2", "12", "", 1],
      ["3", "13", "SND-SWD-1", "1,500"],
      ["4", "14", "SND-SWD-1", 1],
      ["4", "14", "SND-SWD-1", 1],
      ["4", "14", "SND-SWD-1", 2],
      ["5", "15", "SND-SWD-1", "-1"],
    ),
  );
  expect(found.map(({ status, problems }) => problems[0]?.message ?? status)).toEqual([
    "A whole number from 0 to 10,00,000 expected",
    "Required",
    "A whole number from 0 to 10,00,000 expected",
    "ready",
    "Duplicate of row 5",
    "ready",
    "cancelled",
  ]);
  expect(found.map(({ order: number }) => number).slice(0, 3)).toEqual(["OD1", "2", "3"]);
  expect(found[0]?.problems[0]).toMatchObject({ column: "Qty", value: "two" });
  expect(counts).toEqual({ wrong: 4, ready: 2, cancelled: 1 });
});

test("codes that lost zeros or were rounded by a spreadsheet are shown with what they may be, and never matched", async () => {
  const file = csvOf(
    ["SKU", "Qty", "Product Name"],
    ["890123", 2, ""],
    ["8.9E+12", 1, ""],
    ["8.901235E+12", 1, ""],
    ["SND_BIB_2", 3, ""],
    ["listing", 1, swaddle.name],
    ["0SND-SWD-1", 1, ""],
  );
  const { rows: found, codes = [] } = await preview(file);
  expect(found.map(({ status }) => status)).toEqual(["unclear", "unclear", "unclear", "unknown", "unknown", "unclear"]);
  const shown = codes.map(({ _id, problem, choosable, candidates }) => [
    _id,
    problem?.split(" ")[0],
    choosable,
    candidates.map((one) => names.get(one._id)).join(),
  ]);
  expect(shown).toEqual([
    ["890123", "Known", true, "swaddle"],
    ["8.9E+12", "A", false, "bib"],
    ["8.901235E+12", "A", false, "bib"],
    ["SND_BIB_2", undefined, true, "bib"],
    ["listing", undefined, true, "swaddle"],
    ["0SND-SWD-1", "Known", true, "swaddle"],
  ]);
  const aliases = [
    { code: "890123", product: swaddle._id, units: 1 },
    { code: "8.9E+12", product: bib._id, units: 1 },
    { code: "listing", product: bib._id, units: 2 },
  ];
  expect(await outcomes(file, { aliases })).toEqual(["2 swaddle", "unclear", "unclear", "unknown", "2 bib", "unclear"]);
});

test("a barcode is found whatever its leading zeros, and a number without a right check digit is not", async () => {
  const codes = ["0036000291452", "00036000291452", "36000291452", "08901234567891"];
  const file = csvOf(["SKU", "Qty"], ...codes.map((code) => [code, 1]));
  expect(await outcomes(file)).toEqual(["1 bib", "1 bib", "unclear", "unclear"]);
});

test("a rounded code with a known second code is found by that", async () => {
  const file = csvOf(["SKU", "ASIN", "Qty"], ["8.9E+12", "B0SNDBIB22", 1], ["8.9E+12", "B0NOBODY00", 1]);
  const { rows: found, codes } = await preview(file);
  expect(found.map(({ status }) => status)).toEqual(["ready", "unknown"]);
  expect(codes).toMatchObject([{ _id: "B0NOBODY00", choosable: true }]);
});

test("400: no channel, aliases that are not JSON; 404: an alias of a product that is not there", async () => {
  const file = csvOf(["SKU", "Qty"], ["SND-SWD-1", 2]);
  const send = (settings: Settings) => previewOf(executive, "orders", file, settings);
  expect(await send({})).toFailWith("BAD_REQUEST", { field: "channel" });
  expect(await send({ channel: "etsy" })).toFailWith("BAD_REQUEST", {
    field: "channel",
    message: "Please select a channel",
  });
  expect(await send({ channel: "amazon", aliases: "[{" })).toFailWith("BAD_REQUEST", { field: "aliases" });
  const aliases = [{ code: "x", product: "p99999", units: 1 }];
  expect(await send({ channel: "amazon", aliases })).toFailWith("RESOURCE_NOT_FOUND", { field: "aliases" });
  expect(await send({ channel: "amazon", aliases: [{ code: "x", product: bib._id, units: 0 }] })).toFailWith(
    "BAD_REQUEST",
  );
});
