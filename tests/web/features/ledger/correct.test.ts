// Correct in the record of a movement, in a real browser on the running product.
import { expect, test } from "vitest";
import { movementNumber } from "#shared/movement-number.ts";
import { expectAccessible, open, type Page } from "#tests/support/browser.ts";
import { addressOf } from "#tests/support/built-file.ts";
import { setClock } from "#tests/support/clock.ts";
import { today, unique } from "#tests/support/fixtures.ts";
import { applyAll, csv, previewOf } from "#tests/support/imports.ts";
import { createProduct, heldOf, idempotencyKey, placesOf } from "#tests/support/stock.ts";
import { frequentJob } from "#tests/web/frequent-job.ts";
import { button, dialog, field, gone, press, rows, status, toast, undoBar } from "#tests/web/page.ts";
import { here, hub, ncr, openTransactions, post, received, reverse, table, transaction } from "./driver.ts";

const { manager } = here;

/** What happens yesterday, by an executive. */
const yesterday = async (post: (client: typeof manager) => Promise<string>): Promise<string> => {
  setClock(new Date(Date.now() - 86_400_000).toISOString());
  const movement = await post(await here.signIn("executive", "executive-password"));
  setClock(new Date().toISOString());
  return movement;
};
const correction = (page: Page, name: string) => dialog(page, `Correct ${name}`);
const quantity = (page: Page, { name }: { name: string }) => page.getByLabel(`Quantity of ${name}`);

test("3 to 2 of a stock-out of yesterday takes four presses, and both rows link to each other", async () => {
  const product = await received(10);
  const movement = await yesterday(async (client) => {
    const line = { product: product._id, warehouse: hub, quantity: 3 };
    return (await client.post("/v1/transactions/out", line, idempotencyKey())).body.movement;
  });
  const number = movementNumber(movement);
  const page = await openTransactions(`?product=${product._id}`);
  const { act, picture, expectAsStated } = frequentJob("Correct a line of yesterday");
  await act(press(page, "Yesterday"), "Press Yesterday.");
  await act(press(transaction(page, "Outbound"), `Correct ${product.name}`), "Press Correct at the end of the row.");
  const form = correction(page, `stock out ${number}`);
  await act(press(form, `Less ${product.name}`), "Press the minus or plus of the line, or choose its warehouse.");
  await status(page, /^1 unit goes back to \d\d-\d\d-\d{4}$/).waitFor();
  await expectAccessible(page);
  await picture(form);
  await act(press(form, "Correct"), "Press Correct.");
  await toast(page, "Corrected").waitFor();
  expectAsStated();
  expect(await heldOf(manager, product._id)).toBe(8);
  const row = transaction(page, "Corrected once");
  expect(await row.innerText()).toMatch(/3 2/);
  await row.getByRole("link", { name: "Corrected once" }).click();
  await button(page, /^Only movement .* and its reversal or corrections: show all$/).waitFor();
  const back = transaction(page, "Corrects");
  expect(await back.innerText()).toContain("STOCK_IN");
  await back.getByRole("link", { name: number }).click();
  await transaction(page, "Corrected once").click();
  await dialog(page).getByText("Left", { exact: true }).waitFor();
});

test.each([
  ["less", "Less", 8],
  ["more", "More", 6],
])(
  "a correction of today to %s has Undo, which leaves the stock and what is left of the movement as before",
  async (_, way, held) => {
    const product = await received(10);
    const movement = await post("out", { product: product._id, warehouse: hub, quantity: 3 });
    const page = await openTransactions(`?product=${product._id}`);
    await press(transaction(page, "Outbound"), `Correct ${product.name}`);
    const form = correction(page, `stock out ${movementNumber(movement)}`);
    await press(form, `${way} ${product.name}`);
    await press(form, "Correct");
    const bar = undoBar(page);
    await bar.getByText(/^Correction of stock out/).waitFor();
    expect(await heldOf(manager, product._id)).toBe(held);
    await press(bar, "Undo");
    await bar.getByText(/^Undone: correction of stock out/).waitFor();
    expect(await heldOf(manager, product._id)).toBe(7);
  },
);

