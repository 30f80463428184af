// Warehouses: created, listed, changed and deleted.
import { expect, test } from "vitest";
import { newDevice } from "#tests/support/device.ts";
import "#tests/support/to-fail-with.ts";
import { inParallel, listedRow, recentTransactions, today, unique } from "#tests/support/fixtures.ts";
import { newStockLine, newWarehouse, recordsOf, setChannelWarehouses } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";

const { manager, executive, root } = await world();

const form = () => ({
  w_id: unique("BLR"),
  name: "Bengaluru Hub",
  location: "Nelamangala",
  description: "Main store.\nNo night shift.",
});
const listed = (id: string) => listedRow(manager, "/v1/warehouses", id);

test("the answer to a new warehouse equals its entry in the list, with a short id", async () => {
  const sent = form();
  const { status, body } = await manager.post("/v1/warehouses", { ...sent, name: "  Bengaluru Hub " });
  expect(status).toBe(201);
  expect(body).toEqual({
    ...sent,
    _id: expect.stringMatching(/^w\d+$/),
    created_at: expect.any(String),
    updated_at: body.created_at,
  });
  expect(await listed(body._id)).toEqual(body);
});

test("a change keeps fields it leaves out and clears fields it sends empty", async () => {
  const { body: before } = await manager.post("/v1/warehouses", form());
  const { status, body } = await manager.patch(`/v1/warehouses/${before._id}`, { name: "Pune", description: "" });
  const { description, ...kept } = before;
  expect(description).toBeDefined();
  expect(status).toBe(200);
  expect(body).toEqual({ ...kept, name: "Pune", updated_at: expect.any(String) });
  expect(await listed(before._id)).toEqual(body);
});

test.each([
  ["w_id", ""],
  ["w_id", "x".repeat(201)],
  ["name", " "],
  ["location", "a\u0007b"],
  ["description", "x".repeat(2_001)],
])("400: a warehouse with the %s %j is not made and not changed", async (field, value) => {
  const count = (await manager.get("/v1/warehouses")).body.length;
  expect(await manager.post("/v1/warehouses", { ...form(), [field]: value })).toFailWith("BAD_REQUEST", { field });
  expect((await manager.get("/v1/warehouses")).body).toHaveLength(count);
  const { body } = await manager.post("/v1/warehouses", form());
  expect(await manager.patch(`/v1/warehouses/${body._id}`, { [field]: value })).toFailWith("BAD_REQUEST", { field });
  expect(await listed(body._id)).toEqual(body);
});

test("a deleted warehouse disappears at once from lists, pickers, stock and totals, and the ledger keeps its name", async () => {
  const line = await newStockLine(manager, 7);
  const place = await listed(line.warehouse);
  const elsewhere = (await manager.post("/v1/warehouses", form())).body._id;
  await manager.post("/v1/transactions/in", { ...line, warehouse: elsewhere, quantity: 5 });
  const stockOf = async () => (await listedRow(manager, "/v1/products", line.product)).stock;
  expect(await stockOf()).toBe(12);

  expect(await manager.delete(`/v1/warehouses/${line.warehouse}`)).toMatchObject({ status: 204, body: undefined });
  expect(await listed(line.warehouse)).toBeUndefined();
  expect(await stockOf()).toBe(5);
  const context = (await executive.get("/v1/app/context")).body;
  expect(context.warehouse.map((row: { _id: string }) => row._id)).not.toContain(line.warehouse);
  expect(context.product.find((row: { _id: string }) => row._id === line.product).stock).toBe(5);
  expect(await recordsOf(executive, line.warehouse)).toEqual([]);
  const unknown = { field: "warehouse" };
  for (const path of ["in", "out"])
    expect(await executive.post(`/v1/transactions/${path}`, line)).toFailWith("RESOURCE_NOT_FOUND", unknown);
  const change = await manager.patch(`/v1/warehouses/${line.warehouse}`, { name: "Back again" });
  expect(change).toFailWith("RESOURCE_NOT_FOUND");

  const rows = (await manager.get(recentTransactions())).body;
  const row = rows.find((one: { warehouse: { _id: string } }) => one.warehouse._id === line.warehouse);
  expect(row.warehouse).toEqual({ _id: place._id, w_id: place.w_id, name: place.name });
});

const remember = (channel: string, warehouses: unknown, by = manager) => setChannelWarehouses(by, channel, warehouses);
/** The ids of a channel's warehouses, by their places, as every device gets them. */
const ofChannel = async (channel: string): Promise<string[]> => {
  const { warehouse } = (await executive.get("/v1/app/context")).body;
  const places = warehouse.flatMap(({ _id, channels }: { _id: string; channels?: Record<string, number> }) =>
    channels?.[channel] ? [[channels[channel], _id]] : [],
  );
  return places.sort().map(([, id]: [number, string]) => id);
};

