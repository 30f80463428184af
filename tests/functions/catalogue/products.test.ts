// Products: created, listed, changed and deleted.
import { expect, test } from "vitest";
import "#tests/support/to-fail-with.ts";
import { engine } from "#tests/support/engine.ts";
import {
  changeForm,
  countByStatus,
  inParallel,
  listedRow,
  productForm,
  recentTransactions,
  type Upload,
  unique,
} from "#tests/support/fixtures.ts";
import { png } from "#tests/support/picture.ts";
import { idempotencyKey, newProduct, newStockLine, recordsOf } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";

const here = await world();
const { manager, executive } = here;
const { all } = engine(here);

const links = {
  amazon: "https://www.amazon.in/dp/B0SND101",
  flipkart: "http://www.flipkart.com/p/1",
  website: "https://snd.example/bib",
};
const listed = (id: string) => listedRow(manager, "/v1/products", id);
const stored = async (id: string) => (await all("products")).find(({ _id }) => _id === id);
const change = (id: string, fields: Record<string, string>) => manager.patch(`/v1/products/${id}`, changeForm(fields));
const create = (fields?: Record<string, string | undefined>, image?: Upload) =>
  manager.post("/v1/products", productForm(fields, image));

test("the answer to a new product equals its entry in the list: numbers as numbers, no stock, a short id", async () => {
  const p_id = unique("SND");
  const { status, body } = await create({ p_id, name: " Muslin Swaddle ", lead_time: "45", ...links });
  expect(status).toBe(201);
  expect(body).toEqual({
    _id: expect.stringMatching(/^p\d+$/),
    p_id,
    name: "Muslin Swaddle",
    lead_time: 45,
    ...links,
    stock: 0,
    in_transit: 0,
    drr: 0,
    created_at: expect.any(String),
    updated_at: body.created_at,
  });
  expect(await listed(body._id)).toEqual(body);
});

test("links may be left out or empty, and are then absent from answers", async () => {
  const { body } = await create({ amazon: "", flipkart: " " });
  for (const link of ["amazon", "flipkart", "website", "image"]) expect(body).not.toHaveProperty(link);
});

test("a change keeps fields it leaves out, clears fields it sends empty, and keeps the picture", async () => {
  const { body: before } = await create(links, { bytes: png() });
  const { status, body } = await change(before._id, { lead_time: "90", amazon: "" });
  const { amazon, ...kept } = before;
  expect(amazon).toBeDefined();
  expect(status).toBe(200);
  expect(body).toEqual({ ...kept, lead_time: 90, updated_at: expect.any(String) });
  expect(await listed(before._id)).toEqual(body);
});

const wrong: [field: string, value: string | undefined][] = [
  ["name", undefined],
  ["name", ""],
  ["p_id", "  "],
  ["p_id", "x".repeat(20_000)],
  ["lead_time", undefined],
  ["lead_time", "16"],
  ["pack", "0"],
  ["pack", "1.5"],
  ["min_order", "0"],
  ["cost", "12.345"],
  ["cost", "0"],
  ["cost", "1,2"],
  ["service", "97"],
  ["like", "SND-1 x 20"],
  ["amazon", "javascript:alert(1)"],
  ["website", `https://a.in/${"x".repeat(500)}`],
];

test.each(wrong)("400: no product is created with the %s %j, nor changed to it", async (field, value) => {
  const { body: one } = await create();
  const before = await all("products");
  expect(await create({ [field]: value }, { bytes: png() })).toFailWith("BAD_REQUEST", { field });
  if (value !== undefined) expect(await change(one._id, { [field]: value })).toFailWith("BAD_REQUEST", { field });
  expect(await all("products")).toEqual(before);
});

test("fields with names such as __proto__ are refused by name, and change no object", async () => {
  const form = productForm(
    Object.fromEntries(["constructor", "hasOwnProperty", "toString"].map((name) => [name, "x"])),
  );
  form.append("__proto__", "polluted");
  form.append("__proto__[admin]", "polluted");
  const { status, body } = await manager.post("/v1/products", form);
  expect(status).toBe(400);
  expect(body.details.map(({ field }: { field: string }) => field)).toContain("__proto__");
  expect(JSON.stringify(body)).not.toContain("polluted");
  expect({}).not.toHaveProperty("admin");
});

test("units per carton are a whole number, may be left out, and an empty text clears them", async () => {
  const { body: before } = await create({ pack: " 24 " });
  expect(before.pack).toBe(24);
  expect((await create({ pack: "" })).body).not.toHaveProperty("pack");
  const { body: most } = await change(before._id, { pack: "100000" });
  expect(most.pack).toBe(100_000);
  expect(await listed(before._id)).toEqual(most);
  await change(before._id, { pack: "" });
  expect(await listed(before._id)).not.toHaveProperty("pack");
  const { body: changes } = await manager.get(`/v1/products/${before._id}/changes`);
  expect(changes[0].fields).toEqual([{ field: "pack", from: 100_000 }]);
  const message = "A whole number, 1 to 1,00,000";
  for (const pack of ["0", "abc"]) expect(await create({ pack })).toFailWith("BAD_REQUEST", { field: "pack", message });
});

