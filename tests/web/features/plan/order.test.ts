// An order of several suppliers: what is to be ordered is one set wherever it is counted, and one supplier after another is done.
import { expect, test } from "vitest";
import { addDays } from "#shared/day.ts";
import { codeOf } from "#shared/failure.ts";
import type { PurchaseOrder } from "#shared/purchase-order.ts";
import { fulfill, loseAnswer, open, type Page, type Route, retype } from "#tests/support/browser.ts";
import { setClock } from "#tests/support/clock.ts";
import { today } from "#tests/support/fixtures.ts";
import { newProduct, newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { frequentJob } from "#tests/web/frequent-job.ts";
import {
  button,
  closeBy,
  dialog,
  expectValue,
  field,
  gone,
  press,
  row,
  status,
  toast,
  undoBar,
} from "#tests/web/page.ts";
import { ordersOf } from "#web/features/plan/order-forms.ts";
import type { OrderedRow } from "#web/features/plan/order-lines.ts";

const here = await world();
const day = today();
const later = (days: number): string => addDays(day, days);
const suppliers = { "Little Lotus": 7, Hosur: 8, "": 5 } as const;

/** Twenty products that sold ten a day for three days and ran out. One of Hosur's takes 45 days to come, the others 30. */
const seed = async (): Promise<void> => {
  setClock(`${later(-4)}T06:00:00Z`);
  const client = await here.signIn("manager", "manager-password");
  const warehouse = await newWarehouse(client);
  const list: { product: string; quantity: number }[] = [];
  for (const [supplier, count] of Object.entries(suppliers))
    for (let n = 1; n <= count; n++) {
      const lead_time = supplier === "Hosur" && n === 1 ? "45" : "30";
      const p_id = `${supplier.slice(0, 3) || "Own"}-${n}`;
      const product = await newProduct(client, { name: `${supplier || "Own"} ${n}`, p_id, lead_time, supplier });
      list.push({ product, quantity: 30 });
    }
  for (const line of list) await client.post("/v1/transactions/in", { ...line, warehouse });
  await client.post("/v1/transactions/out", { channel: "amazon", list });
  setClock(new Date().toISOString());
  await here.invoke("snapshot", { pause: 0 });
};
await seed();

const order = (page: Page) => page.getByRole("region", { name: "Order" });
const supplier = (page: Page, name: string) => button(order(page), name);
const expectPressed = (page: Page, name: string) =>
  expect.poll(() => supplier(page, name).getAttribute("aria-pressed")).toBe("true");
const badge = (page: Page, text: string) => page.getByRole("link", { name: /Plan Orders/ }).getByText(text);
const openPlan = async (mayLog?: RegExp): Promise<Page> => {
  const page = await open(here, here.manager, { path: "/dashboard/plan", ...(mayLog && { mayLog }) });
  await row(page, "Lit-1").waitFor();
  return page;
};

test("after 7 of 20 are announced, tile, badge, sentence and button count the other 13, and the order goes on to the next supplier", async () => {
  const page = await openPlan();
  await button(page, /^20 Out/).waitFor();
  await badge(page, "20 products to order").waitFor();
  await status(page, "20 to order · 20 products").waitFor();
  await press(page, "Choose the 20 to order");
  for (const name of ["Hosur 8 open", "Little Lotus 7 open", "5 without a supplier open"])
    await supplier(page, name).waitFor();
  await press(order(page), "Little Lotus 7 open");
  await order(page)
    .getByText(/^7 lines/)
    .waitFor();

  const exported = page.context().waitForEvent("request", (request) => request.url().includes("/v1/plan/export"));
  await press(order(page), "Export order 7 lines");
  expect(new URL((await exported).url()).searchParams.get("lines")?.split(".")).toHaveLength(7);
  await supplier(page, "Little Lotus 7 exported").waitFor();
  await expectPressed(page, "Hosur 8 open");
  await page.reload();
  await press(order(page), "Little Lotus 7 exported");
  await press(order(page), "Announce container");

  const form = dialog(page, "Add In-Transit Stock");
  await form.getByText("7 products").waitFor();
  await expectValue(form, "Expected Delivery").toBe(later(30));
  await field(form, "Container ID").fill("TCLU 111111-1");
  await press(form, "Save In-Transit Stock");
  await toast(page, "Saved").waitFor();

  await supplier(page, "Little Lotus 7 announced").waitFor();
  expect(await supplier(page, "Little Lotus 7 announced").isDisabled()).toBe(true);
  await expectPressed(page, "Hosur 8 open");
  await button(page, /^13 Out/).waitFor();
  await badge(page, "13 products to order").waitFor();
  await status(page, "13 to order · 20 products").waitFor();
  await row(page, "Lit-1").getByText("Ordered").waitFor();
  await closeBy(order(page), "Clear choice");
  await press(page, "Choose the 13 to order");
  await supplier(page, "Hosur 8 open").waitFor();
  await supplier(page, "5 without a supplier open").waitFor();
  expect(await button(order(page), /Little Lotus/).count()).toBe(0);

  // The slowest of its products says when the next container comes.
  await press(order(page), "Hosur 8 open");
  await press(order(page), "Announce container");
  await form.getByText("8 products").waitFor();
  await expectValue(form, "Expected Delivery").toBe(later(45));
  await closeBy(form, "Cancel");
  await expectPressed(page, "Hosur 8 open");
});

test("an exported order whose quantity is changed is open again, and the button chooses of what is shown", async () => {
  const page = await openPlan();
  await page.getByRole("searchbox").first().fill("Hos");
  await status(page, "8 to order · 8 products").waitFor();
  await press(page, "Choose the 8 to order");
  await order(page)
    .getByText(/^8 lines/)
    .waitFor();
  await supplier(page, "Hosur 8 open").waitFor();
  await press(order(page), "Export order 8 lines");
  await supplier(page, "Hosur 8 exported").waitFor();
  await retype(page.getByRole("spinbutton", { name: "Quantity of Hosur 2" }), "77");
  await supplier(page, "Hosur 8 open").waitFor();
  await page.getByRole("checkbox", { name: "Order Hosur 2" }).uncheck();
  await supplier(page, "Hosur 7 exported").waitFor();
});

const orderAll = "Order 13 lines from 2 suppliers";
const ordered = async (): Promise<PurchaseOrder[]> => (await here.manager.get("/v1/purchase-orders")).body;
const expectOrdered = (...orders: [id: string, lines: number][]) =>
  expect.poll(async () => (await ordered()).map(({ _id, items }) => [_id, items.length]).sort()).toEqual(orders);
const takeBack = async (): Promise<void> => {
  for (const { _id } of await ordered()) await here.manager.delete(`/v1/purchase-orders/${_id}`);
};
const mayLog = /ERR_|No connection|Resource not found|40[49]|503|Failed to load|Busy/;

test("two presses order all lines, one order for each supplier, which the plan counts; Undo chooses them again", async () => {
  const page = await openPlan();
  const { act, picture, expectAsStated } = frequentJob("Order all that is to order");
  await act(press(page, "Choose the 13 to order"), "Press Choose the products to order, above the list.");
  await button(order(page), orderAll).waitFor();
  await picture(order(page));
  await act(press(order(page), orderAll), "Press Order with the lines.");
  expectAsStated();
  await undoBar(page).getByText("Ordered: PO-0001 Hosur, PO-0002").waitFor();
  await undoBar(page).getByRole("link", { name: "The sheets are under Orders" }).waitFor();
  await expectOrdered(["PO-0001", 8], ["PO-0002", 5]);
  await gone(order(page));
  await row(page, "Hos-2").getByText("on order").waitFor();
  await button(page, /^0 Out/).waitFor();
  await press(undoBar(page), "Undo");
  await undoBar(page).getByText("Undone: nothing is ordered").waitFor();
  await supplier(page, "Hosur 8 open").waitFor();
  expect(await ordered()).toEqual([]);
  await button(page, /^13 Out/).waitFor();
});

test("one supplier is ordered from alone; a press that is made twice, and whose answer is lost, makes one order", async () => {
  const page = await openPlan(mayLog);
  await press(page, "Choose the 13 to order");
  await loseAnswer(page, "**/v1/purchase-orders");
  await button(order(page), "Order only 8 lines").dblclick();
  await undoBar(page).getByText("Ordered: PO-0003 Hosur").waitFor();
  await button(order(page), "Order 5 lines").waitFor();
  await expectOrdered(["PO-0003", 8]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await button(order(page), "Order 5 lines").textContent()).toBe("Order 5");
  await page.setViewportSize({ width: 1366, height: 768 });

  // Announced by the order, its products stay as they are chosen in the plan.
  await retype(page.getByRole("spinbutton", { name: "Quantity of Hosur 1" }), "77");
  await button(order(page), "Order 6 lines from 2 suppliers").waitFor();
  await page.goto("/intransit/orders");
  await press(page, "Announce PO-0003");
  const form = dialog(page, "Add In-Transit Stock");
  await field(form, "Container ID").fill("TCLU 222222-2");
  await closeBy(form, "Save In-Transit Stock");
  await page.goto("/dashboard/plan");
  await expectValue(page, "Quantity of Hosur 1").toBe("77");
  await supplier(page, "Hosur 1 open").waitFor();
  const [container] = (await here.manager.get("/v1/shipments")).body.slice(-1);
  await here.manager.delete(`/v1/shipments/${container._id}`);
  await takeBack();
});

test.for([
  ["does not answer", undefined],
  ["is in trouble", 503],
] as const)(
  "while the server %s, all orders are kept on the device, also over a reload, and no line is ordered again",
  async ([, troubled]) => {
    const page = await openPlan(mayLog);
    let trouble: number | undefined = troubled;
    const answer = (route: Route) => trouble && fulfill(route, { code: codeOf(trouble), message: "Busy" }, trouble);
    await page.route("**/v1/purchase-orders", answer);
    await press(page, "Choose the 13 to order");
    await press(order(page), orderAll);
    await gone(order(page));
    trouble = 503;
    await page.reload();
    await press(page, "Choose the 13 to order");
    await toast(page, "Ordered already: 13 lines wait on this device").waitFor();
    await gone(order(page));
    await page.unroute("**/v1/purchase-orders");
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect.poll(async () => (await ordered()).map(({ items }) => items.length).sort()).toEqual([5, 8]);
    await takeBack();
  },
);

test("of several orders one is refused: its lines are chosen again, or if that comes late it is corrected by its form; the other is made", async () => {
  const page = await openPlan(mayLog);
  const { body } = await here.manager.get("/v1/products");
  const deleteOwn = (n: number) =>
    here.manager.delete(`/v1/products/${body.find(({ p_id }: { p_id: string }) => p_id === `Own-${n}`)._id}`);
  await press(page, "Choose the 13 to order");
  await retype(page.getByRole("spinbutton", { name: "Quantity of Own 1" }), "77");
  await deleteOwn(2);
  await press(order(page), orderAll);
  await page
    .locator("#toasts")
    .getByText(/^Not ordered: /)
    .waitFor();
  await expect.poll(async () => (await ordered()).map(({ supplier }) => supplier)).toEqual(["Hosur"]);
  await button(order(page), "Order 4 lines").waitFor();
  await expectValue(page, "Quantity of Own 1").toBe("77");
  await takeBack();
  await page.reload();

  await press(page, "Choose the 12 to order");
  await page.route("**/v1/purchase-orders", (route) => route.abort());
  await press(order(page), "Order 12 lines from 2 suppliers");
  await page.getByText(/^Kept /).waitFor();
  await gone(order(page));
  await deleteOwn(3);
  await page.unroute("**/v1/purchase-orders");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.getByRole("link", { name: "1 refused" }).click();
  await press(page, "Open");
  const form = dialog(page, "New order");
  await form.getByText("4 products").waitFor();
  await expectValue(form, "Supplier").toBe("");
  expect((await ordered()).map(({ supplier }) => supplier)).toEqual(["Hosur"]);
});

test("more products than an order may have are cut, and no line is lost", () => {
  const rows = (count: number): OrderedRow[] =>
    Array.from({ length: count }, (_, n) => ({ _id: `p${n}`, ordered: n + 1, lead_time: 30 }) as OrderedRow);
  const orders = ordersOf(
    [
      { supplier: "Hosur", lines: rows(1_100) },
      { supplier: "", lines: rows(2) },
    ],
    day,
  );
  expect(orders.map(({ supplier, list }) => [supplier, list.length])).toEqual([
    ["Hosur", 500],
    ["Hosur", 500],
    ["Hosur", 100],
    ["", 2],
  ]);
});
