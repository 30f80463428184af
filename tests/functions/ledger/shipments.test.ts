// Containers: announced once, received as a whole or in parts, each unit once.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Shipment } from "#shared/shipment.ts";
import "#tests/support/to-fail-with.ts";
import { addDays, dayText } from "#shared/day.ts";
import { putProducts } from "#tests/support/engine.ts";
import { countByStatus, inParallel, listedRow, today } from "#tests/support/fixtures.ts";
import type { Outcome } from "#tests/support/proxy.ts";
import { heldOf, idempotencyKey, ledgerOf, newProduct, newWarehouse, recordsOf } from "#tests/support/stock.ts";
import { type Answer, proxiedWorld } from "#tests/support/world.ts";

const { databaseProxy: proxy, ...here } = await proxiedWorld();
const { manager, executive, invoke } = here;
const line = (product = "", quantity = 0, more: object = {}) => ({ product, quantity, ...more });
const announce = (list: object[]): Promise<Answer> =>
  executive.post("/v1/shipments", { container: "MSKU 123456-7", expected_delivery: "2026-12-01", list, again: true });
const receive = (id: string, body: object, key?: string) =>
  executive.post(`/v1/shipments/${id}/receive`, body, idempotencyKey(key));
const undo = ({ body: { movement } }: Answer, by = manager) => by.post(`/v1/transactions/${movement}/reverse`, {});
const change = (id: string, form: object, by = manager) => by.patch(`/v1/shipments/${id}`, form);
const listed = (id: string): Promise<Shipment | undefined> => listedRow(executive, "/v1/shipments", id);
const inTransit = async (...products: string[]): Promise<number[]> => {
  const rows = await Promise.all(products.map((id) => listedRow(manager, "/v1/products", id)));
  return rows.map(({ in_transit }) => in_transit);
};
const held = (...products: string[]) => Promise.all(products.map((id) => heldOf(manager, id)));
const many = (count: number): Promise<string[]> => inParallel(count, () => newProduct(manager));
type Item = Shipment["items"][number];

/** A container with so many units of one or two new products, and a warehouse that is to receive it. */
const announced = async (...units: number[]) => {
  const products = await many(units.length);
  const { body } = await announce(products.map((product, at) => line(product, units[at])));
  const [bib = "", cup = ""] = products;
  return { bib, cup, id: body._id as string, warehouse: await newWarehouse(manager) };
};

test("a container lists each product once, and its outstanding units are in transit until received", async () => {
  const [bib, cup] = await many(2);
  const shown = { label: "Bib", image: "/x.png" };
  const { status, body } = await announce([line(bib, 100, shown), line(bib, 20), line(cup, 50)]);
  expect(status).toBe(201);
  expect(body).toMatchObject({ container: "MSKU 123456-7", expected_delivery: "2026-12-01", received: false });
  expect(body.items.map(({ product, quantity }: Item) => [product._id, quantity, product.in_transit])).toEqual([
    [bib, 120, 120],
    [cup, 50, 50],
  ]);
  expect(await inTransit(bib ?? "")).toEqual([120]);
});

test("one call receives all outstanding units, and then nothing of the container can be closed short", async () => {
  const { bib, cup, id, warehouse } = await announced(120, 50);
  const answer = await receive(id, { warehouse, close: "Nothing more will come" });
  expect(answer.status).toBe(201);
  expect(answer.body.data).toHaveLength(2);
  expect(answer.body.data[0]).toMatchObject({
    action: "STOCK_IN",
    reason: "Purchase (Overseas)",
    container: "MSKU 123456-7",
    movement: answer.body.movement,
  });
  expect(await held(bib, cup)).toEqual([120, 50]);
  const after = await listed(id);
  expect([after?.received, after?.closed_short]).toEqual([true, undefined]);
  expect(await inTransit(bib)).toEqual([0]);
  for (const late of [await receive(id, { warehouse }), await change(id, { expected_delivery: "2027-01-02" })])
    expect(late).toFailWith("CONFLICT", { message: "Received already" });
  expect(await heldOf(manager, bib)).toBe(120);
});

