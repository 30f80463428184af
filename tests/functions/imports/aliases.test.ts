// Aliases: codes of channels that were chosen to stand for products, listed for all and deleted by managers.
import { expect, test } from "vitest";
import type { Alias } from "#shared/alias.ts";
import "#tests/support/to-fail-with.ts";
import { changeForm, newPerson, productForm, today, unique } from "#tests/support/fixtures.ts";
import { applyAll, importOf, previewOf } from "#tests/support/imports.ts";
import { createProduct, newWarehouse } from "#tests/support/stock.ts";
import { type Client, world } from "#tests/support/world.ts";
import { csvOf } from "./driver.ts";

const here = await world();
const { root, manager, executive, anonymous } = here;
const product = await createProduct(manager);
const shelf = await newWarehouse(manager);
await manager.post("/v1/transactions/in", { product: product._id, warehouse: shelf, quantity: 90 });

/** An order file; each line is of a new order. */
const fileOf = (...lines: [code: string, quantity: number][]) =>
  csvOf(["Order ID", "SKU", "Qty"], ...lines.map((line) => [unique("OD"), ...line]));

/** Chooses a product for a code of Flipkart by an import, and finds the alias. */
const choose = async (code: string, chosen = product._id, units = 1): Promise<Alias> => {
  const file = fileOf([code, 1], [product.p_id, 1]);
  const settings = { channel: "flipkart", leave_short: true, aliases: [{ code, product: chosen, units }] };
  const { body } = await previewOf(executive, "orders", file, settings);
  await applyAll(executive, body._id);
  return (await listed()).find((alias) => alias.code === code) as Alias;
};
const listed = async (): Promise<Alias[]> => (await executive.get("/v1/aliases")).body;
const statusOf = async (code: string): Promise<string> => {
  const { body } = await previewOf(executive, "orders", fileOf([code, 1]), { channel: "flipkart" });
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
  // The product has no stock.
  expect(await statusOf(code)).toBe("short");
});

const changesOfAliases = async (name: string) => {
  const day = today();
  const { body } = await root.get(`/v1/audit?start=${day}&end=${day}&kind=alias`);
  return body.filter((change: { name: string }) => change.name === name);
};

test("an alias shows something and is well-formed; a cell that shows nothing is no code", async () => {
  const file = fileOf(["\u2800", 1], [product.p_id, 1]);
  for (const code of ["\u2800", "\u200b", "\ud800", "a\u202eb"]) {
    const settings = { channel: "flipkart", aliases: [{ code, product: product._id, units: 1 }] };
    expect(await previewOf(executive, "orders", file, settings)).toFailWith("BAD_REQUEST", { field: "aliases.0.code" });
  }
  const { body } = await previewOf(executive, "orders", file, { channel: "flipkart" });
  expect(body.counts).toEqual({ wrong: 1, ready: 1 });
  // No product can be chosen for a code that no alias can have.
  const asked = await previewOf(executive, "orders", fileOf(["a\u202eb", 1]), { channel: "flipkart" });
  expect((await importOf(executive, asked.body._id)).codes).toMatchObject([{ choosable: false }]);
});

test("a product's own codes go before aliases: what somebody chooses for one leads nobody astray", async () => {
  const codes = unique("Code");
  const [mine, other] = [await createProduct(manager, { codes }), await createProduct(manager)];
  for (const code of [mine.p_id, codes]) {
    const settings = { channel: "flipkart", aliases: [{ code, product: other._id, units: 1 }] };
    const { body } = await previewOf(executive, "orders", fileOf([code, 1]), settings);
    expect((await importOf(executive, body._id)).rows).toMatchObject([{ product: { _id: mine._id } }]);
    await choose(code, other._id);
    expect((await listed()).filter((alias) => alias.code === code)).toEqual([]);
  }
});

