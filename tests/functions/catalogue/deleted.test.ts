// Deleted products and warehouses: listed, and restored with their stock while their code is free.
import { expect, test } from "vitest";
import "#tests/support/to-fail-with.ts";
import type { Deleted } from "#shared/change.ts";
import { countByStatus, inParallel, listedRow, unique } from "#tests/support/fixtures.ts";
import { createProduct, heldOf, ledgerOf, newProduct, newStockLine, newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";

const { manager, executive } = await world();

const deleted = (noun: string, id: string): Promise<Deleted | undefined> =>
  listedRow(manager, `/v1/${noun}/deleted`, id);
const listed = (noun: string, id: string) => listedRow(manager, `/v1/${noun}`, id);

test("a deleted product is listed with its units, and comes back with stock, sales and code", async () => {
  const { product, warehouse } = await newStockLine(manager, 9);
  await manager.post("/v1/transactions/out", { channel: "amazon", list: [{ product, quantity: 3 }] });
  const before = await listed("products", product);
  await manager.delete(`/v1/products/${product}`);
  expect(await listed("products", product)).toBeUndefined();
  const row = { _id: product, code: before.p_id, name: before.name, stock: 6, deleted_at: expect.any(String) };
  expect(await deleted("products", product)).toEqual(row);
  const { status, body } = await manager.post(`/v1/products/${product}/restore`);
  expect([status, body]).toEqual([200, { ...before, updated_at: expect.any(String) }]);
  expect(body.updated_at > before.updated_at).toBe(true);
  expect(await deleted("products", product)).toBeUndefined();
  expect(await heldOf(manager, product)).toBe(6);
  expect((await executive.post("/v1/transactions/out", { product, warehouse, quantity: 6 })).status).toBe(201);
  expect(await ledgerOf(manager, product)).toEqual([-6, -3, 9]);
});

test("a deleted warehouse is listed with its units, and they count again once it is restored", async () => {
  const { product, warehouse } = await newStockLine(manager, 5);
  const before = await listed("warehouses", warehouse);
  await manager.delete(`/v1/warehouses/${warehouse}`);
  expect(await heldOf(manager, product)).toBe(0);
  expect(await deleted("warehouses", warehouse)).toMatchObject({ code: before.w_id, name: before.name, stock: 5 });
  const { status, body } = await manager.post(`/v1/warehouses/${warehouse}/restore`);
  expect([status, body]).toEqual([200, { ...before, updated_at: expect.any(String) }]);
  expect(body.updated_at > before.updated_at).toBe(true);
  expect(await heldOf(manager, product)).toBe(5);
});

test("the last deleted is listed first", async () => {
  const ids = [await newProduct(manager), await newProduct(manager)];
  for (const id of ids) await manager.delete(`/v1/products/${id}`);
  const all = (await manager.get("/v1/products/deleted")).body.map(({ _id }: Deleted) => _id);
  expect(all.filter((id: string) => ids.includes(id))).toEqual(ids.toReversed());
});

test("while another one has its code it stays deleted, and says so; freed, it comes back", async () => {
  const p_id = unique("SND");
  const { _id: old } = await createProduct(manager, { p_id });
  await manager.delete(`/v1/products/${old}`);
  const { _id: heir } = await createProduct(manager, { p_id: p_id.toLowerCase() });
  const { status, body } = await manager.post(`/v1/products/${old}/restore`);
  expect([status, body.details]).toEqual([409, [{ field: "p_id", message: "Taken already" }]]);
  expect(await listed("products", old)).toBeUndefined();
  await manager.delete(`/v1/products/${heir}`);
  expect((await manager.post(`/v1/products/${old}/restore`)).status).toBe(200);
  expect((await manager.post(`/v1/products/${heir}/restore`)).status).toBe(409);
});

test("restored by five people at once, or when it was not deleted, it is there once", async () => {
  const id = await newWarehouse(manager);
  expect((await manager.post(`/v1/warehouses/${id}/restore`)).status).toBe(200);
  await manager.delete(`/v1/warehouses/${id}`);
  const answers = await inParallel(5, () => manager.post(`/v1/warehouses/${id}/restore`));
  const counts = countByStatus(answers);
  expect((counts[200] ?? 0) + (counts[409] ?? 0)).toBe(5);
  expect(counts[200]).toBeGreaterThan(0);
  expect(await listed("warehouses", id)).toBeDefined();
  expect((await manager.delete(`/v1/warehouses/${id}`)).status).toBe(204);
});

test("an id that never was is not found", async () => {
  expect(await manager.post("/v1/products/p999999/restore")).toFailWith("RESOURCE_NOT_FOUND");
  expect(await manager.post("/v1/warehouses/w999999/restore")).toFailWith("RESOURCE_NOT_FOUND");
});
