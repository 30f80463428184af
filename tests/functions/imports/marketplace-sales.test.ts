// What a marketplace has sold from its own shelf: booked from order files on the day it was sold, and never picked.
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import "#tests/support/to-fail-with.ts";
import { addDays, dayText } from "#shared/day.ts";
import type { Import } from "#shared/import.ts";
import type { Transaction } from "#shared/movement.ts";
import { setClock } from "#tests/support/clock.ts";
import { engine } from "#tests/support/engine.ts";
import { applyAll, csv, type Settings } from "#tests/support/imports.ts";
import { createProduct, newWarehouse, placesOf, reverse } from "#tests/support/stock.ts";
import { type Client, world } from "#tests/support/world.ts";
import { previewRows } from "./driver.ts";

const first = "2027-04-20";
setClock(`${first}T04:00:00Z`);
const here = await world();
const { client: dynamo } = engine(here);
let manager: Client = here.manager;
const own = await newWarehouse(manager, "OWN", "Bhiwandi");
const { body: shelf } = await manager.post("/v1/warehouses", { w_id: "FBA", name: "Amazon FBA", sells_for: "amazon" });

let now = first;

/** Noon of a day, some days after the first, and the nights before it. */
const on = async (days: number, time = "06:30"): Promise<string> => {
  const day = addDays(first, days);
  setClock(`${day}T00:00:00Z`);
  expect(await here.invoke("snapshot", { pause: 0, whole: true })).toMatchObject({ mismatches: 0 });
  manager = await here.signInAt(`${day}T${time}:00Z`);
  now = day;
  return day;
};
const product = async (inShelf: number, inOwn = 0) => {
  const made = await createProduct(manager);
  for (const [warehouse, quantity] of [
    [shelf._id, inShelf],
    [own, inOwn],
  ] as const)
    if (quantity > 0) await manager.post("/v1/transactions/in", { product: made._id, warehouse, quantity });
  return { ...made, held: async (place = shelf._id) => (await placesOf(manager, made._id))[place] ?? 0 };
};
type Goods = Awaited<ReturnType<typeof product>>;

const heads = ["Order ID", "Date", "Status", "Fulfilment", "SKU", "Qty"];
let orders = 0;
type Line = [date: string, status: string, by: "Amazon" | "Merchant", code: string, units: number];
const sold = (date: string, { p_id }: Goods, units = 1): Line => [date, "Shipped", "Amazon", p_id, units];
const fileOf = (...lines: Line[]) =>
  csv([heads, ...lines.map((line) => [`404-5933402-${8_801_952 + orders++}`, ...line])]);
const preview = (file: string, settings?: Settings): Promise<Import> =>
  previewRows(manager, "orders", file, { channel: "amazon", ...settings });
const book = async (file: string, settings?: Settings) => applyAll(manager, (await preview(file, settings))._id);
const statuses = ({ rows }: Import) => rows.map(({ status }) => status);
const setStock = async (units: number, ...goods: Goods[]) => {
  const sheet = csv([["SKU", "Quantity"], ...goods.map(({ p_id }) => [p_id, units])]);
  return applyAll(manager, (await previewRows(manager, "stock", sheet, { mode: "SET", warehouse: "FBA" }))._id);
};
/** Units sold on Amazon by day, without days of none; of a product, or of all. */
const salesOf = async (...goods: Goods[]): Promise<Record<string, number>> => {
  const days: Record<string, number> = {};
  for (let day = addDays(first, -30); day <= now; day = addDays(day, 1)) {
    const { body } = await manager.get(`/v1/app/dash/analytics?start=${day}&end=${day}`);
    const rows = body.productSales.filter(({ _id }: Goods) => goods.some((one) => one._id === _id));
    const units = rows.reduce(
      (sum: number, row: { saleChannels: { amazon: number } }) => sum + row.saleChannels.amazon,
      0,
    );
    if (units !== 0) days[day] = units;
  }
  return days;
};
const ledger = async (kind: string): Promise<Transaction[]> =>
  (await manager.get(`/v1/transactions?start=${first}&end=${now}`)).body.filter(
    (row: Transaction) => row.kind === kind,
  );
const american = (day: string) => `${Number(day.slice(5, 7))}/${Number(day.slice(8))}/${day.slice(0, 4)}`;

