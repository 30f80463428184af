// Entries made without a network: kept on the device, sent once and in order, and corrected if they are refused.
import { describe, expect, test } from "vitest";
import { loseAnswers, open, type Page, recordPosts, retype } from "#tests/support/browser.ts";
import { blank } from "#tests/support/browser-session.ts";
import { today, unique } from "#tests/support/fixtures.ts";
import { heldOf, idempotencyKey, newStockLine, type ProductNames } from "#tests/support/stock.ts";
import {
  chooseProduct,
  direction,
  fillForm,
  formClosed,
  formField,
  here,
  hub,
  hubLabel,
  move,
  ncr,
  openUpdateStock,
  pressInForm,
  productInHub,
  updateStock,
} from "#tests/web/features/stock/driver.ts";
import { asTyped, button, dialog, gone, heading, press, question, row, toast, undoBar } from "#tests/web/page.ts";

const mayLog = /ERR_FAILED|ERR_INTERNET_DISCONNECTED|No connection|409|422|Failed to load|Unable to process|Duplicate/;

const enter = async (page: Page, product: ProductNames, quantity: number, way: "STOCK IN" | "STOCK OUT") => {
  await fillForm(page, product, quantity, way);
  await pressInForm(page, "Submit");
};

const offline = (page: Page) => page.context().setOffline(true);
const online = (page: Page) => page.context().setOffline(false);
const keptText = /^Kept .*It is sent as soon as there is a network$/;
const kept = (page: Page) => page.locator("#toasts").getByText(keptText).first().waitFor();
const mark = (page: Page, text: string) => page.getByRole("link", { name: text });

/** Update Stock, and a product with ten units in the hub. */
const opened = async () => ({ swaddle: await productInHub(10), page: await openUpdateStock({ mayLog }) });

/** A posting that waits for a network. */
const waiting = async (quantity: number, way: "STOCK IN" | "STOCK OUT") => {
  const { swaddle, page } = await opened();
  await offline(page);
  await enter(page, swaddle, quantity, way);
  await formClosed(page);
  return { swaddle, page };
};

test("without a network a posting is kept, the form is free, and it is sent when the network returns", async () => {
  const { swaddle, page } = await opened();
  const posts = recordPosts(page);
  await offline(page);
  await enter(page, swaddle, 7, "STOCK IN");
  await kept(page);
  await formClosed(page);
  await mark(page, "1 waiting").waitFor();
  expect(await heldOf(here.manager, swaddle._id)).toBe(10);
  await online(page);
  await toast(page, "Stock updated successfully").waitFor();
  await expect.poll(() => mark(page, "1 waiting").count()).toBe(0);
  expect(new Set(posts.map(({ key }) => key)).size).toBe(1);
  expect(await heldOf(here.manager, swaddle._id)).toBe(17);
});

test("where the browser never answers whether it keeps data, which it is asked once, entries are kept and sent all the same", async () => {
  const { swaddle, page } = await opened();
  await page.evaluate(() => {
    StorageManager.prototype.persist = () => {
      document.body.dataset.asked = `${document.body.dataset.asked ?? ""}1`;
      return new Promise(() => {});
    };
  });
  await offline(page);
  await enter(page, swaddle, 7, "STOCK IN");
  await formClosed(page);
  const asked = page.locator("body[data-asked='1']");
  await asked.waitFor();
  await press(page, "Update Stock");
  await enter(page, swaddle, 5, "STOCK IN");
  await formClosed(page);
  await mark(page, "2 waiting").waitFor();
  await online(page);
  await expect.poll(() => heldOf(here.manager, swaddle._id)).toBe(22);
  expect(await asked.count()).toBe(1);
});

test("an answer that is lost leaves the posting waiting, also over a reload, and it takes effect once", async () => {
  const { swaddle, page } = await opened();
  await loseAnswers(page, "**/v1/transactions/in");
  await enter(page, swaddle, 7, "STOCK IN");
  await kept(page);
  await formClosed(page);
  await page.reload();
  await mark(page, "Sending 1").waitFor();
  // The app is left meanwhile, or it would send the entry before the reload.
  await page.goto(blank);
  await page.unroute("**/v1/transactions/in");
  await page.goto("/inventory");
  await toast(page, "Sent what was waiting").waitFor();
  expect(await heldOf(here.manager, swaddle._id)).toBe(17);
});

