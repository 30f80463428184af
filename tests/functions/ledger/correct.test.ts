// Corrections: units of a line go back, move to another warehouse or are added, and all readers of the ledger agree.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { putProducts } from "#tests/support/engine.ts";
import { listedRow } from "#tests/support/fixtures.ts";
import { heldOf, idempotencyKey, newStockLine, newWarehouse, placesOf, reverse } from "#tests/support/stock.ts";
import type { Client } from "#tests/support/world.ts";
import { exported, here, on, rowsOf, sales, sell } from "./driver.ts";

type List = { product: string; warehouse: string; to?: string; quantity: number }[];
const correct = (client: Client, id: string, list: List, more: object = {}, key?: string) =>
  client.post(`/v1/transactions/${id}/correct`, { list, corrections: 0, ...more }, idempotencyKey(key));
type LineAnswer = Record<"product" | "warehouse" | "to", { _id: string }> & { quantity: number };
const linesOf = async (client: Client, id: string) =>
  (await client.get(`/v1/transactions/${id}`)).body.lines.map(({ product, warehouse, to, quantity }: LineAnswer) => [
    product._id,
    warehouse._id,
    ...(to ? [to._id] : []),
    quantity,
  ]);
/** The id of a container that is on its way. */
const announce = async (client: Client, list: { product: string; quantity: number }[]): Promise<string> =>
  (await client.post("/v1/shipments", { container: randomUUID(), expected_delivery: "2026-12-01", list })).body._id;

test("units less of a line of yesterday go back to its warehouse and out of the sales of yesterday, once", async () => {
  let { manager } = await on("2026-11-02");
  const { product, warehouse } = await newStockLine(manager, 10);
  const movement = await sell(manager, [{ product, quantity: 3 }]);
  ({ manager } = await on("2026-11-03"));
  const key = randomUUID();
  const corrected = await correct(manager, movement, [{ product, warehouse, quantity: 2 }], { remarks: "Two" }, key);
  expect(corrected).toMatchObject({
    status: 201,
    body: { data: [{ kind: "reversal", action: "STOCK_IN", quantity: 1, corrects: movement, channel: "amazon" }] },
  });
  const again = await correct(manager, movement, [{ product, warehouse, quantity: 2 }], { remarks: "Two" }, key);
  expect(again.body).toEqual(corrected.body);
  expect((await correct(manager, movement, [{ product, warehouse, quantity: 1 }], {}, key)).status).toBe(409);
  expect(await placesOf(manager, product)).toEqual({ [warehouse]: 8 });
  expect(await sales(manager, "2026-11-02", "2026-11-03")).toEqual([2, 0]);
  expect(await linesOf(manager, movement)).toEqual([[product, warehouse, 2]]);
  const [row] = await rowsOf(manager, "2026-11-02", product);
  expect(row).toMatchObject({ movement, quantity: 3, left: 2, corrections: 1 });
  expect(row).not.toHaveProperty("reversed_by");
  const [picklist] = (await manager.get("/v1/picklists?start=2026-11-02&end=2026-11-02")).body;
  expect(picklist).toMatchObject({ data: [{ quantity: 3 }], now: [{ quantity: 2 }], corrections: 1 });
  const { rows } = (await manager.get(`/v1/products/${product}/movements`)).body;
  expect(rows).toMatchObject([{ total: 10 }, { quantity: 3, left: 2, total: 7 }, { corrects: movement, total: 8 }]);
});

