// Orders to suppliers on their screen: typed, announced in containers, closed, printed.
import { expect, test } from "vitest";
import { addDays } from "#shared/day.ts";
import type { PurchaseOrder } from "#shared/purchase-order.ts";
import type { Shipment } from "#shared/shipment.ts";
import { expectAccessible, open, type Page, retype } from "#tests/support/browser.ts";
import { today } from "#tests/support/fixtures.ts";
import { createProduct } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import {
  answer,
  asTyped,
  button,
  capturePrint,
  dialog,
  expectQuestion,
  expectValue,
  field,
  gone,
  press,
  printed,
  row,
  toast,
} from "#tests/web/page.ts";

const here = await world();
const swaddle = await createProduct(here.manager, { name: "Muslin Swaddle", cost: "10" });
const bib = await createProduct(here.manager, { name: "Terry Bib", cost: "10" });
const due = addDays(today(), 30);

const addLine = async (page: Page, form: ReturnType<typeof dialog>, { p_id } = bib, quantity = "6") => {
  await field(form, "Product").fill(asTyped(p_id));
  await page.getByRole("option").filter({ hasText: p_id }).click();
  await retype(field(form, "Qty"), quantity);
  await field(form, "Qty").press("Enter");
};
const shipments = async (): Promise<Shipment[]> => (await here.manager.get("/v1/shipments")).body;
const orders = async (): Promise<PurchaseOrder[]> => (await here.manager.get("/v1/purchase-orders")).body;
const made = (supplier: string, product: string, quantity: number) =>
  here.manager.post("/v1/purchase-orders", {
    orders: [{ supplier, expected_delivery: due, list: [{ product, quantity }] }],
  });

test("an order is typed, its units are announced in a new container and in an open one, and the rest is closed and opened again", async () => {
  const page = await open(here, here.manager, { path: "/intransit", mayLog: /409|Duplicate/ });
  await page.getByRole("link", { name: "Orders", exact: true }).click();
  await page.getByText("No orders are open.").waitFor();
  await press(page, "New order");
  const form = dialog(page, "New order");
  await field(form, "Supplier").fill("Little Lotus");
  await field(form, "Expected Delivery").fill(due);
  await addLine(page, form, swaddle, "10");
  await addLine(page, form, bib, "6");
  await expectAccessible(page);
  await press(form, "Order");
  await gone(form);
  await row(page, "PO-0001").getByText("open", { exact: true }).waitFor();

  await press(page, "Announce PO-0001");
  const container = dialog(page, "Add In-Transit Stock");
  await expectValue(container, "Expected Delivery").toBe(due);
  await retype(field(container, "Quantity of Muslin Swaddle"), "4");
  await press(container, "Remove Terry Bib");
  await field(container, "Container ID").fill("MSKU 1");
  await press(container, "Save In-Transit Stock");
  await row(page, "PO-0001").getByText("announced in part").waitFor();
  expect((await shipments())[0]?.items).toMatchObject([{ quantity: 4, from: [["PO-0001", 4]] }]);

  await press(page, "Announce PO-0001");
  await field(container, "Container ID").fill("MSKU 1");
  await press(container, "Save In-Transit Stock");
  await answer(page, "Add to MSKU 1");
  const edit = dialog(page, "Edit MSKU 1");
  await expectValue(edit, "Quantity of Muslin Swaddle").toBe("10");
  await press(edit, "Save");
  await gone(edit);
  expect((await shipments())[0]?.items).toMatchObject([
    { quantity: 10, from: [["PO-0001", 10]] },
    { quantity: 6, from: [["PO-0001", 6]] },
  ]);
});

test("an item that was lowered by mistake and is raised again is asked for, and taken from its order again", async () => {
  const [container] = await shipments();
  const page = await open(here, here.manager, { path: `/intransit?do=edit&id=${container?._id}` });
  const form = dialog(page, "Edit MSKU 1");
  const setTo = async (quantity: string) => {
    await retype(field(form, "Quantity of Muslin Swaddle"), quantity);
    await press(form, "Save");
  };
  await setTo("1");
  await gone(form);
  expect((await orders())[0]?.items[0]).toMatchObject({ quantity: 10, announced: 1 });
  await press(page, "Edit MSKU 1");
  await setTo("12");
  await expectQuestion(page, "9 units of these products are open in 1 order.");
  await page.getByRole("checkbox", { name: "PO-0001 · Little Lotus · 9 units", checked: true }).waitFor();
  await answer(page, "From orders");
  await gone(form);
  expect((await shipments())[0]?.items[0]).toMatchObject({ quantity: 12, from: [["PO-0001", 10]] });
  expect(await orders()).toEqual([]);
});

