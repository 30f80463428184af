// An order of several suppliers: what is to be ordered is one set wherever it is counted, and one supplier after another is done.
import { expect, test } from "vitest";
import { addDays } from "#shared/day.ts";
import type { PurchaseOrder } from "#shared/purchase-order.ts";
import { loseAnswer, open, type Page, retype } from "#tests/support/browser.ts";
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
import type { OrderedRow } from "#web/features/plan/order-lines.ts";
import { requestsOf } from "#web/features/plan/order-requests.ts";

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

const ordered = async (): Promise<PurchaseOrder[]> => (await here.manager.get("/v1/purchase-orders")).body;

test("two presses order all lines, one order for each supplier, which the plan counts; Undo chooses them again", async () => {
  const page = await openPlan();
  const { act, picture, expectAsStated } = frequentJob("Order all that is to order");
  await act(press(page, "Choose the 13 to order"), "Press Choose the products to order, above the list.");
  await button(order(page), "Order 13 lines").waitFor();
  await picture(order(page));
  await act(press(order(page), "Order 13 lines"), "Press Order with the lines.");
  expectAsStated();
  await undoBar(page).getByText("Ordered: PO-0001 Hosur, PO-0002").waitFor();
  await undoBar(page).getByRole("link", { name: "The sheets are under Orders" }).waitFor();
  expect((await ordered()).map(({ _id, items }) => [_id, items.length]).sort()).toEqual([
    ["PO-0001", 8],
    ["PO-0002", 5],
  ]);
  await gone(order(page));
  await row(page, "Hos-2").getByText("on order").waitFor();
  await button(page, /^0 Out/).waitFor();
  await press(undoBar(page), "Undo");
  await undoBar(page).getByText("Undone: nothing is ordered").waitFor();
  await supplier(page, "Hosur 8 open").waitFor();
  expect(await ordered()).toEqual([]);
  await button(page, /^13 Out/).waitFor();
});

test("a press that is made twice, and whose answer is lost, makes one order for each supplier", async () => {
  const page = await openPlan(/ERR_FAILED|No connection/);
  await page.getByRole("searchbox").first().fill("Hos");
  await press(page, "Choose the 8 to order");
  await loseAnswer(page, "**/v1/purchase-orders");
  await button(order(page), "Order 8 lines").dblclick();
  await undoBar(page).getByText("Ordered: PO-0003 Hosur").waitFor();
  await gone(order(page));
  expect((await ordered()).map(({ _id }) => _id)).toEqual(["PO-0003"]);
});

test("another device sees what was ordered today, and a small button says how much it orders from whom", async () => {
  const page = await openPlan();
  await press(page, "Choose the 5 to order");
  await supplier(page, "Hosur 8 ordered PO-0003").waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await button(order(page), "Order 5 lines from 1 supplier").textContent()).toBe("Order 5");
});

test("of several orders that are refused late, the one with the refused product is corrected", async () => {
  for (const { _id } of await ordered()) await here.manager.delete(`/v1/purchase-orders/${_id}`);
  const page = await openPlan(/ERR_|No connection|Resource not found|404/);
  await press(page, "Choose the 13 to order");
  await page.route("**/v1/purchase-orders", (route) => route.abort());
  await press(order(page), "Order 13 lines");
  await page.getByText(/^Kept /).waitFor();
  await gone(order(page));
  const { body } = await here.manager.get("/v1/products");
  const own = body.find(({ p_id }: { p_id: string }) => p_id === "Own-2");
  await here.manager.delete(`/v1/products/${own._id}`);
  await page.unroute("**/v1/purchase-orders");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.getByRole("link", { name: "1 refused" }).click();
  await press(page, "Open");
  const form = dialog(page, "New order");
  await form.getByText("5 products").waitFor();
  await expectValue(form, "Supplier").toBe("");
});

test("more products than an order, and more orders than a request may have, are cut, and no line is lost", () => {
  const rows = (count: number): OrderedRow[] =>
    Array.from({ length: count }, (_, n) => ({ _id: `p${n}`, ordered: n + 1, lead_time: 30 }) as OrderedRow);
  const of = (supplier: string, count: number) => ({ supplier, lines: rows(count) });
  const sizes = (all: ReturnType<typeof of>[]) =>
    requestsOf(all, day).map((made) => made.map(({ list }) => list.length));
  expect(sizes([of("Hosur", 1_100)])).toEqual([[500, 500, 100]]);
  expect(sizes(Array.from({ length: 41 }, (_, n) => of(`S${n}`, 1)))).toEqual([Array(40).fill(1), [1]]);
  expect(sizes(Array.from({ length: 7 }, (_, n) => of(`S${n}`, 500)))).toEqual([Array(6).fill(500), [500]]);
});
