// Movements over many warehouses of one product, and more units or lines than one movement takes.
import { expect, test } from "vitest";
import { maxLines, maxUnits } from "#shared/limits.ts";
import { engine, putProducts } from "#tests/support/engine.ts";
import { countByStatus, countForm, inParallel, today } from "#tests/support/fixtures.ts";
import { createProduct, heldOf, newProduct, newStockLine, newWarehouse, reverse } from "#tests/support/stock.ts";
import "#tests/support/to-fail-with.ts";
import { type Client, world } from "#tests/support/world.ts";

const here = await world();
const { root, manager, executive, invoke } = here;
const { put } = engine(here);

const at = "2026-11-01T05:00:00.000Z";
const codeOf = (number: number): string => `MANY-${number}`;
/** Warehouses that the tests below need, numbered from 0. */
const hubs = 600;
const warehouses = Array.from({ length: hubs }, (_, w) => ({ _id: `many${w}`, w_id: codeOf(w), name: `Hub ${w}` }));
await put("warehouses", warehouses, { created_at: at, updated_at: at });

/** Counts so many units of a product in each of the first warehouses. */
const upload = (p_ids: string | string[], warehouses: number, units: number) => {
  const rows = [p_ids].flat().flatMap((p_id) => warehouseCodes(warehouses).map((w_id) => `${p_id},${w_id},${units}`));
  const file = ["P.ID/SKU/BC,W.ID,Quantity", ...rows].join("\n");
  return root.post("/v1/dev/stock-adjustment", countForm(today(), file));
};
const warehouseCodes = (count: number) => Array.from({ length: count }, (_, w) => codeOf(w));

const pick = (client: Client, list: { product: string; quantity: number }[]) =>
  client.post("/v1/transactions/out", { list, channel: "amazon" });

test.each([95, 96, 106])(
  "%i warehouses of one product are counted, picked from by one movement, refilled by its reversal, and emptied",
  async (warehouses) => {
    const { _id: product, p_id } = await createProduct(manager);
    const counted = await upload(p_id, warehouses, 2);
    expect(counted).toMatchObject({ status: 201, body: { changed: warehouses, left_out: [] } });

    const picked = await pick(executive, [{ product, quantity: 2 * warehouses }]);
    expect([picked.status, picked.body.data?.[0]?.breakdown.length]).toEqual([201, warehouses]);
    expect(await heldOf(manager, product)).toBe(0);
    expect(await pick(executive, [{ product, quantity: 1 }])).toFailWith("UNPROCESSABLE_CONTENT", { available: 0 });

    const undone = await reverse(executive, picked.body.movement);
    expect([undone.status, undone.body.data?.length]).toEqual([201, warehouses]);
    expect(await heldOf(manager, product)).toBe(2 * warehouses);

    expect(await reverse(root, counted.body.movement)).toMatchObject({ status: 201 });
    expect(await heldOf(manager, product)).toBe(0);
  },
);

test("a reversal short in too many places names a thousand, and how many more", { tags: "exhaustive" }, async () => {
  const codes = [(await createProduct(manager)).p_id, (await createProduct(manager)).p_id];
  const [more, none] = [await upload(codes, hubs, 2), await upload(codes, hubs, 0)];
  expect([more.body.changed, none.body.changed]).toEqual([2 * hubs, 2 * hubs]);
  const refused = await reverse(root, more.body.movement);
  expect(refused).toFailWith("UNPROCESSABLE_CONTENT", { available: 0 }, { message: "And 200 more" });
  expect(refused.body.details).toHaveLength(1_001);
});

test("picklists over 106 warehouses race with each other and with stock-outs, and take each unit once", async () => {
  const { _id: product, p_id } = await createProduct(manager);
  await upload(p_id, 106, 3);
  const single = { product, warehouse: "many105", quantity: 1 };
  const answers = await inParallel(12, (n) =>
    n % 3 === 0
      ? executive.post("/v1/transactions/out", single)
      : pick(n % 2 === 0 ? manager : executive, [{ product, quantity: 100 }]),
  );
  const [singles, lists] = [answers.filter((_, n) => n % 3 === 0), answers.filter((_, n) => n % 3 !== 0)];
  const taken =
    100 * lists.filter(({ status }) => status === 201).length + singles.filter(({ status }) => status === 201).length;
  expect(await heldOf(manager, product)).toBe(318 - taken);
  // Three picklists fit, and the rest is too little for another one.
  expect(countByStatus(lists)).toEqual({ 201: 3, 422: 5 });
  expect(singles.every(({ status }) => status === 201 || status === 422)).toBe(true);
});

test("the lines of one product together obey the limit of one line, in every list", async () => {
  const { product, warehouse } = await newStockLine(manager, maxUnits);
  await manager.post("/v1/transactions/in", { product, warehouse, quantity: 10 });
  const other = await newProduct(manager);
  const to = await newWarehouse(manager);
  const lines = (units: number) => [
    { product, quantity: units },
    { product: other, quantity: 1 },
    { product, quantity: 1 },
  ];
  const container = { container: "MSKU 1", expected_delivery: "2027-01-01" };
  const announced = await manager.post("/v1/shipments", { ...container, list: lines(maxUnits - 1) });
  expect(announced.body.items[0].quantity).toBe(maxUnits);
  const shipment = `/v1/shipments/${announced.body._id}`;
  const over = lines(maxUnits);
  const refused = [
    await manager.post("/v1/transactions/out", { list: over, channel: "amazon" }),
    await manager.post("/v1/transactions/transfer", { from: warehouse, to, list: over }),
    await manager.post("/v1/shipments", { ...container, list: over }),
    await manager.patch(shipment, { list: over }),
    await manager.post(`${shipment}/receive`, { warehouse, list: over, over: true, remarks: "Many" }),
    await manager.post("/v1/transactions/out", {
      list: Array.from({ length: 4_000 }, () => ({ product, quantity: 251 })),
      channel: "amazon",
    }),
  ];
  for (const answer of refused)
    expect(answer).toFailWith("BAD_REQUEST", { field: "list", product, message: "At most 10,00,000 of one product" });
  expect(await heldOf(manager, product)).toBe(maxUnits + 10);
  const list = [{ product, quantity: 2 }, ...lines(maxUnits - 3)].filter((line) => line.product === product);
  expect((await manager.post("/v1/transactions/transfer", { from: warehouse, to, list })).status).toBe(201);
});

test("after all of this the books agree", async () => {
  expect(await invoke("snapshot", { pause: 0, whole: true })).toMatchObject({ mismatches: 0 });
});

test("a picklist that takes more lines than a movement holds is refused, and says of which product and what to do", async () => {
  const products = Array.from({ length: 20 }, (_, p) => `spread${p}`);
  const held = Object.fromEntries(Array.from({ length: hubs }, (_, w) => [`many${w}`, 1]));
  await putProducts(here, products, held);
  const pickUnits = (units: (index: number) => number) => {
    const list = products.map((product, index) => ({ product, quantity: units(index) }));
    return pick(executive, list);
  };
  const spread = await pickUnits((index) => (index === 7 ? 600 : 500));
  expect(spread).toFailWith("UNPROCESSABLE_CONTENT", {
    field: "list",
    product: "spread7",
    message: "Taken from 600 warehouses. In all 10,100 places, at most 10,000: make several picklists",
  });
  expect(products.length * 500).toBe(maxLines);
  expect((await pickUnits(() => 500)).status).toBe(201);
});