test("a container is received in parts; the rest is outstanding until it is received or closed short with a reason", async () => {
  const { bib, cup, id, warehouse } = await announced(120, 50);
  expect((await receive(id, { warehouse, list: [line(bib, 100)] })).status).toBe(201);
  expect(await listed(id)).toMatchObject({ received: false });
  expect(await inTransit(bib, cup)).toEqual([20, 50]);
  const rest = await receive(id, { warehouse, list: [line(cup, 45)], close: "Damaged at sea" });
  expect(rest.status).toBe(201);
  const after = await listed(id);
  expect(after).toMatchObject({ received: true, closed_short: "Damaged at sea" });
  expect(after?.items.map(({ received, closed }) => `${received} and ${closed}`)).toEqual(["100 and 20", "45 and 5"]);
  expect([await held(bib, cup), await inTransit(bib)]).toEqual([[100, 45], [0]]);
});

test("two receipts at once with two keys receive the goods once", async () => {
  const { bib, id, warehouse } = await announced(40);
  const answers = await inParallel(6, () => receive(id, { warehouse }));
  expect(answers.filter(({ status, body }) => status === 201 && body.data.length > 0)).toHaveLength(1);
  expect(await heldOf(manager, bib)).toBe(40);
  expect(await ledgerOf(manager, bib)).toEqual([40]);
});

test("of two counted receipts at once the second is refused with the units still outstanding", async () => {
  const { bib, id, warehouse } = await announced(10);
  const seven = { warehouse, list: [line(bib, 7)] };
  const answers = await inParallel(6, () => receive(id, seven));
  expect(countByStatus(answers)).toEqual({ 201: 1, 422: 5 });
  expect(answers.find(({ status }) => status === 422)).toFailWith("UNPROCESSABLE_CONTENT", { available: 3 });
  expect(await heldOf(manager, bib)).toBe(7);
});

test("a confirmed surplus of one product does not receive another product twice that somebody has received meanwhile", async () => {
  const { bib, cup, id, warehouse } = await announced(10, 5);
  const surplus = { warehouse, over: true, remarks: "Two more in the box" };
  const count = () => receive(id, { ...surplus, list: [line(bib, 12, { owed: 10 }), line(cup, 5)] });
  await receive(id, { warehouse, list: [line(cup, 5)] });
  expect((await count()).body.details).toEqual([
    { field: "list", product: cup, message: "More than the 0 outstanding", available: 0 },
  ]);
  await receive(id, { warehouse, list: [line(bib, 4)] });
  expect((await count()).body.details).toMatchObject([
    { product: bib, available: 6 },
    { product: cup, available: 0 },
  ]);
  expect(await held(bib, cup)).toEqual([4, 5]);
  expect((await receive(id, { ...surplus, list: [line(bib, 8, { owed: 6 })] })).status).toBe(201);
  expect(await held(bib, cup)).toEqual([12, 5]);
});

test("closing short closes the units its user saw as outstanding, and none added meanwhile", async () => {
  const { bib, cup, id, warehouse } = await announced(10, 10);
  const towel = await newProduct(manager);
  const seen = [line(bib, 8, { owed: 10 }), line(cup, 0, { owed: 10 })];
  const list = [line(bib, 10), line(cup, 15), line(towel, 50)];
  expect((await change(id, { list })).status).toBe(200);
  const none = await receive(id, { warehouse, list: [line(cup, 0)] });
  expect(none).toFailWith("BAD_REQUEST", { message: "At least 1" });
  expect((await receive(id, { warehouse, list: seen, close: "Lost" })).status).toBe(201);
  const after = await listed(id);
  expect(after).toMatchObject({ received: false });
  expect(after?.items.map(({ received, closed, product }) => [received, closed, product.in_transit])).toEqual([
    [8, 2, 0],
    [0, 10, 5],
    [0, undefined, 50],
  ]);
});

