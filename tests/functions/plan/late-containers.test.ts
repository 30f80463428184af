// What containers that came late mean for the plan: of an order, and of the containers that are on their way.
import { expect, test } from "vitest";
import { addDays } from "#shared/day.ts";
import type { PlanRow } from "#shared/plan.ts";
import { setClock } from "#tests/support/clock.ts";
import { newProduct, newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";

const today = "2026-11-20";
const announced = addDays(today, -14);
setClock(`${announced}T06:00:00Z`);
const here = await world();

test("ten containers that came 4 days after a span of 10 make a lead time of 90 days 4 days late, and open ones as their spans", async () => {
  let client = here.manager;
  const warehouse = await newWarehouse(client);
  const product = await newProduct(client, { lead_time: "90" });
  const other = await newProduct(client, { lead_time: "90" });
  for (const one of [product, other])
    await client.post("/v1/transactions/in", { product: one, warehouse, quantity: 10 });
  const announce = async (container: string, expected_delivery: string, list: object[]) =>
    (await client.post("/v1/shipments", { container, expected_delivery, list })).body._id;
  const ids: string[] = [];
  for (let n = 0; n < 10; n++)
    ids.push(await announce(`MSKU ${n}`, addDays(announced, 10), [{ product, quantity: 100 }]));
  client = await here.signInAt(`${addDays(announced, 14)}T06:00:00Z`);
  for (const id of ids) expect((await client.post(`/v1/shipments/${id}/receive`, { warehouse })).status).toBe(201);
  client = await here.signInAt(`${addDays(today, 1)}T06:00:00Z`);
  const both = [product, other].map((one) => ({ product: one, quantity: 50 }));
  await announce("CMAU 5", addDays(today, 6), both);
  await announce("CMAU 60", addDays(today, 61), both);
  await here.invoke("snapshot", { pause: 0 });
  const { rows } = (await client.get("/v1/plan")).body;
  const rowOf = (id: string): PlanRow => rows.find(({ _id }: PlanRow) => _id === id);
  const daysOf = ({ late, arrivals }: PlanRow) => ({ late, days: arrivals.map(({ day }) => day) });
  // 0.3 of 5 days is 1.5; of 60 days no more than the 3 that are usual, and their spread of 0.9.
  expect(daysOf(rowOf(product))).toEqual({ late: 4, days: [addDays(today, 8), addDays(today, 65)] });
  // No container has brought it: as all containers, 0.2 of 5 days and at most 2 and a spread of 1.3.
  expect(daysOf(rowOf(other))).toEqual({ late: 3, days: [addDays(today, 7), addDays(today, 64)] });
  expect((await client.get(`/v1/plan/${other}`)).body.row).toEqual(rowOf(other));
});