describe("a refusal that comes late", () => {
  const refusedEntry = async () => {
    const { swaddle, page } = await waiting(8, "STOCK OUT");
    await move("out", swaddle, 5);
    await online(page);
    await mark(page, "1 refused").click();
    await heading(page, "Waiting on this device").waitFor();
    return { swaddle, page };
  };

  test("opens in its form with what was typed and the reason beside its field, and is corrected once", async () => {
    const { swaddle, page } = await refusedEntry();
    await press(page, "Open");
    await updateStock(page).getByText("Out of stock (Avl. 5)").waitFor();
    expect(await formField(page, "Quantity").inputValue()).toBe("8");
    await formField(page, "Quantity").fill("5");
    await pressInForm(page, "Submit");
    await formClosed(page);
    await heading(page, "Waiting on this device").waitFor();
    await page.getByText("Nothing waits on this device.").waitFor();
    expect(await heldOf(here.manager, swaddle._id)).toBe(0);
  });

  test("is corrected by one tab only", { tags: "exhaustive" }, async () => {
    const { swaddle, page } = await refusedEntry();
    const other = await page.context().newPage();
    await other.goto("/outbox");
    await press(other, "Open");
    await press(page, "Open");
    await Promise.all([page, other].map((tab) => updateStock(tab).getByText("Out of stock (Avl. 5)").waitFor()));
    await formField(page, "Quantity").fill("5");
    await pressInForm(page, "Submit");
    await formClosed(page);
    await formField(other, "Quantity").fill("4");
    await pressInForm(other, "Submit");
    await updateStock(other).getByText("It was corrected or discarded in another tab").waitFor();
    expect(await heldOf(here.manager, swaddle._id)).toBe(0);
  });
});

test("Undo deletes an entry that has not left the device", { tags: "exhaustive" }, async () => {
  const { swaddle, page } = await waiting(7, "STOCK IN");
  await undoBar(page).getByText("Waiting: Stock in, 7 units").waitFor();
  await press(undoBar(page), "Undo");
  await undoBar(page).getByText("Undone: Stock in, 7 units").waitFor();
  await online(page);
  await expect.poll(() => mark(page, "1 waiting").count()).toBe(0);
  expect(await heldOf(here.manager, swaddle._id)).toBe(10);
});

test("Undo of an entry on its way reverses it once it is answered", { tags: "exhaustive" }, async () => {
  const { swaddle, page } = await opened();
  await loseAnswers(page, "**/v1/transactions/in");
  await enter(page, swaddle, 7, "STOCK IN");
  await formClosed(page);
  await press(undoBar(page), "Undo");
  await undoBar(page).getByText("reversed once it is answered").waitFor();
  await page.unroute("**/v1/transactions/in");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect.poll(() => heldOf(here.manager, swaddle._id)).toBe(10);
});

test("signing out with something waiting asks; who stays signed in has it sent", async () => {
  const { swaddle, page } = await waiting(7, "STOCK IN");
  await button(page, "Logout").click();
  await question(page).getByText("1 entry of yours waits on this device").waitFor();
  await press(question(page), "Cancel");
  await mark(page, "1 waiting").waitFor();
  await online(page);
  await expect.poll(() => heldOf(here.manager, swaddle._id)).toBe(17);
});

