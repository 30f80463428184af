// Frequent jobs in the warehouse, counted in presses and scans, on a device with a scanner and a warehouse of its own.
import { beforeAll, expect, test } from "vitest";
import { open, type Page, retype, scan } from "#tests/support/browser.ts";
import { createProduct, heldOf, idempotencyKey, newWarehouse, type ProductNames } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { answer, dialog, expectValue, field, focused, gone, question, rows, toast } from "#tests/web/page.ts";

const here = await world();
const hub = await newWarehouse(here.manager, "BLR-01", "Bengaluru Hub");
const depot = await newWarehouse(here.manager, "DEL-02", "Delhi NCR");
let cup: ProductNames;
let ring: ProductNames;
const post = async (path: string, body: object) =>
  expect((await here.manager.post(path, body, idempotencyKey())).status).toBe(201);
const heldIn = async (product: ProductNames, warehouse: string) =>
  (await here.manager.get(`/v1/stocks?warehouse=${warehouse}`)).body.find(
    (row: { product: { _id: string }; warehouse: { _id: string } }) =>
      row.product._id === product._id && row.warehouse._id === warehouse,
  )?.quantity ?? 0;

beforeAll(async () => {
  [cup, ring] = await Promise.all([createProduct(here.manager), createProduct(here.manager)]);
  for (const { _id } of [cup, ring]) await post("/v1/transactions/in", { product: _id, warehouse: hub, quantity: 10 });
  const list = [cup, ring].map(({ _id }) => ({ product: _id, quantity: 6 }));
  await post("/v1/shipments", { container: "MSKU 4471920", expected_delivery: "2026-12-01", list });
});

/** A page of a device in the hub, with its presses counted. */
const openCounting = async (
  path: string,
): Promise<{
  page: Page;
  presses: () => number;
  press: (name: string | RegExp, role?: "button" | "radio") => Promise<void>;
}> => {
  const page = await open(here, here.executive, { path });
  await page.evaluate((warehouse) => localStorage.setItem("warehouse", warehouse), hub);
  await page.reload();
  await rows(page).first().waitFor();
  let presses = 0;
  const press = async (name: string | RegExp, role: "button" | "radio" = "button") => {
    presses += 1;
    const within = (await page.getByRole("dialog").count()) ? page.getByRole("dialog") : page;
    await within.getByRole(role, { name, exact: true }).click();
    // Before the form is there, a scan would search the list.
    if (name === "Update Stock") await field(dialog(page, name), "Product").waitFor();
  };
  return { page, presses: () => presses, press };
};

test("stock in takes two presses and a scan; a second scan adds one, and the filled-in fields are shown", async () => {
  const { page, presses, press } = await openCounting("/inventory");
  await press("Update Stock");
  await scan(page, cup.p_id);
  const form = dialog(page, "Update Stock");
  await expectValue(form, "Product").toContain(cup.p_id);
  expect(await field(form, "Warehouse").inputValue()).toBe(hub);
  expect(await form.getByText("Always this one here?").count()).toBe(0);
  await scan(page, cup.p_id);
  await expectValue(form, "Quantity").toBe("2");
  await press("Submit");
  await gone(form);
  expect([presses(), await heldIn(cup, hub)]).toEqual([2, 12]);
});

test("a device is asked whose warehouse it is until it answers: Yes fills the next form, and No asks no more", async () => {
  const page = await open(here, here.executive, { path: "/inventory" });
  const form = dialog(page, "Update Stock");
  const warehouse = field(form, "Warehouse");
  const always = form.getByText("Always this one here?");
  const openForm = async () => {
    await rows(page).first().waitFor();
    await page.getByRole("button", { name: "Update Stock" }).click();
    await warehouse.waitFor();
  };
  const again = async () => {
    await form.getByRole("button", { name: "Cancel" }).click();
    await answer(page, "Discard");
    await gone(form);
    await openForm();
  };
  await openForm();
  expect(await always.count()).toBe(0);
  await warehouse.selectOption(depot);
  await always.waitFor();
  await again();
  await warehouse.selectOption(hub);
  await form.getByRole("button", { name: "Yes", exact: true }).click();
  await toast(page, "Forms of this device begin with Bengaluru Hub (BLR-01)").waitFor();
  expect([await always.count(), await focused(page)]).toEqual([0, "Warehouse"]);
  await again();
  expect([await warehouse.inputValue(), await always.count()]).toEqual([hub, 0]);

  await page.evaluate(() => localStorage.removeItem("warehouse"));
  await page.reload();
  await warehouse.selectOption(hub);
  await form.getByRole("button", { name: "No", exact: true }).click();
  await again();
  await warehouse.selectOption(hub);
  expect([await always.count(), await page.evaluate(() => localStorage.getItem("warehouse"))]).toEqual([0, ""]);
});

test("a transfer of two products takes three presses and two scans", async () => {
  const { page, presses, press } = await openCounting("/inventory");
  await press("Update Stock");
  await press("TRANSFER", "radio");
  const form = dialog(page, "Update Stock");
  await scan(page, cup.p_id);
  await expectValue(form, "Product").toContain(cup.p_id);
  await scan(page, ring.p_id);
  await expectValue(form, "Product").toContain(ring.p_id);
  await press("Submit");
  await gone(form);
  expect([presses(), await heldIn(cup, depot), await heldIn(ring, depot)]).toEqual([3, 1, 1]);
});

test("a container is received whole with at most three presses; counted by scan, each scan is one more", async () => {
  const { page, presses, press } = await openCounting("/intransit");
  await press("Receive MSKU 4471920");
  const form = dialog(page, "Receive MSKU 4471920");
  await form.getByRole("button", { name: "All to 0" }).click();
  const received = field(form, `Received of ${cup.name}`);
  for (const expected of ["1", "2", "3"]) {
    await scan(page, cup.p_id);
    await expect.poll(() => received.inputValue()).toBe(expected);
  }
  await form.getByRole("button", { name: "All outstanding" }).click();
  await press("Receive 12 units");
  await gone(form);
  expect(presses()).toBeLessThanOrEqual(3);
  expect(await heldOf(here.manager, ring._id)).toBe(16);
});

test("a quantity above a thousand that is more than usual is asked about once, and posted only if it is meant", async () => {
  const { page, press } = await openCounting("/inventory");
  await press("Update Stock");
  const form = dialog(page, "Update Stock");
  await scan(page, cup.p_id);
  await expectValue(form, "Product").toContain(cup.p_id);
  await retype(field(form, "Quantity"), "8901");
  await press("Submit");
  await question(page).getByText(`8,901 units of ${cup.name}: is that right?`).waitFor();
  await answer(page, "Cancel");
  await gone(question(page));
  await retype(field(form, "Quantity"), "1001");
  await press("Submit");
  await answer(page, "Post 1,001 units");
  await toast(page, "Stock updated successfully").waitFor();
});
