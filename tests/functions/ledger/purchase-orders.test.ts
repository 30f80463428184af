// Orders to suppliers through the API: made once, announced in containers, closed, and counted by the plan.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import "#tests/support/to-fail-with.ts";
import { seededRandom } from "#demo/random.ts";
import { addDays } from "#shared/day.ts";
import type { PlanRow } from "#shared/plan.ts";
import type { PurchaseOrder } from "#shared/purchase-order.ts";
import { openUnits } from "#shared/purchase-order-item.ts";
import { setClock } from "#tests/support/clock.ts";
import { downloadWithTestClock, readWorkbook } from "#tests/support/download.ts";
import { engine } from "#tests/support/engine.ts";
import { countByStatus, inParallel, productForm, unique } from "#tests/support/fixtures.ts";
import { idempotencyKey, newProduct, newWarehouse } from "#tests/support/stock.ts";
import { type Client, world } from "#tests/support/world.ts";

const today = "2026-11-20";
setClock(`${today}T06:00:00Z`);
const here = await world();
const { manager, executive } = here;

type Line = { product: string; quantity: number };
const formOf = (list: Line[], supplier?: string) => ({ supplier, expected_delivery: addDays(today, 40), list });
const orderOf = async (...list: Line[]): Promise<string> =>
  (await manager.post("/v1/purchase-orders", formOf(list))).body._id;
const ordersOf = async (by: Client = manager, end = today): Promise<PurchaseOrder[]> =>
  (await by.get(`/v1/purchase-orders?start=${today}&end=${end}`)).body;
/** Units ordered, announced, closed and open of a product. */
const unitsOf = async (order: string, product: string) => {
  const found = (await ordersOf()).find(({ _id }) => _id === order)?.items ?? [];
  const items = found.map((item) => ({ ...item, product: item.product._id }));
  const item = items.find((one) => one.product === product) ?? { product, quantity: 0 };
  const { quantity, announced = 0, closed = 0 } = item;
  return [quantity, announced, closed, openUnits(item)];
};
const from = (order: string, product: string, quantity: number) => ({ order, product, quantity });
const announce = (list: Line[], units: object[], key?: string, by: Client = executive) =>
  by.post(
    "/v1/shipments",
    { container: unique("MSKU"), expected_delivery: addDays(today, 30), list, from: units },
    idempotencyKey(key),
  );
const planOf = async (by: Client, product: string): Promise<PlanRow> => {
  const { status, body } = await by.get(`/v1/plan/${product}`);
  expect([product, status, body.details]).toEqual([product, 200, undefined]);
  return body.row;
};
/** A session ends after twelve hours. */
const managerOn = (days: number): Promise<Client> => here.signInAt(`${addDays(today, days)}T06:00:00Z`);

test("a request makes one order, however often it arrives, and a retry leaves no gap in the numbers", async () => {
  const [a, b] = [await newProduct(manager, { cost: "12.50" }), await newProduct(manager)];
  const form = formOf([{ product: a, quantity: 5 }], "Lotus");
  const key = randomUUID();
  const send = (fields = {}) => manager.post("/v1/purchase-orders", { ...form, ...fields }, idempotencyKey(key));
  const first = await send();
  const again = [await send(), ...(await inParallel(4, () => send()))];
  expect(again.map(({ status, body }) => [status, body])).toEqual(again.map(() => [201, first.body]));
  const next = await orderOf({ product: b, quantity: 1 });
  expect([first.body._id, next]).toEqual(["PO-0001", "PO-0002"]);
  expect(await send({ supplier: "Hosur" })).toFailWith("CONFLICT", { field: "idempotency-key" });
  const seen = async (by: Client) => (await ordersOf(by)).find(({ _id }) => _id === "PO-0001");
  expect(await seen(manager)).toMatchObject({ supplier: "Lotus", items: [{ quantity: 5, cost: 12.5 }] });
  expect((await seen(executive))?.items).toEqual([{ product: expect.anything(), quantity: 5 }]);
  expect(await executive.post("/v1/purchase-orders", form)).toFailWith("FORBIDDEN");
  const refused = async (...list: object[]) => manager.post("/v1/purchase-orders", { ...form, list });
  const [line, other] = [form.list[0] ?? {}, { expected_delivery: today }];
  expect(await refused({ ...line, product: "p0" })).toFailWith("RESOURCE_NOT_FOUND", { product: "p0" });
  expect(await refused(line, { ...line, quantity: 0 })).toFailWith("BAD_REQUEST", { field: "list.1.quantity" });
  const twice = { field: "list.1.expected_delivery", product: a };
  expect(await refused(line, { ...line, ...other })).toFailWith("UNPROCESSABLE_CONTENT", twice);
  const many = Array.from({ length: 501 }, () => ({ product: randomUUID(), quantity: 1 }));
  expect(await refused(...many)).toFailWith("UNPROCESSABLE_CONTENT", { message: "At most 500 products, not 501" });
  expect(await ordersOf()).toHaveLength(2);
  const file = await downloadWithTestClock(here, manager, "/v1/purchase-orders/PO-0001/export");
  expect((await readWorkbook(file)).rows[1]).toEqual(expect.arrayContaining([5, 12.5, 62.5]));
});

