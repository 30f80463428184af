// Picklists: which warehouses they take from, what is refused, and many at once.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { channels } from "#shared/channel.ts";
import "#tests/support/to-fail-with.ts";
import { putProducts } from "#tests/support/engine.ts";
import { inParallel, today, untilAnswered } from "#tests/support/fixtures.ts";
import {
  heldOf,
  idempotencyKey,
  ledgerOf,
  newProduct,
  newStockLine,
  newWarehouse,
  setChannelWarehouses,
} from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";

const here = await world();
const { manager, executive, requests } = here;
const pick = (list: object[], more: object = { channel: "amazon" }, key?: string) =>
  executive.post("/v1/transactions/out", { list, ...more }, idempotencyKey(key));
const holds = async (product: string, quantities: number[]) => {
  const places = await Promise.all(quantities.map(() => newWarehouse(manager)));
  for (const [at, warehouse] of places.entries())
    await manager.post("/v1/transactions/in", { product, warehouse, quantity: quantities[at] });
  return places;
};

test("a picklist takes from the smallest holding first, and says where", async () => {
  const product = await newProduct(manager);
  const [big, small, middle] = await holds(product, [50, 5, 10]);
  const { status, body } = await pick([{ product, quantity: 18 }]);
  expect(status).toBe(201);
  expect(body.movement).toMatch(/^[\da-z]+$/);
  expect(body.data).toEqual([
    {
      product: expect.objectContaining({ _id: product }),
      quantity: 18,
      breakdown: [
        { warehouse: expect.objectContaining({ _id: small }), quantity: 5 },
        { warehouse: expect.objectContaining({ _id: middle }), quantity: 10 },
        { warehouse: expect.objectContaining({ _id: big }), quantity: 3 },
      ],
    },
  ]);
});

test("a picklist from chosen warehouses takes in their order, on a retry too, and says so in its record", async () => {
  const product = await newProduct(manager);
  const [big = "", small = "", other = ""] = await holds(product, [50, 5, 10]);
  const key = randomUUID();
  const send = () => pick([{ product, quantity: 52 }], { channel: "amazon", warehouses: [big, small] }, key);
  const first = await send();
  expect(first.body.from.map(({ _id }: { _id: string }) => _id)).toEqual([big, small]);
  expect(first.body.data[0].breakdown).toMatchObject([
    { warehouse: { _id: big }, quantity: 50 },
    { warehouse: { _id: small }, quantity: 2 },
  ]);
  // What is remembered, or gone, changes nothing about a request that was sent.
  await setChannelWarehouses(manager, "amazon", [other]);
  await manager.delete(`/v1/warehouses/${big}`);
  expect(await send()).toMatchObject({ status: 201, body: first.body });
  await setChannelWarehouses(manager, "amazon", []);
  const { body: past } = await manager.get(`/v1/picklists?start=${today()}&end=${today()}`);
  const record = past.find(({ _id }: { _id: string }) => _id === first.body.movement);
  expect([record.from, record.data]).toEqual([first.body.from, first.body.data]);
  const all = await pick([{ product, quantity: 4 }]);
  expect([all.body.from, all.body.data[0].breakdown[0].warehouse._id]).toEqual([undefined, small]);
});

