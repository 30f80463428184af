// Orders that programs bring: each is taken once, whoever tells it and however often, and goes back once when it is cancelled.
import { beforeEach, describe, expect, test } from "vitest";
import type { TakenOrder } from "#shared/order.ts";
import { changeForm, countByStatus, inParallel, today, unique } from "#tests/support/fixtures.ts";
import { applyAll } from "#tests/support/imports.ts";
import { newProgram } from "#tests/support/programs.ts";
import { createProduct, heldOf, newWarehouse, pickTick, reverse } from "#tests/support/stock.ts";
import "#tests/support/to-fail-with.ts";
import { type Client, world } from "#tests/support/world.ts";
import { csvOf, previewRows } from "./driver.ts";

const here = await world();
const { manager, executive } = here;
const warehouse = await newWarehouse(manager);
const bringer = () => newProgram(here, { scope: "orders:write", role: "executive" });
const { client: other } = await bringer();
/** In turns, since each may make 120 calls a minute. */
const shops = await inParallel(6, bringer);
let [shop, shopName, turn] = [other, "", 0];
beforeEach(() => {
  const program = shops[turn++ % shops.length];
  if (program) [shop, shopName] = [program.client, program.name];
});

const stocked = async (quantity = 10) => {
  const { _id, p_id } = await createProduct(manager);
  if (quantity > 0) await manager.post("/v1/transactions/in", { product: _id, warehouse, quantity });
  return { _id, code: p_id, left: () => heldOf(manager, _id) };
};
type Goods = Awaited<ReturnType<typeof stocked>>;
const line = ({ code }: { code: string }, quantity: number, number?: string) => ({
  code,
  quantity,
  ...(number && { line: number }),
});
const orderOf = (...lines: object[]) => ({ order: unique("SH-"), lines });
const bring = (orders: object | object[], by = shop, channel = "amazon") =>
  by.post("/v1/orders", { channel, orders: [orders].flat() });
const cancel = (order: string, by = shop, channel = "amazon", more: object = {}) =>
  by.post(`/v1/orders/${encodeURIComponent(order)}/cancel`, { channel, ...more });
/** So many units of each line are cancelled in all. */
const cancelUnits = ({ order }: { order: string }, ...lines: object[]) => cancel(order, shop, "amazon", { lines });
const listed = async ({ order }: { order: string }) =>
  (await executive.get("/v1/orders/put-back")).body.filter((one: { order: string }) => one.order === order);
const stateOf = ({ body }: { body: { orders: TakenOrder[] } }) => body.orders.map(({ state }) => state);

const fileOf = ({ order, lines }: { order: string; lines: { code: string; quantity: number; line?: string }[] }) =>
  csvOf(
    ["Order ID", "Order Item ID", "SKU", "Qty"],
    ...lines.map(({ code, quantity, line = "" }) => [order, line, code, quantity]),
  );
const preview = (order: object, client: Client = executive) =>
  previewRows(client, "orders", fileOf(order as Told), { channel: "amazon" });

test("an order is one picklist that waits, in the name of the program; sent again it is the same one, and takes nothing", async () => {
  const [bib, cot] = [await stocked(), await stocked()];
  const order = orderOf(line(bib, 2), line(cot, 1, "L-2"));
  const first = await bring(order);
  expect([first.status, stateOf(first)]).toEqual([201, ["waiting"]]);
  expect([await bib.left(), await cot.left()]).toEqual([8, 9]);
  expect((await bring(order)).body).toEqual(first.body);
  expect(stateOf(await bring({ ...order, lines: order.lines.toReversed() }))).toEqual(["waiting"]);
  expect([await bib.left(), await cot.left()]).toEqual([8, 9]);
  const { movement } = first.body.orders[0];
  const lines = (await manager.get(`/v1/transactions/${movement}`)).body;
  expect(lines).toMatchObject({ orders: { first: [order.order], more: 0 } });
});

test("one order that two programs bring twenty times at once is taken once", async () => {
  const bib = await stocked();
  const order = orderOf(line(bib, 3));
  const answers = await inParallel(20, (n) => bring(order, n % 2 ? shop : other));
  expect(countByStatus(answers)).toEqual({ 201: 20 });
  expect(new Set(answers.map(({ body }) => body.orders[0].movement)).size).toBe(1);
  expect(await bib.left()).toBe(7);
});