test("units are announced once: of two people who take the last ones one is told what is open, and a repeated request moves none", async () => {
  const product = await newProduct(manager);
  const order = await orderOf({ product, quantity: 10 });
  const key = randomUUID();
  const list = [{ product, quantity: 4 }];
  const container = { container: unique("MSKU"), expected_delivery: addDays(today, 30), list };
  const send = () =>
    executive.post("/v1/shipments", { ...container, from: [from(order, product, 4)] }, idempotencyKey(key));
  const [first, second] = [await send(), await send()];
  expect([first.status, second.body]).toEqual([201, first.body]);
  expect(first.body.items[0].from).toEqual([[order, 4]]);
  expect(await unitsOf(order, product)).toEqual([10, 4, 0, 6]);
  const more = () =>
    manager.patch(`/v1/shipments/${first.body._id}`, {
      list: [{ product, quantity: 6 }],
      from: [from(order, product, 4), from(order, product, 2)],
    });
  const added = await more();
  expect((await more()).body).toEqual(added.body);
  expect(added.body.items).toMatchObject([{ quantity: 6, from: [[order, 6]] }]);
  const both = await inParallel(2, () => announce(list, [from(order, product, 3)]));
  expect(countByStatus(both)).toEqual({ 201: 1, 422: 1 });
  expect(both.find(({ status }) => status === 422)).toFailWith("UNPROCESSABLE_CONTENT", {
    ...{ field: "from", product, available: 1 },
  });
  expect(await unitsOf(order, product)).toEqual([10, 9, 0, 1]);
});

test("a container gives its units back when it is lowered or deleted, and none when they come short; the rest is closed and opened", async () => {
  const [product, warehouse] = [await newProduct(manager), await newWarehouse(manager)];
  const order = await orderOf({ product, quantity: 10 });
  const { body } = await announce([{ product, quantity: 8 }], [from(order, product, 8)]);
  const change = (fields: object) => manager.patch(`/v1/purchase-orders/${order}`, fields);
  await manager.patch(`/v1/shipments/${body._id}`, { list: [{ product, quantity: 7 }] });
  expect(await unitsOf(order, product)).toEqual([10, 7, 0, 3]);
  const list = [{ product, quantity: 2, owed: 4 }];
  await executive.post(`/v1/shipments/${body._id}/receive`, { warehouse, list, close: "Lost" });
  expect(await unitsOf(order, product)).toEqual([10, 7, 0, 3]);
  expect(await change({ list: [{ product, quantity: 6 }] })).toFailWith("UNPROCESSABLE_CONTENT", { available: 7 });
  expect(await manager.delete(`/v1/purchase-orders/${order}`)).toFailWith("CONFLICT");
  await executive.delete(`/v1/shipments/${body._id}`);
  expect(await unitsOf(order, product)).toEqual([10, 4, 0, 6]);
  expect((await change({ close: true })).body.items).toMatchObject([{ closed: 6 }]);
  expect((await manager.get("/v1/purchase-orders")).body.some(({ _id }: PurchaseOrder) => _id === order)).toBe(false);
  expect(await announce([{ product, quantity: 1 }], [from(order, product, 1)])).toFailWith("UNPROCESSABLE_CONTENT");
  await change({ close: false, list: [{ product, quantity: 9, expected_delivery: addDays(today, 31) }] });
  expect(await unitsOf(order, product)).toEqual([9, 4, 0, 5]);
  const moved = await change({ expected_delivery: addDays(today, 45) });
  expect(moved.body.items[0].expected_delivery).toBe(addDays(today, 36));
  await manager.delete(`/v1/products/${product}`);
  expect((await manager.get("/v1/purchase-orders")).body.some(({ _id }: PurchaseOrder) => _id === order)).toBe(false);
  expect(await unitsOf(order, product)).toEqual([9, 4, 5, 0]);
  await manager.post(`/v1/products/${product}/restore`);
  expect(await unitsOf(order, product)).toEqual([9, 4, 5, 0]);
  const audit = (await here.root.get(`/v1/audit?start=${today}&end=${today}&kind=order`)).body;
  const changed = audit.filter(({ row }: { row: string }) => row === order);
  const units = changed.flatMap(({ fields }: { fields: { field: string; from?: number; to?: number }[] }) =>
    fields.flatMap(({ field, from, to }) => (from === undefined && to === undefined ? [] : [`${field} ${from}-${to}`])),
  );
  expect(units).toEqual(
    expect.arrayContaining([
      ...["quantity undefined-10", "announced undefined-8", "announced 8-7", "announced 7-4"],
      ...["closed undefined-6", "closed 6-undefined", "quantity 10-9", "closed undefined-5"],
      `expected_delivery ${addDays(today, 31)}-${addDays(today, 36)}`,
    ]),
  );
});

