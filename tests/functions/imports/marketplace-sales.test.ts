// What a marketplace has sold from its own shelf: booked from order files on the day it was sold, and never picked.
import { gzipSync } from "node:zlib";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import "#tests/support/to-fail-with.ts";
import { addDays, dayText } from "#shared/day.ts";
import { noSales } from "#shared/day-sales.ts";
import type { Import } from "#shared/import.ts";
import type { Transaction } from "#shared/movement.ts";
import { setClock } from "#tests/support/clock.ts";
import { downloadWithTestClock, readWorkbook } from "#tests/support/download.ts";
import { engine } from "#tests/support/engine.ts";
import { applyAll, csv, type Settings } from "#tests/support/imports.ts";
import { beforeFirst } from "#tests/support/proxy.ts";
import { reverse } from "#tests/support/stock.ts";
import { previewRows } from "./driver.ts";
import { openCompany, type Sold } from "./shelf-driver.ts";

const first = "2027-04-20";
const company = await openCompany(first);
const { here, own, shelf, on, product, sold, fileOf, preview, book, salesOf, ledger } = company;
const { client: dynamo } = engine(here);
type Goods = Awaited<ReturnType<typeof product>>;
const setStock = (units: number, ...goods: Goods[]) => company.setStock(units, goods);
const statuses = ({ rows }: Import) => rows.map(({ status }) => status);
const american = (day: string) => `${Number(day.slice(5, 7))}/${Number(day.slice(8))}/${day.slice(0, 4)}`;

test("of a report of 30 lines the 24 that Amazon sends are sold on their days, five were sent, and sent again nothing is", async () => {
  const today = await on(10);
  const goods = [await product(30, 9), await product(30, 9)];
  const days = [today, addDays(today, -1), addDays(today, -6), addDays(today, -12)];
  const lines = Array.from({ length: 24 }, (_, at) => sold(american(days[at % 4] ?? ""), goods[at % 2] as Goods));
  const sent: Sold[] = Array.from(
    { length: 5 },
    () =>
      [...[american(today), "Shipped - Delivered to Buyer", "Merchant" as const], ...[goods[0]?.p_id ?? "", 1]] as Sold,
  );
  const cancelled: Sold = [american(today), "Cancelled", "Merchant", goods[0]?.p_id ?? "", 0];
  const file = fileOf(...lines, ...sent, cancelled);
  const seen = await preview(file);
  expect(seen.counts).toEqual({ sold: 24, sent: 5, cancelled: 1 });
  expect(seen.sheet.asks?.map(({ text }) => text)).toContain(
    "24 lines sold from Amazon (FBA), 24 units: booked, not picked.",
  );
  const both = await preview(file, { answers: { sent: "take_in" } });
  expect(both.counts).toEqual({ sold: 29, cancelled: 1 });
  const { picklists = [], ...applied } = await applyAll(company.manager(), both._id);
  expect(applied).toMatchObject({ written: 29, left_out: [], refused: [] });
  expect(picklists.filter(({ sale }) => !sale)).toEqual([]);

  const units = { [today]: 11, ...Object.fromEntries(days.slice(1).map((day) => [day, 6])) };
  expect(await salesOf(...goods)).toEqual(units);
  expect([await goods[0]?.held(), await goods[1]?.held(), await goods[0]?.held(own)]).toEqual([18, 18, 4]);
  expect((await company.manager().get(`/v1/picklists?start=${today}&end=${today}`)).body).toEqual([]);
  expect((await ledger("sale")).find(({ sold_on }) => sold_on === days[3])).toMatchObject({ channel: "amazon" });
  const again = await preview(file, { answers: { sent: "take_in" } });
  expect([again.counts, again.groups]).toEqual([{ picked: 29, cancelled: 1 }, 0]);
  await on(11);
  expect(await salesOf(...goods)).toEqual(units);
});

test("a sale of what was sent from an own warehouse is refused as a sale once its stock is gone", async () => {
  const today = await on(12);
  const goods = await product(0, 3);
  const sent: Sold = [american(today), "Shipped - Delivered to Buyer", "Merchant", goods.p_id, 2];
  const { _id, counts } = await preview(fileOf(sent), { answers: { sent: "take_in" } });
  expect(counts).toEqual({ sold: 1 });
  await company.manager().post("/v1/transactions/out", { product: goods._id, warehouse: own, quantity: 2 });
  expect(await applyAll(company.manager(), _id)).toMatchObject({
    written: 0,
    refused: [
      { sale: true, products: 1, details: [{ product: { p_id: goods.p_id }, message: "Out of stock (Avl. 1)" }] },
    ],
  });
});

