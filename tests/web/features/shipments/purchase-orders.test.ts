// Orders to suppliers on their screen: typed, announced in containers, closed, printed.
import { expect, test } from "vitest";
import { addDays } from "#shared/day.ts";
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
  await gone(container);
  expect((await shipments())[0]?.items.map(({ quantity }) => quantity)).toEqual([10, 6]);
  await page.getByText("No orders are open.").waitFor();
});

test("a container that is announced by its form asks whether its units come from the open order, and No is an answer", async () => {
  const list = [{ product: swaddle._id, quantity: 20 }];
  await here.manager.post("/v1/purchase-orders", { orders: [{ expected_delivery: due, list }] });
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
    await expectQuestion(page, "5 units of these products are open in PO-0002.");
    await answer(page, reply);
    await gone(form);
    expect((await shipments()).find((one) => one.container === container)?.items[0]?.from).toEqual(from);
    await press(page, "Add In-Transit Stock");
  }
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
