// Aliases: codes of channels that were chosen to stand for products, listed for all and deleted by managers.
import { expect, test } from "vitest";
import type { Alias } from "#shared/alias.ts";
import "#tests/support/to-fail-with.ts";
import { unique } from "#tests/support/fixtures.ts";
import { applyAll, csv, previewOf } from "#tests/support/imports.ts";
import { createProduct, newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";

const { manager, executive, anonymous } = await world();
const product = await createProduct(manager);
await manager.post("/v1/transactions/in", {
  product: product._id,
  warehouse: await newWarehouse(manager),
  quantity: 90,
});

/** Chooses a product for a code of Flipkart by an import, and finds the alias. */
const choose = async (code: string, chosen = product._id, units = 1): Promise<Alias> => {
  const file = csv([
    ["Order ID", "SKU", "Qty"],
    [unique("OD"), code, 1],
    [unique("OD"), product.p_id, 1],
  ]);
  const settings = { channel: "flipkart", leave_short: true, aliases: [{ code, product: chosen, units }] };
  const { body } = await previewOf(executive, "orders", file, settings);
  await applyAll(executive, body._id);
  return (await listed()).find((alias) => alias.code === code) as Alias;
};
const listed = async (): Promise<Alias[]> => (await executive.get("/v1/aliases")).body;
const statusOf = async (code: string): Promise<string> => {
  const file = csv([
    ["SKU", "Qty"],
    [code, 1],
  ]);
  const { body } = await previewOf(executive, "orders", file, { channel: "flipkart" });
  return Object.keys(body.counts).join();
};

test("an alias says which code of which channel stands for how many units of what, who chose it and when", async () => {
  const code = unique("FSN");
  const { _id, name, p_id } = product;
  expect(await choose(code, _id, 3)).toEqual({
    _id: expect.stringMatching(/^[\da-f]{32}$/),
    channel: "flipkart",
    code,
    product: { _id, name, p_id },
    units: 3,
    user: { _id: executive._id, name: "The executive", username: "executive" },
    created_at: expect.any(String),
  });
});

test("a later choice for a code replaces the earlier one", async () => {
  const code = unique("FSN");
  const [first, second] = [await choose(code, product._id, 2), await choose(code, product._id, 5)];
  expect([second._id, second.units]).toEqual([first._id, 5]);
  expect((await listed()).filter((alias) => alias.code === code)).toHaveLength(1);
});

test("a manager deletes an alias, once; its code is unknown then", async () => {
  const code = unique("FSN");
  const { _id } = await choose(code);
  expect(await statusOf(code)).toBe("ready");
  expect(await executive.delete(`/v1/aliases/${_id}`)).toFailWith("FORBIDDEN");
  expect(await anonymous.get("/v1/aliases")).toFailWith("UNAUTHORIZED");
  expect((await manager.delete(`/v1/aliases/${_id}`)).status).toBe(204);
  expect(await manager.delete(`/v1/aliases/${_id}`)).toFailWith("RESOURCE_NOT_FOUND");
  expect(await statusOf(code)).toBe("unknown");
});

test("an alias of a product that was deleted is still listed by its name, and its code is unknown until it is restored", async () => {
  const gone = await createProduct(manager);
  const code = unique("FSN");
  await choose(code, gone._id);
  await manager.delete(`/v1/products/${gone._id}`);
  expect(await listed()).toContainEqual(
    expect.objectContaining({ code, product: expect.objectContaining({ p_id: gone.p_id }) }),
  );
  expect(await statusOf(code)).toBe("unknown");
  await manager.post(`/v1/products/${gone._id}/restore`);
  // It has no stock.
  expect(await statusOf(code)).toBe("short");
});
