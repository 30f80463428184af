// Returns files: what each channel's report says, sent again, and 60 parcels of a file of 200 lines.
import { expect, test } from "vitest";
import "#tests/support/to-fail-with.ts";
import { addDays } from "#shared/day.ts";
import type { Return } from "#shared/return.ts";
import { conditions } from "#shared/return-units.ts";
import { setClock } from "#tests/support/clock.ts";
import { engine } from "#tests/support/engine.ts";
import { inParallel, unique } from "#tests/support/fixtures.ts";
import { applyAll, csv, previewOf } from "#tests/support/imports.ts";
import { createProduct, newProduct, newWarehouse, placesOf } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { previewRows } from "../imports/driver.ts";

const today = "2026-11-20";
setClock(`${today}T06:00:00Z`);
const here = await world();
const { manager, executive } = here;

const listed = async (show = ""): Promise<Return[]> => (await executive.get(`/v1/returns${show}`)).body;
const send = (channel: string, file: string) => previewRows(executive, "returns", file, { channel });
/** Previews and applies a file; the counts of its preview. */
const take = async (channel: string, file: string) => {
  const { _id, counts } = await send(channel, file);
  await applyAll(executive, _id);
  return counts;
};

const sku = unique("SKU");
const bib = await createProduct(manager, { codes: sku });

test.each<[channel: string, of: string, file: string, found: object]>([
  [
    "amazon",
    "Amazon.in, of sellers who send themselves",
    [
      "Order ID\tReturn request date\tReturn request status\tAmazon RMA ID\tTracking ID\tASIN\tMerchant SKU\tReturn quantity\tReturn type\tOrder quantity",
      `406-1\t18-Nov-2026\tApproved\tDa1\tAWB-A1\tB0A\t${sku}\t2\tC-Returns\t5`,
    ].join("\n"),
    { order: "406-1", reference: "Da1", tracking: "AWB-A1", advised: 2, kind: "customer", advised_on: "2026-11-18" },
  ],
  [
    "flipkart",
    "Flipkart",
    `Return ID,Order ID,Order Item ID,SKU,FSN,Quantity,Return Type,Tracking ID,Return Requested Date,Buyer Name\n'112,OD1,'405,${sku},BIB,1,courier_return,FMPR1,2026-11-17,Meera Iyer`,
    { order: "OD1", reference: "112", tracking: "FMPR1", advised: 1, kind: "undelivered", advised_on: "2026-11-17" },
  ],
  [
    "firstcry",
    "Meesho",
    `SKU,Variation,Qty,Order Number,Suborder Number,Type of Return,Return Created Date,AWB Number\n${sku},Free Size,1,777,777_1,Courier Return (RTO),15 Nov 2026,VL1`,
    { order: "777", tracking: "VL1", advised: 1, kind: "undelivered", advised_on: "2026-11-15" },
  ],
  [
    "jiomart",
    "Snapdeal, a unit in each row",
    `"SUBORDERCODE","SKUCODE","RETURNINITIATEDON","AWBNUMBER"\n"6274","${sku}","16-11-2026","SD1"\n"6274","${sku}","16-11-2026","SD1"`,
    { order: "6274", tracking: "SD1", advised: 2, advised_on: "2026-11-16" },
  ],
])(
  "the report of %s is read as %s has it, once however often it is sent, without the buyer",
  async (channel, _, file, found) => {
    const rows = file.split("\n").length - 1;
    const own = async () => (await listed()).filter((one) => one.channel === channel);
    expect(await take(channel, file)).toEqual({ new: rows });
    const first = await own();
    expect(first).toMatchObject([{ ...found, product: { _id: bib._id }, state: "expected" }]);
    expect(await take(channel, file)).toEqual({ same: rows });
    expect(await own()).toEqual(first);
    const text = JSON.stringify(await engine(here).all("returns"));
    expect(text).not.toContain("Meera");
    const preview = await send(channel, file);
    expect(preview.sheet.unused ?? []).toEqual(
      file.includes("Buyer Name") ? expect.arrayContaining(["Buyer Name"]) : expect.anything(),
    );
  },
);