/** More products than one movement holds. */
const crowd = Array.from({ length: 150 }, (_, n) => `crowd${n}`);
await putProducts(here, crowd);
const announceCrowd = async () => {
  const { body } = await announce(crowd.map((product) => line(product, 3)));
  return { id: body._id as string, warehouse: await newWarehouse(manager) };
};
/** How many of its products are outstanding with all their units. */
const outstanding = async (id: string) =>
  (await listed(id))?.items.filter(({ product }) => product.in_transit === 3).length;
/** How many products have three units in a warehouse. */
const withThree = async (warehouse: string) =>
  (await recordsOf(manager, warehouse)).filter(({ quantity }) => quantity === 3).length;

/** Runs work once, while the transaction of the given number is in progress. */
const atTransaction = (number: number, work: () => Promise<unknown>): void => {
  let transactions = 0;
  proxy.decide = async (operation): Promise<Outcome> => {
    if (operation === "TransactWriteItems" && ++transactions === number) {
      proxy.decide = () => "forward";
      await work();
    }
    return "forward";
  };
};

test("a container of 150 products is received by one call, and a retry gets the same answer", async () => {
  const { id, warehouse } = await announceCrowd();
  const key = randomUUID();
  const first = await receive(id, { warehouse }, key);
  expect(first.body.data).toHaveLength(150);
  for (const row of first.body.data) expect(row).toMatchObject({ kind: "receipt", batch: true });
  expect(await receive(id, { warehouse }, key)).toMatchObject({ status: 201, body: first.body });
  expect(await listed(id)).toMatchObject({ received: true });
  const undone = await undo(first);
  expect(undone.status).toBe(201);
  expect(undone.body.data).toHaveLength(150);
  for (const row of undone.body.data) expect(row).toMatchObject({ kind: "reversal", batch: true });
  expect(await listed(id)).toMatchObject({ received: false });
  expect(await inTransit(crowd[149] ?? "")).toEqual([3]);
});

test("a list changed between two chunks of a receipt loses no counted units", async () => {
  const { id, warehouse } = await announceCrowd();
  const list = crowd.filter((_, place) => place !== 10).map((product) => line(product, 3));
  atTransaction(2, () => change(id, { list }));
  const receipt = await receive(id, { warehouse, list });
  expect([receipt.status, receipt.body.data.length]).toEqual([201, 149]);
  expect(await listed(id)).toMatchObject({ received: true });
  expect((await undo(receipt)).body.data).toHaveLength(149);
});

test("nothing is received twice between two chunks of a receipt, also of a product with a surplus", async () => {
  const { id, warehouse } = await announceCrowd();
  const [more = "", other = ""] = crowd.slice(-2);
  const meanwhile = { warehouse, list: [more, other].map((product) => line(product, 3)) };
  atTransaction(2, () => receive(id, meanwhile));
  const list = crowd.map((product) => (product === more ? line(product, 5, { owed: 3 }) : line(product, 3)));
  const key = randomUUID();
  const counted = { warehouse, list, over: true, remarks: "Two more" };
  const first = await receive(id, counted, key);
  expect([first.status, first.body.data.length]).toEqual([201, 148]);
  expect(await receive(id, counted, key)).toMatchObject({ status: 201, body: first.body });
  expect(await listed(id)).toMatchObject({ received: true });
  expect(await withThree(warehouse)).toBe(150);
});

test("the answer to a receipt whose container is deleted meanwhile lists the received units", async () => {
  const { id, warehouse } = await announceCrowd();
  atTransaction(2, () => executive.delete(`/v1/shipments/${id}`));
  const key = randomUUID();
  const receipt = await receive(id, { warehouse }, key);
  expect([receipt.status, receipt.body.data.length]).toEqual([201, 95]);
  expect(await receive(id, { warehouse }, key)).toMatchObject({ status: 201, body: receipt.body });
  expect(await withThree(warehouse)).toBe(95);
});

