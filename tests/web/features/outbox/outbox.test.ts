// What is entered without a network: kept on the device, sent once and in order, and corrected if it is refused.
import { describe, expect, test } from "vitest";
import { loseAnswers, type Page, recordPosts } from "#tests/support/browser.ts";
import { heldOf, type ProductNames } from "#tests/support/stock.ts";
import {
  chooseProduct,
  direction,
  fillForm,
  formClosed,
  formField,
  here,
  hubLabel,
  move,
  openUpdateStock,
  pressInForm,
  productInHub,
  updateStock,
} from "#tests/web/features/stock/driver.ts";
import { answer, button, heading, press, question, toast, undoBar } from "#tests/web/page.ts";

const mayLog = /ERR_FAILED|ERR_INTERNET_DISCONNECTED|No connection|409|422|Failed to load|Unable to process/;

const enter = async (page: Page, product: ProductNames, quantity: number, way: "STOCK IN" | "STOCK OUT") => {
  await fillForm(page, product, quantity, way);
  await pressInForm(page, "Submit");
};

const offline = (page: Page) => page.context().setOffline(true);
const online = (page: Page) => page.context().setOffline(false);
const keptText = /^Kept .*It is sent as soon as there is a network$/;
const kept = (page: Page) => page.locator("#toasts").getByText(keptText).first().waitFor();
const mark = (page: Page, text: string) => page.getByRole("link", { name: text });

test("without a network a posting is kept, the form is free, and it is sent when the network returns", async () => {
  const swaddle = await productInHub(10);
  const page = await openUpdateStock({ mayLog });
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

test("an answer that is lost leaves the posting waiting, also over a reload, and it takes effect once", async () => {
  const swaddle = await productInHub(10);
  const page = await openUpdateStock({ mayLog });
  await loseAnswers(page, "**/v1/transactions/in");
  await enter(page, swaddle, 7, "STOCK IN");
  await kept(page);
  await formClosed(page);
  await page.reload();
  await mark(page, "Sending 1").waitFor();
  await page.unroute("**/v1/transactions/in");
  await page.reload();
  await toast(page, "Sent what was waiting").waitFor();
  expect(await heldOf(here.manager, swaddle._id)).toBe(17);
});

test("entries are sent in the order in which they were made", async () => {
  const swaddle = await productInHub(0);
  const page = await openUpdateStock({ mayLog });
  await offline(page);
  await enter(page, swaddle, 7, "STOCK IN");
  await formClosed(page);
  await press(page, "Update Stock");
  await enter(page, swaddle, 5, "STOCK OUT");
  await formClosed(page);
  await mark(page, "2 waiting").waitFor();
  await online(page);
  await expect.poll(() => heldOf(here.manager, swaddle._id)).toBe(2);
  await expect.poll(() => mark(page, /waiting|Sending|refused/ as never).count()).toBe(0);
});

describe("a refusal that comes late", () => {
  const refusedEntry = async () => {
    const swaddle = await productInHub(10);
    const page = await openUpdateStock({ mayLog });
    await offline(page);
    await enter(page, swaddle, 8, "STOCK OUT");
    await formClosed(page);
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

  test("is discarded after a question", async () => {
    const { swaddle, page } = await refusedEntry();
    await press(page, "Discard");
    await answer(page, "Discard");
    await page.getByText("Nothing waits on this device.").waitFor();
    expect(await heldOf(here.manager, swaddle._id)).toBe(5);
  });

  test("is corrected by one tab only", async () => {
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

test("Undo deletes an entry that has not left the device", async () => {
  const swaddle = await productInHub(10);
  const page = await openUpdateStock({ mayLog });
  await offline(page);
  await enter(page, swaddle, 7, "STOCK IN");
  await formClosed(page);
  await undoBar(page).getByText("Waiting: Stock in, 7 units").waitFor();
  await press(undoBar(page), "Undo");
  await undoBar(page).getByText("Undone: Stock in, 7 units").waitFor();
  await online(page);
  await expect.poll(() => mark(page, "1 waiting").count()).toBe(0);
  expect(await heldOf(here.manager, swaddle._id)).toBe(10);
});

test("Undo of an entry on its way reverses it once it is answered", async () => {
  const swaddle = await productInHub(10);
  const page = await openUpdateStock({ mayLog });
  await loseAnswers(page, "**/v1/transactions/in");
  await enter(page, swaddle, 7, "STOCK IN");
  await formClosed(page);
  await press(undoBar(page), "Undo");
  await undoBar(page).getByText("reversed once it is answered").waitFor();
  await page.unroute("**/v1/transactions/in");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect.poll(() => heldOf(here.manager, swaddle._id)).toBe(10);
});

test("signing out with something waiting asks, and it is sent after the next sign-in as the same user", async () => {
  const swaddle = await productInHub(10);
  const page = await openUpdateStock({ mayLog });
  await offline(page);
  await enter(page, swaddle, 7, "STOCK IN");
  await formClosed(page);
  await button(page, "Logout").click();
  await question(page).getByText("1 entry of yours waits on this device").waitFor();
  await press(question(page), "Cancel");
  await mark(page, "1 waiting").waitFor();
  await online(page);
  await expect.poll(() => heldOf(here.manager, swaddle._id)).toBe(17);
});

test("figures show what waits beside them, and what waits to leave is not available", async () => {
  const swaddle = await productInHub(10);
  const page = await openUpdateStock({ mayLog });
  await offline(page);
  await enter(page, swaddle, 7, "STOCK OUT");
  await formClosed(page);
  const record = page.getByRole("row").filter({ hasText: swaddle.p_id });
  await record.getByText("7 waiting to leave").waitFor();
  expect(await record.getByRole("cell").last().innerText()).toMatch(/^10\b/);
  await press(page, "Update Stock");
  await direction(page, "STOCK OUT").click();
  await chooseProduct(page, swaddle);
  await formField(page, "Warehouse").selectOption({ label: hubLabel });
  await formField(page, "Quantity").fill("4");
  await updateStock(page).getByText("Only 10 in stock, 7 waiting to leave").waitFor();
});

test("what was entered more than a day ago and never left the device is sent only when the person says so", async () => {
  const swaddle = await productInHub(10);
  const page = await openUpdateStock({ mayLog });
  await offline(page);
  await enter(page, swaddle, 7, "STOCK IN");
  await formClosed(page);
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
