// The catalogue of a device: after every kind of write its lists are those of the API, at the price of what has changed.
import { beforeAll, describe, expect, test } from "vitest";
import type { Route } from "#shared/api.ts";
import { calls } from "#shared/api.ts";
import { listsOfApi, newDevice, putOtherProducts } from "#tests/support/device.ts";
import { engine, putProducts } from "#tests/support/engine.ts";
import { changeForm, newPerson, unique } from "#tests/support/fixtures.ts";
import { samplesOf, send } from "#tests/support/samples.ts";
import { createProduct, newProduct, newStockLine, newWarehouse } from "#tests/support/stock.ts";
import { proxiedWorld } from "#tests/support/world.ts";

const here = await proxiedWorld();
const { root, manager, executive } = here;
const samples = samplesOf(here);
const { put } = engine(here);

beforeAll(() => putOtherProducts(here));

/** Read units of the last call of the catalogue. */
const unitsRead = (): number =>
  here.requests().findLast(({ route }) => route.endsWith("/catalogue"))?.rcu ?? Number.NaN;

// First, while few entries were made in the last minutes.
test("an ask costs at most 5 read units where nothing changed, and 2 a product where something did", async () => {
  const lines = await Promise.all(Array.from({ length: 12 }, () => newStockLine(manager, 50)));
  const device = newDevice();
  await device.ask(manager);
  await device.ask(manager);
  await device.ask(manager);
  expect(unitsRead()).toBeLessThanOrEqual(5);
  const out = (line: object) => manager.post("/v1/transactions/out", { ...line, quantity: 1, reason: "Sample" });
  await Promise.all(lines.map(({ product, warehouse }) => out({ product, warehouse })));
  const { stocks } = await device.ask(manager);
  expect(stocks).toHaveLength(12);
  expect(unitsRead()).toBeLessThanOrEqual(30 + 2 * 12);
  await device.ask(manager);
  expect(unitsRead()).toBeLessThanOrEqual(5);
});

const writes = (Object.keys(calls) as Route[]).filter(
  (route) => !route.startsWith("GET") && !/login|logout|tickets|users/.test(route),
);

const expectLists = async (route: Route): Promise<void> => {
  const sample = await samples[route](root);
  const device = newDevice();
  await device.ask(root);
  const { status } = await send(root, route, sample);
  expect([200, 201, 204]).toContain(status);
  await device.ask(root);
  expect(device.lists()).toEqual(await listsOfApi(root));
};
/** Writes that change what a device shows of products, stock and containers. */
const isShown = (route: Route): boolean => /products|warehouses|shipments|transactions|apply|adjustment/.test(route);
const afterwards = "after %s a device that asks has the lists of the API";
test.each(writes.filter(isShown))(afterwards, expectLists);
test.each(writes.filter((route) => !isShown(route)))(afterwards, { tags: "exhaustive" }, expectLists);

const announced = (product: string) => ({ expected_delivery: "2027-01-01", list: [{ product, quantity: 5 }] });
const newContainer = async (product: string): Promise<string> =>
  (await manager.post("/v1/shipments", { container: unique("MSKU"), ...announced(product) })).body._id;

test("a restored product comes back with its stock, and a container with the units of a reversed receipt", async () => {
  const { product, warehouse } = await newStockLine(manager, 7);
  const shipment = await newContainer(await newProduct(manager));
  const { body: receipt } = await manager.post(`/v1/shipments/${shipment}/receive`, { warehouse });
  await manager.delete(`/v1/products/${product}`);
  const device = newDevice();
  await device.ask(manager);
  await manager.post(`/v1/products/${product}/restore`);
  await manager.post(`/v1/transactions/${receipt.movement}/reverse`, {});
  expect((await device.ask(manager)).whole).toBe(false);
  expect(device.lists()).toEqual(await listsOfApi(manager));
});

test("what a device has changed itself is sent at once, though an index does not have it yet", async () => {
  const { product, warehouse } = await newStockLine(manager, 7);
  const shipment = await newContainer(product);
  const device = newDevice();
  await device.ask(manager);
  here.databaseProxy.hide = (operation, body) =>
    operation === "Query" && body.includes('"byDay"') ? () => true : undefined;
  await manager.post(`/v1/shipments/${shipment}/receive`, { warehouse });
  await manager.patch(`/v1/products/${product}`, changeForm({ name: "Terry Bib" }));
  expect((await device.ask(manager)).products).toEqual([]);
  const rows = [product, shipment, "no such row", ""].join();
  const { whole, products, stocks, gone } = await device.ask(manager, device.cursor, rows);
  expect([whole, products.length, stocks.length, gone]).toEqual([false, 1, 1, [{ _id: shipment }]]);
  expect(device.lists()).toEqual(await listsOfApi(manager));
  here.databaseProxy.hide = undefined;
});

