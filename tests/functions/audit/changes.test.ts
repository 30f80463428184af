// The record of changes: who changed which field of which row, with both values, as root users list and export it.
import { describe, expect, test } from "vitest";
import type { Change } from "#shared/change.ts";
import { setClock } from "#tests/support/clock.ts";
import { download, readWorkbook } from "#tests/support/download.ts";
import { changeForm, inParallel, listedRow, newPerson, productForm, today, unique } from "#tests/support/fixtures.ts";
import "#tests/support/to-fail-with.ts";
import { createProduct, newProduct, newWarehouse } from "#tests/support/stock.ts";
import { type Answer, world } from "#tests/support/world.ts";

const here = await world();
const { root, manager, executive, anonymous } = here;

const days = () => `start=${today()}&end=${today()}`;
const allChanges = async (query = ""): Promise<Change[]> => (await root.get(`/v1/audit?${days()}${query}`)).body;
/** The changes of a row, oldest first, without ids, times and users. */
const changesOf = async (row: string) =>
  (await allChanges())
    .filter((change) => change.row === row)
    .reverse()
    .map(({ kind, name, action, fields }) => ({ kind, name, action, fields }));

test("a product's creation, edits, deletion and restoration are kept, with each field from what to what", async () => {
  const { _id, p_id, name } = await createProduct(manager, { amazon: "https://amazon.in/1" });
  await manager.patch(`/v1/products/${_id}`, changeForm({ name: "Softer", lead_time: "60", amazon: "" }));
  await manager.patch(`/v1/products/${_id}`, changeForm({ name: "Softer" }));
  await manager.delete(`/v1/products/${_id}`);
  await manager.post(`/v1/products/${_id}/restore`);
  const amazon = "https://amazon.in/1";
  const created = Object.entries({ name, p_id, lead_time: 30, amazon }).map(([field, to]) => ({ field, to }));
  const changed = [
    { field: "name", from: name, to: "Softer" },
    { field: "lead_time", from: 30, to: 60 },
    { field: "amazon", from: amazon },
  ];
  const own = { kind: "product", name: p_id };
  expect(await changesOf(_id)).toEqual([
    { ...own, action: "created", fields: expect.arrayContaining(created) },
    { ...own, action: "changed", fields: changed },
    { ...own, action: "deleted", fields: [] },
    { ...own, action: "restored", fields: [] },
  ]);
  const listed: Change[] = (await manager.get(`/v1/products/${_id}/changes`)).body;
  expect(listed).toEqual((await allChanges()).filter((change) => change.row === _id));
  expect(listed.map(({ action }) => action)).toEqual(["restored", "deleted", "changed", "created"]);
});

test("warehouses, categories and containers are kept alike; a container's lines with the product", async () => {
  const warehouse = await newWarehouse(manager);
  await manager.patch(`/v1/warehouses/${warehouse}`, { location: "Pune" });
  await manager.delete(`/v1/warehouses/${warehouse}`);
  const category = (await manager.post("/v1/categories", { name: unique("Bibs") })).body;
  await manager.patch(`/v1/categories/${category._id}`, { flipkart: "https://flipkart.com/bibs" });
  await manager.delete(`/v1/categories/${category._id}`);
  const [one, other] = [await createProduct(manager), await createProduct(manager)];
  const container = unique("MSKU");
  const list = [{ product: one._id, quantity: 5 }];
  const shipment = (await executive.post("/v1/shipments", { container, expected_delivery: today(), list })).body;
  const changed = [
    { product: one._id, quantity: 8 },
    { product: other._id, quantity: 2 },
  ];
  await manager.patch(`/v1/shipments/${shipment._id}`, { list: changed });
  await manager.patch(`/v1/shipments/${shipment._id}`, { list: changed, expected_delivery: today() });
  await executive.delete(`/v1/shipments/${shipment._id}`);

  const fieldsOf = async (row: string) => (await changesOf(row)).map(({ action, fields }) => [action, fields]);
  expect(await fieldsOf(warehouse)).toEqual([
    ["created", expect.anything()],
    ["changed", [{ field: "location", to: "Pune" }]],
    ["deleted", []],
  ]);
  expect(await fieldsOf(category._id)).toEqual([
    ["created", [{ field: "name", to: category.name }]],
    ["changed", [{ field: "flipkart", to: "https://flipkart.com/bibs" }]],
    ["deleted", []],
  ]);
  const line = ({ _id, p_id, name }: typeof one) => expect.objectContaining({ _id, p_id, name });
  const announced = [
    { field: "container", to: container },
    { field: "expected_delivery", to: today() },
    { field: "quantity", product: line(one), to: 5 },
  ];
  const relisted = [
    { field: "quantity", product: line(one), from: 5, to: 8 },
    { field: "quantity", product: line(other), to: 2 },
  ];
  expect(await fieldsOf(shipment._id)).toEqual(Object.entries({ created: announced, changed: relisted, deleted: [] }));
});