test("20 orders at once for the last 5 units take 5, and each of the others is refused by its line", async () => {
  const bib = await stocked(5);
  const answers = await inParallel(20, () => bring(orderOf(line(bib, 1))));
  expect(countByStatus(answers)).toEqual({ 201: 5, 422: 15 });
  const refused = answers.find(({ status }) => status === 422);
  const short = { field: "orders.0.lines.0.quantity", product: bib._id, available: 0 };
  expect(refused).toFailWith("UNPROCESSABLE_CONTENT", short);
  expect(await bib.left()).toBe(0);
});

test.each([
  ["with numbers of lines", "L-1"],
  ["without", undefined],
])("an order is picked once by file and program, whichever is first, %s", async (_, number) => {
  const bib = await stocked();
  const [first, second] = [orderOf(line(bib, 2, number)), orderOf(line(bib, 2, number))];
  await bring(first);
  const later = await preview(first);
  expect([later.counts, later.groups]).toEqual([{ picked: 1 }, 0]);
  const { picklists } = await applyAll(executive, (await preview(second))._id);
  const answer = await bring(second);
  expect(answer.body.orders).toEqual([
    { order: second.order, state: "walked", movement: picklists?.[0]?.movement, number: picklists?.[0]?.number },
  ]);
  expect(await bib.left()).toBe(6);
});

type Told = Parameters<typeof fileOf>[0];

/** Who tells of how many of its five units, in order, and how many have left at the end. */
const tellings: [steps: string, left: number][] = [
  ["file 2, program 5", 5],
  ["program 2, file 5", 5],
  ["program 5, file 2", 5],
  ["file 1, program 3, file 5, program 5", 5],
  ["program 5, cancel 5, file 5", 0],
  ["program 2, cancel 5, file 5", 0],
  ["program 5, cancel 2, file 5", 3],
  ["program 3, cancel 2, file 5", 3],
  ["cancel 2, file 1, program 5", 3],
  ["file 3, cancel 2, program 5", 3],
  // Until somebody has put them back.
  ["file 5, cancel 5, program 5", 5],
  ["file 5, cancel 2, program 5", 5],
];
describe.each([
  ["with a number of the line", "L-1"],
  ["without", undefined],
])("an order that file and program tell is picked once, %s", (_, number) => {
  test.each(tellings)("%s: %i have left", async (steps, left) => {
    const bib = await stocked();
    const order = unique("SH-");
    const of = (units: number): Told => ({ order, lines: [{ code: bib.code, quantity: units, line: number ?? "" }] });
    const tell: Record<string, (units: number) => Promise<unknown>> = {
      program: (units) => bring(of(units)),
      file: async (units) => {
        const { _id, groups } = await preview(of(units));
        if (groups > 0) await applyAll(executive, _id);
      },
      cancel: (units) => (units === 5 ? cancel(order) : cancelUnits({ order }, line(bib, units))),
    };
    for (const step of [...steps.split(", "), "program 5", "file 5", "program 5"]) {
      expect(10 - (await bib.left())).toBeLessThanOrEqual(5);
      const [who = "", units] = step.split(" ");
      await tell[who]?.(Number(units));
    }
    expect(10 - (await bib.left())).toBe(left);
  });
});

test("of an order file that was previewed before the program brought its order, nothing is taken twice", async () => {
  const bib = await stocked();
  const order = orderOf(line(bib, 2));
  const { _id } = await preview(order);
  await bring(order);
  expect((await applyAll(executive, _id)).written).toBe(0);
  expect(await bib.left()).toBe(8);
});

test("of an order that has grown the rest is taken", async () => {
  const [bib, cot] = [await stocked(), await stocked()];
  const order = orderOf(line(bib, 1));
  const first = await bring(order);
  const grown = await bring({ ...order, lines: [line(bib, 3), line(cot, 1)] });
  expect(stateOf(grown)).toEqual(["waiting"]);
  expect(grown.body.orders[0].movement).not.toBe(first.body.orders[0].movement);
  expect([await bib.left(), await cot.left()]).toEqual([7, 9]);
});

