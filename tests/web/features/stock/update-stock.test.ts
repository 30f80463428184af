// Update Stock, in a real browser on the running product: each press is posted once.
import { describe, expect, test } from "vitest";
import { expectAccessible, expireElsewhere, hold, nextPost, open, recordPosts, scan } from "#tests/support/browser.ts";
import { blank } from "#tests/support/browser-session.ts";
import { fileOf } from "#tests/support/built-file.ts";
import { newPerson, today, unique } from "#tests/support/fixtures.ts";
import { heldOf, idempotencyKey, ledgerOf } from "#tests/support/stock.ts";
import { chooseOwn } from "#tests/support/world.ts";
import { asTyped, button, expectValue, field, focused, gone, login, press } from "#tests/web/page.ts";
import {
  chooseProduct,
  direction,
  fillForm,
  formClosed,
  formField,
  here,
  hub,
  hubLabel,
  openUpdateStock,
  pressInForm,
  productInHub,
  submitForm,
  updateStock,
} from "./driver.ts";

test("opened for a product it focuses the warehouse, by a row of the list the quantity", async () => {
  const { _id, p_id } = await productInHub(21);
  const page = await open(here, here.executive, { path: `/inventory?do=update&id=${_id}` });
  await expect.poll(() => focused(page)).toBe("Warehouse");
  await press(updateStock(page), "Close");
  await page.getByRole("row").filter({ hasText: p_id }).click();
  await updateStock(page).getByText("21 to 22").waitFor();
  await expect.poll(() => focused(page)).toBe("Quantity");
});

test("until the products are known, the picker says that they are loading", async () => {
  const swaddle = await productInHub(9);
  const page = await open(here, here.executive, { path: blank });
  const load = await hold(page, "**/v1/app/catalogue*");
  await page.goto("/inventory?do=update");
  await formField(page, "Product").fill(asTyped(swaddle.p_id));
  await page.getByText("Loading products").waitFor();
  load();
  await page.getByRole("option", { name: swaddle.p_id }).click();
  await expectValue(updateStock(page), "Product").toContain(swaddle.p_id);
});

test("stock in says Processing, then that it is updated, closes, and the list shows it", async () => {
  const swaddle = await productInHub(54);
  const page = await openUpdateStock();
  await fillForm(page, swaddle, 12);
  await updateStock(page).getByText("54 to 66").waitFor();
  await pressInForm(page, "Submit");
  await page.getByText("Stock updated successfully").waitFor();
  await formClosed(page);
  await page.getByRole("row").filter({ hasText: swaddle.p_id }).getByText("66", { exact: true }).waitFor();
  expect(await heldOf(here.manager, swaddle._id)).toBe(66);
  await press(page, "Update Stock");
  expect(await direction(page, "STOCK IN").isChecked()).toBe(true);
});

test("a missing value is reported beside its field; each direction has its reasons, and replaces one that does not fit", async () => {
  const page = await openUpdateStock();
  await pressInForm(page, "Submit");
  await expect.poll(() => updateStock(page).getByRole("alert").allTextContents()).toEqual(["Required", "Required"]);
  await expect.poll(() => focused(page)).toBe("Product");
  // A direction is painted before its reasons.
  const expectReasons = (...own: string[]) =>
    expect
      .poll(() => formField(page, "Reason").locator("option").allTextContents())
      .toEqual([...own, "Internal Transfer", "Correction", "Other"]);
  await expectReasons("Production (Domestic)", "Purchase (Overseas)", "Return");
  await direction(page, "STOCK IN").press("ArrowRight");
  await expectReasons("Outbound", "Damage", "Sample");
  await expectValue(updateStock(page), "Reason").toBe("Outbound");
  await updateStock(page)
    .getByText("Changed to Outbound: Production (Domestic) is not a reason for stock out.")
    .waitFor();
  await formField(page, "Reason").selectOption("Correction");
  await direction(page, "STOCK IN").check();
  await expectReasons("Production (Domestic)", "Purchase (Overseas)", "Return");
  expect(await formField(page, "Reason").inputValue()).toBe("Correction");
});