test("the whole has a container that the index of open ones does not have yet", async () => {
  const shipment = await newContainer(await newProduct(manager));
  here.databaseProxy.hide = (operation, body) =>
    operation === "Query" && body.includes('"open"') ? ({ _id }) => _id?.S === shipment : undefined;
  const { whole, containers } = await newDevice().ask(manager);
  here.databaseProxy.hide = undefined;
  expect([whole, containers.map(({ _id }) => _id)]).toEqual([true, expect.arrayContaining([shipment])]);
});

test("a change that changes nothing is no change: nothing is written, and nothing is read of it", async () => {
  const [{ _id, name }, warehouse] = await Promise.all([createProduct(manager), newWarehouse(manager)]);
  const shipment = await newContainer(_id);
  const { body: place } = await manager.patch(`/v1/warehouses/${warehouse}`, { name: "Surat" });
  const device = newDevice();
  await device.ask(manager);
  const before = await listsOfApi(manager);
  for (const [path, body] of [
    [`/v1/products/${_id}`, changeForm({ name })],
    [`/v1/warehouses/${warehouse}`, { name: place.name }],
    [`/v1/shipments/${shipment}`, announced(_id)],
  ] as const)
    expect((await manager.patch(path, body)).status).toBe(200);
  const change = { field: "lead_time", changes: [{ _id, value: 30, seen: 30 }] };
  expect((await manager.post("/v1/products/bulk", change)).body.changed).toBe(1);
  const { whole, products, stocks, containers, gone } = await device.ask(manager);
  expect([whole, products, stocks, containers, gone]).toEqual([false, [], [], [], []]);
  expect(await listsOfApi(manager)).toEqual(before);
});

test("reads that DynamoDB throttles a dozen times are answered", async () => {
  let throttled = 0;
  here.databaseProxy.decide = (operation) => (operation === "Scan" && throttled++ < 12 ? "throttle" : "forward");
  expect((await manager.get("/v1/stocks")).status).toBe(200);
  expect(throttled).toBeGreaterThan(12);
});

describe("the whole catalogue is sent", () => {
  const asked = async (meanwhile: () => unknown, since?: string) => {
    const device = newDevice();
    const [product] = await Promise.all([newProduct(manager), device.ask(manager)]);
    await device.ask(manager);
    await meanwhile();
    const answer = await device.ask(manager, since);
    expect(answer.products.length > 400).toBe(answer.whole);
    expect(device.lists()).toEqual(await listsOfApi(manager));
    return { ...answer, product };
  };

  test.each([
    ["nothing", ""],
    ["another text", "p1042"],
    ["another object", Buffer.from("{}").toString("base64url")],
    ["bytes", "%00%ff"],
  ])("for %s as the cursor", async (_, since) => {
    expect((await asked(() => undefined, since)).whole).toBe(true);
  });

  test("for a cursor of another role", async () => {
    const device = newDevice();
    await device.ask(executive);
    expect((await device.ask(manager)).whole).toBe(true);
  });

  test.each([
    ["more than 23 hours old", -23.1],
    ["of the day after tomorrow", 48],
  ])("for one that is %s", async (_, hours) => {
    const device = newDevice();
    await device.ask(manager);
    const { at, whole, ...cursor } = JSON.parse(Buffer.from(device.cursor, "base64url").toString());
    const moved = { ...cursor, at: at + hours * 3_600_000, whole: whole + hours * 3_600_000 };
    const since = Buffer.from(JSON.stringify(moved)).toString("base64url");
    expect((await device.ask(manager, since)).whole).toBe(true);
  });

  test("for one of another generation of the tables", async () => {
    const { whole } = await asked(() => put("keys", [{ key: "generation", generation: "restored" }]));
    expect(whole).toBe(true);
  });

  test.each(["changed", "deleted"])("after a warehouse was %s", async (how) => {
    const warehouse = await newWarehouse(manager);
    const path = `/v1/warehouses/${warehouse}`;
    const act = () => (how === "changed" ? manager.patch(path, { name: "Surat" }) : manager.delete(path));
    expect((await asked(act)).whole).toBe(true);
  });

  test("after more than a twentieth of all products changed, and not after fewer", async () => {
    const of = (count: number) => Array.from({ length: count }, (_, at) => ({ _id: `x${at}`, value: 45, seen: 30 }));
    const back = (count: number) => of(count).map(({ _id }) => ({ _id, value: 30, seen: 45 }));
    const set = (changes: object[]) => manager.post("/v1/products/bulk", { field: "lead_time", changes });
    expect((await asked(() => set(of(5)))).whole).toBe(false);
    expect((await asked(() => set(back(5)))).whole).toBe(false);
    expect((await asked(() => set(of(100)))).whole).toBe(true);
  });
});

