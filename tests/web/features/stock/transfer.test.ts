// Transfer in Update Stock and the bar that undoes it, in a real browser on the running product.
import { describe, expect, test } from "vitest";
import {
  expectAccessible,
  fulfill,
  hold,
  open,
  type Page,
  type PageOptions,
  recordPosts,
  retype,
} from "#tests/support/browser.ts";
import { blank } from "#tests/support/browser-session.ts";
import { type ProductNames, placesOf } from "#tests/support/stock.ts";
import { button, capturePrint, expectValue, focused, gone, press, printed, toast, undoBar } from "#tests/web/page.ts";
import {
  chooseProduct,
  direction,
  formClosed,
  formField,
  here,
  hub,
  move,
  ncr,
  openUpdateStock,
  pressInForm,
  productInHub,
  submitForm,
  updateStock,
} from "./driver.ts";

const heldIn = ({ _id }: ProductNames) => placesOf(here.manager, _id);

/** A transfer from Bengaluru to Delhi, without products. */
const openTransfer = async (options?: PageOptions): Promise<Page> => {
  const page = await openUpdateStock(options);
  await direction(page, "TRANSFER").check();
  await formField(page, "From").selectOption(hub);
  await formField(page, "To").selectOption(ncr);
  return page;
};

const lines = (page: Page) =>
  updateStock(page).getByRole("list", { name: "Products to transfer" }).getByRole("listitem");

const choose = async (page: Page, product: ProductNames, quantity: number) => {
  await chooseProduct(page, product);
  await retype(formField(page, "Quantity"), String(quantity));
};

const add = async (page: Page, product: ProductNames, quantity: number) => {
  await choose(page, product, quantity);
  await pressInForm(page, "Add");
};

const submit = async (page: Page) => {
  await pressInForm(page, "Submit");
  await page.getByText("Stock updated successfully").waitFor();
  await formClosed(page);
};

describe("a transfer", () => {
  test("of several lines moves them in one request, says so, and previews the stock of each warehouse", async () => {
    const [swaddle, bib] = [await productInHub(54), await productInHub(30)];
    const page = await openTransfer();
    const posts = recordPosts(page);
    await add(page, swaddle, 12);
    await lines(page).getByText("BLR-01 54 to 42").waitFor();
    await lines(page).getByText("DEL-02 0 to 12").waitFor();
    await expectAccessible(page);
    await add(page, bib, 30);
    await submit(page);
    expect(posts).toHaveLength(1);
    expect(await heldIn(swaddle)).toEqual({ [hub]: 42, [ncr]: 12 });
    expect(await heldIn(bib)).toEqual({ [hub]: 0, [ncr]: 30 });
    await undoBar(page).getByText("2 products, 42 units from Bengaluru Hub to Delhi NCR").waitFor();
    await expectAccessible(page);
  });

  test("goes to another warehouse only, and starts from the warehouse of the chosen record", async () => {
    const swaddle = await productInHub(9);
    const page = await open(here, here.executive, { path: `/inventory?do=update&id=${swaddle._id}-${hub}` });
    await direction(page, "TRANSFER").check();
    await expectValue(updateStock(page), "From").toBe(hub);
    await expectValue(updateStock(page), "Product").toContain(swaddle.name);
    await expect
      .poll(() => formField(page, "To").locator("option").allTextContents())
      .toEqual(expect.arrayContaining(["Delhi NCR (DEL-02)"]));
    expect(await formField(page, "To").locator("option").allTextContents()).not.toContain("Bengaluru Hub (BLR-01)");
  });

  test("starts from the device's warehouse to the only other, also if known late", { tags: "exhaustive" }, async () => {
    const page = await open(here, here.executive, { path: blank });
    await page.evaluate((warehouse) => localStorage.setItem("warehouse", warehouse), hub);
    const load = await hold(page, "**/v1/app/catalogue*");
    await page.goto("/inventory?do=update");
    await direction(page, "TRANSFER").check();
    expect(await formField(page, "To").inputValue()).toBe("");
    load();
    await expectValue(updateStock(page), "To").toBe(ncr);
    expect(await formField(page, "From").inputValue()).toBe(hub);
  });

  test("that exceeds the current stock is refused beside its line, and nothing moves", async () => {
    const [swaddle, bib] = [await productInHub(10), await productInHub(10)];
    const page = await openTransfer({ mayLog: /422|Unable to process/ });
    await add(page, swaddle, 8);
    await add(page, bib, 8);
    await move("out", bib, 5);
    await pressInForm(page, "Submit");
    await lines(page).filter({ hasText: bib.p_id }).getByText("Out of stock (Avl. 5)").waitFor();
    expect(await heldIn(swaddle)).toEqual({ [hub]: 10 });
    await page.getByLabel(`Quantity of ${bib.name}`).fill("5");
    await submit(page);
    expect(await heldIn(bib)).toEqual({ [hub]: 0, [ncr]: 5 });
  });

  test("that is refused late opens with its lines and the reason beside them", { tags: "exhaustive" }, async () => {
    const swaddle = await productInHub(10);
    const page = await openTransfer({ mayLog: /ERR_|No connection|422|Unable to process/ });
    await choose(page, swaddle, 8);
    await page.context().setOffline(true);
    await submitForm(page, "Submit");
    await move("out", swaddle, 5);
    await page.context().setOffline(false);
    await page.getByRole("link", { name: "1 refused" }).click();
    await press(page, "Open");
    await updateStock(page).getByText("Out of stock (Avl. 5)").waitFor();
    expect(await direction(page, "TRANSFER").isChecked()).toBe(true);
    expect(await updateStock(page).getByLabel(`Quantity of ${swaddle.name}`).inputValue()).toBe("8");
  });

  test("that waits for a server in trouble closes its form once it is posted, and is posted once", async () => {
    const swaddle = await productInHub(10);
    const page = await openTransfer({ mayLog: /503|Busy right now/ });
    await choose(page, swaddle, 4);
    const posting = "**/v1/transactions/transfer";
    await page.route(posting, (route) => fulfill(route, { code: "SERVICE_UNAVAILABLE", message: "" }, 503));
    await pressInForm(page, "Submit");
    await updateStock(page).getByText("Busy right now, try again").waitFor();
    await page.unroute(posting);
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await formClosed(page);
    expect(await heldIn(swaddle)).toEqual({ [hub]: 6, [ncr]: 4 });
  });

  test("has a note to print, with from, to and every line", async () => {
    const swaddle = await productInHub(20);
    const page = await openTransfer();
    await capturePrint(page);
    await choose(page, swaddle, 6);
    await submit(page);
    await press(undoBar(page), "Print transfer note");
    const { paper } = await printed(page);
    const places = ["Bengaluru Hub (BLR-01)", "Delhi NCR (DEL-02)"];
    for (const word of ["Transfer Note", ...places, swaddle.name, "1 line, 6 units"]) expect(paper).toContain(word);
  });
});