test("supplier, minimum order, cost, service level and likeness are kept, changed and cleared, and each change recorded", async () => {
  const fields = {
    supplier: "Rompers Ltd",
    min_order: "500",
    cost: "₹1,25,000.50",
    service: "98",
    like: "SND-1 x 0.8",
  };
  const { body: before } = await create(fields);
  expect(before).toMatchObject({ ...fields, min_order: 500, cost: 125_000.5, service: 98 });
  expect(await listed(before._id)).toEqual(before);
  for (const [written, cost] of [
    ["Rs. 250/-", 250],
    ["99.9", 99.9],
    [" 12.50 ", 12.5],
  ] as const)
    expect((await change(before._id, { cost: written })).body.cost).toBe(cost);
  for (const field of Object.keys(fields))
    expect((await change(before._id, { [field]: "" })).body).not.toHaveProperty(field);
  const { body: changes } = await manager.get(`/v1/products/${before._id}/changes`);
  expect(changes[0].fields).toEqual([{ field: "like", from: "SND-1 x 0.8" }]);
});

test("an executive gets no cost: not from the pickers, and not from the catalogue of a device", async () => {
  const { body: product } = await create({ cost: "1234.56", supplier: "Rompers Ltd" });
  for (const path of ["/v1/app/context", "/v1/app/catalogue", "/v1/stocks"]) {
    const { body } = await executive.get(path);
    const text = JSON.stringify(body);
    if (path !== "/v1/stocks") expect(text).toContain(product.p_id);
    expect(text).not.toMatch(/"cost"|1234\.56|"supplier"/);
  }
  expect(JSON.stringify((await manager.get("/v1/app/catalogue")).body)).toContain('"cost":1234.56');
});

test("a deleted product disappears at once from lists, pickers, stock and postings, and the ledger keeps its name", async () => {
  const line = await newStockLine(manager, 7);
  const product = await listed(line.product);
  expect(await manager.delete(`/v1/products/${line.product}`)).toMatchObject({ status: 204, body: undefined });
  expect(await listed(line.product)).toBeUndefined();
  const picker = (await executive.get("/v1/app/context")).body.product;
  expect(picker.map((one: { _id: string }) => one._id)).not.toContain(line.product);
  expect(await recordsOf(executive, line.product)).toEqual([]);
  const unknown = { product: line.product };
  for (const path of ["in", "out"])
    expect(await executive.post(`/v1/transactions/${path}`, line)).toFailWith("RESOURCE_NOT_FOUND", unknown);
  expect(await change(line.product, { name: "Back" })).toFailWith("RESOURCE_NOT_FOUND");

  const rows = (await manager.get(recentTransactions())).body;
  const row = rows.find((one: { product: { _id: string } }) => one.product._id === line.product);
  expect(row.product).toEqual({ _id: product._id, p_id: product.p_id, name: product.name });
});

test("a delete marks both rows of a product in one transaction, so that no posting in progress gets past it", async () => {
  const line = await newStockLine(manager, 3);
  await manager.delete(`/v1/products/${line.product}`);
  const [hot] = (await all("stocks")).filter(({ _id }) => _id === line.product);
  expect(hot).toMatchObject({ deleted_at: expect.any(String), held: { [line.warehouse]: 3 } });
  expect(hot?.deleted_at).toBe((await stored(line.product))?.deleted_at);
});

test("a delete takes three writes and no scan, however much stock the product has", async () => {
  const line = await newStockLine(manager, 1_000_000);
  await manager.delete(`/v1/products/${line.product}`);
  // Session, product, and the open orders, whose units of it are closed.
  expect(here.requests().at(-1)).toMatchObject({ route: "DELETE /v1/products/{id}", reads: 3, writes: 1 });
});

test("of a delete and ten postings at once, each posting is either in the ledger or refused", async () => {
  const line = await newStockLine(manager, 5);
  const [removed, ...posted] = await Promise.all([
    manager.delete(`/v1/products/${line.product}`),
    ...Array.from({ length: 10 }, () => executive.post("/v1/transactions/in", line, idempotencyKey())),
  ]);
  expect(removed.status).toBe(204);
  for (const { status } of posted) expect([201, 404]).toContain(status);
  const [row] = (await all("stocks")).filter(({ _id }) => _id === line.product);
  const held = Object.values(row?.held as Record<string, number>).reduce((sum, units) => sum + units, 0);
  expect(held).toBe(5 + (countByStatus(posted)[201] ?? 0));
});

test("twenty products created at once have twenty ids", async () => {
  const ids = await inParallel(20, () => newProduct(manager));
  expect(new Set(ids).size).toBe(20);
});