test.each<[what: string, file: string, field: string, message: string]>([
  [
    "a list of orders",
    `Order ID,SKU,Qty\nOD1,${sku},1`,
    "file",
    "Nothing in it tells of returns: it needs a column of their numbers, types or days",
  ],
  [
    "the marketplace's own shelf",
    `return-date,order-id,sku,license-plate-number\n2026-11-01,406-1,${sku},LPN1`,
    "file",
    "Returns to the marketplace's own shelf, which do not come here",
  ],
  [
    "another channel's report",
    `Return ID,Order ID,SKU,FSN\nR1,OD1,${sku},BIB`,
    "channel",
    "A report of Flipkart: choose that channel",
  ],
])("%s is no returns file of the channel", async (_, file, field, message) => {
  expect(await previewOf(executive, "returns", file, { channel: "amazon" })).toFailWith("BAD_REQUEST", {
    field,
    message,
  });
});

test("rows that are no return, cancelled, rounded or without a number are told apart, and an unknown code is taken", async () => {
  const code = unique("NEW");
  const file = csv([
    ["Return ID", "Order ID", "SKU", "Quantity", "Return Status"],
    ["RX1", "OX1", code, 1, "Approved"],
    ["", "OX2", sku, 1, ""],
    ["RX3", "OX3", sku, 1, "Return Cancelled"],
    ["4.06E+17", "OX4", sku, 1, ""],
    ["RX5", "OX5", sku, "many", ""],
    ["RX6", "OX6", sku, 0, ""],
    // A name with a comma and without quotes, behind which every cell is one further on.
    ["RX7", "OX7", sku, 1, "", "Meera"],
  ]);
  const { _id, rows } = await send("snd-app", file);
  expect(rows.map(({ status }) => status)).toEqual(["new", "same", "cancelled", "wrong", "wrong", "same", "wrong"]);
  expect(rows[0]?.not_taken).toMatchObject([{ column: "SKU", value: code }]);
  await applyAll(executive, _id);
  const [row] = (await listed()).filter(({ channel }) => channel === "snd-app");
  expect(row).toMatchObject({ code, advised: 1, reference: "RX1" });
  expect(row).not.toHaveProperty("product");
  // Once the code is known, the same file says which product it is.
  await createProduct(manager, { codes: code });
  expect(await take("snd-app", file)).toMatchObject({ changed: 1 });
  // Who has chosen another one meanwhile is told.
  const form = { return: row?._id, product: bib._id, warehouse: await newWarehouse(manager), good: 1 };
  expect(await executive.post("/v1/returns", form)).toFailWith("CONFLICT", { field: "product" });
});

test("orders that come back in one parcel stay returns of their own, from one file and from another", async () => {
  const order = unique("PAR");
  const lines = [1, 2, 3].map((at) => [`${order}-${at}`, sku, `AWB-${order}`, "RTO"]);
  const file = (...some: string[][]) => csv([["Order Number", "SKU", "Return AWB", "Type of Return"], ...some]);
  expect(await take("firstcry", file(...lines.slice(0, 2)))).toEqual({ new: 2 });
  expect(await take("firstcry", file(...lines))).toEqual({ same: 2, new: 1 });
  expect(await take("firstcry", file(...lines.toReversed()))).toEqual({ same: 3 });
  const tracking = `AWB-${order}`;
  expect((await ownOf(order)).map((one) => [one.order, one.tracking, one.advised]).sort()).toEqual(
    lines.map(([own]) => [own, tracking, 1]),
  );
  // Each is received by itself, and a second parcel of one is asked about.
  const form = { channel: "firstcry", reference: tracking, product: bib._id, warehouse: await newWarehouse(manager) };
  const receive = (at: number) =>
    executive.post("/v1/returns", { ...form, order: `${order}-${at}`, missing: 1, parcels: 0 });
  expect((await receive(3)).body.return).toMatchObject({ order: `${order}-3`, advised: 1, awaited: 0 });
  expect((await receive(2)).body.return).toMatchObject({ order: `${order}-2`, advised: 1, awaited: 0 });
  expect(await receive(2)).toFailWith("CONFLICT", { field: "parcels" });
});

