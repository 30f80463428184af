// Warehouses: created, listed, changed and deleted.
import { expect, test } from "vitest";
import type { StockRecord } from "#shared/stock.ts";
import "#tests/support/to-fail-with.ts";
import { recentTransactions, unique } from "#tests/support/fixtures.ts";
import { newStockLine } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";

const { manager, executive } = await world();

const form = () => ({
  w_id: unique("BLR"),
  name: "Bengaluru Hub",
  location: "Nelamangala",
  description: "Main store.\nNo night shift.",
});
const listed = async (id: string) =>
  (await manager.get("/v1/warehouses")).body.find((row: { _id: string }) => row._id === id);

test("the answer to a new warehouse equals its entry in the list, with a short id", async () => {
  const sent = form();
  const { status, body } = await manager.post("/v1/warehouses", { ...sent, name: "  Bengaluru Hub " });
  expect(status).toBe(201);
  expect(body).toEqual({
    ...sent,
    _id: expect.stringMatching(/^w\d+$/),
    created_at: expect.any(String),
    updated_at: body.created_at,
  });
  expect(await listed(body._id)).toEqual(body);
});

test("a change keeps fields it leaves out and clears fields it sends empty", async () => {
  const { body: before } = await manager.post("/v1/warehouses", form());
  const { status, body } = await manager.patch(`/v1/warehouses/${before._id}`, { name: "Pune", description: "" });
  const { description, ...kept } = before;
  expect(description).toBeDefined();
  expect(status).toBe(200);
  expect(body).toEqual({ ...kept, name: "Pune", updated_at: expect.any(String) });
  expect(await listed(before._id)).toEqual(body);
});

test.each([
  ["w_id", ""],
  ["w_id", "x".repeat(201)],
  ["name", " "],
  ["location", "a\u0007b"],
  ["description", "x".repeat(2_001)],
])("400: a warehouse with the %s %j is not made and not changed", async (field, value) => {
  const count = (await manager.get("/v1/warehouses")).body.length;
  expect(await manager.post("/v1/warehouses", { ...form(), [field]: value })).toFailWith("BAD_REQUEST", { field });
  expect((await manager.get("/v1/warehouses")).body).toHaveLength(count);
  const { body } = await manager.post("/v1/warehouses", form());
  expect(await manager.patch(`/v1/warehouses/${body._id}`, { [field]: value })).toFailWith("BAD_REQUEST", { field });
  expect(await listed(body._id)).toEqual(body);
});

test("a deleted warehouse disappears at once from lists, pickers, stock and totals, and the ledger keeps its name", async () => {
  const line = await newStockLine(manager, 7);
  const place = await listed(line.warehouse);
  const elsewhere = (await manager.post("/v1/warehouses", form())).body._id;
  await manager.post("/v1/transactions/in", { ...line, warehouse: elsewhere, quantity: 5 });
  const stockOf = async () =>
    (await manager.get("/v1/products")).body.find((row: { _id: string }) => row._id === line.product).stock;
  expect(await stockOf()).toBe(12);

  expect(await manager.delete(`/v1/warehouses/${line.warehouse}`)).toMatchObject({ status: 204, body: undefined });
  expect(await listed(line.warehouse)).toBeUndefined();
  expect(await stockOf()).toBe(5);
  const context = (await executive.get("/v1/app/context")).body;
  expect(context.warehouse.map((row: { _id: string }) => row._id)).not.toContain(line.warehouse);
  expect(context.product.find((row: { _id: string }) => row._id === line.product).stock).toBe(5);
  const records: StockRecord[] = (await executive.get("/v1/stocks")).body;
  expect(records.filter((record) => record.warehouse._id === line.warehouse)).toEqual([]);
  for (const path of ["in", "out"])
    expect(await executive.post(`/v1/transactions/${path}`, line)).toFailWith("RESOURCE_NOT_FOUND", {
      field: "warehouse",
    });
  expect(await manager.patch(`/v1/warehouses/${line.warehouse}`, { name: "Back again" })).toFailWith(
    "RESOURCE_NOT_FOUND",
  );

  const rows = (await manager.get(recentTransactions())).body;
  const row = rows.find((one: { warehouse: { _id: string } }) => one.warehouse._id === line.warehouse);
  expect(row.warehouse).toEqual({ _id: place._id, w_id: place.w_id, name: place.name });
});