test("it opens on Product, and Enter goes on to Warehouse, Quantity, Reason and submits", async () => {
  const swaddle = await productInHub(0);
  const page = await openUpdateStock();
  await expect.poll(() => focused(page)).toBe("Product");
  // As a person types: faster keys would be a scan.
  await page.keyboard.type(swaddle.p_id, { delay: 130 });
  await page.getByRole("option").filter({ hasText: swaddle.p_id }).waitFor();
  for (const next of ["Warehouse", "Quantity", "Reason"]) {
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe(next);
    if (next === "Warehouse") await formField(page, "Warehouse").selectOption({ label: hubLabel });
    if (next === "Quantity") await page.keyboard.type("40");
  }
  await page.keyboard.press("Enter");
  await formClosed(page);
  expect(await heldOf(here.manager, swaddle._id)).toBe(40);
});

test("a scan fills Product and leaves the focused field as it was, even a select with an option that begins with the scanned letters", async () => {
  const [swaddle, towel] = [await productInHub(5), await productInHub(5, { p_id: unique("DEL") })];
  const page = await openUpdateStock();
  const expectProduct = ({ name, p_id }: typeof swaddle) =>
    expect.poll(() => formField(page, "Product").inputValue()).toBe(`${name} (${p_id})`);
  await formField(page, "Quantity").fill("12");
  await scan(page, swaddle.p_id);
  await expectProduct(swaddle);
  expect(await formField(page, "Quantity").inputValue()).toBe("12");
  await formField(page, "Warehouse").selectOption({ label: hubLabel });
  await formField(page, "Warehouse").focus();
  await scan(page, towel.p_id);
  await expectProduct(towel);
  expect(await formField(page, "Warehouse").inputValue()).toBe(hub);
  // A scan into the quantity, and typing after it.
  await formField(page, "Quantity").focus();
  await scan(page, swaddle.p_id);
  await expectProduct(swaddle);
  await expect.poll(() => focused(page)).toBe("Quantity");
  await page.keyboard.type("7");
  expect(await formField(page, "Quantity").inputValue()).toBe("7");
});

test("a product added meanwhile is unknown to the first scan only", { tags: "exhaustive" }, async () => {
  const page = await openUpdateStock();
  const towel = await productInHub(0);
  const reread = page.waitForResponse((response) => response.url().includes("/v1/app/catalogue"));
  await scan(page, towel.p_id);
  await page.getByText(`No product with P.ID ${towel.p_id}`).waitFor();
  await (await reread).finished();
  await expect
    .poll(async () => {
      await scan(page, towel.p_id);
      return formField(page, "Product").inputValue();
    })
    .toBe(`${towel.name} (${towel.p_id})`);
});

test("a quantity that is cleared and typed anew posts the typed one, in and out", async () => {
  const swaddle = await productInHub(30);
  const page = await openUpdateStock();
  await fillForm(page, swaddle, 12);
  await pressInForm(page, "Submit and add another");
  await expect.poll(() => focused(page)).toBe("Product");
  await direction(page, "STOCK OUT").check();
  await chooseProduct(page, swaddle);
  await expect.poll(() => focused(page)).toBe("Quantity");
  await page.keyboard.type("24");
  for (const left of ["2", ""]) {
    await page.keyboard.press("Backspace");
    expect(await formField(page, "Quantity").inputValue()).toBe(left);
  }
  await page.keyboard.press("Control+Enter");
  await updateStock(page).getByRole("alert").getByText("Required").waitFor();
  expect(await formField(page, "Quantity").inputValue()).toBe("");
  expect(await focused(page)).toBe("Quantity");
  await page.keyboard.type("7");
  await submitForm(page, "Submit");
  expect((await ledgerOf(here.manager, swaddle._id)).toSorted((a, b) => a - b)).toEqual([-7, 12, 30]);
});

test("a refusal is shown beside the quantity for lack of stock, beside Product for one deleted, and the form stays", async () => {
  const swaddle = await productInHub(5);
  const page = await openUpdateStock({ mayLog: /422|Unable to process|404|Resource not found/ });
  await fillForm(page, swaddle, 9, "STOCK OUT");
  await updateStock(page).getByText("Only 5 in stock").waitFor();
  await pressInForm(page, "Submit");
  await updateStock(page).getByRole("alert").getByText("Out of stock (Avl. 5)").waitFor();
  await expect.poll(() => focused(page)).toBe("Quantity");
  await formField(page, "Quantity").fill("5");
  await updateStock(page).getByText("5 to 0").waitFor();
  await pressInForm(page, "Submit and add another");
  await expect.poll(() => formField(page, "Product").inputValue()).toBe("");
  expect(await ledgerOf(here.manager, swaddle._id)).toEqual(expect.arrayContaining([5, -5]));
  await fillForm(page, swaddle, 1);
  await here.manager.delete(`/v1/products/${swaddle._id}`);
  await pressInForm(page, "Submit");
  await updateStock(page).getByRole("alert").getByText("No such product").waitFor();
});