test("a parcel that came before its file is the return that the file tells, by its tracking number", async () => {
  const [product, warehouse] = [await createProduct(manager), await newWarehouse(manager)];
  const form = { channel: "snd-website", reference: "AWB-9", product: product._id, warehouse, good: 1 };
  const { body } = await executive.post("/v1/returns", form);
  const file = `Return ID,Order ID,SKU,Quantity,Tracking ID,Return Type\nR-9,W-9,${product.p_id},2,awb-9,customer_return`;
  expect(await take("snd-website", file)).toEqual({ changed: 1 });
  const [row] = (await listed()).filter(({ channel }) => channel === "snd-website");
  expect(row).toMatchObject({ _id: body.return._id, order: "W-9", advised: 2, awaited: 1, state: "received in part" });
  expect(await take("snd-website", file)).toEqual({ same: 1 });
});

/** What is stored of a channel's returns whose numbers begin so. */
const ownOf = async (prefix: string): Promise<Return[]> =>
  (await listed(`?start=${today}&end=${today}`)).filter(({ order }) => order?.startsWith(prefix));

test("a day that is none, or has not come, is the day of the import, so that lists stay readable and nothing is lost unseen", async () => {
  const days = ["0000-00-00", "31-02-2026", "1970-01-01", addDays(today, 1), ""];
  const order = unique("DAY");
  const lines = days.map((day, at) => [`${order}-${at}`, `${order}-${at}`, sku, day]);
  await take("snd-app", csv([["Return ID", "Order ID", "SKU", "Return Date"], ...lines]));
  expect((await ownOf(order)).map(({ advised_on }) => advised_on)).toEqual(days.map(() => today));
  expect((await executive.get("/v1/returns/summary")).status).toBe(200);
});

test.each<[known: string, form: (numbers: { order: string; product: string }) => object]>([
  ["its tracking number", ({ order, product }) => ({ reference: `T-${order}`, product })],
  ["its order", ({ order, product }) => ({ order, product })],
  ["its order, scanned as the number of the return", ({ order, product }) => ({ reference: order, product })],
  ["its number, without a product", ({ order }) => ({ reference: `R-${order}`, wrong: 1, good: 0 })],
  ["its order, without a product", ({ order }) => ({ reference: order, missing: 1, good: 0 })],
])(
  "an advised return is received by %s, whatever code its file has, also once its loss is decided",
  async (_, form) => {
    const [order, code, warehouse] = [unique("OWN"), unique("CODE"), await newWarehouse(manager)];
    const product = await newProduct(manager, { codes: code });
    const channel = "snd-app";
    const file = `Return ID,Order ID,SKU,Tracking ID,Return Date\nR-${order},${order},${code},T-${order},${addDays(today, -30)}`;
    await take(channel, file);
    const [{ _id = "" } = {}] = await ownOf(order);
    const { channels, edits } = (await manager.get("/v1/returns/settings")).body;
    const days = { claim_days: 30, lost_after: 20, lost_claim_days: 45 };
    await manager.send("PUT", "/v1/returns/settings", { channels: { ...channels, [channel]: days }, edits });
    expect((await manager.send("PUT", `/v1/returns/${_id}/claims`, { claim: "lost", state: "won" })).status).toBe(200);
    const { body } = await executive.post("/v1/returns", { channel, warehouse, good: 1, ...form({ order, product }) });
    expect(body.return).toMatchObject({ _id, order, reference: `R-${order}`, product: { _id: product }, awaited: 0 });
    expect(await ownOf(order)).toHaveLength(1);
  },
);

test("of two lines that meet a parcel which nobody had advised one is its return, and the other another one of the order", async () => {
  const [order, warehouse] = [unique("TWO"), await newWarehouse(manager)];
  await executive.post("/v1/returns", { channel: "snd-app", order, product: bib._id, warehouse, good: 1 });
  const lines = [1, 2].map((at) => [`${order}-${at}`, order, bib.p_id]);
  const file = csv([["Return ID", "Order ID", "SKU"], ...lines]);
  expect(await take("snd-app", file)).toEqual({ changed: 1, new: 1 });
  expect((await ownOf(order)).map(({ reference, state }) => [reference, state]).sort()).toEqual([
    [`${order}-1`, "received"],
    [`${order}-2`, "expected"],
  ]);
  expect(await take("snd-app", file)).toEqual({ same: 2 });
});

