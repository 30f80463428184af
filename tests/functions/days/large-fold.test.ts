// A day with so many products that its fold does not fit beside the ids of reversed sales: it is read whole, and a reversal
// costs no more than on any other day.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addDays } from "#shared/day.ts";
import type { Line } from "#shared/movement.ts";
import { setClock } from "#tests/support/clock.ts";
import { engine, storedMovement } from "#tests/support/engine.ts";
import { newStockLine } from "#tests/support/stock.ts";
import { newWorld } from "#tests/support/world.ts";

test("a fold of 12,000 products is in rows of its own, and the row of the day stays small", async () => {
  const [day, today] = ["2026-11-10", "2026-11-20"];
  const here = await newWorld();
  const { put, all } = engine(here);
  const seller = await here.signInAt(`${day}T06:00:00Z`);
  const { product } = await newStockLine(seller, 5);
  const sale = await seller.post("/v1/transactions/out", { list: [{ product, quantity: 5 }], channel: "amazon" });
  const others = Array.from({ length: 30 }, (_, n) => {
    const lines = Array.from({ length: 400 }, (): Line => [randomUUID(), "w1", -1]);
    return storedMovement(`sale${n}`, day, { kind: "picklist", channel: "amazon", lines });
  });
  await put("movements", others);
  setClock(`${today}T06:00:00Z`);
  await here.invoke("snapshot", { pause: 0 });
  const [row] = (await all("days")).filter((one) => one.day === day) as { sales: Uint8Array; parts: string[] }[];
  expect(row?.parts.length).toBeGreaterThan(0);
  expect(row?.sales.length).toBe(0);

  const manager = await here.signInAt(`${today}T06:00:00Z`);
  const sold = async () => {
    const { body } = await manager.get(`/v1/app/dash/analytics?start=${day}&end=${addDays(day, 1)}`);
    return Object.values(body.channelSales.amazon as Record<string, number>).reduce((sum, units) => sum + units, 0);
  };
  expect(await sold()).toBe(12_005);
  expect((await manager.post(`/v1/transactions/${sale.body.movement}/reverse`, {})).status).toBe(201);
  expect(here.requests().at(-1)?.wcu).toBeLessThan(40);
  expect(await sold()).toBe(12_000);
});