test("Submit and add another posts, keeps direction and warehouse, and goes back to Product", async () => {
  const [first, second] = await Promise.all([productInHub(9), productInHub(9)]);
  const page = await openUpdateStock();
  await fillForm(page, first, 4, "STOCK OUT");
  await pressInForm(page, "Submit and add another");
  await expect.poll(() => formField(page, "Product").inputValue()).toBe("");
  await expect.poll(() => focused(page)).toBe("Product");
  expect(await direction(page, "STOCK OUT").isChecked()).toBe(true);
  expect(await formField(page, "Warehouse").inputValue()).toBe(hub);
  await chooseProduct(page, second);
  await submitForm(page, "Submit");
  expect([await heldOf(here.manager, first._id), await heldOf(here.manager, second._id)]).toEqual([5, 8]);
});

test("a scan before the answer arrives starts the next posting with one unit, also of the same product, and what is typed then stays", async () => {
  const [first, second] = await Promise.all([productInHub(9), productInHub(9)]);
  const page = await openUpdateStock();
  const textIn = (label: string) => formField(page, label).inputValue();
  const submit = async (beforeAnswer: () => Promise<void>) => {
    const release = await hold(page, "**/v1/transactions/out");
    await pressInForm(page, "Submit and add another");
    await page.getByText("Processing").waitFor();
    await beforeAnswer();
    release();
    await page.getByText("Stock updated successfully").waitFor();
    await expect.poll(() => button(updateStock(page), "Submit").isEnabled()).toBe(true);
  };
  await fillForm(page, first, 4, "STOCK OUT");
  await formField(page, "Remarks (Optional)").fill("torn box");
  for (const next of [second, second, first]) {
    await submit(async () => {
      await scan(page, next.p_id);
      await expect.poll(() => textIn("Quantity")).toBe("1");
    });
    expect(await textIn("Product")).toContain(next.p_id);
    expect([await textIn("Quantity"), await textIn("Remarks (Optional)")]).toEqual(["1", ""]);
  }
  await submit(async () => {
    await scan(page, second.p_id);
    await expect.poll(() => focused(page)).toBe("Quantity");
    await page.keyboard.type("1");
  });
  await page.keyboard.type("2");
  expect(await textIn("Product")).toContain(second.p_id);
  expect(await textIn("Quantity")).toBe("12");
  await formField(page, "Quantity").fill("2");
  await submitForm(page, "Submit");
  expect([await heldOf(here.manager, first._id), await heldOf(here.manager, second._id)]).toEqual([4, 5]);
});

test("a double click posts once, and does not go back twice", async () => {
  const swaddle = await productInHub(0);
  const page = await openUpdateStock();
  await fillForm(page, swaddle, 3);
  const posts = recordPosts(page);
  await page.evaluate(() => {
    const submit = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Submit");
    submit?.click();
    submit?.click();
  });
  await formClosed(page);
  expect(posts).toHaveLength(1);
  expect(new URL(page.url()).pathname).toBe("/inventory");
  expect(await heldOf(here.manager, swaddle._id)).toBe(3);
});

test("a posting sent while the session ended is not restored into the form", { tags: "exhaustive" }, async () => {
  const swaddle = await productInHub(10);
  const page = await openUpdateStock();
  const release = await hold(page, "**/v1/transactions/in");
  await fillForm(page, swaddle, 6);
  const [sent, answered] = [nextPost(page), page.waitForResponse((each) => each.request().method() === "POST")];
  await pressInForm(page, "Submit");
  await sent;
  await expireElsewhere(page);
  await field(page, "Password").fill("executive-password");
  release();
  await answered;
  await press(page, "Login");
  await page.getByRole("row").filter({ hasText: swaddle.p_id }).waitFor();
  await formClosed(page);
  await button(page, "Undo").waitFor();
  expect(await heldOf(here.manager, swaddle._id)).toBe(16);
});