test("a return that is cancelled is not expected any more; the number of the return takes the place of its scanned parcel's", async () => {
  const [order, warehouse] = [unique("OFF"), await newWarehouse(manager)];
  const send = (status: string) =>
    take(
      "snd-app",
      csv([
        ["Return ID", "Order ID", "SKU", "Tracking ID", "Return Status"],
        [`R-${order}`, order, sku, `T-${order}`, status],
      ]),
    );
  const form = { channel: "snd-app", reference: `T-${order}`, product: bib._id, warehouse, missing: 1 };
  const { body } = await executive.post("/v1/returns", form);
  await send("Approved");
  const [row] = await ownOf(order);
  expect(row).toMatchObject({ _id: body.return._id, reference: `R-${order}`, tracking: `T-${order}`, advised: 1 });
  const other = unique("OFF");
  const one = (status: string) =>
    csv([
      ["Return ID", "Order ID", "SKU", "Return Status"],
      [other, other, sku, status],
    ]);
  expect(await take("snd-app", one("Cancelled"))).toEqual({ cancelled: 1 });
  expect(await take("snd-app", one("Approved"))).toEqual({ new: 1 });
  expect(await take("snd-app", one("Cancelled"))).toEqual({ changed: 1 });
  expect(await ownOf(other)).toMatchObject([{ advised: 0, awaited: 0, state: "cancelled" }]);
  expect((await listed()).map(({ order: of }) => of)).not.toContain(other);
});

test("of a file of 200 lines 60 parcels are received: stock, claims with their last days, and 140 expected", async () => {
  const warehouse = await newWarehouse(manager);
  const bin = await manager.post("/v1/warehouses", { w_id: "BIN", name: "Bin", not_for_picking: "yes" });
  const unsellable = bin.body._id;
  const days = { flipkart: { claim_days: 30, lost_after: 20, lost_claim_days: 45 } };
  const { channels, edits } = (await manager.get("/v1/returns/settings")).body;
  await manager.send("PUT", "/v1/returns/settings", { channels: { ...channels, ...days }, unsellable, edits });
  const product = await newProduct(manager, { codes: "SKU-200" });
  const summary = async () => (await executive.get("/v1/returns/summary")).body;
  const before = await summary();
  const lines = Array.from({ length: 200 }, (_, at) => [
    `R${at}`,
    `O${at}`,
    "SKU-200",
    1,
    "customer_return",
    `A${at}`,
    addDays(today, -3),
  ]);
  const heads = ["Return ID", "Order ID", "SKU", "Quantity", "Return Type", "Tracking ID", "Return Requested Date"];
  const { _id, counts } = await previewRows(executive, "returns", csv([heads, ...lines]), { channel: "flipkart" });
  expect(counts).toEqual({ new: 200 });
  expect(await applyAll(executive, _id)).toMatchObject({ groups: 5, written: 200, left_out: [] });
  const open = () => listed(`?product=${product}`);
  const byTracking = new Map((await open()).map((one) => [one.tracking, one._id]));
  const found = (at: number) => conditions[[40, 52, 57, 60].findIndex((end) => at < end)] ?? "good";
  const answers = await inParallel(60, (at) =>
    executive.post("/v1/returns", { return: byTracking.get(`A${at}`), warehouse, [found(at)]: 1 }),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  expect(await placesOf(manager, product)).toEqual({ [warehouse]: 40, [unsellable]: 12 });
  const left = await open();
  const claims = left.flatMap((one) => one.claims);
  expect([claims.length, new Set(claims.map(({ last_day }) => last_day))]).toEqual([20, new Set([addDays(today, 30)])]);
  expect(left.filter(({ state }) => state === "expected")).toHaveLength(140);
  const after = await summary();
  expect(after.next).toEqual({ day: addDays(today, 30), claims: 20 + (before.next?.claims ?? 0) });
  expect(after.to_file - before.to_file).toBe(20);
  expect(after.awaited - before.awaited).toBe(140);
  expect(after.without_days).not.toContain("flipkart");
});