test("of a report of 30 lines the 24 that Amazon sends are sold on their days, five were sent, and sent again nothing is", async () => {
  const today = await on(10);
  const goods = [await product(30, 9), await product(30, 9)];
  const days = [today, addDays(today, -1), addDays(today, -6), addDays(today, -12)];
  const lines = Array.from({ length: 24 }, (_, at) => sold(american(days[at % 4] ?? ""), goods[at % 2] as Goods));
  const sent: Line[] = Array.from(
    { length: 5 },
    () =>
      [...[american(today), "Shipped - Delivered to Buyer", "Merchant" as const], ...[goods[0]?.p_id ?? "", 1]] as Line,
  );
  const cancelled: Line = [american(today), "Cancelled", "Merchant", goods[0]?.p_id ?? "", 0];
  const file = fileOf(...lines, ...sent, cancelled);
  const seen = await preview(file);
  expect(seen.counts).toEqual({ sold: 24, sent: 5, cancelled: 1 });
  expect(seen.sheet.asks?.map(({ text }) => text)).toContain(
    "24 lines sold from Amazon (FBA), 24 units: booked, not picked.",
  );
  const both = await preview(file, { answers: { sent: "take_in" } });
  expect(both.counts).toEqual({ sold: 29, cancelled: 1 });
  expect(await applyAll(manager, both._id)).toMatchObject({ written: 29, left_out: [], refused: [], picklists: [] });

  const units = { [today]: 11, ...Object.fromEntries(days.slice(1).map((day) => [day, 6])) };
  expect(await salesOf(...goods)).toEqual(units);
  expect([await goods[0]?.held(), await goods[1]?.held(), await goods[0]?.held(own)]).toEqual([18, 18, 4]);
  expect((await manager.get(`/v1/picklists?start=${today}&end=${today}`)).body).toEqual([]);
  expect((await ledger("sale")).find(({ sold_on }) => sold_on === days[3])).toMatchObject({ channel: "amazon" });
  const again = await preview(file, { answers: { sent: "take_in" } });
  expect([again.counts, again.groups]).toEqual([{ picked: 29, cancelled: 1 }, 0]);
  await on(11);
  expect(await salesOf(...goods)).toEqual(units);
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
  expect(back).toMatchObject({ action: "STOCK_IN", remarks: "Counted as a sale only: its stock was set since" });

  // A sheet that agrees has told the stock as well.
  await setStock(6, a);
  await on(15);
  await book(fileOf(sold(day, a, 3), sold(next, a)));
  expect(await a.held()).toBe(5);
  expect(await salesOf(a)).toEqual({ [before]: 2, [day]: 5, [next]: 3 });

  const saleOf = async (units: number) =>
    (await ledger("sale")).find((row) => row.product._id === a._id && row.quantity === units)?.movement ?? "";
  const only = await saleOf(3);
  const corrected = async (quantity: number, corrections: number) =>
    manager.post(`/v1/transactions/${only}/correct`, {
      list: [{ product: a._id, warehouse: shelf._id, quantity }],
      corrections,
    });
  expect(await corrected(1, 0)).toMatchObject({ status: 201 });
  expect([await a.held(), (await salesOf(a))[day]]).toEqual([5, 3]);
  await on(17);
  expect(await corrected(4, 1)).toMatchObject({ status: 201 });
  expect([await a.held(), (await salesOf(a))[day]]).toEqual([5, 6]);
  expect(await reverse(manager, only)).toMatchObject({ status: 201 });
  expect([await a.held(), (await salesOf(a))[day]]).toEqual([5, 5]);
  await reverse(manager, await saleOf(1));
  expect([await a.held(), (await salesOf(a))[next]]).toEqual([6, 2]);
  await on(18);
  expect(await salesOf(a)).toEqual({ [before]: 2, [day]: 5, [next]: 2 });
});

