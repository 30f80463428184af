// Ticks of a picklist: the newest counts, however late, often or out of order they arrive.
import { expect, test } from "vitest";
import type { Picked, Picklist } from "#shared/picklist.ts";
import { today } from "#tests/support/fixtures.ts";
import { newStockLine, reverse } from "#tests/support/stock.ts";
import "#tests/support/to-fail-with.ts";
import { world } from "#tests/support/world.ts";

const { manager, executive } = await world();

const postPicklist = async () => {
  const { product, warehouse } = await newStockLine(manager, 5);
  const body = { channel: "amazon", list: [{ product, quantity: 3 }] };
  const { movement } = (await executive.post("/v1/transactions/out", body)).body;
  const path = `/v1/picklists/${movement}/picked`;
  const send = async (device: string, rev: number, picked: boolean, age = 0): Promise<boolean> => {
    const ticks = [{ product, warehouse, picked, device, rev, age }];
    const { status, body: answer } = await executive.send("PUT", path, { ticks });
    expect(status).toBe(200);
    return (answer as Picked).places.length === 1;
  };
  /** Its ticked places in the list of picklists. */
  const listed = async (): Promise<number> => {
    const list = (await executive.get(`/v1/picklists?start=${today()}&end=${today()}`)).body as Picklist[];
    return list.find(({ _id }) => _id === movement)?.picked ?? -1;
  };
  return { product, movement, path, send, listed };
};

test("the list says how many places of each picklist are picked, and the summary how many picklists wholly; none that are cancelled", async () => {
  const summary = async () => (await executive.get("/v1/picklists/summary")).body;
  const before = await summary();
  const { movement, send, listed } = await postPicklist();
  expect([await listed(), await summary()]).toEqual([0, { ...before, picklists: before.picklists + 1 }]);
  await send("phone", 1, true);
  const after = { ...before, picklists: before.picklists + 1, picked: before.picked + 1 };
  expect([await listed(), await summary()]).toEqual([1, after]);
  await send("phone", 2, false);
  expect(await listed()).toBe(0);
  expect((await reverse(manager, movement)).status).toBe(201);
  expect(await summary()).toEqual(before);
});

test("a delayed tick changes nothing after a newer one of the same device, though other devices ticked meanwhile", async () => {
  const { send } = await postPicklist();
  expect(await send("phone", 2, false)).toBe(false);
  expect(await send("phone", 1, true)).toBe(false);
  expect(await send("tablet", 1, true)).toBe(true);
  expect(await send("phone", 2, false)).toBe(true);
  expect(await send("phone", 3, false)).toBe(false);
  expect(await send("tablet", 1, true)).toBe(false);
});

test("of two devices the later tick counts, also one that is put off again and arrives before an older one", async () => {
  const { send } = await postPicklist();
  expect(await send("phone", 1, true, 0)).toBe(true);
  expect(await send("tablet", 1, false, 3_600)).toBe(true);
  expect(await send("tablet", 1, false, 0)).toBe(true);
  expect(await send("tablet", 2, false, 0)).toBe(false);
});

test("a tick is not older than its picklist, keeps who was first, and names only places of the picklist", async () => {
  const { path, product, send } = await postPicklist();
  await send("phone", 1, true, 999_999_999);
  const before = (await manager.get(path)).body.places[0];
  expect(Date.now() - Date.parse(before.at)).toBeLessThan(3_600_000);
  await send("tablet", 1, true);
  expect((await manager.get(path)).body.places).toEqual([before]);
  const ticks = [{ product, warehouse: "other", picked: true, device: "phone", rev: 9, age: 0 }];
  expect(await executive.send("PUT", path, { ticks })).toFailWith("UNPROCESSABLE_CONTENT", { product });
});

test("a device with the name of a key that every object has is refused", async () => {
  const { path, product } = await postPicklist();
  const tick = { product, warehouse: "w", picked: true, device: "__proto__", rev: 1, age: 0 };
  expect(await executive.send("PUT", path, { ticks: [tick] })).toFailWith("BAD_REQUEST", { field: "ticks.0.device" });
});