test("each order of a call is taken whole or refused whole, by the line that is why", async () => {
  const [bib, cot] = [await stocked(), await stocked(1)];
  const orders = [orderOf(line(bib, 1)), orderOf(line(bib, 1), line(cot, 2)), orderOf(line({ code: "Nobody's" }, 1))];
  const { status, body } = await bring(orders);
  expect([status, body.orders]).toEqual([
    201,
    [
      expect.objectContaining({ state: "waiting" }),
      {
        order: orders[1]?.order,
        state: "refused",
        details: [
          { field: "orders.1.lines.1.quantity", message: "Out of stock (Avl. 1)", product: cot._id, available: 1 },
        ],
      },
      {
        order: orders[2]?.order,
        state: "refused",
        details: [{ field: "orders.2.lines.0.code", message: "No product has this code" }],
      },
    ],
  ]);
  expect([await bib.left(), await cot.left()]).toEqual([9, 1]);
  const none = await bring(orders.slice(1));
  expect(none).toFailWith(
    "UNPROCESSABLE_CONTENT",
    { field: "orders.0.lines.1.quantity" },
    { field: "orders.1.lines.0.code" },
  );
  await manager.post("/v1/transactions/in", { product: cot._id, warehouse, quantity: 1 });
  expect(stateOf(await bring(orders))).toEqual(["waiting", "waiting", "refused"]);
});

test("a cancelled order that waits goes back once; its file, its own call and a further cancellation take nothing", async () => {
  const bib = await stocked();
  const order = orderOf(line(bib, 4));
  const open = await preview(order);
  const grown = { ...order, lines: [line(bib, 9)] };
  await bring(order);
  const answers = await inParallel(4, (n) => cancel(order.order, n % 2 ? shop : other));
  for (const { status, body } of answers)
    expect([status, body]).toEqual([200, { order: order.order, state: "cancelled", put_back: 0 }]);
  expect(await bib.left()).toBe(10);
  expect((await applyAll(executive, open._id)).written).toBe(0);
  expect((await preview(order)).counts).toEqual({ cancelled: 1 });
  for (const told of [order, grown]) expect(stateOf(await bring(told))).toEqual(["cancelled"]);
  expect(stateOf(await bring(order, other))).toEqual(["cancelled"]);
  expect((await cancel(order.order)).body.put_back).toBe(0);
  expect(await bib.left()).toBe(10);
  expect(stateOf(await bring(order, shop, "flipkart"))).toEqual(["waiting"]);
});

test("an order that is cancelled before anybody told of it is never taken", async () => {
  const bib = await stocked();
  const [first, second] = [orderOf(line(bib, 1, "L-1")), orderOf(line(bib, 1))];
  const open = await preview(second);
  for (const { order } of [first, second]) expect((await cancel(order)).status).toBe(200);
  expect(stateOf(await bring([first, second]))).toEqual(["cancelled", "cancelled"]);
  expect((await preview(first)).counts).toEqual({ cancelled: 1 });
  expect((await applyAll(executive, open._id)).written).toBe(0);
  expect(await bib.left()).toBe(10);
});

test("orders that are brought and cancelled at once, in any order, are all back", async () => {
  const bib = await stocked(20);
  const orders = Array.from({ length: 10 }, () => orderOf(line(bib, 2)));
  await Promise.all(orders.flatMap((order) => [bring(order), cancel(order.order, other)]));
  await Promise.all(orders.map(({ order }) => cancel(order)));
  expect(await bib.left()).toBe(20);
});

test("units of a cancelled order whose picking has begun are put back by hand, as an order file has it", async () => {
  const bib = await stocked();
  const order = orderOf(line(bib, 3));
  const { movement } = (await bring(order)).body.orders[0];
  const ticks = [pickTick(bib._id, warehouse)];
  await executive.send("PUT", `/v1/picklists/${movement}/picked`, { ticks });
  expect(stateOf(await bring(order))).toEqual(["walked"]);
  for (let time = 0; time < 2; time++) expect((await cancel(order.order)).body.put_back).toBe(3);
  expect(await bib.left()).toBe(7);
  const { put_back = [], _id } = await preview(order);
  const own = put_back.filter((one) => one.order === order.order);
  expect(own).toMatchObject([{ units: 3, movement }]);
  await executive.post(`/v1/imports/${_id}/put-back`, { line: own[0]?._id });
  expect((await cancel(order.order)).body.put_back).toBe(0);
});

test("an order whose picklist somebody has reversed is not taken again by being sent again", async () => {
  const bib = await stocked();
  const order = orderOf(line(bib, 3));
  const { movement } = (await bring(order)).body.orders[0];
  await reverse(manager, movement);
  expect(stateOf(await bring(order))).toEqual(["cancelled"]);
  expect(await bib.left()).toBe(10);
});