describe("undo", () => {
  test("moves the units back, once, says which in a live region, is reached by a key, and stays after a navigation", async () => {
    const swaddle = await productInHub(20);
    const page = await openTransfer();
    await choose(page, swaddle, 6);
    await submit(page);
    // Only the bar shows it.
    await undoBar(page).getByText("Stock updated successfully", { exact: true }).waitFor();
    expect(await toast(page, "Stock updated successfully").count()).toBe(1);
    expect(await undoBar(page).evaluate((of) => of.closest("[aria-live]")?.getAttribute("aria-live"))).toBe("polite");
    await page.getByRole("link", { name: "Create Picklist" }).click();
    await page.getByRole("heading", { name: "Create Picklist", level: 1 }).focus();
    await page.keyboard.press("u");
    expect(await focused(page)).toBe("Undo");
    await page.keyboard.press("Enter");
    await undoBar(page).getByText(`Undone: 6 × ${swaddle.name} from Delhi NCR to Bengaluru Hub`).waitFor();
    expect(await button(undoBar(page), "Undo").count()).toBe(0);
    expect(await heldIn(swaddle)).toEqual({ [hub]: 20, [ncr]: 0 });
  });

  test("ends after half a minute, but not while the pointer is over it", { tags: "exhaustive" }, async () => {
    const swaddle = await productInHub(20);
    // What has changed of the catalogue is asked every half minute, which this clock makes too late to be answered.
    const mayLog = /catalogue.*signal timed out/;
    const page = await open(here, here.executive, { path: `/inventory?q=${swaddle.p_id}`, mayLog });
    await page.getByRole("cell", { name: "20", exact: true }).waitFor();
    await move("in", swaddle, 1);
    await page.clock.install({ time: Date.now() });
    await press(page, "Update Stock");
    await choose(page, swaddle, 6);
    await formField(page, "Warehouse").selectOption(hub);
    const reading = page.waitForRequest("**/v1/app/catalogue**");
    await pressInForm(page, "Submit");
    await undoBar(page).getByText(`6 × ${swaddle.name} into Bengaluru Hub`).waitFor();
    // A running read would time out by this clock; a quantity changed elsewhere shows that it has ended.
    await page.getByRole("cell", { name: "27", exact: true }).waitFor();
    await (await (await reading).response())?.finished();
    await undoBar(page).hover();
    await page.clock.runFor(60_000);
    expect(await undoBar(page).count()).toBe(1);
    await page.mouse.move(5, 400);
    await page.clock.runFor(31_000);
    await gone(undoBar(page));
  });

  test("that stock no longer allows says why, and changes nothing", async () => {
    const swaddle = await productInHub(20);
    const page = await openTransfer({ mayLog: /422|Unable to process/ });
    await choose(page, swaddle, 6);
    await submit(page);
    await move("out", swaddle, 4, ncr);
    await press(undoBar(page), "Undo", "Not undone: Out of stock (Avl. 2)");
    expect(await heldIn(swaddle)).toEqual({ [hub]: 14, [ncr]: 2 });
  });
});
