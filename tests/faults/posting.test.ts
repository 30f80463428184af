// Posting under faults of the engine and the network: each key takes effect once, and a refused request moves nothing.
import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { seededRandom } from "#demo/random.ts";
import { maxProducts } from "#shared/limits.ts";
import type { StockRecord } from "#shared/stock.ts";
import { setClock, shortWaits } from "#tests/support/clock.ts";
import { today } from "#tests/support/fixtures.ts";
import { newProxy, type Outcome } from "#tests/support/proxy.ts";
import { heldOf, idempotencyKey, ledgerOf, newProduct, newStockLine, newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";

const proxy = newProxy();
const preload = [shortWaits];
const { manager, executive, log, requests } = await world({ preload, wrapDynamo: proxy.wrap });
const out = (body: object, key: string = randomUUID()) =>
  executive.post("/v1/transactions/out", body, idempotencyKey(key));

afterEach(() => {
  proxy.decide = () => "forward";
});

/** Injects faults into stock writes only. */
const injectFaults = (outcome: (call: number) => Outcome) => {
  let call = 0;
  proxy.decide = (operation) => (operation === "TransactWriteItems" ? outcome(call++) : "forward");
};

let clock = Date.now();
/** Lets a second pass on the Lambdas' clock, so that they soon give up. */
const passSecond = (): void => {
  clock += 1_000;
  setClock(new Date(clock).toISOString());
};

test("with a conflict on 30 % of writes, 40 parallel stock-outs all count, once each", async () => {
  const line = await newStockLine(manager, 40);
  const chance = seededRandom(7).next;
  injectFaults(() => (chance() < 0.3 ? "conflict" : "forward"));
  const answers = await Promise.all(Array.from({ length: 40 }, () => out(line)));
  expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(201));
  expect(await heldOf(manager, line.product)).toBe(0);
});

test("with nothing but conflicts the answer is 503 with Retry-After, nothing is written, and the log says why", async () => {
  const line = await newStockLine(manager, 5);
  injectFaults(() => {
    passSecond();
    return "conflict";
  });
  const answer = await out(line);
  const [failure, ...others] = log.filter((one) => one.includes('"failure"')).map((one) => JSON.parse(one));
  expect(failure).toMatchObject({ level: "ERROR", error: { name: "TransactionCanceledException" } });
  expect([failure.request_id, others]).toEqual([requests().at(-1)?.request_id, []]);
  expect(answer.status).toBe(503);
  expect(answer.body).toEqual({ code: "SERVICE_UNAVAILABLE", message: "Busy right now, try again" });
  expect(answer.headers.get("retry-after")).toBe("1");
  expect(await ledgerOf(manager, line.product)).toEqual([5]);
});

test.each([
  ["committed", "committed, in progress", 201],
  ["not committed", "in progress", 503],
] as const)("a write that was %s and stays in progress counts once with its retry", async (_, first, status) => {
  const line = await newStockLine(manager, 1);
  const key = randomUUID();
  injectFaults((call) => {
    passSecond();
    return call === 0 ? first : "in progress";
  });
  expect((await out(line, key)).status).toBe(status);
  injectFaults(() => "forward");
  expect(await out(line, key)).toMatchObject({ status: 201, body: { data: [{ quantity: 1 }] } });
  expect(await heldOf(manager, line.product)).toBe(0);
  expect(await ledgerOf(manager, line.product)).toEqual([-1, 1]);
});

const outcomes = ["lose request", "in progress", "committed, in progress", "throttle", "fail"] as const;

const retries = (outcome: Outcome) => async () => {
  const line = await newStockLine(manager, 1);
  injectFaults((call) => (call < 3 ? outcome : "forward"));
  const answer = await out(line);
  expect(answer.status).toBe(201);
  expect(await heldOf(manager, line.product)).toBe(0);
  expect(await ledgerOf(manager, line.product)).toEqual([-1, 1]);
};
const retried = "happens to the first three writes they are retried, and the last unit leaves once";
test(`when 'lose answer' ${retried}`, retries("lose answer"));
for (const outcome of outcomes) test(`when '${outcome}' ${retried}`, { tags: "exhaustive" }, retries(outcome));