test("when the warehouse is deleted during a receipt nothing more is received, and the rest stays outstanding", async () => {
  const { id, warehouse } = await announceCrowd();
  atTransaction(1, () => manager.delete(`/v1/warehouses/${warehouse}`));
  const key = randomUUID();
  const receipt = await receive(id, { warehouse }, key);
  expect([receipt.status, receipt.body.data.length]).toEqual([201, 95]);
  expect(await receive(id, { warehouse }, key)).toMatchObject({ status: 201, body: receipt.body });
  expect(await outstanding(id)).toBe(55);
});

test("a reversal that runs short half way says that a part is reversed, and another one reverses the rest", async () => {
  const { id, warehouse } = await announceCrowd();
  const receipt = await receive(id, { warehouse });
  const unit = { product: crowd[149], warehouse, quantity: 1 };
  atTransaction(2, () => manager.post("/v1/transactions/out", unit));
  const short = { product: crowd[149] ?? "", available: 2 };
  expect(await undo(receipt)).toFailWith("UNPROCESSABLE_CONTENT", { message: "Only part of it was reversed" }, short);
  expect((await undo(receipt)).body.details).toHaveLength(1);
  await manager.post("/v1/transactions/in", unit);
  expect((await undo(receipt)).body.data).toHaveLength(55);
  expect(await outstanding(id)).toBe(150);
});

test("a reversed receipt makes the goods outstanding again and reopens what it closed; it is refused for a deleted container", async () => {
  const { bib, id, warehouse } = await announced(10);
  const receipt = await receive(id, { warehouse, list: [line(bib, 8)], close: "Lost" });
  expect((await undo(receipt, executive)).status).toBe(201);
  const reopened = await listed(id);
  expect([reopened?.received, reopened?.closed_short]).toEqual([false, undefined]);
  expect([await inTransit(bib), await held(bib)]).toEqual([[10], [0]]);
  const again = await receive(id, { warehouse });
  await executive.delete(`/v1/shipments/${id}`);
  expect((await undo(again, executive)).status).toBe(422);
  expect(await heldOf(manager, bib)).toBe(10);
});

test("a product closed short, removed and added again has its new units outstanding when the closing is reversed", async () => {
  const { bib, cup, id, warehouse } = await announced(10, 10);
  const receipt = await receive(id, { warehouse, list: [line(cup, 10)] });
  const closing = await receive(id, { warehouse, list: [], close: "Lost" });
  expect((await undo(receipt)).status).toBe(201);
  expect((await change(id, { list: [line(cup, 10)] })).status).toBe(200);
  expect((await change(id, { list: [line(bib, 5), line(cup, 10)] })).status).toBe(200);
  expect((await undo(closing)).status).toBe(201);
  expect(await inTransit(bib, cup)).toEqual([5, 10]);
});

test("reversing a receipt makes a whole line outstanding that was cut to its received units after a close short", async () => {
  const { bib, cup, id, warehouse } = await announced(10, 10);
  const bibs = await receive(id, { warehouse, list: [line(bib, 6)] });
  const cups = await receive(id, { warehouse, list: [line(cup, 10)] });
  await receive(id, { warehouse, list: [], close: "Lost" });
  expect((await undo(cups)).status).toBe(201);
  expect((await change(id, { list: [line(bib, 6), line(cup, 10)] })).status).toBe(200);
  expect((await listed(id))?.closed_short).toBeUndefined();
  expect((await undo(bibs)).status).toBe(201);
  expect(await inTransit(bib, cup)).toEqual([6, 10]);
});

