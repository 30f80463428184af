// A warehouse that is not for picking: what orders, alerts and the plan leave out, and what counts it as ever.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addDays } from "#shared/day.ts";
import { setClock } from "#tests/support/clock.ts";
import "#tests/support/to-fail-with.ts";
import { importOf, previewOf } from "#tests/support/imports.ts";
import { createProduct, heldOf, idempotencyKey, newWarehouse } from "#tests/support/stock.ts";
import { type Client, world } from "#tests/support/world.ts";

const start = `${new Date().getFullYear() + 1}-03-01`;
setClock(`${start}T06:00:00Z`);
const here = await world();
let manager: Client = here.manager;
const on = async (day: string): Promise<void> => {
  manager = await here.signInAt(`${day}T06:00:00Z`);
};
const night = (day: string, more: object = {}) => {
  setClock(`${day}T00:30:00Z`);
  return here.invoke("snapshot", { pause: 0, ...more });
};
const [shelf, hub] = [await newWarehouse(manager, "RET"), await newWarehouse(manager, "HUB")];
const { _id: product, p_id } = await createProduct(manager);
const pick = (quantity: number, key?: string) =>
  manager.post("/v1/transactions/out", { list: [{ product, quantity }], channel: "amazon" }, idempotencyKey(key));
const mark = (not_for_picking: string) => manager.patch(`/v1/warehouses/${shelf}`, { not_for_picking });
const rowOf = async (path: string, list?: string) => {
  const { body } = await manager.get(path);
  return (list ? body[list] : body).find(({ _id }: { _id: string }) => _id === product);
};
const planRow = () => rowOf("/v1/plan", "rows");
const outOfStock = () => rowOf("/v1/app/dash/inventory", "outOfStockProducts");

test("orders, alerts and the plan leave it out from its marking on, and say how many units are there", async () => {
  for (const [warehouse, quantity] of [
    [shelf, 2],
    [hub, 10],
  ])
    await manager.post("/v1/transactions/in", { product, warehouse, quantity });
  const key = randomUUID();
  const before = await pick(1, key);
  expect(before.body.data[0].breakdown).toMatchObject([{ warehouse: { _id: shelf }, quantity: 1 }]);
  expect(await planRow()).toMatchObject({ stock: 11 });
  expect(JSON.stringify([await planRow(), (await manager.get("/v1/app/context")).body])).not.toContain("picking");

  expect(await mark("no")).toFailWith("BAD_REQUEST", { field: "not_for_picking" });
  expect((await mark("yes")).body.not_for_picking).toBe("yes");
  const { body: changes } = await here.root.get(`/v1/audit?start=${start}&end=${start}&kind=warehouse`);
  expect(changes[0].fields).toEqual([{ field: "not_for_picking", to: "yes" }]);

  expect(await pick(11)).toFailWith("UNPROCESSABLE_CONTENT", { message: "Out of stock (Avl. 10)", available: 10 });
  expect(await pick(1, key), "a retry replays").toMatchObject({ status: 201, body: before.body });
  const file = `Order ID,SKU,Qty\n404-1,${p_id},11\n`;
  const preview = await previewOf(manager, "orders", file, { channel: "amazon" });
  const [line] = (await importOf(manager, preview.body._id)).products ?? [];
  expect(line).toMatchObject({ short: 11, available: 10, not_for_picking: 1 });

  expect((await pick(10)).body.data[0].breakdown).toMatchObject([{ warehouse: { _id: hub }, quantity: 10 }]);
  expect(await outOfStock()).toMatchObject({ stock: 0, not_for_picking: 1 });
  expect(await planRow()).toMatchObject({ stock: 0, not_for_picking: 1 });
  expect(await rowOf("/v1/products")).toMatchObject({ stock: 1 });
  expect(await heldOf(manager, product)).toBe(1);
  const out = { product, warehouse: shelf, quantity: 2, reason: "Damage" };
  expect(await manager.post("/v1/transactions/out", out)).toFailWith("UNPROCESSABLE_CONTENT", { available: 1 });
});

test("days that closed with units there alone are out of stock while it is marked, and stay so", async () => {
  const days = async () => (await planRow()).days;
  await night(addDays(start, 1));
  await night(addDays(start, 2));
  await on(addDays(start, 2));
  // On the first day eleven were sold, so it was in stock.
  expect(await days()).toEqual([11, null]);
  expect((await mark("")).body.not_for_picking).toBeUndefined();
  expect(await outOfStock()).toBeUndefined();
  await night(addDays(start, 3), { rebuild: addDays(start, 1) });
  await on(addDays(start, 3));
  expect(await days()).toEqual([11, null, 0]);
  await mark("yes");
  expect(await days()).toEqual([11, null, 0]);
});