test("a channel's warehouses are set whole and in order, recorded by warehouse, and a restored one is back in its place", async () => {
  const [a = "", b = "", c = ""] = await inParallel(3, () => newWarehouse(manager));
  expect(await remember("firstcry", [a, b])).toMatchObject({ status: 200 });
  await remember("jiomart", [a]);
  await remember("firstcry", [c, a]);
  expect([await ofChannel("firstcry"), await ofChannel("jiomart")]).toEqual([[c, a], [a]]);
  const { body: changes } = await root.get(`/v1/audit?start=${today()}&end=${today()}&kind=warehouse`);
  const fieldsOf = (row: string) =>
    changes.flatMap((one: { row: string; action: string; fields: object[] }) =>
      one.row === row && one.action === "changed" ? one.fields : [],
    );
  expect([fieldsOf(a), fieldsOf(b), fieldsOf(c)]).toEqual([
    [
      { field: "channels.firstcry", from: 1, to: 2 },
      { field: "channels.jiomart", to: 1 },
      { field: "channels.firstcry", to: 1 },
    ],
    [
      { field: "channels.firstcry", from: 2 },
      { field: "channels.firstcry", to: 2 },
    ],
    [{ field: "channels.firstcry", to: 1 }],
  ]);

  await manager.delete(`/v1/warehouses/${c}`);
  expect(await ofChannel("firstcry")).toEqual([a]);
  expect(await remember("firstcry", [c])).toFailWith("UNPROCESSABLE_CONTENT", { field: "warehouses", _id: c });
  await manager.post(`/v1/warehouses/${c}/restore`);
  expect(await ofChannel("firstcry")).toEqual([c, a]);
  await manager.delete(`/v1/warehouses/${c}`);
  await remember("firstcry", []);
  await manager.post(`/v1/warehouses/${c}/restore`);
  expect(await ofChannel("firstcry"), "set anew while it was deleted").toEqual([]);
  expect((await listed(a)).channels).toEqual({ jiomart: 1 });
  expect(await remember("jiomart", [a], executive)).toFailWith("FORBIDDEN");
  expect(await remember("ebay", [a])).toFailWith("BAD_REQUEST", { field: "channel" });
  expect(await remember("jiomart", [a, a])).toFailWith("BAD_REQUEST", { field: "warehouses" });
});

test("every device is told which channels have lost all their warehouses, until somebody chooses or restores", async () => {
  const [a = "", b = ""] = await inParallel(2, () => newWarehouse(manager));
  const device = newDevice();
  const without = async () => {
    await device.ask(executive);
    const { body } = await executive.get("/v1/app/context");
    expect(device.lists().context.without_warehouse).toEqual(body.without_warehouse);
    return body.without_warehouse;
  };
  await remember("flipkart", [a, b]);
  await remember("snd-app", [a]);
  expect(await without()).toBeUndefined();
  await manager.delete(`/v1/warehouses/${a}`);
  expect(await without()).toEqual(["snd-app"]);
  await manager.patch(`/v1/warehouses/${b}`, { not_for_picking: "yes" });
  expect(await without()).toEqual(["flipkart", "snd-app"]);
  await manager.patch(`/v1/warehouses/${b}`, { not_for_picking: "" });
  await remember("snd-app", []);
  expect(await without()).toBeUndefined();
  await manager.delete(`/v1/warehouses/${b}`);
  expect(await without()).toEqual(["flipkart"]);
  await manager.post(`/v1/warehouses/${a}/restore`);
  expect([await without(), await ofChannel("flipkart"), await ofChannel("snd-app")]).toEqual([undefined, [a], []]);
  await remember("flipkart", []);
});

test("of two managers at once one choice holds whole, and edits of a warehouse's other fields are kept", async () => {
  const [a = "", b = "", c = "", d = ""] = await inParallel(4, () => newWarehouse(manager));
  for (let round = 0; round < 5; round++) {
    const name = unique("Hub");
    const answers = await inParallel(3, (n) =>
      n < 2 ? remember("snd-app", n === 0 ? [a, b] : [d, c]) : manager.patch(`/v1/warehouses/${a}`, { name }),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const held = await ofChannel("snd-app");
    expect([[a, b].join(), [d, c].join()]).toContain(held.join());
    expect((await listed(a)).name).toBe(name);
    await remember("snd-app", []);
  }
});
