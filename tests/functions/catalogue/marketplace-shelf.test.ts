// A warehouse that stands for a marketplace's own shelf: one for a channel, never picked from, counted as any other.
import { expect, test } from "vitest";
import "#tests/support/to-fail-with.ts";
import { inParallel } from "#tests/support/fixtures.ts";
import { createProduct, newWarehouse, setChannelWarehouses } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";

const { manager } = await world();
const edit = (id: string, fields: object) => manager.patch(`/v1/warehouses/${id}`, fields);
const stand = (id: string, sells_for: string) => edit(id, { sells_for });
const newForm = (w_id: string, sells_for: string) => ({ w_id, name: `Shelf ${w_id}`, sells_for });

test("a channel has one shelf at most, also for two people at once, and a deleted one comes back only while it is free", async () => {
  const [a = "", b = ""] = [await newWarehouse(manager, "FBA1", "Amazon North"), await newWarehouse(manager, "FBA2")];
  expect(await stand(a, "ebay")).toFailWith("BAD_REQUEST", { field: "sells_for" });
  expect((await stand(a, "amazon")).body).toMatchObject({ sells_for: "amazon", not_for_picking: "yes" });
  const taken = { field: "sells_for", message: "Amazon North stands for Amazon (FBA) already", _id: a };
  expect(await stand(b, "amazon")).toFailWith("CONFLICT", taken);
  expect(await manager.post("/v1/warehouses", newForm("FBA3", "amazon"))).toFailWith("CONFLICT", taken);
  expect(await edit(a, { name: "Amazon North", not_for_picking: "" })).toMatchObject({
    body: { not_for_picking: "yes" },
  });
  await manager.delete(`/v1/warehouses/${a}`);
  expect(await stand(b, "amazon")).toMatchObject({ status: 200 });
  expect(await manager.post(`/v1/warehouses/${a}/restore`)).toFailWith("CONFLICT", { field: "sells_for", _id: b });
  const { body } = await stand(b, "flipkart");
  expect(body).toMatchObject({ sells_for: "flipkart" });
  expect(await manager.post(`/v1/warehouses/${a}/restore`)).toMatchObject({ status: 200 });
  expect(await stand(b, "")).toMatchObject({ status: 200, body: { w_id: "FBA2" } });
  expect((await edit(b, { not_for_picking: "" })).body).not.toHaveProperty("not_for_picking");

  const both = await inParallel(4, (at) => manager.post("/v1/warehouses", newForm(`FBF${at}`, "flipkart")));
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  for (const one of both.filter(({ status }) => status === 409))
    expect(one).toFailWith("CONFLICT", { field: "sells_for" });
  await edit(a, { sells_for: "" });
});

test("nobody picks from it, also when it is chosen, and totals and alerts count its units", async () => {
  const own = await newWarehouse(manager, "OWN");
  const { body: shelf } = await manager.post("/v1/warehouses", newForm("AMZ", "amazon"));
  const { _id: product } = await createProduct(manager);
  for (const [warehouse, quantity] of [
    [own, 3],
    [shelf._id, 9],
  ])
    await manager.post("/v1/transactions/in", { product, warehouse, quantity });
  const pick = (quantity: number, channel: string, warehouses?: string[]) =>
    manager.post("/v1/transactions/out", { list: [{ product, quantity }], channel, warehouses });
  for (const channel of ["amazon", "jiomart"])
    expect(await pick(4, channel)).toFailWith("UNPROCESSABLE_CONTENT", { message: "Out of stock (Avl. 3)" });
  expect(await pick(1, "amazon", [shelf._id])).toFailWith("UNPROCESSABLE_CONTENT", { field: "warehouses" });
  const places = await setChannelWarehouses(manager, "jiomart", [shelf._id]);
  expect(places).toFailWith("UNPROCESSABLE_CONTENT", { field: "warehouses" });
  expect((await pick(3, "amazon")).body.data[0].breakdown).toMatchObject([{ warehouse: { _id: own }, quantity: 3 }]);

  const rowOf = async (path: string, list?: string) => {
    const { body } = await manager.get(path);
    return (list ? body[list] : body).find(({ _id }: { _id: string }) => _id === product);
  };
  expect(await rowOf("/v1/products")).toMatchObject({ stock: 9 });
  expect(await rowOf("/v1/app/dash/inventory", "outOfStockProducts")).toBeUndefined();
  expect(await rowOf("/v1/plan", "rows")).toMatchObject({ stock: 9 });
});