test("a correction that gives units back to an earlier day has no Undo, since they would leave again today", async () => {
  const product = await received(10);
  await yesterday(async (client) => {
    const line = { product: product._id, warehouse: hub, quantity: 3 };
    return (await client.post("/v1/transactions/out", line, idempotencyKey())).body.movement;
  });
  const page = await openTransactions(`?product=${product._id}`);
  await press(page, "Yesterday");
  await press(transaction(page, "Outbound"), `Correct ${product.name}`);
  await press(dialog(page, "Correct"), `Less ${product.name}`);
  await press(dialog(page, "Correct"), "Correct");
  await toast(page, "Corrected").waitFor();
  expect(await undoBar(page).count()).toBe(0);
});

test("a product that left two warehouses has a quantity for each, named by its warehouse", async () => {
  const product = await createProduct(manager);
  for (const warehouse of [hub, ncr]) await post("in", { product: product._id, warehouse, quantity: 5 });
  const list = [{ product: product._id, quantity: 7 }];
  await post("out", { channel: "amazon", list });
  const page = await openTransactions(`?product=${product._id}`);
  await press(transaction(page, "Outbound").first(), `Correct ${product.name}`);
  const form = dialog(page, "Correct");
  const before = await placesOf(manager, product._id);
  await press(form, `Less ${product.name} in Delhi NCR`);
  await status(page, /^1 unit goes back/).waitFor();
  await press(form, "Correct");
  await toast(page, "Corrected").waitFor();
  expect(await placesOf(manager, product._id)).toEqual({ ...before, [ncr]: (before[ncr] ?? 0) + 1 });
});

test("a correction of a picklist from an order file says what becomes of its orders", async () => {
  const product = await received(50);
  const open = async (count: number) => {
    const orders = Array.from({ length: count }, () => unique("404"));
    const file = csv([["Order ID", "SKU", "Qty"], ...orders.map((order) => [order, product.p_id, 2])]);
    await applyAll(manager, (await previewOf(manager, "orders", file, { channel: "amazon" })).body._id);
    const page = await openTransactions(`?product=${product._id}`);
    await press(transaction(page, "Outbound").first(), `Correct ${product.name}`);
    await press(dialog(page, "Correct"), `Less ${product.name}`);
    return { page, orders };
  };
  const { page, orders } = await open(1);
  await page.getByText(`The next order file can pick them for order ${orders[0]} again, unless it has`).waitFor();
  await expectAccessible(page);
  const many = await open(22);
  const named = `Of 22 orders: ${many.orders.slice(0, 20).join(", ")} and 2 more. Order files do not pick`;
  await many.page.getByText(named).waitFor();
});

test("a transfer is corrected in number and warehouse, and what is more is a movement of today beside it", async () => {
  const product = await received(10);
  const list = [{ product: product._id, quantity: 4 }];
  const movement = await post("transfer", { from: hub, to: ncr, list });
  const name = `transfer ${movementNumber(movement)}`;
  const page = await openTransactions(`?product=${product._id}`, { mayLog: /400|422|Unable to process|Bad request/ });
  await transaction(page, "Internal Transfer").first().click();
  await button(dialog(page), "Reverse all 2 lines").waitFor();
  await press(dialog(page), "Correct");
  const form = correction(page, name);
  await press(form, "Correct", "Nothing is changed");
  await press(form, `To, of ${product.name}: Delhi NCR (DEL-02)`);
  await form.getByLabel(`To, of ${product.name}`).selectOption({ label: "Bengaluru Hub (BLR-01)" });
  await press(form, "Correct", "Choose another warehouse than From");
  await form.getByLabel(`To, of ${product.name}`).selectOption({ label: "Delhi NCR (DEL-02)" });
  await quantity(page, product).fill("6");
  await status(page, "2 units are added today").waitFor();
  await press(form, "Correct");
  await toast(page, "Corrected").waitFor();
  await dialog(page).getByText("Corrected once").waitFor();
  await press(dialog(page), "Close");
  const added = transaction(page, "Added to");
  await added.first().waitFor();
  expect(await added.count()).toBe(2);
  expect(Object.values(await placesOf(manager, product._id)).sort()).toEqual([4, 6]);
});

