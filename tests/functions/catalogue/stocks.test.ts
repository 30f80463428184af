// Stock records of each warehouse, and the stock in the pickers.
import { expect, test } from "vitest";
import type { ContextProduct } from "#shared/app.ts";
import type { Product } from "#shared/product.ts";
import { changeForm, listedRow } from "#tests/support/fixtures.ts";
import { newStockLine, newWarehouse, recordsOf } from "#tests/support/stock.ts";
import "#tests/support/to-fail-with.ts";
import { world } from "#tests/support/world.ts";

const { manager, executive } = await world();

const productOf = (product: string): Promise<Product> => listedRow(manager, "/v1/products", product);
const contextOf = async (product: string): Promise<ContextProduct> =>
  (await executive.get("/v1/app/context")).body.product.find((one: ContextProduct) => one._id === product);

test("a product has a record for every warehouse that has ever held it, also at zero, and for no other", async () => {
  const line = await newStockLine(manager, 3);
  const { product: none } = await newStockLine(manager, 0);
  expect(await recordsOf(executive, none)).toEqual([]);
  expect([(await productOf(none)).stock, (await contextOf(none)).stock]).toEqual([0, 0]);
  const [record, ...more] = await recordsOf(executive, line.product);
  expect(more).toEqual([]);
  expect(record).toEqual({
    _id: `${line.product}-${line.warehouse}`,
    product: { _id: line.product, p_id: expect.any(String), name: expect.any(String) },
    warehouse: { _id: line.warehouse, w_id: expect.any(String), name: expect.any(String) },
    quantity: 3,
  });
  await executive.post("/v1/transactions/out", { ...line, quantity: 3 });
  expect((await recordsOf(executive, line.product)).map(({ quantity }) => quantity)).toEqual([0]);
});

test("records, products and pickers show the same stock right after each posting", async () => {
  const line = await newStockLine(manager, 10);
  const other = await newStockLine(manager, 0);
  for (const [path, warehouse, quantity] of [
    ["in", other.warehouse, 5],
    ["out", line.warehouse, 4],
    ["out", other.warehouse, 5],
    ["in", line.warehouse, 1_000_000],
  ] as const) {
    await executive.post(`/v1/transactions/${path}`, { product: line.product, warehouse, quantity });
    const sum = (await recordsOf(executive, line.product)).reduce((units, record) => units + record.quantity, 0);
    expect((await productOf(line.product)).stock).toBe(sum);
    expect((await contextOf(line.product)).stock).toBe(sum);
  }
  expect((await productOf(line.product)).stock).toBe(1_000_006);
});

test("the pickers get only a product's name, codes, picture and stock", async () => {
  const { product } = await newStockLine(manager, 1);
  expect(Object.keys(await contextOf(product)).sort()).toEqual(["_id", "name", "p_id", "stock"]);
});

test("a changed name is shown in records and pickers at once", async () => {
  const line = await newStockLine(manager, 1);
  await manager.patch(`/v1/products/${line.product}`, changeForm({ name: "Renamed Bib" }));
  await manager.patch(`/v1/warehouses/${line.warehouse}`, { name: "Renamed Hub" });
  const [record] = await recordsOf(executive, line.product);
  expect(record).toMatchObject({ product: { name: "Renamed Bib" }, warehouse: { name: "Renamed Hub" } });
  expect((await contextOf(line.product)).name).toBe("Renamed Bib");
});

test("a product's shelf in each warehouse is said by managers, one without the others, and is in its stock, on executives' devices and in its changes", async () => {
  const { product, warehouse } = await newStockLine(manager, 3);
  const other = await newWarehouse(manager);
  const path = `/v1/products/${product}/shelves`;
  const set = (shelves: Record<string, string>, by = manager) => by.patch(path, { shelves });
  const { shelves } = (await set({ [warehouse]: " A-12 ", [other]: "B-3" })).body;
  expect(shelves).toEqual({ [warehouse]: "A-12", [other]: "B-3" });
  const both = await Promise.all([set({ [warehouse]: "A-13" }), set({ [other]: "" })]);
  // Of two at the same instant one may be told to reload.
  for (const { status } of both) expect([200, 409]).toContain(status);
  await set({ [warehouse]: "A-13" });
  expect((await set({ [other]: "" })).body.shelves).toEqual({ [warehouse]: "A-13" });
  expect((await recordsOf(executive, product))[0]).toMatchObject({ quantity: 3, shelf: "A-13" });
  await executive.post("/v1/transactions/out", { product, warehouse, quantity: 1 });
  expect((await productOf(product)).shelves).toEqual({ [warehouse]: "A-13" });
  const { products } = (await executive.get("/v1/app/catalogue")).body;
  expect(products.find(({ _id }: Product) => _id === product).shelves).toEqual({ [warehouse]: "A-13" });
  const { body: changes } = await manager.get(`/v1/products/${product}/changes`);
  const fields = changes.flatMap((change: { fields: object[] }) => change.fields);
  const { w_id } = (await recordsOf(executive, product))[0]?.warehouse ?? {};
  expect(fields).toContainEqual({ field: `shelf.${w_id}`, from: "A-12", to: "A-13" });

  expect(await set({ [warehouse]: "A".repeat(21) })).toFailWith("BAD_REQUEST", { message: "At most 20 characters" });
  expect(await set({ none: "A-1" })).toFailWith("UNPROCESSABLE_CONTENT", { message: "No such warehouse" });
  expect(await set({ [warehouse]: "A-1" }, executive)).toFailWith("FORBIDDEN");
});
