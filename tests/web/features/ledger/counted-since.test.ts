// Correct and Reverse of an entry whose product was counted since, in a real browser on the running product.
import { expect, test } from "vitest";
import { expectAccessible, open, type Page } from "#tests/support/browser.ts";
import { applyWhole, choiceOf, countLine, openCount, reviewOf, sendLines } from "#tests/support/counts.ts";
import { heldOf, idempotencyKey } from "#tests/support/stock.ts";
import { dialog, gone, press, row, toast } from "#tests/web/page.ts";
import { here, hub, openTransactions, received, reversal, transaction } from "./driver.ts";

const { manager, executive } = here;

/** So many units came in, and a count has found so many. */
const receivedAndCounted = async (quantity: number, units: number) => {
  const product = await received(quantity);
  await countAs(product._id, units);
  return product;
};

const countAs = async (product: string, units: number): Promise<void> => {
  const count = await openCount(manager, hub, { products: [product] });
  await sendLines(executive, count, countLine(product, units));
  await applyWhole(manager, count, choiceOf((await reviewOf(manager, count)).rows));
};

/** A question is the refusal of a request. */
const asks = /422|Unable to process/;
const cause = (form: ReturnType<typeof dialog>, name: string) => form.getByRole("radio", { name });
const asked = (form: ReturnType<typeof dialog>, units: number) =>
  form.getByText(new RegExp(`^Counted since, on \\d\\d-\\d\\d-\\d{4}: ${units}$`)).waitFor();

/** The form of Correct, with two units less. */
const twoLess = async (page: Page, name: string) => {
  await press(page, `Correct ${name}`);
  const form = dialog(page, "Correct");
  for (const _ of [1, 2]) await press(form, `Less ${name}`);
  await press(form, "Correct");
  return form;
};

test("Correct says that the product was counted since, and leaves the stock as counted", async () => {
  const { _id, name } = await receivedAndCounted(10, 8);
  const page = await openTransactions(`?product=${_id}`, { mayLog: asks });
  const form = await twoLess(page, name);
  await asked(form, 8);
  expect(await page.locator("#toasts").getByText("Counted since").count()).toBe(0);
  expect(await cause(form, "Entered wrongly").isChecked()).toBe(true);
  await form.getByText("Entered wrongly: the stock stays as counted.").waitFor();
  // A question is no error.
  expect(await form.getByRole("alert").count()).toBe(0);
  await expectAccessible(page);
  await press(form, "Correct");
  await toast(page, "Corrected").waitFor();
  expect(await heldOf(manager, _id)).toBe(8);
  await transaction(page, "Takes back").waitFor();
});

test("Correct moves goods after a count as somebody says so, and asks again about a count that came between", async () => {
  const { _id, name } = await receivedAndCounted(10, 8);
  const page = await openTransactions(`?product=${_id}`, { mayLog: asks });
  const form = await twoLess(page, name);
  await asked(form, 8);
  await cause(form, "Goods moved now").check();
  await countAs(_id, 9);
  await press(form, "Correct");
  await asked(form, 9);
  expect(await heldOf(manager, _id)).toBe(9);
  await press(form, "Correct");
  await toast(page, "Corrected").waitFor();
  expect(await heldOf(manager, _id)).toBe(7);
});

test("Reverse of what was counted since moves goods, unless the entry was wrong", async () => {
  for (const [wrong, held] of [
    [false, 2],
    [true, 12],
  ] as const) {
    const { _id, movement } = await receivedAndCounted(10, 12);
    const page = await openTransactions(`?product=${_id}&do=reverse&id=${movement}-0`, { mayLog: asks });
    await press(reversal(page), "Reverse movement");
    await asked(reversal(page), 12);
    expect(await cause(reversal(page), "Goods moved now").isChecked()).toBe(true);
    if (wrong) await cause(reversal(page), "Entered wrongly").check();
    await press(reversal(page), "Reverse movement");
    await page.getByText("Reversed", { exact: true }).waitFor();
    await gone(reversal(page));
    expect(await heldOf(manager, _id)).toBe(held);
  }
});

test("a picklist's Correct presets that goods moved now, and its cancellation asks nothing", async () => {
  const { _id, name } = await received(10);
  const list = [{ product: _id, quantity: 4 }];
  await executive.post("/v1/transactions/out", { channel: "amazon", list }, idempotencyKey());
  await countAs(_id, 6);
  const page = await open(here, executive, { path: "/picklist/register", mayLog: asks });
  await row(page, "4 units").or(row(page, "Amazon")).first().click();
  await press(dialog(page), "Correct");
  const form = dialog(page, "Correct");
  await press(form, `Less ${name}`);
  await press(form, "Correct");
  await asked(form, 6);
  expect(await cause(form, "Goods moved now").isChecked()).toBe(true);
  await press(form, "Correct");
  await toast(page, "Corrected").waitFor();
  expect(await heldOf(manager, _id)).toBe(7);
  await press(page, /^Cancel picklist/);
  await press(dialog(page, "Cancel picklist"), "Cancel picklist");
  await page.getByText("Picklist cancelled").waitFor();
  expect(await heldOf(manager, _id)).toBe(10);
});
