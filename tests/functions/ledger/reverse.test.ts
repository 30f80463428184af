// Transfers and reversals: units move once, and reversed sales are removed from the day they were made.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { heldOf, newProduct, newStockLine, newWarehouse, recordsOf, reverse } from "#tests/support/stock.ts";
import { exported, on, rowsOf, sales, sell } from "./driver.ts";

test("a transfer moves units between warehouses in two rows, and total and run rate stay the same", async () => {
  const { manager, executive } = await on("2026-11-02");
  const { product, warehouse: from } = await newStockLine(manager, 10);
  const to = await newWarehouse(manager);
  const move = (quantity: number, more = {}) =>
    executive.post("/v1/transactions/transfer", { from, to, list: [{ product, quantity }], ...more });
  const { status, body } = await move(4, { remarks: "For the Diwali sale" });
  expect(status).toBe(201);
  expect(body.data).toMatchObject([
    { action: "STOCK_OUT", reason: "Internal Transfer", quantity: 4 },
    { action: "STOCK_IN", reason: "Internal Transfer", quantity: 4 },
  ]);
  expect(await heldOf(manager, product)).toBe(10);
  expect((await move(7)).body.details).toEqual([
    { field: "quantity", product, message: "Out of stock (Avl. 6)", available: 6 },
  ]);
  expect((await move(1, { to: from })).body.details[0].field).toBe("to");
  expect((await move(1, { to: "w999999" })).status).toBe(404);
  expect(await sales(manager, "2026-11-02")).toEqual([0]);
});

test("a reversed picklist returns every unit to its warehouse and takes its units out of the day's sales", async () => {
  const { manager, executive } = await on("2026-11-03");
  const { product } = await newStockLine(manager, 5);
  const other = await newWarehouse(manager);
  await manager.post("/v1/transactions/in", { product, warehouse: other, quantity: 9 });
  const before = await recordsOf(manager, product);
  const picked = await executive.post("/v1/transactions/out", { list: [{ product, quantity: 12 }], channel: "amazon" });
  expect(await sales(manager, "2026-11-03")).toEqual([12]);
  const key = randomUUID();
  const undone = await reverse(executive, picked.body.movement, key);
  expect(undone.status).toBe(201);
  expect(await recordsOf(manager, product)).toEqual(before);
  expect(await sales(manager, "2026-11-03")).toEqual([0]);
  const rows = await rowsOf(manager, "2026-11-03", product);
  expect(rows.filter((row: { reversed_by?: string }) => row.reversed_by === undone.body.movement)).toHaveLength(2);
  expect(rows.filter((row: { reverses?: string }) => row.reverses === picked.body.movement)).toHaveLength(2);
  expect(await reverse(executive, picked.body.movement, key)).toMatchObject({ status: 201, body: undone.body });
  expect((await reverse(executive, picked.body.movement)).status).toBe(409);
  expect((await reverse(manager, undone.body.movement)).status).toBe(409);
  const register = (await executive.get("/v1/picklists?start=2026-11-03&end=2026-11-03")).body;
  expect(register).toContainEqual(
    expect.objectContaining({ _id: picked.body.movement, reversed_by: undone.body.movement, data: picked.body.data }),
  );
});

test("by channel, the exports of transactions and of sales agree over days that hold a sale and its reversal", async () => {
  const { manager: seller, executive } = await on("2026-11-23");
  const { product } = await newStockLine(seller, 20);
  const reversed = await sell(executive, [{ product, quantity: 7 }], "flipkart");
  await sell(executive, [{ product, quantity: 3 }], "flipkart");
  const { manager } = await on("2026-11-24");
  const { body } = await reverse(manager, reversed);
  const reversal = { channel: "flipkart", reverses: reversed };
  expect(body.data).toMatchObject([reversal]);
  expect(await rowsOf(manager, "2026-11-24", product)).toMatchObject([reversal]);
  expect((await manager.get(`/v1/products/${product}/movements`)).body.rows.at(-1)).toMatchObject(reversal);

  const range = { start: "2026-11-23", end: "2026-11-24" };
  const rows = await exported(manager, "/v1/transactions/export", { ...range, product, channel: "flipkart" });
  expect(rows).toMatchObject([
    { Action: "STOCK_IN", Quantity: 7, Channel: "Flipkart", Reverses: reversed, "Reversed by": null },
    { Action: "STOCK_OUT", Quantity: 3, Channel: "Flipkart", Reverses: null, "Reversed by": null },
    { Action: "STOCK_OUT", Quantity: 7, Channel: "Flipkart", Reverses: null, "Reversed by": body.movement },
  ]);
  const sold = await exported(manager, "/v1/sales-report/export/flipkart", range);
  expect(sold.find((row) => row["P.ID/SKU/BC"] === rows[0]?.["P.ID/SKU/BC"])).toMatchObject({ Units: 3 });
});

test("a reversal that would make stock negative is refused and names the units available", async () => {
  const { manager } = await on("2026-11-04");
  const line = { product: await newProduct(manager), warehouse: await newWarehouse(manager), quantity: 10 };
  const incoming = await manager.post("/v1/transactions/in", line);
  await manager.post("/v1/transactions/out", { ...line, quantity: 4 });
  const refused = await reverse(manager, incoming.body.movement);
  expect(refused.status).toBe(422);
  expect(refused.body.details[0]).toMatchObject({ product: line.product, available: 6 });
  expect(await heldOf(manager, line.product)).toBe(6);
});

test("an executive may reverse their own movements of the same day, a manager any", async () => {
  let { manager, executive } = await on("2026-11-05");
  const line = await newStockLine(manager, 10);
  const [own, others] = [
    await executive.post("/v1/transactions/out", line),
    await manager.post("/v1/transactions/out", line),
  ];
  expect((await reverse(executive, others.body.movement)).status).toBe(403);
  ({ manager, executive } = await on("2026-11-06"));
  expect((await reverse(executive, own.body.movement)).status).toBe(403);
  expect((await reverse(manager, own.body.movement)).status).toBe(201);
  expect((await reverse(manager, "nothing")).status).toBe(404);
});

test("a movement of a deleted product, or of a deleted warehouse, can be reversed", async () => {
  const { manager } = await on("2026-11-07");
  const line = await newStockLine(manager, 10);
  const out = await manager.post("/v1/transactions/out", line);
  await manager.delete(`/v1/products/${line.product}`);
  await manager.delete(`/v1/warehouses/${line.warehouse}`);
  expect((await reverse(manager, out.body.movement)).status).toBe(201);
});