test.each([
  ["from long ago", { from: 0 }],
  ["from the end of time", { from: 1e13 }],
  ["of many keys", { recent: "0".repeat(999) }],
  ["of hours that never were", { byHour: { x: 1, "1e99": -1 } }],
])("a forged cursor %s is answered", async (_, forged) => {
  const device = newDevice();
  await device.ask(manager);
  const cursor = JSON.parse(Buffer.from(device.cursor, "base64url").toString());
  const found = { ...cursor.movements, ...forged };
  const text = JSON.stringify({ ...cursor, counted: 0, movements: found, changes: found });
  const since = Buffer.from(text).toString("base64url");
  expect((await manager.get(`/v1/app/catalogue?since=${since}`)).status).toBe(200);
});

test("a forged cursor that goes on from no id is answered with the whole", async () => {
  const device = newDevice();
  await device.ask(manager);
  const cursor = JSON.parse(Buffer.from(device.cursor, "base64url").toString());
  for (const products of ["\ud800", "__proto__"]) {
    const since = Buffer.from(JSON.stringify({ ...cursor, rest: { products } })).toString("base64url");
    expect(await manager.get(`/v1/app/catalogue?since=${since}`)).toMatchObject({ status: 200, body: { whole: true } });
  }
});

test("an executive gets what the context and the list of stock tell, and no sales, links or lead times", async () => {
  await newStockLine(manager, 5);
  const device = newDevice();
  const { products, stocks } = await device.ask(executive);
  const fields = new Set(products.flatMap((product) => Object.keys(product)));
  const told = ["_id", "p_id", "name", "image", "codes", "pack", "shelves", "created_at", "deleted"];
  expect([...fields].filter((field) => !told.includes(field))).toEqual([]);
  expect(new Set(stocks.flatMap((level) => Object.keys(level)))).toEqual(new Set(["_id", "held"]));
  const { context, stocks: records } = device.lists();
  expect({ ...context, now: expect.any(String) }).toEqual((await executive.get("/v1/app/context")).body);
  expect(records).toEqual((await executive.get("/v1/stocks")).body);
});

test("who has left is asked to sign in", async () => {
  const person = await newPerson(here);
  const client = await here.signIn(person.username, person.password);
  await root.delete(`/v1/users/${person._id}`);
  expect((await client.get("/v1/app/catalogue")).status).toBe(401);
});

test("a catalogue too large for one answer comes in parts, each read where the one before ended, while stock moves", async () => {
  const { product, warehouse } = await newStockLine(manager, 7);
  const name = "Cot Sheet ".repeat(3_000);
  const sheets = Array.from({ length: 300 }, (_, n) => ({ _id: `y${n}`, name }));
  await putProducts(here, sheets);
  const all = await manager.get("/v1/products");
  const inOneRead = here.requests().at(-1)?.rcu ?? Number.NaN;
  expect(all.status).toBe(200);
  const before = here.requests().length;
  const device = newDevice();
  const out = { product, warehouse, quantity: 1, reason: "Sample" };
  const [{ whole }] = await Promise.all([device.ask(manager), manager.post("/v1/transactions/out", out)]);
  expect(whole).toBe(true);
  const asks = here
    .requests()
    .slice(before)
    .filter(({ route }) => route.endsWith("/catalogue"));
  expect(asks.length).toBeGreaterThan(1);
  expect(asks.reduce((sum, { rcu }) => sum + rcu, 0)).toBeLessThan(1.1 * inOneRead);
  await device.ask(manager);
  expect(device.lists()).toEqual(await listsOfApi(manager));
});