test("a write never answered, and in progress when retried later, counts once", { tags: "exhaustive" }, async () => {
  const line = await newStockLine(manager, 5);
  injectFaults((call) => (["hang", "in progress"] as const)[call] ?? "forward");
  expect((await out(line)).status).toBe(201);
  expect(await ledgerOf(manager, line.product)).toEqual([-1, 5]);
});

test("a Lambda cut off from its engine after any call leaves stock and ledger equal, and its retry counts once", async () => {
  for (let survived = 0; survived < 9; survived++) {
    const line = await newStockLine(manager, 5);
    const key = randomUUID();
    let calls = 0;
    proxy.decide = () => (calls++ < survived ? "forward" : "fail");
    await out(line, key);
    proxy.decide = () => "forward";
    expect((await out(line, key)).status).toBe(201);
    expect(await heldOf(manager, line.product)).toBe(4);
    expect(await ledgerOf(manager, line.product)).toEqual([-1, 5]);
  }
});

test("a receipt that stopped half way refuses a correction under its key, and is finished by its own retry, once", async () => {
  const warehouse = await newWarehouse(manager);
  const products = await Promise.all(Array.from({ length: maxProducts + 2 }, () => newProduct(manager)));
  const list = products.map((product) => ({ product, quantity: 2 }));
  const container = { container: "MSKU", expected_delivery: today(), list };
  const { _id } = (await manager.post("/v1/shipments", container, idempotencyKey())).body;
  const key = randomUUID();
  const receive = (body: object) =>
    executive.post(`/v1/shipments/${_id}/receive`, { warehouse, ...body }, idempotencyKey(key));
  const held = async () => {
    const { body } = await manager.get(`/v1/stocks?warehouse=${warehouse}`);
    return body.filter((record: StockRecord) => record.warehouse._id === warehouse).length;
  };
  injectFaults((call) => (call === 0 ? "forward" : "deny"));
  expect((await receive({})).status).toBe(500);
  injectFaults(() => "forward");
  expect(await held()).toBe(maxProducts);
  const corrected = await receive({ list: list.slice(1) });
  expect([corrected.status, corrected.body.details]).toMatchObject([409, [{ field: "idempotency-key" }]]);
  expect(await held()).toBe(maxProducts);
  for (let time = 0; time < 2; time++) expect((await receive({})).status).toBe(201);
  expect(await held()).toBe(products.length);
});

const deliver = async (requests: number): Promise<void> => {
  const line = await newStockLine(manager, 1_000);
  const chance = seededRandom(11).next;
  const keys = Array.from({ length: requests }, () => randomUUID());
  const deliveries = keys.flatMap((key) => Array.from({ length: 1 + Math.floor(chance() * 4) }, () => key));
  deliveries.sort(() => chance() - 0.5);
  injectFaults(() => (chance() < 0.05 ? "conflict" : chance() < 0.05 ? "lose answer" : "forward"));
  const answered = new Map<string, unknown>();
  const clients = Array.from({ length: 8 }, async () => {
    for (let key = deliveries.pop(); key; key = deliveries.pop()) {
      const { status, body } = await out(line, key);
      expect(status).toBe(201);
      expect(answered.get(key) ?? body).toEqual(body);
      answered.set(key, body);
    }
  });
  await Promise.all(clients);
  expect(await heldOf(manager, line.product)).toBe(1_000 - requests);
  expect((await ledgerOf(manager, line.product)).filter((quantity) => quantity < 0)).toHaveLength(requests);
};

const delivered = "requests, each delivered one to four times, have one effect per key";
test(`40 ${delivered}`, () => deliver(40));
test(`400 ${delivered}`, { tags: "exhaustive" }, () => deliver(400));