const losses: [string, (id: string) => Promise<unknown>, (id: string) => Promise<unknown>][] = [
  ["deleted", (id) => manager.delete(`/v1/warehouses/${id}`), (id) => manager.post(`/v1/warehouses/${id}/restore`)],
  [
    "not for picking",
    (id) => manager.patch(`/v1/warehouses/${id}`, { not_for_picking: "yes" }),
    (id) => manager.patch(`/v1/warehouses/${id}`, { not_for_picking: "" }),
  ],
];
test.each(losses)(
  "a channel whose only warehouse is %s takes from no other until somebody chooses it, or it is back",
  async (_, lose, bring) => {
    const product = await newProduct(manager);
    const [only = "", other = ""] = await holds(product, [5, 20]);
    const key = randomUUID();
    const send = (more: object = {}, key?: string) =>
      pick([{ product, quantity: 1 }], { channel: "snd-app", ...more }, key);
    const first = await send({}, key);
    await setChannelWarehouses(manager, "snd-app", [only]);
    await lose(only);
    const message = "No warehouse is left for SND App: choose from which to take";
    for (const asked of await inParallel(3, () => send()))
      expect([asked.status, asked.body.details]).toEqual([422, [{ field: "channel", message }]]);
    expect(await send({}, key), "its answer was lost").toMatchObject({ status: 201, body: first.body });
    expect(await ledgerOf(manager, product)).toEqual([-1, 20, 5]);
    expect((await send({ channel: "jiomart", warehouses: [other] })).status).toBe(201);
    expect((await send({ warehouses: [other] })).status).toBe(201);

    await bring(only);
    expect((await send()).status).toBe(201);
    await lose(only);
    await setChannelWarehouses(manager, "snd-app", []);
    expect((await send()).body.data).toMatchObject([{ breakdown: [{ warehouse: { _id: other } }] }]);
    await bring(only);
    const { body: all } = await manager.get("/v1/warehouses");
    expect(all.find(({ _id }: { _id: string }) => _id === only)).not.toHaveProperty("channels");
  },
);

test("what the chosen warehouses lack is refused with the units there and elsewhere, and nothing is taken", async () => {
  const product = await newProduct(manager);
  const [near = "", far = "", shelf = ""] = await holds(product, [3, 40, 9]);
  await manager.patch(`/v1/warehouses/${shelf}`, { not_for_picking: "yes" });
  const from = (...warehouses: unknown[]) => pick([{ product, quantity: 4 }], { channel: "amazon", warehouses });
  const message = "Out of stock (Avl. 3)";
  expect((await from(near)).body.details).toEqual([{ field: "list", product, message, available: 3, elsewhere: 40 }]);
  for (const wrong of [[near, near], [], Array.from({ length: 21 }, (_, at) => `w${at}`)])
    expect(await from(...wrong)).toFailWith("BAD_REQUEST", { field: "warehouses" });
  expect(await from(near, "w999999")).toFailWith("UNPROCESSABLE_CONTENT", { field: "warehouses", _id: "w999999" });
  expect(await from(shelf)).toFailWith("UNPROCESSABLE_CONTENT", { field: "warehouses", _id: shelf });
  await manager.delete(`/v1/warehouses/${near}`);
  expect(await from(near, far)).toFailWith("UNPROCESSABLE_CONTENT", { field: "warehouses", _id: near });
  expect(await ledgerOf(manager, product)).toEqual([9, 40, 3]);
});

test("two people who take from the same chosen warehouses get no unit twice, and both the order they chose", async () => {
  const product = await newProduct(manager);
  const [a = "", b = ""] = await holds(product, [6, 6, 6]);
  const answers = await inParallel(8, (n) => {
    const warehouses = n % 2 === 0 ? [a, b] : [b, a];
    const key = randomUUID();
    return untilAnswered(() => pick([{ product, quantity: 2 }], { channel: "amazon", warehouses }, key));
  });
  const taken = answers.filter(({ status }) => status === 201);
  expect([taken.length, await heldOf(manager, product)]).toEqual([6, 6]);
  for (const { body } of answers.filter(({ status }) => status !== 201))
    expect(body.details).toMatchObject([{ available: 0, elsewhere: 6 }]);
});

test("lines of one product are summed", async () => {
  const { product } = await newStockLine(manager, 10);
  const lines = (...units: number[]) => units.map((quantity) => ({ product, quantity }));
  const { body } = await pick(lines(2, 3), { channel: "amazon", action: "" });
  expect(body.data).toMatchObject([{ quantity: 5 }]);
  expect((await pick(lines(3, 3))).status).toBe(422);
  expect(await heldOf(manager, product)).toBe(5);
});

test("a picklist that is short writes nothing and names every short line with the units available", async () => {
  const [swaddle, bib, towel] = await Promise.all([
    newStockLine(manager, 10),
    newStockLine(manager, 2),
    newStockLine(manager, 0),
  ]);
  const list = [swaddle, bib, towel].map(({ product }) => ({ product, quantity: 3 }));
  const { status, body } = await pick(list);
  expect(status).toBe(422);
  expect(body.details).toEqual([
    expect.objectContaining({ product: bib.product, available: 2, message: "Out of stock (Avl. 2)" }),
    expect.objectContaining({ product: towel.product, available: 0 }),
  ]);
  expect(await heldOf(manager, swaddle.product)).toBe(10);
  expect(await ledgerOf(manager, swaddle.product)).toEqual([10]);
});