test("with the marketplace's sheet before, between and after, the shelf ends as it says less what is newer", async () => {
  const day = await on(13);
  const [a, b] = [await product(0), await product(4)];
  await setStock(10, a, b);
  const next = await on(14);
  const before = addDays(day, -1);
  const file = [sold(before, a, 2), sold(day, a, 2), sold(next, a, 2), sold(before, b), sold(next, b)];
  expect(await book(fileOf(...file))).toMatchObject({ written: 5, refused: [] });
  expect([await a.held(), await b.held()]).toEqual([6, 9]);
  const [back] = (await ledger("adjustment")).filter(({ takes_back }) => takes_back);
  expect(back).toMatchObject({ action: "STOCK_IN", remarks: "Counted as a sale only: its stock is as of later" });

  // A sheet that agrees changes no row, and has told the stock as well.
  const agreed = csv([
    ["SKU", "Quantity"],
    [a.p_id, 6],
  ]);
  const same = await previewRows(company.manager(), "stock", agreed, { mode: "SET", warehouse: "FBA" });
  expect([statuses(same), same.groups]).toEqual([["same"], 1]);
  expect(await applyAll(company.manager(), same._id)).toMatchObject({ written: 0, left_out: [] });
  await on(15);
  await book(fileOf(sold(day, a, 3), sold(next, a)));
  expect(await a.held()).toBe(5);
  expect(await salesOf(a)).toEqual({ [before]: 2, [day]: 5, [next]: 3 });

  const saleOf = async (units: number) =>
    (await ledger("sale", a)).find(({ quantity }) => quantity === units)?.movement ?? "";
  const only = await saleOf(3);
  const corrected = async (quantity: number, corrections: number) =>
    company.manager().post(`/v1/transactions/${only}/correct`, {
      list: [{ product: a._id, warehouse: shelf, quantity }],
      corrections,
    });
  expect(await corrected(1, 0)).toMatchObject({ status: 201 });
  expect([await a.held(), (await salesOf(a))[day]]).toEqual([5, 3]);
  await on(17);
  expect(await corrected(4, 1)).toMatchObject({ status: 201 });
  expect([await a.held(), (await salesOf(a))[day]]).toEqual([5, 6]);
  expect(await reverse(company.manager(), only)).toMatchObject({ status: 201 });
  expect([await a.held(), (await salesOf(a))[day]]).toEqual([5, 5]);
  await reverse(company.manager(), await saleOf(1));
  expect([await a.held(), (await salesOf(a))[next]]).toEqual([6, 2]);
  await on(18);
  expect(await salesOf(a)).toEqual({ [before]: 2, [day]: 5, [next]: 2 });
});

test("a shelf with too little is never below 0: the line says the way out, and the next file offers it again", async () => {
  const today = await on(19);
  const goods = await product(1);
  const file = fileOf(sold(today, goods), sold(today, goods));
  const seen = await preview(file);
  expect(statuses(seen)).toEqual(["sold", "shelf_short"]);
  expect(seen.rows[1]?.problems[0]?.message).toBe("Out of stock (Avl. 1) in Amazon FBA: import its stock sheet");
  expect(await book(file)).toMatchObject({ written: 1, left_out: [] });
  expect(await goods.held()).toBe(0);
  expect(statuses(await preview(file))).toEqual(["picked", "shelf_short"]);
  await setStock(3, goods);
  expect(statuses(await preview(file))).toEqual(["picked", "sold"]);
});

test("a line is sold on the business day in India that its row says, up to 28 days ago, and without a date today", async () => {
  const today = await on(20);
  const goods = await product(50);
  const [old, oldest] = [addDays(today, -28), addDays(today, -29)];
  const file = fileOf(
    sold(`${addDays(today, -2)}T19:00:00+00:00`, goods),
    sold(dayText(old), goods),
    sold(dayText(oldest), goods),
    sold("soon", goods),
    sold(addDays(today, 1), goods),
  );
  expect(statuses(await preview(file))).toEqual(["sold", "sold", "too_old", "sold", "sold"]);
  await book(file);
  expect(await salesOf(goods)).toEqual({ [addDays(today, -1)]: 1, [old]: 1, [today]: 2 });

  let numbered = 0;
  const two = (code: Goods) =>
    csv([
      ["Order ID", "Purchase Date", "Shipped On", "Status", "Fulfilment", "SKU", "Qty"],
      [`405-${numbered++}`, addDays(today, -5), addDays(today, -3), "Shipped", "Amazon", code.p_id, 1],
    ]);
  const askOf = async (text: string, settings?: Settings) =>
    (await preview(text, settings)).sheet.asks?.find(({ id }) => id === "columns.date");
  const open = { choices: [{ value: "Purchase Date" }, { value: "Shipped On" }] };
  const asked = await askOf(two(goods));
  expect([asked, asked && "value" in asked]).toMatchObject([open, false]);
  expect(
    await askOf(two(goods).replace(addDays(today, -5), addDays(today, -50))),
    "also of too old ones",
  ).toMatchObject(open);
  const sent = { channel: "flipkart", answers: { sent: "take_in" } };
  expect(await askOf(two(goods).replace("Amazon", "Merchant"), sent), "also without a shelf").toMatchObject(open);
  await book(two(goods), { columns: { date: "Shipped On" } });
  expect(await askOf(two(goods))).toBeUndefined();
  await book(two(goods));
  expect((await salesOf(goods))[addDays(today, -3)], "remembered").toBe(2);
});