test("the plan counts open units of an order with its day exactly as a container's, and no other figure counts them", async () => {
  const warehouse = await newWarehouse(manager);
  const make = async () => {
    const made = await manager.post("/v1/products", productForm({ p_id: unique("SND"), lead_time: "45" }));
    expect([made.status, made.body.details]).toEqual([201, undefined]);
    const product = made.body._id;
    await manager.post("/v1/transactions/in", { product, warehouse, quantity: 50 });
    await manager.post("/v1/transactions/out", { channel: "amazon", list: [{ product, quantity: 20 }] });
    return product;
  };
  const [inContainer, ordered] = [await make(), await make()];
  const coming = (product: string) => formOf([{ product, quantity: 30 }]);
  await manager.post("/v1/shipments", { container: "CMAU 1", ...coming(inContainer), supplier: undefined });
  const { _id: order } = (await manager.post("/v1/purchase-orders", coming(ordered))).body;
  const next = await managerOn(3);
  await here.invoke("snapshot", { pause: 0 });
  const rows = [await planOf(next, inContainer), await planOf(next, ordered)].map((row) => {
    const { _id: _, p_id: __, name: ___, in_transit, on_order, arrivals, gaps = [], ...plan } = row;
    const days = arrivals.map(({ day, units, expected_delivery }) => ({ day, units, expected_delivery }));
    const names = gaps.map(({ container }) => container);
    const gapDays = gaps.map(({ start, end }) => ({ start, end }));
    return { figures: { in_transit, on_order }, names, plan: { ...plan, gaps: gapDays, arrivals: days } };
  });
  expect(rows[1]?.plan).toEqual(rows[0]?.plan);
  expect(rows.map(({ names }) => names)).toEqual([["CMAU 1"], [order]]);
  expect(rows.map(({ figures }) => figures)).toEqual([{ in_transit: 30 }, { in_transit: 0, on_order: 30 }]);
  const product = (await next.get("/v1/products")).body.find(({ _id }: PlanRow) => _id === ordered);
  expect(product.in_transit).toBe(0);
  const { body } = await announce([{ product: ordered, quantity: 30 }], [from(order, ordered, 30)], undefined, next);
  const later = await managerOn(11);
  expect((await later.post(`/v1/shipments/${body._id}/receive`, { warehouse })).status).toBe(201);
  const night = await managerOn(12);
  await here.invoke("snapshot", { pause: 0 });
  expect((await planOf(night, ordered)).ordered_lead).toEqual({ days: 11, receipts: 1 });
});

test("a product's own day counts in the plan and on the sheet, and moves with that of its order", async () => {
  const client = await managerOn(12);
  const product = await newProduct(client);
  const list = [{ product, quantity: 5, expected_delivery: addDays(today, 31) }];
  const { body } = await client.post("/v1/purchase-orders", { ...formOf([]), list });
  const arrivals = async () => (await planOf(client, product)).arrivals.map((one) => [one.expected_delivery, one.day]);
  const [first, second] = [addDays(today, 31), addDays(today, 26)];
  expect(await arrivals()).toEqual([[first, first]]);
  await client.patch(`/v1/purchase-orders/${body._id}`, { expected_delivery: addDays(today, 35) });
  expect(await arrivals()).toEqual([[second, second]]);
  const file = await downloadWithTestClock(here, client, `/v1/purchase-orders/${body._id}/export`);
  expect(JSON.stringify((await readWorkbook(file)).rows)).toContain(second);
});

