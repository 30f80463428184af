// The calls of the plan: refusals, snoozes, files, and costs.
import { expect, test } from "vitest";
import { addDays } from "#shared/day.ts";
import type { PlanRow } from "#shared/plan.ts";
import { setClock } from "#tests/support/clock.ts";
import { downloadWithTestClock, readWorkbook } from "#tests/support/download.ts";
import "#tests/support/to-fail-with.ts";
import { listedRow } from "#tests/support/fixtures.ts";
import { createProduct, newProduct, newWarehouse } from "#tests/support/stock.ts";
import { type Client, world } from "#tests/support/world.ts";

const today = "2026-11-20";
setClock(`${addDays(today, -8)}T06:00:00Z`);
const here = await world();

const on = (day: string): Promise<Client> => here.signInAt(`${day}T06:00:00Z`);
const night = (day: string) => {
  setClock(`${day}T00:30:00Z`);
  return here.invoke("snapshot", { pause: 0 });
};
const rowOf = async (client: Client, id: string, query = ""): Promise<PlanRow> =>
  (await client.get(`/v1/plan${query}`)).body.rows.find(({ _id }: PlanRow) => _id === id);
const snooze = (client: Client, id: string, body: unknown) => client.send("PUT", `/v1/plan/${id}/snooze`, body);

let client = here.manager;
let warehouse = "";
let product = "";
/** Seven closed days on which five were sold a day. */
const sales: string[] = [];

test("before the first night a product has no rate, and no figure is NaN", async () => {
  warehouse = await newWarehouse(client);
  product = (await createProduct(client, { name: "Muslin Swaddle", p_id: "SND-1", lead_time: "15", pack: "24" }))._id;
  const empty = await newProduct(client);
  await client.post("/v1/transactions/in", { product, warehouse, quantity: 100 });
  const { body } = await client.get("/v1/plan");
  expect(body.as_of).toBeUndefined();
  const nothing = { status: "new", days: [], rates: [null, null, null], quantity: 0 };
  expect(await rowOf(client, product)).toMatchObject(nothing);
  expect(await rowOf(client, empty)).toMatchObject({ status: "never-stocked", stock: 0, arrivals: [] });
  expect(JSON.stringify(body)).not.toMatch(/NaN|Infinity|1970/);
});

test("a product that sells has its rate, its last day to order, and whole cartons to order", async () => {
  for (let back = 7; back > 0; back--) {
    client = await on(addDays(today, -back));
    const sold = { list: [{ product, quantity: 5 }], channel: "amazon" };
    sales.push((await client.post("/v1/transactions/out", sold)).body.movement);
  }
  await night(today);
  client = await on(today);
  // 35 units in eight days in stock: 4.375 a day; 65 are left for 14.8 days.
  expect(await rowOf(client, product)).toMatchObject({
    status: "now",
    stock: 65,
    rate: { units: 4.375, window: 30, sold: 35, inStockDays: 8, fewDays: false },
    days: [0, 5, 5, 5, 5, 5, 5, 5],
    cover: 14,
    runs_out: addDays(today, 15),
    order_by: today,
    // Needed for 30 days after the 15 until it arrives: 131.25, and a safety stock of 24.
    quantity: 168,
  });
});

test("a sale that is reversed leaves the rate at once", async () => {
  expect((await client.post(`/v1/transactions/${sales.pop()}/reverse`, {})).status).toBe(201);
  expect(await rowOf(client, product)).toMatchObject({ stock: 70, rate: { units: 3.75, sold: 30 } });
});

test("one product of the plan is the same as in the list, with its stock by warehouse", async () => {
  const row = await rowOf(client, product, "?basis=7&target=45");
  const { body } = await client.get(`/v1/plan/${product}?basis=7&target=45`);
  expect(body).toMatchObject({ as_of: addDays(today, -1), row, warehouses: [{ warehouse, quantity: 70 }] });
  expect(body.product).toMatchObject({ _id: product, stock: 70, lead_time: 15 });
  expect(await client.get("/v1/plan/p404")).toFailWith("RESOURCE_NOT_FOUND");
});

test("an unknown basis, target, treatment of spikes or service level is 400 and names the field", async () => {
  for (const [query, field] of [
    ["basis=5", "basis"],
    ["target=14", "target"],
    ["target=91", "target"],
    ["target=30.5", "target"],
    ["spikes=maybe", "spikes"],
    ["service=99", "service"],
  ])
    for (const path of ["/v1/plan", `/v1/plan/${product}`])
      expect(await client.get(`${path}?${query}`), query).toFailWith("BAD_REQUEST", { field: String(field) });
});

test("a snooze keeps who, when and why, leaves the counts until its day, and is recorded as a change", async () => {
  const counted = async () => (await client.get("/v1/plan/summary")).body.counts.now;
  const before = await counted();
  const until = addDays(today, 7);
  const reason = "The supplier is on holiday";
  const { status, body } = await snooze(client, product, { until, reason });
  expect([status, body.snooze]).toEqual([200, expect.objectContaining({ until, reason })]);
  expect((await rowOf(client, product)).snooze).toMatchObject({ until, reason, user: { username: "manager" } });
  expect(await counted()).toBe(before - 1);
  const [change] = (await client.get(`/v1/products/${product}/changes`)).body;
  expect(change.fields).toEqual([
    { field: "snooze_until", to: until },
    { field: "snooze_reason", to: reason },
  ]);
  expect((await listedRow(client, "/v1/products", product)).snooze).toBeUndefined();
  client = await on(until);
  expect((await rowOf(client, product)).snooze).toBeUndefined();
  client = await on(today);
  expect((await snooze(client, product, { until: null })).body).toEqual({});
  expect(await counted()).toBe(before);
});

test("a snooze in the past, today, beyond a year or without a reason is refused and names the field", async () => {
  const past = { field: "until", message: expect.stringContaining("A day after 20-11-2026") };
  for (const until of [addDays(today, -1), today, addDays(today, 366)])
    expect(await snooze(client, product, { until, reason: "Later" }), until).toFailWith("UNPROCESSABLE_CONTENT", past);
  const never = await snooze(client, product, { until: "2026-02-30", reason: "Later" });
  expect(never).toFailWith("BAD_REQUEST", { field: "until", message: "No such date" });
  const required = { field: "reason", message: "Required" };
  for (const reason of [undefined, " ", "\u2800\u200b"])
    expect(await snooze(client, product, { until: addDays(today, 3), reason })).toFailWith("BAD_REQUEST", required);
  expect(await snooze(client, "p404", { until: null })).toFailWith("RESOURCE_NOT_FOUND");
  expect((await rowOf(client, product)).snooze).toBeUndefined();
});

test("the plan is exported whole, and an order with the chosen quantities", async () => {
  const exported = async (query: Record<string, string>) =>
    readWorkbook(await downloadWithTestClock(here, client, "/v1/plan/export", query));
  const whole = await exported({ basis: "7" });
  expect(whole.rows[0]).toEqual(expect.arrayContaining(["Status", "P.ID/SKU/BC", "Order by", "Quantity", "Cartons"]));
  const row = whole.rows.find(([, code]) => code === "SND-1");
  expect(row).toEqual(expect.arrayContaining(["Muslin Swaddle", 70, 24]));
  const order = await exported({ lines: `${product}-49` });
  expect(order.rows).toEqual([
    ["P.ID/SKU/BC", "Product Name", "Quantity", "Cartons", "Order by"],
    ["SND-1", "Muslin Swaddle", 49, 3, expect.any(Date)],
  ]);
});