test("without a shelf the lines stay the marketplace's, and the preview says what can stand for it", async () => {
  const today = await on(21);
  const goods = await product(5, 5);
  const file = fileOf([today, "Shipped", "Amazon", goods.p_id, 1]).replace("Amazon", "Flipkart");
  const seen = await preview(file, { channel: "flipkart" });
  expect(seen.counts).toEqual({ marketplace: 1 });
  expect(seen.sheet.asks?.map(({ text }) => text)).toEqual([
    "A warehouse can stand for Flipkart (FBF) (Warehouse List): then 1 line can be booked.",
  ]);
});

/** Changes what a day is told of. */
const tell = (day: string, change: string, told: string | Uint8Array) =>
  dynamo.send(
    new UpdateCommand({
      TableName: here.env.DAYS_TABLE,
      Key: { day },
      UpdateExpression: `${change} :ids`,
      ExpressionAttributeValues: { ":ids": typeof told === "string" ? new Set([told]) : told },
    }),
  );

test("a reader that counts a sale on the day of its posting, or not at all, is found by the night, also on a day that has sold nothing else", async () => {
  const today = await on(22);
  const goods = await product(9);
  const day = addDays(today, -4);
  const { body: before } = await company.manager().get(`/v1/app/dash/analytics?start=${day}&end=${day}`);
  expect(before.channelSales.amazon).toEqual({ [day]: 0 });
  await book(fileOf(sold(day, goods, 2)));
  const [{ movement = "" } = {}] = await ledger("sale", goods);
  await tell(day, "DELETE late", movement);
  // The fold of a release that knew fewer channels has none of this one.
  await tell(day, "SET sales =", gzipSync(JSON.stringify(noSales)));
  setClock(`${addDays(today, 1)}T00:00:00Z`);
  await expect(here.invoke("snapshot", { pause: 0, whole: true })).resolves.toMatchObject({ mismatches: 1 });
  await tell(day, "ADD late", movement);
  await on(23);
  expect(await salesOf(goods)).toEqual({ [day]: 2 });
  // A release before records what it takes back of a sale on the day of the posting.
  await reverse(company.manager(), movement);
  await tell(day, "DELETE undone", movement);
  await tell(today, "ADD undone", movement);
  await expect(here.invoke("snapshot", { pause: 0, whole: true })).resolves.toMatchObject({ mismatches: 1 });
  const rebuilt = { pause: 0, rebuild: day, whole: true };
  await expect(here.invoke("snapshot", rebuilt)).resolves.toMatchObject({ mismatches: 0 });
  expect(await salesOf(goods)).toEqual({});
});

test("Amazon's inventory reports are read by their heads: seller SKUs by their aliases, packs by their units, nothing unsellable", async () => {
  const today = await on(24);
  const [bib, bibs, mat] = [await product(0), await product(0), await product(0)];
  const aliases = [
    { code: "FBA-BIB", product: bib._id, units: 1 },
    { code: "FBA-BIBS", product: bibs._id, units: 2 },
  ];
  const own = await product(0, 1);
  await book(fileOf([today, "Unshipped", "Merchant", own.p_id, 1]), { aliases });
  const sheet = async (...rows: unknown[][]) => {
    const seen = await previewRows(company.manager(), "stock", csv(rows), { mode: "SET", warehouse: "FBA" });
    await applyAll(company.manager(), seen._id);
    return [await bib.held(), await bibs.held(), await mat.held()];
  };
  const manage = "sku fnsku asin product-name condition mfn-fulfillable-quantity afn-warehouse-quantity";
  const numbers = "afn-fulfillable-quantity afn-unsellable-quantity afn-reserved-quantity afn-total-quantity";
  const row = (sku: string, units: number) => [sku, "X001", "B01", "Bib", "New", 900, 70, units, 5, 6, 80];
  const all = [row("FBA-BIB", 7), row("FBA-BIBS", 4), row(mat.p_id, 3)];
  expect(await sheet(`${manage} ${numbers}`.split(" "), ...all)).toEqual([7, 8, 3]);
  const conditions =
    "seller-sku,fulfillment-channel-sku,asin,condition-type,Warehouse-Condition-code,Quantity Available";
  const lies = (condition: string, units: number) => ["FBA-BIB", "X001", "B01", "NewItem", condition, units];
  expect(await sheet(conditions.split(","), lies("SELLABLE", 5), lies("UNSELLABLE", 40))).toEqual([5, 8, 3]);
  expect(await sheet(["Seller SKU ID", "Your Stock Count"], [mat.p_id, 9])).toEqual([5, 8, 9]);
});