test("of two people who correct the same lines, the second is told that they have changed", async () => {
  const { manager } = await on("2026-11-03");
  const { product, warehouse } = await newStockLine(manager, 10);
  const movement = await sell(manager, [{ product, quantity: 5 }]);
  const both = await Promise.all(
    [4, 3].map((quantity) => correct(manager, movement, [{ product, warehouse, quantity }])),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  const second = await correct(manager, movement, [{ product, warehouse, quantity: 1 }], { corrections: 1 });
  expect(second.status).toBe(201);
  expect(await heldOf(manager, product)).toBe(9);
  expect(await sales(manager, "2026-11-03")).toEqual([1]);
  const same = await correct(manager, movement, [{ product, warehouse, quantity: 1 }], { corrections: 2 });
  expect([same.status, same.body.details[0].message]).toEqual([422, "Nothing is changed"]);
});

test("the same units from another warehouse are no sale, and of what it lacks nothing is written", async () => {
  let { manager } = await on("2026-11-04");
  const { product, warehouse } = await newStockLine(manager, 10);
  const other = await newWarehouse(manager);
  await manager.post("/v1/transactions/in", { product, warehouse: other, quantity: 2 });
  const out = await manager.post("/v1/transactions/out", { product, warehouse, quantity: 3, reason: "Sample" });
  const movement = await sell(manager, [{ product, quantity: 3 }]);
  // The smallest holding first: both of the other warehouse, and one of the first.
  expect(await placesOf(manager, product)).toEqual({ [warehouse]: 6, [other]: 0 });
  ({ manager } = await on("2026-11-05"));
  const all = [{ product, warehouse, quantity: 3 }];
  expect((await correct(manager, movement, all)).body.data).toMatchObject([
    { action: "STOCK_OUT", quantity: 2, warehouse: { _id: warehouse } },
    { action: "STOCK_IN", quantity: 2, warehouse: { _id: other } },
  ]);
  expect(await placesOf(manager, product)).toEqual({ [warehouse]: 4, [other]: 2 });
  expect(await sales(manager, "2026-11-04", "2026-11-05")).toEqual([3, 0]);
  const short = await correct(manager, out.body.movement, [{ product, warehouse: other, quantity: 3 }]);
  expect([short.status, short.body.details[0].available]).toEqual([422, 2]);
  expect(await linesOf(manager, out.body.movement)).toEqual([[product, warehouse, 3]]);
  await manager.delete(`/v1/warehouses/${other}`);
  expect((await correct(manager, out.body.movement, [{ product, warehouse: other, quantity: 1 }])).status).toBe(404);
});

test("more of a product, and another product, are a picklist of today beside it, which a retry finds and a reversal takes back", async () => {
  let { manager } = await on("2026-11-06");
  const { product, warehouse } = await newStockLine(manager, 10);
  const another = await newStockLine(manager, 10);
  const movement = await sell(manager, [{ product, quantity: 3 }]);
  ({ manager } = await on("2026-11-07"));
  const key = randomUUID();
  const list = [
    { product, warehouse, quantity: 5 },
    { ...another, quantity: 1 },
  ];
  const { status, body } = await correct(manager, movement, list, {}, key);
  expect([status, body.data]).toMatchObject([
    201,
    [
      { kind: "picklist", adds_to: movement, quantity: 2 },
      { kind: "picklist", adds_to: movement, quantity: 1, product: { _id: another.product } },
    ],
  ]);
  expect((await correct(manager, movement, list, {}, key)).body).toEqual(body);
  expect(await sales(manager, "2026-11-06", "2026-11-07")).toEqual([3, 3]);
  expect(await linesOf(manager, movement)).toEqual([[product, warehouse, 3]]);
  const [added] = (await manager.get("/v1/picklists?start=2026-11-07&end=2026-11-07")).body;
  expect(added).toMatchObject({ adds_to: movement, data: [{ quantity: 2 }, { quantity: 1 }] });
  expect((await reverse(manager, added._id)).status).toBe(201);
  expect(await sales(manager, "2026-11-06", "2026-11-07")).toEqual([3, 0]);
  expect([await heldOf(manager, product), await heldOf(manager, another.product)]).toEqual([7, 10]);
  await manager.delete(`/v1/products/${another.product}`);
  expect((await correct(manager, movement, [{ ...another, quantity: 1 }], { corrections: 1 })).status).toBe(404);
});

test("a reversal returns what is left, and the correction that leaves nothing is one", async () => {
  const { manager } = await on("2026-11-08");
  const { product, warehouse } = await newStockLine(manager, 10);
  const [one, two] = [await sell(manager, [{ product, quantity: 4 }]), await sell(manager, [{ product, quantity: 4 }])];
  await correct(manager, one, [{ product, warehouse, quantity: 1 }]);
  expect((await reverse(manager, one)).body.data).toMatchObject([{ reverses: one, quantity: 1 }]);
  expect(await sales(manager, "2026-11-08")).toEqual([4]);
  const { body } = await correct(manager, two, [{ product, warehouse, quantity: 0 }]);
  expect((await reverse(manager, two)).status).toBe(409);
  expect((await correct(manager, two, [{ product, warehouse, quantity: 1 }], { corrections: 1 })).status).toBe(409);
  const picklist = await listedRow(manager, "/v1/picklists?start=2026-11-08&end=2026-11-08", two);
  expect(picklist).toMatchObject({ reversed_by: body.movement });
  expect([await heldOf(manager, product), await sales(manager, "2026-11-08")]).toEqual([10, [0]]);
});

test("sales of a closed day are less by each correction and reversal once, whether it is unfolded, folded, or folded again", async () => {
  let { manager } = await on("2026-11-10");
  const { product, warehouse } = await newStockLine(manager, 100);
  const sold: string[] = [];
  for (let n = 0; n < 4; n++) sold.push(await sell(manager, [{ product, quantity: 20 }]));
  const [one = "", two = "", three = "", four = ""] = sold;
  const ofDay = async () => (await sales(manager, "2026-11-10"))[0];
  const left = (id: string, quantity: number, corrections = 0) =>
    correct(manager, id, [{ product, warehouse, quantity }], { corrections });
  ({ manager } = await on("2026-11-11"));
  await reverse(manager, four);
  expect([await ofDay(), (await listedRow(manager, "/v1/products", product)).drr]).toEqual([60, 20]);
  ({ manager } = await on("2026-11-15"));
  await reverse(manager, three);
  expect(await ofDay()).toBe(40);
  await left(one, 15);
  expect(await ofDay()).toBe(35);
  await here.invoke("snapshot", { pause: 0 });
  expect(await ofDay()).toBe(35);
  await left(one, 11, 1);
  expect(await ofDay()).toBe(31);
  await left(two, 13);
  await reverse(manager, one);
  expect(await ofDay()).toBe(13);
  expect(await here.invoke("snapshot", { pause: 0 })).toMatchObject({ folded: 1, mismatches: 0 });
  expect(await ofDay()).toBe(13);
  await left(two, 0, 1);
  expect(await ofDay()).toBe(0);
  await here.invoke("snapshot", { rebuild: "2026-11-10" });
  expect(await ofDay()).toBe(0);
  expect(await here.invoke("snapshot", { pause: 0 })).toMatchObject({ folded: 0, mismatches: 0 });
  expect(await heldOf(manager, product)).toBe(100);
});

test("by channel, the exports of transactions and of sales agree over a sale, its correction, and what was added to it", async () => {
  const { manager } = await on("2026-11-16");
  const { product, warehouse } = await newStockLine(manager, 20);
  const other = await newWarehouse(manager);
  await manager.post("/v1/transactions/in", { product, warehouse: other, quantity: 9 });
  const movement = await sell(manager, [{ product, quantity: 12 }]);
  const list = [
    { product, warehouse, quantity: 6 },
    { product, warehouse: other, quantity: 9 },
  ];
  const { body } = await correct(manager, movement, list);
  expect(body.data).toMatchObject([{ adds_to: movement }]);
  await correct(manager, movement, [{ product, warehouse: other, quantity: 7 }], { corrections: 1 });
  const day = { start: "2026-11-16", end: "2026-11-16" };
  const rows = await exported(manager, "/v1/transactions/export", { ...day, product, channel: "amazon" });
  const units = rows.reduce((sum, row) => sum + Number(row.Quantity) * (row.Action === "STOCK_OUT" ? 1 : -1), 0);
  expect(units).toBe(10);
  for (const row of [
    { Movement: movement, Quantity: 9, Left: 7 },
    { Corrects: movement, Quantity: 2 },
    { "Adds to": movement, Quantity: 3 },
  ])
    expect(rows).toContainEqual(expect.objectContaining(row));
  const sold = await exported(manager, "/v1/sales-report/export/amazon", day);
  expect(sold.find((row) => row["P.ID/SKU/BC"] === rows[0]?.["P.ID/SKU/BC"])).toMatchObject({ Units: 10 });
});

test("a corrected transfer moves both lines of a product, in number and place", async () => {
  const { manager } = await on("2026-11-17");
  const { product, warehouse: from } = await newStockLine(manager, 10);
  const [to, third] = [await newWarehouse(manager), await newWarehouse(manager)];
  const { body } = await manager.post("/v1/transactions/transfer", { from, to, list: [{ product, quantity: 4 }] });
  const left = (more: object, corrections: number) =>
    correct(manager, body.movement, [{ product, warehouse: from, to, quantity: 4, ...more }], { corrections });
  expect((await left({ quantity: 3 }, 0)).status).toBe(201);
  expect(await placesOf(manager, product)).toEqual({ [from]: 7, [to]: 3 });
  expect((await left({ quantity: 3, to: third }, 1)).status).toBe(201);
  expect(await placesOf(manager, product)).toEqual({ [from]: 7, [to]: 0, [third]: 3 });
  expect((await left({ quantity: 5, to: third }, 2)).body.data).toMatchObject([
    { adds_to: body.movement, kind: "transfer", action: "STOCK_OUT", quantity: 2 },
    { adds_to: body.movement, kind: "transfer", action: "STOCK_IN", quantity: 2 },
  ]);
  expect(await placesOf(manager, product)).toEqual({ [from]: 5, [to]: 0, [third]: 5 });
  expect(await linesOf(manager, body.movement)).toEqual([[product, from, third, 3]]);
  expect((await left({ to: undefined }, 3)).body.details).toMatchObject([{ field: "list", product }]);
  expect((await left({ to: from }, 3)).status).toBe(400);
});

test("units less of a receipt are outstanding again, and more of it is received as more than was announced", async () => {
  const { manager } = await on("2026-11-18");
  const { product, warehouse } = await newStockLine(manager, 0);
  const ten = [{ product, quantity: 10 }];
  const [id, other] = [await announce(manager, ten), await announce(manager, ten)];
  const receive = async (shipment: string, quantity: number, more = {}) => {
    const form = { warehouse, list: [{ product, quantity }], ...more };
    return (await manager.post(`/v1/shipments/${shipment}/receive`, form)).body.movement;
  };
  const itemOf = async (shipment: string) => {
    const { received, items } = await listedRow(manager, "/v1/shipments?start=2026-11-18&end=2026-11-18", shipment);
    return [received, items[0].received, items[0].closed ?? 0];
  };
  const left = (movement: string, quantity: number, corrections: number, more = {}) =>
    correct(manager, movement, [{ product, warehouse, quantity }], { corrections, ...more });
  const whole = await receive(id, 10);
  await left(whole, 8, 0);
  expect(await itemOf(id)).toEqual([false, 8, 0]);
  expect((await left(whole, 11, 1)).body.details[0]).toMatchObject({ available: 2 });
  expect((await left(whole, 11, 1, { over: true })).body.details[0].field).toBe("remarks");
  expect((await left(whole, 11, 1, { over: true, remarks: "One too many" })).body.data).toMatchObject([
    { kind: "receipt", adds_to: whole, quantity: 3 },
  ]);
  expect(await itemOf(id)).toEqual([true, 11, 0]);
  const strange = await correct(manager, whole, [await newStockLine(manager, 1)], { corrections: 2 });
  expect(strange.body.details[0].message).toBe("Not in this shipment");

  const closing = await receive(other, 7, { close: "Lost at sea" });
  expect(await itemOf(other)).toEqual([true, 7, 3]);
  await left(closing, 0, 0);
  expect(await itemOf(other)).toEqual([false, 0, 3]);
  expect((await reverse(manager, closing)).status).toBe(201);
  expect(await itemOf(other)).toEqual([false, 0, 0]);
  expect(await heldOf(manager, product)).toBe(11);
  await manager.delete(`/v1/shipments/${id}`);
  expect((await left(whole, 7, 2)).status).toBe(422);
});

test("a batch is corrected chunk by chunk, and reversed as it was left", async () => {
  const { manager } = await on("2026-11-19");
  const warehouse = await newWarehouse(manager);
  const products = Array.from({ length: 96 }, (_, n) => ({ _id: `batch${n}` }));
  await putProducts(here, products);
  const list = products.map(({ _id }) => ({ product: _id, quantity: 2 }));
  const shipment = await announce(manager, list);
  const { movement } = (await manager.post(`/v1/shipments/${shipment}/receive`, { warehouse, list })).body;
  const [first, last] = ["batch0", "batch95"] as const;
  const both = [first, last].map((product) => ({ product, warehouse, quantity: 1 }));
  expect((await correct(manager, movement, both)).status).toBe(422);
  expect((await correct(manager, movement, [{ product: last, warehouse, quantity: 0 }])).status).toBe(201);
  expect((await correct(manager, movement, both.slice(0, 1), { corrections: 1 })).status).toBe(201);
  expect([await heldOf(manager, first), await heldOf(manager, last)]).toEqual([1, 0]);
  expect((await reverse(manager, movement)).status).toBe(201);
  expect([await heldOf(manager, first), await heldOf(manager, last)]).toEqual([0, 0]);
});

test("who may reverse a movement may correct it; adjustments, reversals and corrections stay as they are", async () => {
  let { manager, executive } = await on("2026-11-20");
  const line = await newStockLine(manager, 10);
  const out = { ...line, quantity: 2 };
  const own = (await executive.post("/v1/transactions/out", out)).body.movement;
  const others = (await manager.post("/v1/transactions/out", out)).body.movement;
  expect((await correct(executive, others, [line])).status).toBe(403);
  expect((await executive.get(`/v1/transactions/${others}`)).status).toBe(403);
  const correction = await correct(executive, own, [line]);
  expect(correction.status).toBe(201);
  for (const id of [correction.body.movement, (await reverse(manager, others)).body.movement]) {
    expect((await correct(manager, id, [line])).status).toBe(409);
    expect((await reverse(manager, id)).status).toBe(409);
  }
  ({ manager, executive } = await on("2026-11-21"));
  expect((await correct(executive, own, [{ ...line, quantity: 0 }], { corrections: 1 })).status).toBe(403);
  expect((await correct(manager, "nothing", [line])).status).toBe(404);
});