test("95 products take one write and two rounds of reads; 96 are refused with a reason", async () => {
  const warehouse = await newWarehouse(manager);
  const products = Array.from({ length: 96 }, (_, n) => ({ _id: `many${n}`, held: { [warehouse]: 2 } }));
  await putProducts(here, products);
  const list = products.map(({ _id }) => ({ product: _id, quantity: 1 }));
  const refused = await pick(list);
  expect(refused.status).toBe(422);
  expect(refused.body.details).toEqual([{ field: "list", message: "At most 95 products, not 96" }]);
  const passed = await pick(list.slice(0, 95));
  expect(passed.status).toBe(201);
  expect(passed.body.data).toHaveLength(95);
  const costs = requests().findLast(({ route, status }) => route === "POST /v1/transactions/out" && status === 201);
  // User, products and stocks are 191 keys, in two batches; then the warehouses are listed.
  expect(costs).toMatchObject({ writes: 1, reads: 3 });
  expect(costs?.wcu).toBeLessThanOrEqual(95 * 2.5);
});

const pickInParallel = async (picklists: number, held: [number, number, number]): Promise<void> => {
  const units = held.reduce((sum, n) => sum + n, 0);
  const product = await newProduct(manager);
  await holds(product, held);
  const seen: number[] = [];
  let picking = true;
  const reader = (async () => {
    while (picking) for (const { quantity } of (await manager.get("/v1/stocks")).body) seen.push(quantity);
  })();
  const answers = await inParallel(picklists, (n) => {
    const key = randomUUID();
    return untilAnswered(() => pick([{ product, quantity: 1 }], { channel: channels[n % 6] }, key));
  });
  picking = false;
  await reader;
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(units);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(picklists - units);
  expect(await heldOf(manager, product)).toBe(0);
  expect(Math.min(...seen)).toBeGreaterThanOrEqual(0);
  expect((await ledgerOf(manager, product)).filter((n) => n < 0).reduce((sum, n) => sum + n, 0)).toBe(-units);
};

const guarantee = "in three warehouses move no unit twice, and no read shows less than zero";
test(`40 parallel picklists on 12 units ${guarantee}`, () => pickInParallel(40, [2, 4, 6]));
test(`200 parallel picklists on 60 units ${guarantee}`, { tags: "exhaustive" }, () =>
  pickInParallel(200, [10, 20, 30]),
);

test("an invalid picklist is refused field by field and writes nothing", async () => {
  const { product, warehouse } = await newStockLine(manager, 5);
  const list = [{ product, quantity: 1 }];
  const wrong: [object, number, string][] = [
    [{ list: [], channel: "amazon" }, 400, "list"],
    [{ list: "p1", channel: "amazon" }, 400, "list"],
    [{ list }, 400, "channel"],
    [{ channel: "amazon" }, 400, "list"],
    [{ list, channel: "ebay" }, 400, "channel"],
    [{ list, channel: "amazon", product, warehouse, quantity: 1 }, 400, "product"],
    [{ list, channel: "amazon", action: "STOCK_IN" }, 400, "action"],
    [{ list: [{ product, quantity: 0 }], channel: "amazon" }, 400, "list.0.quantity"],
    [{ list: [{ product, quantity: "1" }], channel: "amazon" }, 400, "list.0.quantity"],
    [{ list: [{ product: "p999999", quantity: 1 }], channel: "amazon" }, 404, "list"],
    [{ list: [{ product, quantity: 6 }], channel: "amazon" }, 422, "list"],
  ];
  for (const [body, status, field] of wrong) {
    const answer = await executive.post("/v1/transactions/out", body);
    expect([body, answer.status, answer.body.details?.[0]?.field]).toEqual([body, status, field]);
  }
  expect(await ledgerOf(manager, product)).toEqual([5]);
});
