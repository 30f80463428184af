// Frequent jobs in the warehouse, counted in presses and scans, on a device with a scanner and a warehouse of its own.
import { expect, test } from "vitest";
import { open, retype, scan } from "#tests/support/browser.ts";
import {
  createProduct,
  heldOf,
  idempotencyKey,
  newWarehouse,
  type ProductNames,
  placesOf,
} from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { frequentJob } from "#tests/web/frequent-job.ts";
import { answer, dialog, expectValue, field, focused, gone, question, rows, toast, undoBar } from "#tests/web/page.ts";

const here = await world();
const hub = await newWarehouse(here.manager, "BLR-01", "Bengaluru Hub");
const depot = await newWarehouse(here.manager, "DEL-02", "Delhi NCR");
const post = async (path: string, body: object) =>
  expect((await here.manager.post(path, body, idempotencyKey())).status).toBe(201);
const heldIn = async ({ _id }: ProductNames, warehouse: string) => (await placesOf(here.manager, _id))[warehouse] ?? 0;

const cup = await createProduct(here.manager);
const ring = await createProduct(here.manager, { name: "Zari Ring" });
for (const { _id } of [cup, ring]) await post("/v1/transactions/in", { product: _id, warehouse: hub, quantity: 10 });
const list = [cup, ring].map(({ _id }) => ({ product: _id, quantity: 6 }));
await post("/v1/shipments", { container: "MSKU 4471920", expected_delivery: "2026-12-01", list });

/** A page of a device in the hub, on which a job is done with its presses counted. */
const begin = async (path: string, name: string) => {
  const page = await open(here, here.executive, { path });
  await page.evaluate((warehouse) => localStorage.setItem("warehouse", warehouse), hub);
  await page.reload();
  await rows(page).first().or(page.getByText("Scan or add the first product.")).waitFor();
  const job = frequentJob(name);
  const press = async (name: string | RegExp, role: "button" | "radio" = "button", step?: string) => {
    const within = (await page.getByRole("dialog").count()) ? page.getByRole("dialog") : page;
    await job.act(within.getByRole(role, { name, exact: true }).click(), `Press ${step ?? name}.`);
    // Before the form is there, a scan would search the list.
    if (name === "Update Stock") await field(dialog(page, name), "Product").waitFor();
  };
  const scanned = async (p_id: string) => {
    job.tell("Scan the product; each scan adds a unit or a product.");
    await scan(page, p_id);
  };
  return { page, press, scanned, ...job };
};

test("stock in takes two presses and a scan; a second scan adds one, and the filled-in fields are shown; undo takes one", async () => {
  const { page, press, scanned, picture, expectAsStated } = await begin("/inventory", "Stock in by scanner");
  await press("Update Stock");
  await scanned(cup.p_id);
  const form = dialog(page, "Update Stock");
  await expectValue(form, "Product").toContain(cup.p_id);
  expect(await field(form, "Warehouse").inputValue()).toBe(hub);
  expect(await form.getByText("Always this one here?").count()).toBe(0);
  await scan(page, cup.p_id);
  await expectValue(form, "Quantity").toBe("2");
  await picture(form);
  await press("Submit");
  await gone(form);
  expectAsStated();
  expect(await heldIn(cup, hub)).toBe(12);
  const undo = frequentJob("Undo the last posting");
  await undo.picture(undoBar(page));
  await undo.act(undoBar(page).getByRole("button", { name: "Undo" }).click(), "Press Undo in the bar.");
  await undoBar(page).getByText("Undone").waitFor();
  undo.expectAsStated();
  expect(await heldIn(cup, hub)).toBe(10);
});

test("stock in by keys takes nine: four letters of the product and two digits of the quantity among them", async () => {
  const { page, act, picture, expectAsStated } = await begin("/inventory", "Stock in by keys");
  const form = dialog(page, "Update Stock");
  // As a person types: faster keys would be a scan.
  const key = (name: string, step: string) => act(page.keyboard.press(name, { delay: 130 }), step);
  await key("n", "Press n.");
  await expect.poll(() => focused(page)).toBe("Product");
  for (const letter of "zari") await key(letter, "Type some letters of the product.");
  await page.getByRole("option", { name: ring.p_id }).waitFor();
  await key("Enter", "Press Enter.");
  await expectValue(form, "Product").toContain(ring.p_id);
  await expect.poll(() => focused(page)).toBe("Quantity");
  for (const digit of "12") await key(digit, "Type the quantity.");
  await picture(form);
  await key("Control+Enter", "Press Ctrl Enter.");
  await gone(form);
  expectAsStated();
  expect(await heldIn(ring, hub)).toBe(22);
});

test("a picklist of two products takes three presses and two scans", async () => {
  const { page, act, press, scanned, picture, expectAsStated } = await begin("/picklist", "Picklist of two products");
  for (const { p_id, name } of [cup, ring]) {
    await scanned(p_id);
    await page.getByLabel(`Quantity of ${name}`).waitFor();
  }
  await act(page.getByLabel("Channel").selectOption("Amazon"), "Choose the Channel.");
  await picture(page.getByRole("main"));
  await press("Save");
  await act(answer(page, "Process picklist"), "Press Process picklist.");
  await page.getByText("Processed", { exact: true }).waitFor();
  expectAsStated();
  await undoBar(page).getByRole("button", { name: "Undo" }).click();
  await undoBar(page).getByText("Undone").waitFor();
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
  const { page, press, scanned, picture, expectAsStated } = await begin("/inventory", "Transfer two products");
  await press("Update Stock");
  await press("TRANSFER", "radio");
  const form = dialog(page, "Update Stock");
  await scanned(cup.p_id);
  await expectValue(form, "Product").toContain(cup.p_id);
  await scanned(ring.p_id);
  await expectValue(form, "Product").toContain(ring.p_id);
  await picture(form);
  await press("Submit");
  await gone(form);
  expectAsStated();
  expect([await heldIn(cup, depot), await heldIn(ring, depot)]).toEqual([1, 1]);
});

test("a container is received whole with two presses; counted by scan, each scan is one more", async () => {
  const { page, press, picture, expectAsStated } = await begin("/intransit", "Receive a container whole");
  await press("Receive MSKU 4471920", "button", "Receive beside the container");
  const form = dialog(page, "Receive MSKU 4471920");
  await form.getByRole("button", { name: "All to 0" }).click();
  const received = field(form, `Received of ${cup.name}`);
  for (const expected of ["1", "2", "3"]) {
    await scan(page, cup.p_id);
    await expect.poll(() => received.inputValue()).toBe(expected);
  }
  await form.getByRole("button", { name: "All outstanding" }).click();
  await picture(form);
  await press("Receive 12 units", "button", "Receive with the units");
  await gone(form);
  expectAsStated();
  expect(await heldOf(here.manager, ring._id)).toBe(28);
});

test("a quantity above a thousand that is more than usual is asked about once, and posted only if it is meant", async () => {
  const { page, press } = await begin("/inventory", "");
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
