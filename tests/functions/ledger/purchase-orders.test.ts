// Orders to suppliers through the API: made once, announced in containers, closed, and counted by the plan.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import "#tests/support/to-fail-with.ts";
import type { Change } from "#shared/change.ts";
import { addDays } from "#shared/day.ts";
import type { PlanRow } from "#shared/plan.ts";
import type { PurchaseOrder } from "#shared/purchase-order.ts";
import type { Shipment } from "#shared/shipment.ts";
import { setClock } from "#tests/support/clock.ts";
import { downloadWithTestClock, readWorkbook } from "#tests/support/download.ts";
import { engine } from "#tests/support/engine.ts";
import { countByStatus, inParallel, productForm, unique } from "#tests/support/fixtures.ts";
import { compare, type Figures, figuresOf, type Step, sumByOrder } from "#tests/support/order-history.ts";
import { beforeFirst } from "#tests/support/proxy.ts";
import { idempotencyKey, newProduct, newWarehouse } from "#tests/support/stock.ts";
import { type Answer, type Client, proxiedWorld } from "#tests/support/world.ts";

const today = "2026-11-20";
setClock(`${today}T06:00:00Z`);
const { databaseProxy: proxy, ...here } = await proxiedWorld();
const { manager, executive } = here;

type Line = { product: string; quantity: number };
const formOf = (list: Line[], supplier?: string) => ({ supplier, expected_delivery: addDays(today, 40), list });
const orderOf = async (...list: Line[]): Promise<string> =>
  (await manager.post("/v1/purchase-orders", formOf(list))).body._id;
const ordersOf = async (by: Client = manager, end = today): Promise<PurchaseOrder[]> =>
  (await by.get(`/v1/purchase-orders?start=${today}&end=${end}`)).body;
/** Units ordered, announced, closed and open of a product. */
const unitsOf = async (order: string, product: string) => {
  const items = (await ordersOf()).find(({ _id }) => _id === order)?.items ?? [];
  return figuresOf(items.find((item) => item.product._id === product) ?? { quantity: 0 });
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

type Other = (order: string, product: string) => Promise<Answer>;
const editOrder = (fields: (product: string) => object): Other => {
  return (order, product) => manager.patch(`/v1/purchase-orders/${order}`, fields(product));
};
test.each<[what: string, other: Other, before: number[], after: number[]]>([
  ["closes the rest", editOrder(() => ({ close: true })), [10, 0, 10, 0], [10, 6, 4, 0]],
  ["lowers it", editOrder((product) => ({ list: [{ product, quantity: 5 }] })), [5, 0, 0, 5], [10, 6, 0, 4]],
  ["deletes it", (order) => manager.delete(`/v1/purchase-orders/${order}`), [0, 0, 0, 0], [10, 6, 0, 4]],
  ["deletes its product", (_, product) => manager.delete(`/v1/products/${product}`), [10, 0, 10, 0], [10, 6, 4, 0]],
])(
  "of one who announces units of an order and one who %s at once, each acts before or after the other",
  async (_, other, before, after) => {
    for (const isFirst of [true, false]) {
      const product = await newProduct(manager);
      const order = await orderOf({ product, quantity: 10 });
      const take = () => announce([{ product, quantity: 6 }], [from(order, product, 6)]);
      const acts = [take, () => other(order, product)];
      const answers = await inParallel(2, (at) => acts[isFirst ? at : 1 - at]?.() ?? take());
      const isAnnounced = answers[isFirst ? 0 : 1]?.status === 201;
      expect(await unitsOf(order, product)).toEqual(isAnnounced ? after : before);
    }
  },
);

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
  expect(await change({ close: true, seen: { open: 5 } })).toFailWith("CONFLICT", { field: "close", available: 6 });
  for (const _ of [1, 2])
    expect((await change({ close: true, seen: { open: 6 } })).body.items).toMatchObject([{ closed: 6 }]);
  expect((await manager.get("/v1/purchase-orders")).body.some(({ _id }: PurchaseOrder) => _id === order)).toBe(false);
  expect(await announce([{ product, quantity: 1 }], [from(order, product, 1)])).toFailWith("UNPROCESSABLE_CONTENT");
  await change({ close: false, list: [{ product, quantity: 9, expected_delivery: addDays(today, 31) }] });
  expect(await unitsOf(order, product)).toEqual([9, 4, 0, 5]);
  const moved = await change({ expected_delivery: addDays(today, 45) });
  expect(moved.body.items[0].expected_delivery).toBe(addDays(today, 36));
  await manager.delete(`/v1/products/${product}`);
  expect((await manager.get("/v1/purchase-orders")).body.some(({ _id }: PurchaseOrder) => _id === order)).toBe(false);
  await change({ close: false });
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
  // 01:30 in India.
  const late = await here.signInAt(`${addDays(today, 12)}T20:00:00Z`);
  const next = (await late.post("/v1/purchase-orders", formOf([{ product, quantity: 1 }]))).body._id;
  const day = addDays(today, 13);
  expect((await late.get(`/v1/purchase-orders?start=${day}&end=${day}`)).body).toMatchObject([{ _id: next }]);
});