test("figures show waiting units beside them, and units that wait to leave are not available, also to a transfer", async () => {
  const { swaddle, page } = await waiting(7, "STOCK OUT");
  const record = page.getByRole("row").filter({ hasText: swaddle.p_id });
  await record.getByText("7 waiting to leave").waitFor();
  expect(await record.getByRole("cell").last().innerText()).toMatch(/^10\b/);
  await press(page, "Update Stock");
  await direction(page, "STOCK OUT").click();
  await chooseProduct(page, swaddle);
  await formField(page, "Warehouse").selectOption({ label: hubLabel });
  await formField(page, "Quantity").fill("4");
  await updateStock(page).getByText("Only 10 in stock, 7 waiting to leave").waitFor();
  await pressInForm(page, "Submit");
  await updateStock(page).getByRole("alert").filter({ hasText: "Only 10 in stock, 7 waiting to leave" }).waitFor();
  await direction(page, "TRANSFER").check();
  await formField(page, "From").selectOption(hub);
  await formField(page, "To").selectOption(ncr);
  await chooseProduct(page, swaddle);
  await retype(formField(page, "Quantity"), "4");
  await pressInForm(page, "Submit");
  const line = updateStock(page).getByRole("listitem").filter({ hasText: swaddle.p_id });
  await line.getByText("Only 10 in stock, 7 waiting to leave").waitFor();
});

test("a container whose receipt waits is named, and offers no second one", async () => {
  const { product } = await newStockLine(here.manager, 1);
  const container = unique("CMAU");
  const list = [{ product, quantity: 5 }];
  const { _id } = (
    await here.manager.post("/v1/shipments", { container, expected_delivery: today(), list }, idempotencyKey())
  ).body;
  const page = await open(here, here.executive, { path: `/intransit?do=receive&id=${_id}`, mayLog });
  await dialog(page)
    .getByRole("button", { name: /^Receive/ })
    .waitFor();
  await dialog(page).getByRole("option", { name: hubLabel }).waitFor({ state: "attached" });
  await offline(page);
  await dialog(page).getByLabel("Warehouse").selectOption({ label: hubLabel });
  await dialog(page)
    .getByRole("button", { name: /^Receive/ })
    .click();
  await kept(page);
  await row(page, container).waitFor();
  await gone(row(page, container).getByRole("button", { name: /^Receive/ }));
  await mark(page, "1 waiting").click();
  await page.getByText(`Receipt of ${container}, 5 units`, { exact: true }).waitFor();
});

test("a container that waited and meets one of its ID steps aside, and is added all the same with one press", async () => {
  const { product } = await newStockLine(here.manager, 1);
  const { p_id } = (await here.manager.get("/v1/products")).body.find(({ _id }: { _id: string }) => _id === product);
  const container = unique("DI");
  const list = [{ product, quantity: 5 }];
  const page = await open(here, here.executive, { path: "/intransit?do=add", mayLog });
  await dialog(page).getByLabel("Container ID").fill(container);
  await dialog(page).getByLabel("Expected Delivery").fill(today());
  await dialog(page).getByLabel("Product", { exact: true }).fill(asTyped(p_id));
  await page.getByRole("option").filter({ hasText: p_id }).click();
  await offline(page);
  await press(dialog(page), "Save In-Transit Stock");
  await kept(page);
  await here.manager.post("/v1/shipments", { container, expected_delivery: today(), list }, idempotencyKey());
  await online(page);
  await mark(page, "1 refused").click();
  await page.getByRole("region", { name: "Refused (1)" }).getByText("On its way already: announced on").waitFor();
  await press(page, "Add it all the same");
  await page.getByText("Nothing waits on this device.").waitFor();
  const containers = (await here.manager.get("/v1/shipments")).body;
  expect(containers.filter((one: { container: string }) => one.container === container)).toHaveLength(2);
});

test("an entry more than a day old that never left the device is sent only when the person confirms it", async () => {
  const { swaddle, page } = await waiting(7, "STOCK IN");
  await page.evaluate(() => {
    const now = Date.now() + 25 * 60 * 60 * 1_000;
    Date.now = () => now;
  });
  await online(page);
  await mark(page, "1 to confirm").click();
  await page.getByText("This has never left this device.").waitFor();
  expect(await heldOf(here.manager, swaddle._id)).toBe(10);
  await press(page, "Send it");
  await page.getByText("Nothing waits on this device.").waitFor();
  expect(await heldOf(here.manager, swaddle._id)).toBe(17);
});
