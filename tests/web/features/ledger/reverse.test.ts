// Reverse in View Transactions, in a real browser on the running product.
import { expect, test } from "vitest";
import { addDays, dayText } from "#shared/day.ts";
import { awayUntil, expectAccessible, fulfill, type Locator, type Page, scan } from "#tests/support/browser.ts";
import { countForm, today, unique } from "#tests/support/fixtures.ts";
import { createProduct, heldOf, idempotencyKey, newWarehouse, placesOf } from "#tests/support/stock.ts";
import { button, gone, press, rows } from "#tests/web/page.ts";
import { here, hub, ncr, openTransactions, post, received, reversal, reverse, table, transaction } from "./driver.ts";

const { manager } = here;
const confirmReversal = (page: Page) => press(reversal(page), "Reverse movement");
const numberLink = (scope: Locator) => scope.getByRole("link", { name: /^\w{4}-\w{4}$/ });
const pressReverse = (page: Page, product: string) => press(page, `Reverse ${product}`);
/** Lets the day change while today's list is shown; the next day's list is empty. */
const passMidnight = async (page: Page) => {
  const tomorrow = addDays(today(), 1);
  await page.route(`**/v1/transactions?end=${tomorrow}*`, (route) => fulfill(route, []));
  const none = page.getByText(`No transactions on ${dayText(tomorrow)}`);
  await awayUntil(page, () => none.isVisible(), Date.now() + 86_400_000);
};

test("a row's movement is reversed with remarks, and both rows link to each other", async () => {
  const { _id, name } = await received(40);
  const page = await openTransactions(`?product=${_id}`);
  await pressReverse(page, name);
  await reversal(page).getByText(`This row goes back: 40 × ${name} out of Bengaluru Hub. Continue?`).waitFor();
  await reversal(page).getByLabel("Remarks (Optional)").fill("counted twice");
  await confirmReversal(page);
  await page.getByText("Reversed", { exact: true }).waitFor();
  expect(await heldOf(manager, _id)).toBe(0);
  await transaction(page, "Reversed by").getByText("STOCK_IN").waitFor();
  await transaction(page, "Reverses").getByText("STOCK_OUT").waitFor();
  expect(await transaction(page, "Reversed by").getAttribute("data-muted")).toBe("true");
  await numberLink(transaction(page, "Reversed by")).click();
  await button(page, /^Only movement .* and its reversal or corrections: show all$/).waitFor();
  // An export has no filter by movement and would hold more rows than the list.
  expect(await button(page, /Export/).count()).toBe(0);
  await transaction(page, "Reverses").waitFor();
  const { pathname, search } = new URL(page.url());
  expect(pathname).toBe("/transactions");
  expect(new URLSearchParams(search).get("movement")).toBeTruthy();
});

test("a reversal takes back the whole movement, and the question says how many rows, from where to where", async () => {
  const [first, second] = [await received(20), await received(20)];
  const list = [
    { product: first._id, quantity: 5 },
    { product: second._id, quantity: 7 },
  ];
  await post("transfer", { from: hub, to: ncr, list });
  const page = await openTransactions(`?product=${first._id}`);
  await press(transaction(page, "Internal Transfer").first(), /^Reverse/);
  const text = "All 4 rows of this movement go back: 2 products, 12 units from Delhi NCR to Bengaluru Hub. Continue?";
  await reversal(page).getByText(text).waitFor();
  await confirmReversal(page);
  await page.getByText("Reversed", { exact: true }).waitFor();
  for (const { _id } of [first, second]) expect((await placesOf(manager, _id))[hub]).toBe(20);
});

test("before any other reversal the question says where units leave or return", { tags: "exhaustive" }, async () => {
  const { _id, name } = await createProduct(manager);
  const list = [{ product: _id, quantity: 9 }];
  const form = { container: "MSKU 1", expected_delivery: today(), list };
  const { body: shipment } = await manager.post("/v1/shipments", form, idempotencyKey());
  await manager.post(`/v1/shipments/${shipment._id}/receive`, { warehouse: hub }, idempotencyKey());
  await post("out", { channel: "amazon", list: [{ product: _id, quantity: 3 }] });
  await post("out", { product: _id, warehouse: hub, quantity: 2 });
  const page = await openTransactions(`?product=${_id}`);
  for (const [row, text] of [
    `2 × ${name} into Bengaluru Hub. Continue?`,
    `3 × ${name} into Bengaluru Hub. The units leave the sales of that day. Continue?`,
    `9 × ${name} out of Bengaluru Hub. The units become outstanding in container MSKU 1 again. Continue?`,
  ].entries()) {
    await press(rows(table(page)).nth(row), /^Reverse/);
    await reversal(page).getByText(`This row goes back: ${text}`).waitFor();
    await press(reversal(page), "Cancel");
  }
});

test("before a count is reversed the question says where units leave and return", { tags: "exhaustive" }, async () => {
  const [more, fewer] = [await received(20), await createProduct(manager)];
  await post("in", { product: fewer._id, warehouse: ncr, quantity: 60 });
  const rows = [`${more.p_id},BLR-01,22`, `${fewer.p_id},DEL-02,10`];
  const file = ["P.ID/SKU/BC,W.ID,Quantity", ...rows].join("\n");
  const { status } = await here.root.post("/v1/dev/stock-adjustment", countForm(today(), file), idempotencyKey());
  expect(status).toBe(201);
  const page = await openTransactions(`?product=${more._id}`);
  await press(transaction(page, "Correction"), /^Reverse/);
  const text = `50 × ${fewer.name} into Delhi NCR, 2 × ${more.name} out of Bengaluru Hub. Continue?`;
  await reversal(page).getByText(`All 2 rows of this movement go back: ${text}`).waitFor();
});