test("input for one row is not restored into another", { tags: "exhaustive" }, async () => {
  const [swaddle, towel] = [await productInHub(10), await productInHub(3)];
  const page = await open(here, here.executive, { path: `/inventory?do=update&id=${swaddle._id}-${hub}` });
  await formField(page, "Quantity").fill("8");
  await expireElsewhere(page);
  await field(page, "Password").waitFor();
  await page.goto(`/inventory?do=update&id=${towel._id}-${hub}`);
  await login(page, "executive-password");
  await expect.poll(() => formField(page, "Product").inputValue()).toContain(towel.p_id);
  expect(await formField(page, "Quantity").inputValue()).toBe("1");
});

test("a submission as the session ends is posted after the same user has signed in", async () => {
  const swaddle = await productInHub(10);
  const person = await newPerson(here);
  const page = await openUpdateStock({ mayLog: /401|Session expired/ }, person.client);
  await fillForm(page, swaddle, 6, "STOCK OUT");
  // They choose another password elsewhere, which ends all their sessions.
  await chooseOwn(person.client, person.password, "another long one");
  await pressInForm(page, "Submit");
  await login(page, "another long one");
  await page.getByText("Sent what was waiting").waitFor();
  await formClosed(page);
  expect(await heldOf(here.manager, swaddle._id)).toBe(4);
});

describe("on a phone", () => {
  test("the product is picked in a dialog of its own, and the quantity by thumb", async () => {
    const swaddle = await productInHub(8);
    const page = await openUpdateStock({ phone: true });
    await button(updateStock(page), "Product: Search name or P.ID").tap();
    const dialog = page.getByRole("dialog", { name: "Product", exact: true });
    await dialog.getByLabel("Search products").fill(asTyped(swaddle.p_id));
    await dialog.getByRole("option").first().tap();
    await formField(page, "Warehouse").selectOption({ label: hubLabel });
    expect(await formField(page, "Quantity").getAttribute("inputmode")).toBe("numeric");
    await button(updateStock(page), "More units").tap();
    await updateStock(page).getByText("8 to 10").waitFor();
    await expectAccessible(page);
    await formField(page, "Quantity").tap();
    await page.keyboard.type("5");
    await updateStock(page).getByText("8 to 13").waitFor();
    await submitForm(page, "Submit");
    expect(await heldOf(here.manager, swaddle._id)).toBe(13);
  });
});

test("stock in of a product that a container still brings leads to its receipt, and is not refused", async () => {
  const bib = await productInHub(3);
  const form = { container: unique("DI"), expected_delivery: today(), list: [{ product: bib._id, quantity: 24 }] };
  const { _id } = (await here.manager.post("/v1/shipments", form, idempotencyKey())).body;
  const page = await openUpdateStock();
  await fillForm(page, bib, 7, "STOCK OUT");
  const hint = updateStock(page).getByText(`24 are on the way in ${form.container}: receive them`);
  await gone(hint);
  await direction(page, "STOCK IN").check();
  await hint.waitFor();
  const link = hint.getByRole("link", { name: "receive them" });
  expect(await link.getAttribute("href")).toBe(`/intransit?do=receive&id=${_id}`);
  await submitForm(page, "Submit");
  expect(await heldOf(here.manager, bib._id)).toBe(10);
});

test("if the part that sends is not there without a network, the form says so, and with one the page loads anew with its input", {
  tags: "exhaustive",
}, async () => {
  const swaddle = await productInHub(5);
  const page = await open(here, here.executive, { path: blank, mayLog: /ERR_/ });
  const part = fileOf("lib/outbox/post.ts");
  await page.route(part, (route) => route.abort());
  await page.goto("/inventory?do=update");
  await fillForm(page, swaddle, 2);
  await page.context().setOffline(true);
  await pressInForm(page, "Submit");
  await updateStock(page).getByText("No connection, try again").waitFor();
  await page.context().setOffline(false);
  await page.unroute(part);
  const again = page.waitForEvent("load");
  await pressInForm(page, "Submit");
  await again;
  await expectValue(updateStock(page), "Quantity").toBe("2");
  await pressInForm(page, "Submit");
  await page.getByText("Stock updated successfully").waitFor();
  expect(await heldOf(here.manager, swaddle._id)).toBe(7);
});