test("a user's changes are kept without password, hash or epoch, also where the password itself changed", async () => {
  const username = unique("asha");
  const password = "the secret of Asha";
  const { body } = await root.post("/v1/users", { name: "Asha", username, password, role: "executive" });
  await root.patch(`/v1/users/${body._id}`, { role: "manager", password: "another secret of hers" });
  await root.patch(`/v1/users/${body._id}`, { password: "a third secret of hers" });
  await root.delete(`/v1/users/${body._id}`);
  expect(await changesOf(body._id)).toMatchObject([
    { name: username, action: "created" },
    { action: "changed", fields: [{ field: "role", from: "executive", to: "manager" }, { field: "password" }] },
    { action: "changed", fields: [{ field: "password" }] },
    { action: "deleted", fields: [] },
  ]);
  const all = JSON.stringify(await allChanges());
  expect(all).not.toMatch(/secret of|argon2|epoch|"hash"|"sent"/);
});

test("each change says who made it and when, and keeps the name that its author had then", async () => {
  const { _id, client, username } = await newPerson(here, "manager");
  const product = await newProduct(client);
  await root.patch(`/v1/users/${_id}`, { name: "Renamed since" });
  const change = (await allChanges()).find(({ row }) => row === product);
  expect(change?.user).toEqual({ _id, name: "A new manager", username });
  expect(Math.abs(Date.parse(change?.created_at ?? "") - Date.now())).toBeLessThan(600_000);
  const ownPassword = expect.objectContaining({ row: _id, fields: [{ field: "password" }] });
  expect(await allChanges(`&user=${_id}`)).toEqual([change, ownPassword]);
  expect((await allChanges(`&user=${_id}&kind=warehouse`)).length).toBe(0);
});

test("a refused edit leaves no record, and one that changes nothing neither", async () => {
  const [taken, row] = [unique("W"), await newWarehouse(manager)];
  await newWarehouse(manager, taken);
  const before = await changesOf(row);
  expect((await manager.patch(`/v1/warehouses/${row}`, { w_id: taken, location: "Pune" })).status).toBe(409);
  const { name } = await listedRow(manager, "/v1/warehouses", row);
  expect((await manager.patch(`/v1/warehouses/${row}`, { name })).status).toBe(200);
  expect(await changesOf(row)).toEqual(before);
});

test("of ten edits of one field at once, each record goes on from the one before it", async () => {
  const row = await newWarehouse(manager);
  const answers = await inParallel(10, (n) => manager.patch(`/v1/warehouses/${row}`, { location: `Gate ${n}` }));
  const done = answers.filter(({ status }) => status === 200).length;
  expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
  const edits = (await changesOf(row)).filter(({ action }) => action === "changed");
  expect(edits.length).toBe(done);
  for (const [index, { fields }] of edits.entries()) expect(fields[0]?.from).toEqual(edits[index - 1]?.fields[0]?.to);
});

describe("the list of all changes", () => {
  test("is filtered by kind and user, and refuses an unknown kind and a range of more than a year", async () => {
    await newWarehouse(manager);
    const kinds = new Set((await allChanges("&kind=warehouse")).map(({ kind }) => kind));
    expect([...kinds]).toEqual(["warehouse"]);
    const statuses = ["&kind=movement", "&after=x"].map(async (query) => root.get(`/v1/audit?${days()}${query}`));
    for (const { status } of await Promise.all(statuses)) expect(status).toBe(400);
    expect((await root.get(`/v1/audit?start=2020-01-01&end=${today()}`)).status).toBe(400);
  });

  test("is exported with a row for each field, with the filters", async () => {
    const { p_id } = await createProduct(manager, { p_id: unique("EXP") });
    const query = { start: today(), end: today(), kind: "product" };
    const {
      rows: [heads, ...rows],
    } = await readWorkbook(await download(root, anonymous, "/v1/audit/export", query));
    expect(heads).toEqual(["Time", "What", "Code or name", "Action", "Field", "From", "To", "Name", "Username"]);
    const own = rows.filter((row) => row[2] === p_id).map((row) => row.slice(3, 7));
    expect(own).toContainEqual(["Created", "P.ID/SKU/BC", null, p_id]);
    expect(own).toContainEqual(["Created", "Lead Time", null, 30]);
    expect(new Set(rows.map((row) => row[1]))).toEqual(new Set(["Product"]));
  });
});