test("an order that its file has taken is listed to be put back at once, though only the program has cancelled it", async () => {
  const [bib, cot] = [await stocked(), await stocked()];
  const [numbered, plain] = [orderOf(line(bib, 2, "L-1"), line(bib, 1, "L-2")), orderOf(line(cot, 4))];
  for (const order of [numbered, plain]) await applyAll(executive, (await preview(order))._id);
  for (let time = 0; time < 2; time++)
    expect([(await cancel(numbered.order)).body.put_back, (await cancel(plain.order)).body.put_back]).toEqual([3, 4]);
  const [one] = await listed(numbered);
  expect([await listed(numbered), one]).toMatchObject([
    [{ units: 3 }],
    { channel: "amazon", product: { _id: bib._id } },
  ]);
  const told = { ...numbered, lines: [line(bib, 3)] };
  expect((await preview(told)).put_back?.filter(({ order }) => order === numbered.order)).toMatchObject([{ units: 3 }]);
  const [{ _id }] = await listed(numbered);
  await executive.post("/v1/orders/put-back", { channel: "amazon", line: _id });
  expect([await listed(numbered), (await cancel(numbered.order)).body.put_back]).toEqual([[], 0]);
  expect(await executive.post("/v1/orders/put-back", { channel: "amazon", line: "none" })).toFailWith(
    "RESOURCE_NOT_FOUND",
  );
});

test("what a file has booked as sold is not taken by a program; once it is cancelled its sale is to be corrected, not put back", async () => {
  const form = { w_id: unique("FBA"), name: "Amazon FBA", sells_for: "amazon" };
  const { _id: shelf } = (await manager.post("/v1/warehouses", form)).body;
  const bib = await stocked();
  await manager.post("/v1/transactions/in", { product: bib._id, warehouse: shelf, quantity: 8 });
  const heads = ["Order ID", "Date", "Status", "Fulfilment", "SKU", "Qty"];
  const told = ({ order }: { order: string }) =>
    previewRows(executive, "orders", csvOf(heads, [order, today(), "Shipped", "Amazon", bib.code, 2]), {
      channel: "amazon",
    });
  const [whole, part, early] = [orderOf(line(bib, 2)), orderOf(line(bib, 2)), orderOf(line(bib, 2))];
  for (const order of [whole, part])
    expect((await applyAll(executive, (await told(order))._id)).picklists).toMatchObject([{ sale: true }]);
  expect(stateOf(await bring([whole, part]))).toEqual(["walked", "walked"]);
  // Nobody picks from the shelf.
  expect(await bring(orderOf(line(bib, 11)))).toFailWith("UNPROCESSABLE_CONTENT", { product: bib._id, available: 10 });
  for (let time = 0; time < 2; time++)
    expect([(await cancel(whole.order)).body.put_back, (await cancelUnits(part, line(bib, 1))).body.put_back]).toEqual([
      0, 0,
    ]);
  await cancel(early.order);
  expect((await told(early)).counts).toEqual({ cancelled: 1 });
  expect(await bib.left()).toBe(14);

  const [open] = await listed(whole);
  expect([open, await listed(part)]).toMatchObject([{ units: 2, sale: today() }, [{ units: 1, sale: today() }]]);
  const byHand = { channel: "amazon", line: open._id };
  expect(await executive.post("/v1/orders/put-back", byHand)).toFailWith("RESOURCE_NOT_FOUND");
  const list = [{ product: bib._id, warehouse: shelf, quantity: 1 }];
  await manager.post(`/v1/transactions/${open.movement}/correct`, { list, corrections: 0 });
  expect(await listed(whole)).toMatchObject([{ units: 1 }]);
  await reverse(manager, open.movement);
  expect([await listed(whole), await bib.left()]).toEqual([[], 16]);
  await manager.patch(`/v1/warehouses/${shelf}`, { sells_for: "" });
});

test("what is picked again by choice is not what was cancelled since the preview", async () => {
  const bib = await stocked();
  const order = orderOf(line(bib, 2));
  await applyAll(executive, (await preview(order))._id);
  const again = { channel: "amazon", answers: { picked: "take_in" } };
  const open = await previewRows(executive, "orders", fileOf(order as Told), again);
  expect(open.counts).toEqual({ ready: 1 });
  await cancel(order.order);
  expect((await applyAll(executive, open._id)).written).toBe(0);
  expect(await bib.left()).toBe(8);
});