test("the details of an addition that was reversed lead to the movement it was added to, and to its reversal", async () => {
  const product = await received(3);
  const more = { list: [{ product: product._id, warehouse: hub, quantity: 5 }], corrections: 0 };
  const corrected = await manager.post(`/v1/transactions/${product.movement}/correct`, more, idempotencyKey());
  await reverse(corrected.body.data.find((row: { adds_to?: string }) => row.adds_to).movement);
  const page = await open(here, manager, { path: `/products/${product._id}` });
  const row = rows(page.getByRole("table", { name: "Movements" }))
    .filter({ hasText: "+2" })
    .first();
  const details = dialog(page);
  for (const [label, quantity] of [
    ["Reversed by", "2"],
    ["Added to", "3"],
  ] as const) {
    await row.click();
    const link = details.locator("dl > div", { hasText: label }).getByRole("button");
    await link.click();
    await details.locator("dd strong", { hasText: quantity }).waitFor();
    await press(details, "Close");
  }
});

test("another product is added by its code, and more of a receipt than was announced only by a tick with remarks", async () => {
  const [product, other] = [await createProduct(manager), await createProduct(manager)];
  const container = { container: "MSKU 7", expected_delivery: today(), list: [{ product: product._id, quantity: 9 }] };
  const { _id } = (await manager.post("/v1/shipments", container, idempotencyKey())).body;
  const receipt = await manager.post(`/v1/shipments/${_id}/receive`, { warehouse: hub }, idempotencyKey());
  const page = await openTransactions(`?product=${product._id}`, { mayLog: /400|422|Unable to process|Bad request/ });
  await press(rows(table(page)).first(), `Correct ${product.name}`);
  const form = correction(page, `receipt ${movementNumber(receipt.body.movement)}`);
  await quantity(page, product).fill("11");
  await press(form, "Correct", "More than the 0 outstanding");
  await form.getByLabel("More arrived than was announced").check();
  await press(form, "Correct", "Say why more was received");
  await field(form, "Remarks (Optional)").fill("Two loose ones");
  const picker = form.getByRole("combobox", { name: /^Another product/ });
  await picker.fill(other.p_id);
  await page.getByRole("option", { name: new RegExp(other.name) }).click();
  await press(form, "Correct", "Not in this shipment");
  await quantity(page, other).fill("0");
  await press(form, "Correct");
  await toast(page, "Corrected").waitFor();
  expect([await heldOf(manager, product._id), await heldOf(manager, other._id)]).toEqual([11, 0]);
});

test("offline a correction is kept, named by what it corrects, and counts once", { tags: "exhaustive" }, async () => {
  const product = await received(10);
  const movement = await post("out", { product: product._id, warehouse: hub, quantity: 3 });
  const name = `stock out ${movementNumber(movement)}`;
  const page = await openTransactions(`?product=${product._id}`, { mayLog: /ERR_|No connection/ });
  await press(transaction(page, "Outbound"), `Correct ${product.name}`);
  await quantity(page, product).fill("1");
  const isLoaded = (file: string) => performance.getEntriesByName(location.origin + file).length > 0;
  await page.waitForFunction(isLoaded, addressOf("lib/outbox/post.ts"));
  await page.context().setOffline(true);
  await press(correction(page, name), "Correct");
  const waiting = page.getByRole("link", { name: "1 waiting" });
  await waiting.click();
  await page.getByRole("article", { name: `Correction of ${name}` }).waitFor();
  await page.context().setOffline(false);
  await expect.poll(() => heldOf(manager, product._id)).toBe(9);
  await gone(waiting);
  expect(await heldOf(manager, product._id)).toBe(9);
});