test("a container that is announced by its form asks whether its units come from the open order, and No is an answer", async () => {
  const list = [{ product: swaddle._id, quantity: 20 }];
  await here.manager.post("/v1/purchase-orders", { orders: [{ expected_delivery: due, list }] });
  const page = await open(here, here.executive, { path: "/intransit?do=add" });
  const form = dialog(page, "Add In-Transit Stock");
  for (const [container, reply, from] of [
    ["TCLU 2", "No", undefined],
    ["TCLU 3", "From orders", [["PO-0002", 5]]],
  ] as const) {
    await field(form, "Container ID").fill(container);
    await field(form, "Expected Delivery").fill(due);
    await addLine(page, form, swaddle, "5");
    await press(form, "Save In-Transit Stock");
    await expectQuestion(page, "5 units of these products are open in 1 order.");
    await answer(page, reply);
    await gone(form);
    expect((await shipments()).find((one) => one.container === container)?.items[0]?.from).toEqual(from);
    await press(page, "Add In-Transit Stock");
  }
});

test("of units that its own order leaves over, other orders are asked for, each by a box; where they cannot be read, that is said", async () => {
  await made("Hosur", swaddle._id, 5);
  await made("Little Lotus", swaddle._id, 8);
  const page = await open(here, here.manager, {
    path: "/intransit/orders",
    mayLog: /Failed to load|ERR_|No connection/,
  });
  const form = dialog(page, "Add In-Transit Stock");
  const fill = async (container: string, quantity: string) => {
    await retype(field(form, "Quantity of Muslin Swaddle"), quantity);
    await field(form, "Container ID").fill(container);
    await press(form, "Save In-Transit Stock");
  };
  await press(page, "Announce PO-0003");
  await fill("TCLU 4", "12");
  await expectQuestion(page, "7 units of these products are open in 2 orders.");
  const box = (name: string) => page.getByRole("checkbox", { name });
  await box("PO-0002 · 7 units").uncheck();
  await box("PO-0004 · Little Lotus · 0 units").check();
  await box("PO-0004 · Little Lotus · 7 units").waitFor();
  await answer(page, "From orders");
  await gone(form);
  const found = (await shipments()).find(({ container }) => container === "TCLU 4");
  expect(found?.items[0]?.from).toEqual([
    ["PO-0003", 5],
    ["PO-0004", 7],
  ]);

  const other = await open(here, here.executive, { path: "/intransit", mayLog: /Failed to load|ERR_|No connection/ });
  await other.route("**/v1/purchase-orders*", (route) => route.abort());
  await press(other, "Add In-Transit Stock");
  const add = dialog(other, "Add In-Transit Stock");
  await field(add, "Container ID").fill("TCLU 5");
  await field(add, "Expected Delivery").fill(due);
  await addLine(other, add, swaddle, "3");
  await press(add, "Save In-Transit Stock");
  await expectQuestion(other, "3 units may have been ordered.");
  await answer(other, "Save without an order");
  await gone(add);
});

test("the rest of an order is closed and opened again; an executive sees no cost and announces only", async () => {
  const page = await open(here, here.manager, { path: "/intransit/orders?open=PO-0002" });
  await capturePrint(page);
  await press(page, "Print");
  const { title, paper } = await printed(page);
  expect([title, paper]).toEqual([expect.stringContaining("PO-0002"), expect.stringContaining("₹10")]);
  await press(page, "Close the rest PO-0002");
  await answer(page, "Close the rest");
  await toast(page, "Saved").waitFor();
  await field(page, "State").selectOption("All of 90 days");
  await row(page, "PO-0002").getByText("closed", { exact: true }).waitFor();
  await press(page, "Open again PO-0002");
  await row(page, "PO-0002").getByText("announced in part").waitFor();
  const other = await open(here, here.executive, { path: "/intransit/orders?open=PO-0002" });
  await button(other, "Announce PO-0002").waitFor();
  expect(await other.getByText(/₹|New order|Edit/).count()).toBe(0);
});
