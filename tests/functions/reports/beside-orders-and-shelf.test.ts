// Two companies that do the same, one of which also orders from suppliers and sells from a marketplace's shelf: what the other one
// does not know changes no list, no figure and no word of what both do.
import { expect, test } from "vitest";
import { addDays } from "#shared/day.ts";
import { setClock } from "#tests/support/clock.ts";
import { stockReport } from "#tests/support/download.ts";
import { applyAll, csv, previewOf, type Settings } from "#tests/support/imports.ts";
import { createProduct, newWarehouse } from "#tests/support/stock.ts";
import { newWorld, type TestWorld, world } from "#tests/support/world.ts";

const first = "2027-08-02";
const at = (day: string, time: string): string => `${day}T${time}:00Z`;
setClock(at(addDays(first, -30), "04:00"));
const companies = [await newWorld(), await world()] as const;

/** What differs in two runs of the same. */
const ofRun = new Set([
  "_id",
  "movement",
  "user",
  "created_at",
  "updated_at",
  "reverses",
  "reversed_by",
  "corrects",
  "corrected_at",
  "number",
]);
type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
const shown = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]): [string, Json][] => (ofRun.has(key) ? [] : [[key, shown(one)]])),
  );
};

/** The own shop of both: what comes in, is picked, corrected, announced and received on two days. */
const trade = async (here: TestWorld, beside: { begin: () => Promise<void>; go: () => Promise<void> } | undefined) => {
  setClock(at(addDays(first, -30), "05:00"));
  let { manager } = here;
  const places = [await newWarehouse(manager, "BLR", "Bengaluru"), await newWarehouse(manager, "BOM", "Bhiwandi")];
  const names = ["Bib", "Mat", "Cap"];
  const goods: string[] = [];
  for (const name of names) goods.push((await createProduct(manager, { p_id: name, name }))._id);
  const line = (at: number, quantity: number) => ({ product: goods[at] ?? "", quantity });
  await beside?.begin();
  const answers: Json[] = [];
  const post = async (path: string, body: object) => {
    const { status, body: answer } = await manager.post(path, body);
    answers.push({ status, ...(status < 400 ? {} : { details: shown(answer.details) }) });
    return answer;
  };
  for (const day of [first, addDays(first, 1)]) {
    manager = await here.signInAt(at(day, "05:00"));
    for (const [n, warehouse] of places.entries())
      for (const [product, quantity] of [
        [0, 12],
        [1, 7 + n],
        [2, 3],
      ] as const)
        await post("/v1/transactions/in", { warehouse, ...line(product, quantity) });
    await post("/v1/transactions/out", { channel: "amazon", list: [line(0, 5), line(1, 2)] });
    const { movement } = await post("/v1/transactions/out", { channel: "flipkart", list: [line(0, 4)] });
    await post(`/v1/transactions/${movement}/correct`, {
      list: [{ ...line(0, 3), warehouse: places[0] }],
      corrections: 0,
    });
    await post("/v1/transactions/out", { channel: "amazon", list: [line(0, 500)] });
    const { _id } = await post("/v1/shipments", {
      container: `MSKU ${day}`,
      expected_delivery: addDays(day, 20),
      list: [line(0, 30), line(2, 10)],
    });
    await post(`/v1/shipments/${_id}/receive`, { warehouse: places[1], list: [line(2, 4)] });
    await beside?.go();
    setClock(at(addDays(day, 1), "00:00"));
    expect(await here.invoke("snapshot", { pause: 0, whole: true })).toMatchObject({ mismatches: 0 });
  }
  const today = addDays(first, 2);
  manager = await here.signInAt(at(today, "05:00"));
  const days = `start=${first}&end=${today}`;
  const read = async (path: string): Promise<Json> => shown((await manager.get(path)).body);
  return {
    answers,
    lists: {
      shipments: await read("/v1/shipments"),
      picklists: await read(`/v1/picklists?${days}`),
      categories: await read("/v1/categories"),
    },
    products: (await read("/v1/products")) as Record<string, Json>[],
    stocks: (await read("/v1/stocks")) as { warehouse: { w_id: string } }[],
    transactions: (await read(`/v1/transactions?${days}`)) as { warehouse: { w_id: string } }[],
    analytics: (await read(`/v1/app/dash/analytics?${days}`)) as { productSales: Record<string, Json>[] },
    alerts: (await read("/v1/app/dash/inventory")) as Record<string, Record<string, Json>[]>,
    report: await stockReport(here, manager, first),
  };
};