test("a night gives back what a release before orders took out of containers, and closes what is open of products it deleted", async () => {
  const client = await managerOn(13);
  const [product, gone] = [await newProduct(client), await newProduct(client)];
  const both = [product, gone].map((one) => ({ product: one, quantity: 10 }));
  const order = (await client.post("/v1/purchase-orders", formOf(both))).body._id;
  const { body } = await announce(both.slice(0, 1), [from(order, product, 8)], undefined, client);
  const { find, put } = engine(here);
  const { items: _, ...container } = (await find("shipments", body._id)) ?? {};
  await put("shipments", [{ ...container, items: [{ product, quantity: 3, received: 0 }] }]);
  await put("products", [{ ...(await find("products", gone)), deleted_at: `${today}T06:00:00.000Z` }]);
  await here.invoke("snapshot", { pause: 0 });
  const found = (await ordersOf(client, addDays(today, 13))).find(({ _id }) => _id === order);
  expect(found?.items.map(({ announced = 0, closed = 0 }) => [announced, closed])).toEqual([
    [0, 0],
    [0, 10],
  ]);
});

test("in random histories through the API ordered is announced, closed or open, and the plan's units are those of a fold", async () => {
  const client = await managerOn(12);
  const random = seededRandom(7);
  const [product, warehouse] = [await newProduct(client), await newWarehouse(client)];
  const all: string[] = [];
  const containers: string[] = [];
  const day = addDays(today, 60);
  for (let step = 0; step < 25; step++) {
    const open = (await client.get("/v1/purchase-orders")).body as PurchaseOrder[];
    const mine = open.filter(({ _id }) => all.includes(_id));
    const into = random.pick(containers);
    const held = into && (await client.get("/v1/shipments")).body.find(({ _id }: { _id: string }) => _id === into);
    const body = (quantity: number) => ({ expected_delivery: day, list: [{ product, quantity }] });
    const units = mine.map(({ _id }) => from(_id, product, 1));
    const kind = random.between(0, 7);
    if (all.length === 0 || kind === 0)
      all.push((await client.post("/v1/purchase-orders", body(random.between(3, 9)))).body._id);
    else if (kind <= 2 && units.length > 0)
      containers.push(
        (await client.post("/v1/shipments", { ...body(units.length + 1), container: unique("C"), from: units })).body
          ._id,
      );
    else if (kind === 3 && held && units.length > 0) {
      const [{ quantity, from: before = [] }] = held.items;
      const all = [...before.map(([id, of]: [string, number]) => from(id, product, of)), ...units];
      await client.patch(`/v1/shipments/${into}`, { ...body(quantity + units.length), from: all });
    } else if (kind === 4 && into) await client.patch(`/v1/shipments/${into}`, body(random.between(1, 3)));
    else if (kind === 5 && into)
      await client.post(`/v1/shipments/${into}/receive`, { warehouse, list: [{ product, quantity: 1 }] });
    else if (kind === 6 && into) await client.delete(`/v1/shipments/${into}`);
    else if (kind === 7) await client.patch(`/v1/purchase-orders/${random.pick(all)}`, { close: random.happens(0.6) });
    const orders = (await ordersOf(client, addDays(today, 12))).filter(({ _id }) => all.includes(_id));
    const items = orders.flatMap((order) => order.items.map((item) => ({ ...item, product: item.product._id })));
    expect(items.every((item) => openUnits(item) >= 0)).toBe(true);
    const shipments = (await client.get("/v1/shipments")).body.filter(({ _id }: { _id: string }) =>
      containers.includes(_id),
    );
    const inTransit = shipments
      .filter(({ received }: { received: boolean }) => !received)
      .reduce(
        (sum: number, one: { items: { product: { in_transit: number } }[] }) =>
          sum + (one.items[0]?.product.in_transit ?? 0),
        0,
      );
    const row = await planOf(client, product);
    const on_order = items.reduce((sum, item) => sum + openUnits(item), 0);
    expect([row.in_transit, row.on_order ?? 0], `step ${step}`).toEqual([inTransit, on_order]);
  }
});
