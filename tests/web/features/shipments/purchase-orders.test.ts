// Orders to suppliers on their screen: typed, announced in containers, closed, printed.
import { expect, test } from "vitest";
import { addDays, dayText } from "#shared/day.ts";
import type { PurchaseOrder } from "#shared/purchase-order.ts";
import type { Shipment } from "#shared/shipment.ts";
import { expectAccessible, open, type Page, retype } from "#tests/support/browser.ts";
import { setClock } from "#tests/support/clock.ts";
import { today } from "#tests/support/fixtures.ts";
import { createProduct } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import {
  answer,
  asTyped,
  button,
  capturePrint,
  closeBy,
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
  here.manager.post("/v1/purchase-orders", { supplier, expected_delivery: due, list: [{ product, quantity }] });

test("an order is typed, its units are announced in a new container and in an open one, and the rest is closed and opened again", async () => {
  const page = await open(here, here.manager, { path: "/intransit", mayLog: /409|Duplicate/ });
  // Without containers the way to the orders stays.
  await page.getByText("No containers are on their way.").waitFor();
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
  await retype(field(edit, "Quantity of Terry Bib"), "5");
  await page.reload();
  await expectValue(edit, "Quantity of Terry Bib").toBe("5");
  await retype(field(edit, "Quantity of Terry Bib"), "6");
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
  await answer(page, "From PO-0001", "9 units of the container would come from it.");
  await gone(form);
  expect((await shipments())[0]?.items[0]).toMatchObject({ quantity: 12, from: [["PO-0001", 10]] });
  expect(await orders()).toEqual([]);

  // Somebody else lowers it meanwhile.
  await press(page, "Edit MSKU 1");
  await field(form, "Expected Delivery").fill(addDays(due, 1));
  const list = container?.items.map(({ product }) => ({ product: product._id, quantity: 2 }));
  await here.manager.patch(`/v1/shipments/${container?._id}`, { list });
  await page.evaluate(() => new BroadcastChannel("refresh").postMessage(["/v1/app", "/v1/purchase-orders"]));
  await page.locator("tr", { hasText: "MSKU 1" }).getByText("4", { exact: true }).waitFor();
  await press(form, "Save");
  await gone(form);
  expect((await shipments())[0]?.expected_delivery).toBe(addDays(due, 1));
  await here.manager.patch("/v1/purchase-orders/PO-0001", { close: true });
});

test("a container that is announced by its form asks whether its units come from the open order, and No is an answer", async () => {
  const list = [{ product: swaddle._id, quantity: 20 }];
  await here.manager.post("/v1/purchase-orders", { expected_delivery: due, list });
  const page = await open(here, here.executive, { path: "/intransit?do=add" });
  const form = dialog(page, "Add In-Transit Stock");
  for (const [container, reply, from] of [
    ["TCLU 2", "No", undefined],
    ["TCLU 3", "From PO-0002", [["PO-0002", 5]]],
  ] as const) {
    await field(form, "Container ID").fill(container);
    await field(form, "Expected Delivery").fill(due);
    await addLine(page, form, swaddle, "5");
    await press(form, "Save In-Transit Stock");
    await answer(page, reply, "5 units of the container would come from it.");
    await gone(form);
    expect((await shipments()).find((one) => one.container === container)?.items[0]?.from).toEqual(from);
    await press(page, "Add In-Transit Stock");
  }
});

test("after No a list that is added to a container on its way is not asked for again", async () => {
  const page = await open(here, here.manager, { path: "/intransit?do=add", mayLog: /409|Duplicate/ });
  const form = dialog(page, "Add In-Transit Stock");
  await field(form, "Container ID").fill("TCLU 2");
  await field(form, "Expected Delivery").fill(due);
  await addLine(page, form, swaddle, "5");
  await press(form, "Save In-Transit Stock");
  await answer(page, "No", "From PO-0002?");
  await answer(page, "Add to TCLU 2");
  const edit = dialog(page, "Edit TCLU 2");
  await expectValue(edit, "Quantity of Muslin Swaddle").toBe("10");
  await closeBy(edit, "Save");
  const [item] = (await shipments()).find(({ container }) => container === "TCLU 2")?.items ?? [];
  expect([item?.quantity, item?.from]).toEqual([10, undefined]);
});

test("of units that its own order leaves over, other orders are asked for; where they cannot be read, that is said", async () => {
  await made("Hosur", swaddle._id, 5);
  await made("Little Lotus", swaddle._id, 8);
  const page = await open(here, here.manager, { path: "/intransit/orders" });
  const form = dialog(page, "Add In-Transit Stock");
  await press(page, "Announce PO-0003");
  await retype(field(form, "Quantity of Muslin Swaddle"), "22");
  await field(form, "Container ID").fill("TCLU 4");
  await press(form, "Save In-Transit Stock");
  await expectQuestion(page, "17 units of the container would come from them.");
  await expectQuestion(page, "PO-0002: 15 units, PO-0004: 2 units");
  await answer(page, "From these orders", "From PO-0002, PO-0004?");
  await gone(form);
  const found = (await shipments()).find(({ container }) => container === "TCLU 4");
  expect(found?.items[0]?.from).toEqual([
    ["PO-0003", 5],
    ["PO-0002", 15],
    ["PO-0004", 2],
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

test("while a container of an order waits on the device it is announced once; refused, it opens with the reason", async () => {
  await made("Hosur", swaddle._id, 5);
  const page = await open(here, here.manager, {
    path: "/intransit/orders",
    mayLog: /ERR_|No connection|422|Unable to process|Failed/,
  });
  const form = dialog(page, "Add In-Transit Stock");
  const announce = async (container: string) => {
    await press(page, "Announce PO-0005");
    await field(form, "Container ID").fill(container);
    await press(form, "Save In-Transit Stock");
  };
  await page.route("**/v1/shipments", (route) => route.abort());
  await announce("TCLU 6");
  await gone(form);
  await gone(button(page, "Announce PO-0005"));
  await here.manager.patch("/v1/purchase-orders/PO-0005", { close: true });
  await page.unroute("**/v1/shipments");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.getByRole("link", { name: "1 refused" }).click();
  await press(page, "Open");
  await form.getByText("Only 0 open in PO-0005").waitFor();
});

test("an order whose units were announced or closed since its form was opened says so, and is not sent for them", async () => {
  await here.manager.patch("/v1/purchase-orders/PO-0005", { close: false });
  const page = await open(here, here.manager, { path: "/intransit/orders", mayLog: /422|Unable to process/ });
  const form = dialog(page, "Add In-Transit Stock");
  await press(page, "Announce PO-0005");
  await field(form, "Container ID").fill("TCLU 7");
  await here.manager.patch("/v1/purchase-orders/PO-0005", { list: [{ product: swaddle._id, quantity: 2 }] });
  await press(form, "Save In-Transit Stock");
  await form.getByText("Only 2 open in PO-0005").waitFor();
  await press(form, "Save In-Transit Stock");
  await answer(page, "Save all the same", "3 units of the order have been announced or closed since.");
  await answer(page, "No");
  await gone(form);
  expect((await shipments()).find(({ container }) => container === "TCLU 7")?.items).toMatchObject([
    { quantity: 5, from: [["PO-0005", 2]] },
  ]);
});

test("an order of long ago is listed while it is open, by its first day; its rest is closed and opened again; an executive announces only", async () => {
  setClock(`${addDays(today(), -120)}T06:00:00Z`);
  const client = await here.signIn("manager", "manager-password");
  const late = addDays(today(), -3);
  const list = [
    { product: bib._id, quantity: 3, expected_delivery: late },
    { product: swaddle._id, quantity: 1 },
  ];
  await client.post("/v1/purchase-orders", { supplier: "Old", expected_delivery: due, list });
  setClock(new Date().toISOString());
  const page = await open(here, here.manager, { path: "/intransit/orders?open=PO-0006&status=all" });
  await row(page, "PO-0006").getByText("3 days late").waitFor();
  await row(page, "PO-0006").getByText(dayText(late)).waitFor();
  await capturePrint(page);
  await press(page, "Print");
  const { title, paper } = await printed(page);
  expect([title, paper]).toEqual([expect.stringContaining("PO-0006"), expect.stringContaining("₹10")]);
  await press(page, "Close the rest PO-0006");
  await answer(page, "Close the rest");
  await toast(page, "Saved").waitFor();
  await gone(row(page, "PO-0006"));
  await field(page, "State").selectOption("All of a year");
  await row(page, "PO-0006").getByText("closed", { exact: true }).waitFor();
  await press(page, "Open again PO-0006");
  await row(page, "PO-0006").getByText("open", { exact: true }).waitFor();
  const other = await open(here, here.executive, { path: "/intransit/orders?open=PO-0006" });
  await button(other, "Announce PO-0006").waitFor();
  expect(await other.getByText(/₹|New order|Edit/).count()).toBe(0);
});