/** Beside it: an order of 50 mats, and 30 bibs in the shelf, of which six are sold each day. */
const besides = (here: TestWorld) => {
  let days = 0;
  return {
    begin: async () => {
      await here.manager.post("/v1/warehouses", { w_id: "FBA", name: "Amazon FBA", sells_for: "amazon" });
    },
    go: async () => {
      const day = addDays(first, days);
      const manager = await here.signInAt(at(day, "06:00"));
      const goods: { _id: string; p_id: string }[] = (await manager.get("/v1/products")).body;
      const list = [{ product: goods.find(({ p_id }) => p_id === "Mat")?._id, quantity: 50 }];
      const order = { expected_delivery: addDays(first, 30), list };
      expect(await manager.post("/v1/purchase-orders", order)).toMatchObject({ status: 201 });
      const book = async (kind: "stock" | "orders", rows: unknown[][], settings: Settings) =>
        applyAll(manager, (await previewOf(manager, kind, csv(rows), settings)).body._id);
      const sheet = [
        ["SKU", "Quantity"],
        ["Bib", 30],
      ];
      if (days === 0) await book("stock", sheet, { mode: "SET", warehouse: "FBA" });
      const heads = ["Order ID", "Date", "Status", "Fulfilment", "SKU", "Qty"];
      await book("orders", [heads, [`404-593340${days++}`, day, "Shipped", "Amazon", "Bib", 6]], { channel: "amazon" });
    },
  };
};

test("orders to suppliers and a marketplace's shelf change no list, figure and word of what they are no part of", async () => {
  const [plain, both] = [await trade(companies[0], undefined), await trade(companies[1], besides(companies[1]))];
  expect(both.answers).toEqual(plain.answers);
  expect(both.lists).toEqual(plain.lists);
  const own = <R extends { warehouse: { w_id: string } }>(rows: R[]) =>
    rows.filter(({ warehouse }) => warehouse.w_id !== "FBA");
  expect(own(both.stocks)).toEqual(plain.stocks);
  expect(own(both.transactions)).toEqual(plain.transactions);
  expect(both.stocks.length - plain.stocks.length, "bibs on the shelf").toBe(1);

  // Orders are no part of stock, transit, run rate or alerts; the shelf's units are stock, and what it sold are sales.
  const named = (rows: Record<string, Json>[], name: string) => rows.find((row) => row.name === name) ?? {};
  for (const name of ["Mat", "Cap"]) expect(named(both.products, name)).toEqual(named(plain.products, name));
  const [bib, plainBib] = [named(both.products, "Bib"), named(plain.products, "Bib")];
  expect(bib).toEqual({
    ...plainBib,
    stock: Number(plainBib.stock) + 18,
    drr: (Math.round(3 * Number(plainBib.drr)) + 12) / 3,
  });
  expect(both.alerts.outOfStockProducts).toEqual(plain.alerts.outOfStockProducts);
  const sales = ({ analytics }: typeof plain) =>
    analytics.productSales.map(({ name, saleChannels }) => [name, saleChannels as Record<string, number>] as const);
  expect(sales(both)).toEqual(
    sales(plain).map(([name, on]) => [name, name === "Bib" ? { ...on, amazon: (on.amazon ?? 0) + 12 } : on]),
  );
  expect(both.report.filter((row) => row.includes("Mat"))).toEqual(plain.report.filter((row) => row.includes("Mat")));
});