test("a night gives back what a release before orders took out of containers, and closes what is open of products it deleted", async () => {
  const client = await managerOn(14);
  const [product, gone] = [await newProduct(client), await newProduct(client)];
  const both = [product, gone].map((one) => ({ product: one, quantity: 10 }));
  const order = (await client.post("/v1/purchase-orders", formOf(both))).body._id;
  const { body } = await announce(both.slice(0, 1), [from(order, product, 8)], undefined, client);
  const { find, put } = engine(here);
  // That release replaces the items, and leaves all else of the row as it is.
  await put("shipments", [{ ...(await find("shipments", body._id)), items: [{ product, quantity: 5, received: 0 }] }]);
  await put("products", [{ ...(await find("products", gone)), deleted_at: `${today}T06:00:00.000Z` }]);
  // Somebody else writes to it at the moment.
  let conflicts = 1;
  proxy.decide = (operation, text) =>
    /TransactWrite|UpdateItem/.test(operation) && text.includes(order) && conflicts-- > 0 ? "conflict" : "forward";
  await here.invoke("snapshot", { pause: 0 });
  const found = (await ordersOf(client, addDays(today, 14))).find(({ _id }) => _id === order);
  expect(found?.items.map(({ announced = 0, closed = 0 }) => [announced, closed])).toEqual([
    [5, 0],
    [0, 10],
  ]);
  const root = await here.signInAt(`${addDays(today, 14)}T06:00:00Z`, "root");
  const day = addDays(today, 14);
  const changes = (await root.get(`/v1/audit?start=${day}&end=${day}&kind=order`)).body;
  const ofNight = changes.find(({ row, action }: Change) => row === order && action === "changed");
  expect(ofNight).toMatchObject({ user: { username: "night" }, fields: [{ from: 8, to: 5 }, { to: 10 }] });
});

test("a product is deleted however many orders it is open in: a night closes those that one transaction does not", async () => {
  const client = await managerOn(15);
  const product = await newProduct(client);
  const made = await inParallel(60, () => client.post("/v1/purchase-orders", formOf([{ product, quantity: 1 }])));
  expect(countByStatus(made)).toEqual({ 201: 60 });
  expect((await client.delete(`/v1/products/${product}`)).status).toBe(204);
  const countOpen = async () => {
    const orders: PurchaseOrder[] = (await client.get("/v1/purchase-orders")).body;
    return orders.filter(({ items }) => items.some((item) => item.product._id === product)).length;
  };
  expect(await countOpen()).toBeLessThan(20);
  await here.invoke("snapshot", { pause: 0 });
  expect(await countOpen()).toBe(0);
});

test("an order that is made by night, of a product that is made by night, stays open", async () => {
  const client = await managerOn(16);
  let order = "";
  beforeFirst(
    proxy,
    (operation, body) => operation === "Scan" && body.includes("PurchaseOrders"),
    async () => {
      const product = await newProduct(client);
      order = (await client.post("/v1/purchase-orders", formOf([{ product, quantity: 1 }]))).body._id;
    },
  );
  await here.invoke("snapshot", { pause: 0 });
  const open: PurchaseOrder[] = (await client.get("/v1/purchase-orders")).body;
  expect(open.find(({ _id }) => _id === order)?.items).toMatchObject([{ quantity: 1 }]);
});

const random = "in a random history through the API the figures are those of a model of single units (%i)";
test.each([1, 2])(random, async (seed) => {
  const client = await managerOn(17);
  const [product, warehouse] = [await newProduct(client), await newWarehouse(client)];
  const [made, receipts] = [new Set<string>(), new Map<string, string[]>()];
  const day = addDays(today, 17);
  const send = async ({ kind, id, quantity, short, from: units }: Step): Promise<Answer> => {
    const [order, container] = [`/v1/purchase-orders/${id}`, `/v1/shipments/${id}`];
    const list = [{ product, quantity }];
    const form = { expected_delivery: day, list, from: units?.map(([of, count]) => from(of, product, count)) };
    if (kind === "order") return client.post("/v1/purchase-orders", form);
    if (kind === "announce") return client.post("/v1/shipments", { ...form, container: unique("C") });
    if (kind === "change") return client.patch(container, form);
    if (kind === "remove") return client.delete(container);
    if (kind === "edit") return client.patch(order, form);
    if (kind === "close" || kind === "reopen") return client.patch(order, { close: kind === "close" });
    if (kind === "delete") return client.delete(`/v1/products/${product}`);
    if (kind === "restore") return client.post(`/v1/products/${product}/restore`);
    if (kind === "take back") return client.post(`/v1/transactions/${receipts.get(id)?.pop()}/reverse`, {});
    const rest = short > 0 && { list: [{ product, quantity, owed: quantity + short }], close: "Lost" };
    const answer = await client.post(`${container}/receive`, { warehouse, list, ...rest });
    receipts.set(id, [...(receipts.get(id) ?? []), answer.body.movement]);
    return answer;
  };
  const take = async (step: Step) => {
    const { status, body } = await send(step);
    expect([200, 201, 204, 404, 409, 422], JSON.stringify(body)).toContain(status);
    const id = body?._id ?? "";
    if (status < 400 && (step.kind === "order" || step.kind === "announce")) made.add(id);
    return status < 400 ? id : undefined;
  };
  const figures = async (): Promise<Figures> => {
    const orders: PurchaseOrder[] = (await client.get(`/v1/purchase-orders?start=${day}&end=${day}`)).body;
    const shipments: Shipment[] = (await client.get("/v1/shipments")).body;
    const plan = await client.get(`/v1/plan/${product}`);
    const { in_transit, on_order = 0 } = plan.body.row ?? {};
    const own = <R extends { _id: string }>(rows: R[]) => rows.filter(({ _id }) => made.has(_id));
    return {
      orders: Object.fromEntries(own(orders).flatMap(({ _id, items }) => items.map((item) => [_id, figuresOf(item)]))),
      from: Object.fromEntries(own(shipments).map(({ _id, items }) => [_id, sumByOrder(items[0]?.from)])),
      coming: plan.status === 200 ? [in_transit, on_order] : undefined,
    };
  };
  await compare(seed, 40, { take, figures });
});