test("a product that takes the code of an alias ends it, and says so; both are in the record of changes", async () => {
  const codes = ["P.ID", "further", "edited", "sheet"].map(unique);
  const [p_id = "", further = "", edited = "", inSheet = ""] = codes;
  for (const code of codes) await choose(code, product._id, 2);
  const name = (code: string) => `Flipkart ${code}`;
  expect(await changesOfAliases(name(p_id))).toMatchObject([
    { action: "created", user: { username: "executive" }, fields: [{ field: "product", to: product.p_id }, { to: 2 }] },
  ]);

  const created = await manager.post("/v1/products", productForm({ p_id, codes: further }));
  expect(created.body.ended_aliases).toEqual([p_id, further].map((code) => ({ channel: "flipkart", code })));
  const change = await manager.patch(
    `/v1/products/${created.body._id}`,
    changeForm({ codes: `${further}, ${edited}` }),
  );
  expect(change.body.ended_aliases).toEqual([{ channel: "flipkart", code: edited }]);
  const again = await manager.patch(`/v1/products/${created.body._id}`, changeForm({ name: "New" }));
  expect(again.body).not.toHaveProperty("ended_aliases");
  const sheet = csvOf(["P.ID", "Name", "Lead Time"], [inSheet, "Bib", 30]);
  const { body } = await previewOf(manager, "products", sheet);
  const [row] = (await importOf(manager, body._id)).rows;
  expect(row?.changes).toContainEqual({ field: "alias", from: name(inSheet) });
  await applyAll(manager, body._id);

  expect((await listed()).filter(({ code }) => codes.includes(code))).toEqual([]);
  for (const [code, now] of [
    [further, p_id],
    [edited, p_id],
    [inSheet, inSheet],
  ] as const)
    expect((await changesOfAliases(name(code)))[0]).toMatchObject({
      action: "deleted",
      user: { username: "manager" },
      fields: [{ field: "taken_by", to: now }],
    });
});

test("who has chosen for a code may choose again, and managers; of a deleted product everybody may", async () => {
  const code = unique("FSN");
  const { client: another } = await newPerson(here);
  await choose(code, product._id, 2);
  const changing = (by: Client, units: number, chosen = product._id) => {
    const file = fileOf([code, 1], [product.p_id, 1]);
    const aliases = [{ code, product: chosen, units }];
    return previewOf(by, "orders", file, { channel: "flipkart", leave_short: true, aliases });
  };
  expect(await changing(another, 3)).toFailWith("FORBIDDEN", { field: "aliases" });
  // Choosing the same product again changes nothing.
  expect((await changing(another, 2)).status).toBe(201);
  await applyAll(manager, (await changing(manager, 4)).body._id);
  expect(await changesOfAliases(`Flipkart ${code}`)).toMatchObject([
    { action: "changed", user: { username: "manager" }, fields: [{ field: "units", from: 2, to: 4 }] },
    { action: "created" },
  ]);
  expect(await changing(executive, 5)).toFailWith("FORBIDDEN");
  const gone = await createProduct(manager);
  await applyAll(manager, (await changing(manager, 1, gone._id)).body._id);
  await manager.delete(`/v1/products/${gone._id}`);
  expect((await changing(another, 6)).status).toBe(201);
});

test("a code that stands for several products takes all of them or none, is listed with all, and replaced as a whole", async () => {
  const [bottle, bib] = [await createProduct(manager), await createProduct(manager)];
  await manager.post("/v1/transactions/in", { product: bottle._id, warehouse: shelf, quantity: 10 });
  await manager.post("/v1/transactions/in", { product: bib._id, warehouse: shelf, quantity: 5 });
  const code = unique("COMBO");
  const combo = [
    { code, product: bottle._id, units: 1 },
    { code, product: bib._id, units: 2 },
  ];
  const send = (quantity: number, aliases: object[] = [], by = executive) =>
    previewOf(by, "orders", fileOf([code, quantity]), { channel: "flipkart", leave_short: true, aliases });
  expect(await send(1, [...combo, combo[0] ?? {}])).toFailWith("BAD_REQUEST", { field: "aliases" });
  const short = await send(3, combo);
  expect(short.body.counts).toEqual({ short: 1 });
  const { picklists } = await applyAll(executive, (await send(2, combo)).body._id);
  expect(picklists?.[0]?.data.map(({ product: one, quantity }) => [one._id, quantity]).sort()).toEqual(
    [
      [bottle._id, 2],
      [bib._id, 4],
    ].sort(),
  );
  const stored = (await listed()).find((alias) => alias.code === code);
  expect(stored).toMatchObject({
    product: { _id: bottle._id },
    units: 1,
    more: [{ product: { _id: bib._id }, units: 2 }],
  });
  expect((await changesOfAliases(`Flipkart ${code}`))[0]).toMatchObject({
    fields: [
      { field: "product", to: `${bottle.p_id} + 2 × ${bib.p_id}` },
      { field: "units", to: 1 },
    ],
  });
  // Only one bib is left, and a combo needs two.
  expect((await send(1)).body.counts).toEqual({ short: 1 });
  await applyAll(manager, (await send(1, [{ code, product: bottle._id, units: 3 }], manager)).body._id);
  expect((await listed()).find((alias) => alias.code === code)).not.toHaveProperty("more");
});
