// Waiting orders that are picked together: one walk of many picklists, each order on one walk, and cancelled or picked.
import { expect, test } from "vitest";
import type { Picked, Picklist } from "#shared/picklist.ts";
import { countByStatus, inParallel, newPerson, today, unique } from "#tests/support/fixtures.ts";
import { newProgram, untilDone } from "#tests/support/programs.ts";
import { createProduct, heldOf, newWarehouse, pickTick, reverse } from "#tests/support/stock.ts";
import "#tests/support/to-fail-with.ts";
import { type Client, world } from "#tests/support/world.ts";

const here = await world();
const { manager, executive } = here;
const warehouse = await newWarehouse(manager);
const { client: shop } = await newProgram(here, { scope: "orders:write", role: "executive" });

const stocked = async (quantity = 100) => {
  const { _id, p_id: code } = await createProduct(manager);
  await manager.post("/v1/transactions/in", { product: _id, warehouse, quantity });
  return { _id, code };
};
const [bib, cot] = [await stocked(500), await stocked(500)];

/** Orders with a bib each, and every third one with two cots. */
const bring = async (count: number) => {
  const orders = Array.from({ length: count }, (_, at) => ({
    order: unique("W-"),
    lines: [{ code: bib.code, quantity: 1 }, ...(at % 3 === 0 ? [{ code: cot.code, quantity: 2 }] : [])],
  }));
  const { body } = await untilDone(() => shop.post("/v1/orders", { channel: "amazon", orders }));
  return body.orders.map(({ order, movement }: { order: string; movement: string }) => ({ order, movement })) as {
    order: string;
    movement: string;
  }[];
};
const cancel = async ({ order }: { order: string }): Promise<number> =>
  (await untilDone(() => shop.post(`/v1/orders/${order}/cancel`, { channel: "amazon" }))).body.put_back;
const begin = (orders: { movement: string }[], by: Client = executive) =>
  by.post("/v1/picklists/walk", { picklists: orders.map(({ movement }) => movement) });
const tick = (id: string, product: string, picked = true) =>
  executive.send("PUT", `/v1/picklists/${id}/picked`, { ticks: [pickTick(product, warehouse, { picked })] });
const placesOf = async (id: string): Promise<string[]> =>
  ((await manager.get(`/v1/picklists/${id}/picked`)).body as Picked).places.map(({ product }) => product);
const listed = async (orders: { movement: string }[]): Promise<Picklist[]> => {
  const all: Picklist[] = (await executive.get(`/v1/picklists?start=${today()}&end=${today()}`)).body;
  return orders.flatMap(({ movement }) => all.find(({ _id }) => _id === movement) ?? []);
};

test("37 orders are one walk: a place that is ticked off is so in each of them, and in no other", async () => {
  const orders = await bring(37);
  expect((await listed(orders)).map(({ order, waits }) => [order, waits])).toEqual(
    orders.map(({ order }) => [order, true]),
  );
  const [alone] = await bring(1);
  const { status, body } = await begin(orders);
  expect([status, body.picklists]).toEqual([200, orders.map(({ movement }) => movement)]);
  expect((await tick(body._id, bib._id)).body.places).toMatchObject([{ product: bib._id }]);
  expect((await listed(orders)).map(({ picked, waits, walk }) => [picked, waits, walk])).toEqual(
    orders.map(() => [1, undefined, body._id]),
  );
  expect(await listed([alone as (typeof orders)[number]])).toMatchObject([{ picked: 0, waits: true }]);
  await tick(body._id, bib._id, false);
  await tick(body._id, cot._id);
  expect(await placesOf(body._id)).toEqual([cot._id]);
  expect((await listed(orders)).map(({ picked }) => picked)).toEqual(orders.map((_, at) => (at % 3 === 0 ? 1 : 0)));
  expect(await tick(body._id, "other")).toFailWith("UNPROCESSABLE_CONTENT", { product: "other" });
  expect(await executive.get("/v1/picklists/none/picked")).toFailWith("RESOURCE_NOT_FOUND");
});

test("people who begin at once, or are behind, have no order in common; who asks again gets the same walk", async () => {
  const [orders, people] = [await bring(12), await inParallel(5, () => newPerson(here))];
  const answers = await Promise.all(people.map(({ client }, at) => begin(orders.slice(at), client)));
  const walked = answers.flatMap(({ body }) => body.picklists ?? []);
  expect(walked.toSorted()).toEqual(orders.map(({ movement }) => movement).toSorted());
  expect(await begin(orders, manager)).toFailWith("CONFLICT");
  const more = await bring(3);
  const same = await inParallel(4, () => begin(more));
  expect(countByStatus(same)).toEqual({ 200: 4 });
  expect(new Set(same.map(({ body }) => body._id)).size).toBe(1);
});

test("of two people in one walk both have the ticks of each other", async () => {
  const orders = await bring(30);
  const { _id } = (await begin(orders)).body;
  await Promise.all([tick(_id, bib._id), tick(_id, cot._id)]);
  expect((await placesOf(_id)).toSorted()).toEqual([bib._id, cot._id].toSorted());
});

test("an order that is cancelled before the walk is not on it, and one that is cancelled during it is put back by hand", async () => {
  const before = await heldOf(manager, bib._id);
  const [early, late, reversed, kept] = (await bring(4)) as [never, never, never, never];
  expect(await cancel(early)).toBe(0);
  const { body } = await begin([early, late, reversed, kept]);
  expect(body.picklists).toHaveLength(3);
  expect(await cancel(late)).toBe(1);
  await reverse(manager, (reversed as { movement: string }).movement);
  await tick(body._id, bib._id);
  expect(await placesOf(body._id)).toEqual([bib._id]);
  expect((await listed([late, reversed, kept])).map(({ picked, reversed_by }) => [picked, !reversed_by])).toEqual([
    [1, true],
    [0, false],
    [1, true],
  ]);
  expect(await heldOf(manager, bib._id)).toBe(before - 2);
});

test("orders that are cancelled while a walk of them begins are back, or on the walk and put back by hand", async () => {
  const before = await heldOf(manager, bib._id);
  const orders = await bring(20);
  const [walk, ...put_back] = await Promise.all([begin(orders), ...orders.map(cancel)]);
  const toPutBack = (put_back as number[]).filter((units) => units > 0).length;
  const walked = (await listed(orders)).filter(({ walk, reversed_by }) => walk && !reversed_by);
  expect([200, 409]).toContain((walk as { status: number }).status);
  expect(walked.length).toBe(toPutBack);
  expect(await heldOf(manager, bib._id)).toBe(before - toPutBack);
});

test("400: a walk of none, of too many, or of one twice; 409: of what is no waiting order", async () => {
  const movement = (await bring(1))[0]?.movement ?? "";
  for (const picklists of [[], [movement, movement], Array.from({ length: 100 }, (_, at) => `${at}`)])
    expect(await executive.post("/v1/picklists/walk", { picklists })).toFailWith("BAD_REQUEST", { field: "picklists" });
  const list = [{ product: bib._id, quantity: 1 }];
  const posted = (await executive.post("/v1/transactions/out", { channel: "amazon", list })).body;
  expect(await begin([posted, { movement: "none" }])).toFailWith("CONFLICT");
});
