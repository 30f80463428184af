// Posting stock in and out: once per key, never below zero, nothing lost.
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { engine } from "#tests/support/engine.ts";
import { countByStatus, inParallel, today, untilAnswered } from "#tests/support/fixtures.ts";
import { heldOf, idempotencyKey, ledgerOf, newProduct, newStockLine, newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";

const here = await world();
const { manager, executive, invoke, log, requests } = here;
const { put } = engine(here);
const out = (body: object, key?: string) => executive.post("/v1/transactions/out", body, idempotencyKey(key));

test("of 50 parallel stock-outs from 10 units, ten succeed and forty are refused with the units available", async () => {
  const line = await newStockLine(manager, 10);
  const answers = await inParallel(50, () => {
    const key = randomUUID();
    return untilAnswered(() => out(line, key));
  });
  expect(countByStatus(answers)).toEqual({ 201: 10, 422: 40 });
  const detail = { field: "quantity", product: line.product, message: "Out of stock (Avl. 0)", available: 0 };
  for (const { body } of answers.filter(({ status }) => status === 422))
    expect([body.code, body.details]).toEqual(["UNPROCESSABLE_CONTENT", [detail]]);
  expect(await heldOf(manager, line.product)).toBe(0);
  expect((await ledgerOf(manager, line.product)).filter((quantity) => quantity < 0)).toEqual(Array(10).fill(-1));
});

test("a posting that waited for a network counts today and keeps when it was entered; another age says nothing", async () => {
  const line = await newStockLine(manager, 10);
  const waited = (age: string) =>
    executive.post("/v1/transactions/out", line, { ...idempotencyKey(), "entry-age": age });
  const before = Date.now();
  const { body, status } = await waited("5400");
  expect(status).toBe(201);
  const [{ made_at, created_at }] = body.data;
  expect(Date.parse(created_at) - Date.parse(made_at)).toBe(5_400_000);
  expect(Date.parse(created_at)).toBeGreaterThanOrEqual(before);
  const [row] = (await manager.get(`/v1/transactions?start=${today()}&end=${today()}`)).body;
  expect(row.made_at).toBe(made_at);
  for (const age of ["", "0", "-60", "1.5", "soon", "1e99", "Infinity"])
    expect((await waited(age)).body.data[0]).not.toHaveProperty("made_at");
});

test("a retry gets the first answer, also after the stock is gone and product and warehouse are deleted", async () => {
  const line = await newStockLine(manager, 1);
  const key = randomUUID();
  const first = await out(line, key);
  expect(first.status).toBe(201);
  expect(await out(line, key)).toMatchObject({ status: 201, body: first.body });
  expect((await out(line)).status).toBe(422);
  expect(await out(line, key)).toMatchObject({ status: 201, body: first.body });
  await manager.delete(`/v1/products/${line.product}`);
  expect((await out(line)).status).toBe(404);
  expect(await out(line, key)).toMatchObject({ status: 201, body: first.body });
  await manager.delete(`/v1/warehouses/${line.warehouse}`);
  expect(await out(line, key)).toMatchObject({ status: 201, body: first.body });
  expect(await ledgerOf(manager, line.product)).toEqual([-1, 1]);
});

test("an invalid line is refused field by field and changes neither stock nor ledger", async () => {
  const line = await newStockLine(manager, 5);
  const wrong: [object, number, string][] = [
    [{ quantity: 0 }, 400, "quantity"],
    [{ quantity: "5" }, 400, "quantity"],
    [{ product: "p999999" }, 404, "product"],
    [{ product: line.warehouse }, 404, "product"],
    [{ warehouse: "w999999" }, 404, "warehouse"],
    [{ warehouse: "" }, 400, "warehouse"],
    [{ reason: "Return" }, 400, "reason"],
    [{ action: "STOCK_IN" }, 400, "action"],
    [{ quantity: 6 }, 422, "quantity"],
  ];
  for (const [change, status, field] of wrong) {
    const answer = await out({ ...line, ...change });
    expect([change, answer.status, answer.body.details?.[0]?.field]).toEqual([change, status, field]);
  }
  expect((await executive.post("/v1/transactions/out", line, { "idempotency-key": "1" })).status).toBe(400);
  expect(await heldOf(manager, line.product)).toBe(5);
  expect(await ledgerOf(manager, line.product)).toEqual([5]);
});

test("stock in and out record reason, remarks and user in the ledger", async () => {
  const [product, warehouse] = [await newProduct(manager), await newWarehouse(manager)];
  const line = { product, warehouse, quantity: 3 };
  const answer = await executive.post("/v1/transactions/in", { ...line, reason: "Return", remarks: "Box torn\nonce" });
  expect(answer.body.data).toEqual([
    expect.objectContaining({
      movement: answer.body.movement,
      action: "STOCK_IN",
      reason: "Return",
      remarks: "Box torn\nonce",
      quantity: 3,
      user: expect.objectContaining({ username: "executive" }),
    }),
  ]);
  const byDefault = [
    await executive.post("/v1/transactions/in", line),
    await executive.post("/v1/transactions/in", { ...line, reason: "", action: "" }),
    await executive.post("/v1/transactions/out", line),
    await executive.post("/v1/transactions/out", { ...line, reason: "", action: "" }),
  ];
  const [usualIn, usualOut] = ["Production (Domestic)", "Outbound"];
  expect(byDefault.map(({ body }) => body.data?.[0].reason)).toEqual([usualIn, usualIn, usualOut, usualOut]);
});

test("a stock-out costs at most 4 write units before its answer, 6 with its index, and scans nothing", async () => {
  const line = await newStockLine(manager, 5);
  await out(line);
  const entry = requests().findLast(({ route }) => route === "POST /v1/transactions/out");
  expect(entry?.wcu).toBeLessThanOrEqual(6);
  expect(entry?.writes).toBe(1);
  expect(entry?.rcu).toBeLessThanOrEqual(5);
});

test("the nightly check finds stock equal to the ledger, both since the last snapshot and as a whole", async () => {
  for (const whole of [false, true])
    expect(await invoke("snapshot", { pause: 0, whole })).toMatchObject({ mismatches: 0 });
});

test("the nightly check logs a holding that does not match the ledger", async () => {
  const { product, warehouse } = await newStockLine(manager, 5);
  await put("stocks", [{ _id: product, held: { [warehouse]: 6 }, sold: {} }]);
  for (const whole of [false, true])
    expect(await invoke("snapshot", { pause: 0, whole })).toMatchObject({ mismatches: 1 });
  const written = log.filter((line) => line.includes('"mismatch"')).map((line) => JSON.parse(line));
  expect(written.at(-1)).toMatchObject({ level: "ERROR", pairs: [[`${product}#${warehouse}`, 1]] });
  await put("stocks", [{ _id: product, held: { [warehouse]: 5 }, sold: {} }]);
  expect(await invoke("snapshot", { pause: 0 })).toMatchObject({ mismatches: 0 });
});

test("only post writes holdings", () => {
  const files = readdirSync("functions", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const filesWith = (text: RegExp) => files.filter((file) => text.test(readFileSync(`functions/${file}`, "utf8")));
  expect(filesWith(/[`"](SET |ADD )?(held|sold)\.#/)).toEqual(["lib/ledger/stock-updates.ts"]);
  expect(filesWith(/import \{[^}]*\bstockUpdates\b[^}]*\} from/)).toEqual(["lib/ledger/post.ts"]);
});