test("a deleted product has nothing in transit, and its line is closed short at the next receipt", async () => {
  const { bib, cup, id, warehouse } = await announced(10, 5);
  await manager.delete(`/v1/products/${bib}`);
  expect((await listed(id))?.items).toMatchObject([
    { product: { _id: bib, in_transit: 0 }, quantity: 10, deleted: true },
    { product: { _id: cup, in_transit: 5 } },
  ]);
  expect((await receive(id, { warehouse })).body.data).toHaveLength(1);
  const items = [{ received: 0, closed: 10 }, { received: 5 }];
  expect(await listed(id)).toMatchObject({ received: true, items });
});

test("a container with only deleted products outstanding is closed short, and deleting a received product changes nothing", async () => {
  const { bib, cup, id, warehouse } = await announced(10, 5);
  await receive(id, { warehouse, list: [line(cup, 5)] });
  for (const product of [bib, cup]) await manager.delete(`/v1/products/${product}`);
  expect(await listed(id)).toMatchObject({ received: false, items: [{ deleted: true }, { received: 5 }] });
  expect((await receive(id, { warehouse, list: [], close: "Product deleted" })).body.data).toEqual([]);
  expect(await listed(id)).toMatchObject({
    received: true,
    closed_short: "Product deleted",
    items: [{ product: { in_transit: 0 }, closed: 10 }, { product: { in_transit: 5 } }],
  });
});

test("a manager changes the date and the list, but no product below its received units", async () => {
  const { bib, id, warehouse } = await announced(10);
  const cup = await newProduct(manager);
  await receive(id, { warehouse, list: [line(bib, 4)] });
  expect((await change(id, { expected_delivery: "2027-01-02" }, executive)).status).toBe(403);
  const form = { expected_delivery: "2027-01-02", list: [line(bib, 6), line(cup, 7)] };
  expect((await change(id, form)).body).toMatchObject({
    expected_delivery: "2027-01-02",
    items: [
      { quantity: 6, received: 4 },
      { quantity: 7, received: 0 },
    ],
  });
  for (const product of [bib, cup]) expect((await change(id, { list: [line(product, 3)] })).status).toBe(422);
  for (const expected_delivery of ["2027-02-30", "0027-01-02"])
    expect((await change(id, { expected_delivery })).status).toBe(400);
});

test("a surplus stays when another product is changed, and reversing its receipt makes the units sent outstanding", async () => {
  const { bib, cup, id, warehouse } = await announced(10, 10);
  const receipt = await receive(id, { warehouse, list: [line(bib, 100)], over: true, remarks: "Counted twice" });
  expect((await change(id, { list: [line(bib, 10), line(cup, 5)] })).status).toBe(200);
  expect((await undo(receipt)).status).toBe(201);
  expect(await inTransit(bib, cup)).toEqual([10, 5]);
});

test("a changed list keeps the order of its products, also of a deleted one that was received in part", async () => {
  const { bib, cup, id, warehouse } = await announced(10, 5);
  const toy = await newProduct(manager);
  await receive(id, { warehouse, list: [line(bib, 4)] });
  await manager.delete(`/v1/products/${bib}`);
  const list = [toy, cup, bib].map((product) => line(product, 8));
  const { status, body } = await change(id, { list });
  expect(status).toBe(200);
  expect(body.items.map(({ product, quantity }: Item) => [product._id, quantity])).toEqual(
    [bib, cup, toy].map((product) => [product, 8]),
  );
  await manager.delete(`/v1/products/${toy}`);
  const other = [...list.slice(1), { product: "p999999", quantity: 1 }];
  const unknown = { field: "list", product: "p999999" };
  expect(await change(id, { list: other })).toFailWith("RESOURCE_NOT_FOUND", unknown);
});

test("an invalid container is refused field by field; 501 products are too many", async () => {
  const [bib] = await many(1);
  expect((await announce([])).body.details[0].field).toBe("list");
  expect((await announce([{ product: "p999999", quantity: 1 }])).status).toBe(404);
  expect((await announce([line(bib, 0)])).status).toBe(400);
  const lines = Array.from({ length: 501 }, (_, n) => ({ product: `p${500_000 + n}`, quantity: 1 }));
  expect((await announce(lines)).body.details).toEqual([{ field: "list", message: "At most 500 products, not 501" }]);
  expect((await executive.post("/v1/shipments", { container: " ", expected_delivery: "", list: [] })).status).toBe(400);
});