describe("cancelled in part", () => {
  test.each([
    ["with numbers of lines", "L-1"],
    ["without", undefined],
  ])("units of a waiting order go back once, and no file or call takes them again, %s", async (_, number) => {
    const [bib, cot] = [await stocked(), await stocked()];
    const order = orderOf(line(bib, 5, number), line(cot, 1));
    const open = await preview(order);
    const { movement } = (await bring(order)).body.orders[0];
    const answers = await inParallel(4, () => cancelUnits(order, line(bib, 2)));
    for (const { status, body } of answers) expect([status, body.put_back]).toEqual([200, 0]);
    expect([await bib.left(), await cot.left()]).toEqual([7, 9]);
    await cancelUnits(order, line(bib, 3));
    await cancelUnits(order, line(bib, 1));
    expect([await bib.left(), await cot.left()]).toEqual([8, 9]);
    expect(stateOf(await bring(order))).toEqual(["waiting"]);
    expect(stateOf(await bring({ ...order, lines: order.lines.toReversed() }))).toEqual(["waiting"]);
    expect((await applyAll(executive, open._id)).written).toBe(0);
    const later = await preview(order);
    expect([later.groups, (later.put_back ?? []).filter((one) => one.order === order.order)]).toEqual([0, []]);
    expect([await bib.left(), await cot.left()]).toEqual([8, 9]);
    const lines = (await manager.get(`/v1/transactions/${movement}`)).body.lines;
    expect(lines.map(({ quantity }: { quantity: number }) => quantity).toSorted()).toEqual([1, 2]);
    await cancelUnits(order, line(bib, 5), line(cot, 1));
    expect([await bib.left(), await cot.left(), stateOf(await bring(order))]).toEqual([10, 10, ["cancelled"]]);
  });

  test("of a product under two codes as many units go back as are cancelled of each, however often it is said", async () => {
    const bib = await stocked();
    const more = unique("FNSKU");
    await manager.patch(`/v1/products/${bib._id}`, changeForm({ codes: more }));
    const order = orderOf(line(bib, 3), line({ code: more }, 3));
    await bring(order);
    for (let time = 0; time < 2; time++) await cancelUnits(order, line({ code: more }, 2));
    expect(await bib.left()).toBe(6);
    for (let time = 0; time < 2; time++) await cancelUnits(order, line(bib, 1));
    expect(await bib.left()).toBe(7);
    expect((await cancel(order.order)).body.put_back).toBe(0);
    expect(await bib.left()).toBe(10);
  });

  test("units of several codes that are cancelled at once all go back", async () => {
    const goods = [await stocked(), await stocked(), await stocked()];
    const order = orderOf(...goods.map((one) => line(one, 3)));
    await bring(order);
    const answers = await Promise.all(goods.map((one) => cancelUnits(order, line(one, 2))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await Promise.all(goods.map((one) => one.left()))).toEqual([9, 9, 9]);
    expect([await listed(order), (await cancelUnits(order, line(goods[0] as Goods, 2))).body.put_back]).toEqual([
      [],
      0,
    ]);
  });

  test("units of an order that is being picked are put back by hand, and those that nobody has told of are not taken", async () => {
    const bib = await stocked();
    const [begun, early] = [orderOf(line(bib, 3)), orderOf(line(bib, 3))];
    const { movement } = (await bring(begun)).body.orders[0];
    await executive.send("PUT", `/v1/picklists/${movement}/picked`, { ticks: [pickTick(bib._id, warehouse)] });
    for (let time = 0; time < 2; time++) expect((await cancelUnits(begun, line(bib, 2))).body.put_back).toBe(2);
    expect([await bib.left(), await listed(begun)]).toMatchObject([7, [{ units: 2, movement }]]);
    expect((await preview(begun)).put_back?.filter(({ order }) => order === begun.order)).toMatchObject([{ units: 2 }]);
    const [{ _id }] = await listed(begun);
    await executive.post("/v1/orders/put-back", { channel: "amazon", line: _id });
    expect((await cancelUnits(begun, line(bib, 2))).body.put_back).toBe(0);
    expect((await preview(begun)).groups).toBe(0);

    await cancelUnits(early, line(bib, 2));
    expect(stateOf(await bring(early))).toEqual(["waiting"]);
    for (let time = 0; time < 2; time++) await cancelUnits(early, line(bib, 2));
    expect(await bib.left()).toBe(6);
    await cancelUnits(early, line(bib, 3));
    expect([await bib.left(), stateOf(await bring(early))]).toEqual([7, ["cancelled"]]);
  });
});

test("with leave_short the rest of an order is taken and what is short is named, and taken once there is stock", async () => {
  const [bib, cot] = [await stocked(), await stocked(1)];
  const order = orderOf(line(bib, 2), line(cot, 3));
  const send = (more = {}) => shop.post("/v1/orders", { channel: "amazon", orders: [order], ...more });
  expect(await send()).toFailWith("UNPROCESSABLE_CONTENT", { field: "orders.0.lines.1.quantity", available: 1 });
  const first = await send({ leave_short: true });
  const left = { field: "orders.0.lines.1.quantity" };
  expect(first.body.orders).toMatchObject([{ state: "waiting", details: [left] }]);
  const again = await send({ leave_short: true });
  expect(again.body.orders).toMatchObject([
    { state: "waiting", movement: first.body.orders[0].movement, details: [left] },
  ]);
  expect([await bib.left(), await cot.left()]).toEqual([8, 1]);
  await manager.post("/v1/transactions/in", { product: cot._id, warehouse, quantity: 4 });
  for (let time = 0; time < 2; time++) expect(stateOf(await send())).toEqual(["waiting"]);
  expect([await bib.left(), await cot.left()]).toEqual([8, 2]);
  expect((await cancel(order.order)).body.put_back).toBe(0);
  expect([await bib.left(), await cot.left()]).toEqual([10, 5]);
});

test("codes that stand for nothing are asked for in the name of the program, and their order is taken once somebody has chosen", async () => {
  const bib = await stocked();
  const code = unique("LISTING");
  const order = orderOf(line({ code }, 2));
  for (let time = 0; time < 2; time++) expect((await bring(order)).status).toBe(422);
  const asked = async () =>
    (await executive.get("/v1/aliases/asked")).body.filter((one: { code: string }) => one.code === code);
  expect(await asked()).toMatchObject([{ channel: "amazon", order: order.order, by: { name: shopName } }]);
  const choose = (product: string) =>
    executive.send("PUT", "/v1/aliases", { channel: "amazon", aliases: [{ code, product, units: 2 }] });
  expect(await choose("none")).toFailWith("RESOURCE_NOT_FOUND", { field: "aliases" });
  expect((await choose(bib._id)).status).toBe(200);
  expect([await asked(), stateOf(await bring(order)), await bib.left()]).toEqual([[], ["waiting"], 6]);
});

test("an order whose number has a slash is cancelled by the number in the body", async () => {
  const bib = await stocked();
  const order = { ...orderOf(line(bib, 1)), order: unique("SO/26-27/") };
  await bring(order);
  expect((await cancel("-", shop, "amazon", { order: order.order })).body.order).toBe(order.order);
  expect(await bib.left()).toBe(10);
});

test("whoever ticks off an order that was cancelled while it waited is told, and it is cancelled or picked, never both", async () => {
  const bib = await stocked(20);
  const orders = await inParallel(10, async () => {
    const order = orderOf(line(bib, 2));
    return { ...order, movement: (await bring(order)).body.orders[0].movement };
  });
  const tick = ({ movement }: { movement: string }) =>
    executive.send("PUT", `/v1/picklists/${movement}/picked`, { ticks: [pickTick(bib._id, warehouse)] });
  const [first, ...others] = orders as [(typeof orders)[number], ...typeof orders];
  await cancel(first.order);
  expect(await tick(first)).toFailWith("CONFLICT");
  const answers = await Promise.all(others.flatMap((order) => [tick(order), cancel(order.order)]));
  const ticked = answers.filter(({ body }) => body.places);
  const toPutBack = answers.filter(({ body }) => body.put_back === 2);
  expect(await bib.left()).toBe(20 - 2 * ticked.length);
  expect(toPutBack.length).toBe(ticked.length);
});

test("400: an order without a number or lines, too many lines, and a cancellation of no order", async () => {
  const one = { code: "A", quantity: 1 };
  expect(await bring({ order: " ", lines: [one] })).toFailWith("BAD_REQUEST", { field: "orders.0.order" });
  expect(await bring({ order: "A", lines: [] })).toFailWith("BAD_REQUEST", { field: "orders.0.lines" });
  expect(await bring({ order: "A", lines: Array(501).fill(one) })).toFailWith("BAD_REQUEST", { field: "orders" });
  expect(await cancel("x".repeat(201))).toFailWith("BAD_REQUEST", { field: "order" });
  expect(await cancelUnits({ order: "A" })).toFailWith("BAD_REQUEST", { field: "lines" });
  expect(await cancelUnits({ order: "A" }, { ...one, quantity: 0 })).toFailWith("BAD_REQUEST", {
    field: "lines.0.quantity",
  });
});