test("a shelf with too little is never below 0: the line says the way out, and the next file offers it again", async () => {
  const today = await on(19);
  const goods = await product(1);
  const file = fileOf(sold(today, goods), sold(today, goods));
  const seen = await preview(file);
  expect(statuses(seen)).toEqual(["sold", "short"]);
  expect(seen.rows[1]?.problems[0]?.message).toBe("Out of stock (Avl. 1) in Amazon FBA: import its stock sheet");
  expect(seen.products).toMatchObject([{ product: { _id: goods._id }, quantity: 0, short: 1, available: 1 }]);
  expect(await manager.post(`/v1/imports/${seen._id}/apply`, {})).toFailWith("UNPROCESSABLE_CONTENT", {
    product: goods._id,
  });
  expect(await book(file, { leave_short: true })).toMatchObject({ written: 1 });
  expect(await goods.held()).toBe(0);
  expect(statuses(await preview(file))).toEqual(["picked", "short"]);
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

  const two = (code: Goods) =>
    csv([
      ["Order ID", "Purchase Date", "Shipped On", "Status", "Fulfilment", "SKU", "Qty"],
      [`405-${orders++}`, addDays(today, -5), addDays(today, -3), "Shipped", "Amazon", code.p_id, 1],
    ]);
  const asked = await preview(two(goods));
  expect(asked.sheet.asks?.find(({ id }) => id === "columns.date")).toMatchObject({
    value: "Purchase Date",
    choices: [{ value: "Purchase Date" }, { value: "Shipped On" }],
  });
  await book(two(goods), { columns: { date: "Shipped On" } });
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

test("a reader that counts a sale on the day of its posting, or not at all, is found by the night", async () => {
  const today = await on(22);
  const goods = await product(9);
  const day = addDays(today, -4);
  await book(fileOf(sold(day, goods, 2)));
  const days = { TableName: here.env.DAYS_TABLE, Key: { day } };
  const late = async (verb: string, ids: unknown) =>
    dynamo.send(
      new UpdateCommand({ ...days, UpdateExpression: `${verb} late :ids`, ExpressionAttributeValues: { ":ids": ids } }),
    );
  const [{ movement = "" } = {}] = (await ledger("sale")).filter((row) => row.product._id === goods._id);
  await late("DELETE", new Set([movement]));
  setClock(`${addDays(today, 1)}T00:00:00Z`);
  await expect(here.invoke("snapshot", { pause: 0, whole: true })).resolves.toMatchObject({ mismatches: 1 });
  await late("ADD", new Set([movement]));
  await on(23);
  expect(await salesOf(goods)).toEqual({ [day]: 2 });
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
  const sheet = async (rows: unknown[][]) => {
    const seen = await previewRows(manager, "stock", csv(rows), { mode: "SET", warehouse: "FBA" });
    await applyAll(manager, seen._id);
    return [await bib.held(), await bibs.held(), await mat.held()];
  };
  const manage = [
    "sku",
    "fnsku",
    "asin",
    "product-name",
    "condition",
    "mfn-fulfillable-quantity",
    "afn-warehouse-quantity",
  ];
  const numbers = [
    "afn-fulfillable-quantity",
    "afn-unsellable-quantity",
    "afn-reserved-quantity",
    "afn-total-quantity",
  ];
  const row = (sku: string, units: number) => [sku, "X001", "B01", "Bib", "New", 900, 70, units, 5, 6, 80];
  const all = [row("FBA-BIB", 7), row("FBA-BIBS", 4), row(mat.p_id, 3)];
  expect(await sheet([[...manage, ...numbers], ...all])).toEqual([7, 8, 3]);
  expect(
    await sheet([
      [
        "seller-sku",
        "fulfillment-channel-sku",
        "asin",
        "condition-type",
        "Warehouse-Condition-code",
        "Quantity Available",
      ],
      ["FBA-BIB", "X001", "B01", "NewItem", "SELLABLE", 5],
      ["FBA-BIB", "X001", "B01", "NewItem", "UNSELLABLE", 40],
    ]),
  ).toEqual([5, 8, 3]);
  expect(
    await sheet([
      ["Seller SKU ID", "Your Stock Count"],
      [mat.p_id, 9],
    ]),
  ).toEqual([5, 8, 9]);
});

test("the list and the export of transactions name the day of each sale, and a fold by it is what the dashboards say", async () => {
  await on(25);
  const { body } = await manager.get(`/v1/transactions?start=${first}&end=${now}`);
  const days: Record<string, number> = {};
  const goods = new Set<string>();
  for (const { channel, sold_on, created_at, action, quantity, product: of } of body as Transaction[]) {
    if (channel !== "amazon") continue;
    goods.add(of._id);
    const day = sold_on ?? created_at.slice(0, 10);
    days[day] = (days[day] ?? 0) + (action === "STOCK_OUT" ? quantity : -quantity);
  }
  const dashboards: Record<string, number> = {};
  for (let day = addDays(first, -30); day <= now; day = addDays(day, 1)) {
    const { body: of } = await manager.get(`/v1/app/dash/analytics?start=${day}&end=${day}`);
    if (of.channelSales.amazon[day] > 0) dashboards[day] = of.channelSales.amazon[day];
  }
  expect(Object.fromEntries(Object.entries(days).filter(([, units]) => units > 0))).toEqual(dashboards);
  expect(goods.size).toBeGreaterThan(5);
});