test("of a range of days the containers announced on them are listed, newest first, without deleted ones", async () => {
  const [product] = await many(1);
  const list = [line(product, 1)];
  const made = [await announce(list), await announce(list), await announce(list)].map(({ body }) => body._id);
  await executive.delete(`/v1/shipments/${made[1]}`);
  const day = today();
  const { body } = await executive.get(`/v1/shipments?start=${day}&end=${day}`);
  const ids = body.map(({ _id }: Shipment) => _id);
  expect(ids.filter((id: string) => made.includes(id))).toEqual([made[2], made[0]]);
  expect(body.find(({ _id }: Shipment) => _id === made[0])).toEqual(await listed(made[0]));
  const before = addDays(day, -1);
  expect((await executive.get(`/v1/shipments?start=${before}&end=${before}`)).body).toEqual([]);
});

test.each([
  ["start=2026-11-01", "end"],
  ["start=2026-11-02&end=2026-11-01", "start"],
  ["start=2026-11-01&end=2026-11-01&after=elsewhere", "after"],
])("containers of ?%s are refused with the field %s", async (query, field) => {
  const { status, body } = await executive.get(`/v1/shipments?${query}`);
  expect([status, body.details[0].field]).toEqual([400, field]);
});

test("containers are listed in the order they were announced", async () => {
  const instants = (await executive.get("/v1/shipments")).body.map(({ created_at }: Shipment) => created_at);
  expect(instants.length).toBeGreaterThan(9);
  expect(instants).toEqual(instants.toSorted());
});

test("stock equals the ledger after every way a container can end", async () => {
  expect(await invoke("snapshot", { pause: 0 })).toMatchObject({ mismatches: 0 });
});

test("an ID that is on its way already is asked about: 409 names that container, and `again` passes", async () => {
  const [product = ""] = await many(1);
  const form = (container: string) => ({ container, expected_delivery: "2026-12-01", list: [line(product, 5)] });
  const send = (body: object, key?: string) => executive.post("/v1/shipments", body, idempotencyKey(key));
  const key = randomUUID();
  const first = await send(form("DI-C"), key);
  expect(first.status).toBe(201);
  const message = `On its way already: announced on ${dayText(today())} by The executive`;
  const met = { field: "container", _id: first.body._id, message };
  for (const container of ["di-c\u200b ", "DI C", "dic", "DI\u2011C"])
    expect(await send(form(container)), container).toFailWith("CONFLICT", met);
  expect(await inTransit(product)).toEqual([5]);
  expect(await send(form("DI-C"), key), "a retry of the first").toMatchObject({ status: 201, body: first.body });
  expect((await send({ ...form("di-c\u200b "), again: true })).status).toBe(201);

  // A typo is corrected by its ID; an ID that is taken is asked about, and one that stays is not.
  const other = (await send(form("DI-D"))).body._id;
  const taken = { field: "container", message: expect.any(String) };
  expect(await change(other, { container: "DI-C" })).toFailWith("CONFLICT", taken);
  const renamed = await change(other, { container: "DI-E" });
  expect([renamed.status, renamed.body.container]).toEqual([200, "DI-E"]);
  expect((await change(other, { container: "DI-C", again: true })).body.container).toBe("DI-C");
  expect((await change(other, { container: "DI-C", expected_delivery: "2026-12-03" })).status).toBe(200);
  await change(other, { container: "DI-F" });

  const warehouse = await newWarehouse(manager);
  const last = (await send(form("DI-G"))).body._id;
  const receipt = await receive(last, { warehouse });
  expect((await send(form("DI-G"))).status, "one that was received").toBe(201);
  expect((await undo(receipt)).status, "reopening does not ask").toBe(201);
});