test("the list and the export of transactions name the day of each sale, and a fold by it is what the dashboards say", async () => {
  await on(25);
  const query = { start: first, end: company.now() };
  const { rows } = await readWorkbook(
    await downloadWithTestClock(here, company.manager(), "/v1/transactions/export", query),
  );
  const column = rows.findIndex((row) => row.includes("Sold on"));
  const soldOn = rows[column]?.indexOf("Sold on") ?? -1;
  expect(rows.map((row) => row[soldOn]).filter((cell) => String(cell) === addDays(first, 12))).not.toEqual([]);
  const { body } = await company.manager().get(`/v1/transactions?start=${first}&end=${company.now()}`);
  const days: Record<string, number> = {};
  const goods = new Set<string>();
  for (const { channel, sold_on, created_at, action, quantity, product: of } of body as Transaction[]) {
    if (channel !== "amazon") continue;
    goods.add(of._id);
    const day = sold_on ?? created_at.slice(0, 10);
    days[day] = (days[day] ?? 0) + (action === "STOCK_OUT" ? quantity : -quantity);
  }
  const dashboards: Record<string, number> = {};
  for (let day = addDays(first, -30); day <= company.now(); day = addDays(day, 1)) {
    const { body: of } = await company.manager().get(`/v1/app/dash/analytics?start=${day}&end=${day}`);
    if (of.channelSales.amazon[day] > 0) dashboards[day] = of.channelSales.amazon[day];
  }
  expect(Object.fromEntries(Object.entries(days).filter(([, units]) => units > 0))).toEqual(dashboards);
  expect(goods.size).toBeGreaterThan(5);
});

test("two people who apply overlapping files at once book each line once", async () => {
  const today = await on(27);
  const goods = await product(30);
  const lines = Array.from({ length: 4 }, (_, at) => sold(addDays(today, -at), goods));
  const files = [fileOf(...lines), fileOf(sold(today, goods))];
  const [both = "", other = ""] = [files.join("\r\n").replace(/\r\nOrder ID[^\r]*/, ""), files[0]];
  const seen = await Promise.all([preview(both), preview(other)]);
  const applied = await Promise.all(seen.map(({ _id }) => applyAll(company.manager(), _id)));
  expect(applied.reduce((sum, { written }) => sum + written, 0)).toBe(5);
  expect([await goods.held(), Object.values(await salesOf(goods))]).toEqual([25, [1, 1, 1, 2]]);
});

test("the plan's rate is what the shelf sells on the days on which it has units, and own warehouses on theirs", async () => {
  await on(30);
  const goods = await product(20, 10);
  const pick = (quantity: number) =>
    company.manager().post("/v1/transactions/out", { channel: "flipkart", list: [{ product: goods._id, quantity }] });
  await pick(6);
  for (let day = 31; day <= 35; day++) {
    const today = await on(day);
    if (day === 31) await pick(4);
    await book(fileOf(sold(addDays(today, -1), goods, 2)));
  }
  const { body } = await company.manager().get("/v1/plan?basis=7");
  const { rate, stock } = body.rows.find(({ _id }: Goods) => _id === goods._id);
  expect([stock, rate]).toMatchObject([10, { units: 7, sold: 20, shelf: { units: 2, sold: 10, inStockDays: 5 } }]);
});

test("a sale that is taken back while the night folds its day is off that day once", async () => {
  const today = await on(36);
  const goods = await product(9);
  await book(fileOf(sold(addDays(today, -4), goods, 5)));
  const [{ movement = "" } = {}] = await ledger("sale", goods);
  const client = await here.signInAt(`${addDays(today, 1)}T00:00:00Z`);
  const isRead = (operation: string, body: string) => operation === "BatchGetItem" && body.includes(movement);
  beforeFirst(here.databaseProxy, isRead, () => reverse(client, movement));
  await expect(here.invoke("snapshot", { pause: 0, whole: true })).resolves.toMatchObject({ mismatches: 0 });
  await company.enter(37);
  expect([await salesOf(goods), await goods.held()]).toEqual([{}, 9]);
});