test("the question and the outcome of a reversal into a deleted warehouse name it, and restore it", async () => {
  const { _id, name } = await createProduct(manager);
  const closed = await newWarehouse(manager, unique("SHUT"), "Shut Hub");
  await post("in", { product: _id, warehouse: closed, quantity: 9 });
  for (const quantity of [4, 5]) await post("out", { product: _id, warehouse: closed, quantity });
  await manager.delete(`/v1/warehouses/${closed}`);
  const page = await openTransactions(`?product=${_id}`);
  const warning = /^Shut Hub \(SHUT.*\) is deleted: its units are not shown until it is restored\.$/;
  await press(transaction(page, "Outbound").first(), /^Reverse/);
  await reversal(page).getByText(warning).waitFor();
  await expectAccessible(page);
  await confirmReversal(page);
  const bar = page.getByRole("region", { name: "Restore" });
  await bar.getByText(/^Reversed\. Shut Hub .* is deleted/).waitFor();
  expect(await heldOf(manager, _id)).toBe(0);
  await press(bar, "Restore", "Restored: Shut Hub");
  expect(await heldOf(manager, _id)).toBe(5);

  await manager.delete(`/v1/warehouses/${closed}`);
  await page.reload();
  await button(transaction(page, "Outbound").last(), `Reverse ${name}`).click();
  await press(reversal(page), "Restore");
  await gone(reversal(page).getByText(warning));
  await confirmReversal(page);
  await page.getByText("Reversed", { exact: true }).waitFor();
  expect(await heldOf(manager, _id)).toBe(9);
});

test("a reversed movement and a reversal cannot be reversed, and their buttons say why; both are marked, accessibly", async () => {
  const { _id, name, movement } = await received(4);
  await reverse(movement);
  const page = await openTransactions(`?product=${_id}`);
  await button(transaction(page, "Reversed by"), `Reverse ${name}: Reversed already`).waitFor();
  await button(transaction(page, "Reverses"), `Reverse ${name}: A reversal cannot be reversed`).waitFor();
  expect(await reversal(page).count()).toBe(0);
  await transaction(page, "Reversed by").locator("s", { hasText: "4" }).waitFor();
  await expectAccessible(page);
});

test("a reversal changes nothing and says why when the movement was reversed or its units sold meanwhile", async () => {
  const { _id, name, movement } = await received(4);
  const page = await openTransactions(`?product=${_id}`, { mayLog: /409|422|Unable to process|Duplicate/ });
  await pressReverse(page, name);
  const out = await post("out", { product: _id, warehouse: hub, quantity: 3 });
  await confirmReversal(page);
  await reversal(page).getByText("Out of stock (Avl. 1)").waitFor();
  expect(await heldOf(manager, _id)).toBe(1);
  await reverse(out);
  await reverse(movement);
  await confirmReversal(page);
  await reversal(page).getByText("Reversed already\nDuplicate detected, check input").waitFor();
  expect(await heldOf(manager, _id)).toBe(0);
  await page.keyboard.press("Escape");
  await transaction(page, "Reversed by").filter({ hasText: "STOCK_IN" }).waitFor();
});

test("a row's dialog reverses it, then leads to the reversal; on a phone too", { tags: "exhaustive" }, async () => {
  const { _id, name } = await received(4);
  const page = await openTransactions(`?product=${_id}`, { phone: true });
  await transaction(page, name).click();
  const detail = page.getByRole("dialog", { name });
  await press(detail, "Reverse");
  await expectAccessible(page);
  await confirmReversal(page);
  await detail.getByText(/Reversed by/).waitFor();
  expect(await button(detail, /Reverse/).count()).toBe(0);
  await expectAccessible(page);
  await numberLink(detail).click();
  await transaction(page, "Reversal").waitFor();
  expect(new URL(page.url()).searchParams.get("start")).toBe(today());
});

test("a code scanned into the remarks stays there, and filters no list behind", { tags: "exhaustive" }, async () => {
  const { _id, name } = await received(4);
  const page = await openTransactions(`?product=${_id}`);
  await pressReverse(page, name);
  await reversal(page).getByLabel("Remarks (Optional)").focus();
  await scan(page, "RMA-2044");
  await expect.poll(() => reversal(page).getByLabel("Remarks (Optional)").inputValue()).toBe("RMA-2044");
  await confirmReversal(page);
  await transaction(page, "Reversed by").waitFor();
});

test("a row and its remarks outlast midnight, and it cannot be reversed twice", { tags: "exhaustive" }, async () => {
  const { _id, name } = await received(40);
  const page = await openTransactions(`?product=${_id}`);
  await transaction(page, name).click();
  const detail = page.getByRole("dialog", { name });
  await press(detail, "Reverse");
  await reversal(page).getByLabel("Remarks (Optional)").fill("counted twice");
  await passMidnight(page);
  expect(await reversal(page).getByLabel("Remarks (Optional)").inputValue()).toBe("counted twice");
  await confirmReversal(page);
  await detail.waitFor();
  await expect.poll(() => button(detail, /Reverse/).count()).toBe(0);
  expect(await heldOf(manager, _id)).toBe(0);
});

test("a link to a row that is not on the days shown says so, and opens nothing", async () => {
  const { _id } = await createProduct(manager);
  const page = await openTransactions(`?product=${_id}&do=reverse&id=nothing`);
  await page.getByText("Transaction not found. It may be of another day.").waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe(`?product=${_id}`);
});