test("a creation or change costs one item more in its own transaction", async () => {
  await manager.post("/v1/products", productForm());
  // The counter of ids, and the transaction of four items, and the two indexes of the record.
  expect(here.requests().at(-1)).toMatchObject({ route: "POST /v1/products", writes: 2, wcu: 1 + 2 * 4 + 2 });
});

/** Makes a change while the Lambdas' clock is ten minutes slow. */
const bySlowClock = async (change: () => Promise<Answer>): Promise<Answer> => {
  setClock(new Date(Date.now() - 600_000).toISOString());
  const answer = await change();
  setClock(new Date().toISOString());
  expect(answer.status).toBeLessThan(300);
  return answer;
};

test("edits are dated one after the other, also of two clocks and of twenty at once, and none of other fields is lost", async () => {
  const { _id } = await createProduct(manager);
  const edit = (fields: Record<string, string>) => manager.patch(`/v1/products/${_id}`, changeForm(fields));
  const first = await edit({ name: "By the fast clock" });
  const second = await bySlowClock(() => edit({ name: "By the slow clock" }));
  expect(second.body.updated_at > first.body.updated_at).toBe(true);

  const fields = ["amazon", "flipkart", "website", "name"];
  const atOnce = await inParallel(fields.length, (n) => edit({ [fields[n] ?? ""]: `https://shop.in/${n}` }));
  expect(atOnce.map(({ status }) => status)).toEqual(fields.map(() => 200));
  const own: Change[] = (await manager.get(`/v1/products/${_id}/changes`)).body;
  const dates = own.map(({ created_at }) => created_at);
  expect(dates).toEqual([...new Set(dates)].sort().reverse());
  const row = await listedRow(manager, "/v1/products", _id);
  expect(row).toMatchObject(Object.fromEntries(fields.map((field, n) => [field, `https://shop.in/${n}`])));
  expect(row.updated_at).toBe(dates[0]);
  expect(own[fields.length]?.fields).toEqual([{ field: "name", from: "By the fast clock", to: "By the slow clock" }]);
});

test("changes of many products at once, restorations and containers are dated after the changes before them, by any clock", async () => {
  const { _id } = await createProduct(manager);
  await manager.patch(`/v1/products/${_id}`, changeForm({ name: "By the fast clock" }));
  const bulk = { field: "lead_time", changes: [{ _id, value: 45, seen: 30 }] };
  await bySlowClock(() => manager.post("/v1/products/bulk", bulk));
  await manager.delete(`/v1/products/${_id}`);
  await bySlowClock(() => manager.post(`/v1/products/${_id}/restore`));
  await bySlowClock(() => manager.patch(`/v1/products/${_id}`, changeForm({ name: "By the slow clock" })));

  const list = [{ product: _id, quantity: 5 }];
  const form = { container: unique("MSKU"), expected_delivery: today(), list };
  const shipment = (await executive.post("/v1/shipments", form)).body._id;
  const order = (quantity: number) => manager.patch(`/v1/shipments/${shipment}`, { list: [{ ...list[0], quantity }] });
  await order(6);
  await bySlowClock(() => order(7));
  await bySlowClock(() => executive.delete(`/v1/shipments/${shipment}`));

  const changes = (await allChanges()).reverse();
  const recorded = (row: string) =>
    changes.filter((change) => change.row === row).map(({ action, fields }) => fields[0]?.to ?? action);
  expect(recorded(_id).slice(1)).toEqual(["By the fast clock", 45, "deleted", "restored", "By the slow clock"]);
  expect(recorded(shipment).slice(1)).toEqual([6, 7, "deleted"]);
});
