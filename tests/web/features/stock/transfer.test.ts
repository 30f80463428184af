// Transfer in Update Stock and the bar that undoes it, in a real browser on the running product.
import { describe, expect, test } from "vitest";
import type { StockRecord } from "#shared/stock.ts";
import {
  expectAccessible,
  open,
  type Page,
  type PageOptions,
  recordPosts,
  retype,
  scan,
} from "#tests/support/browser.ts";
import type { ProductNames } from "#tests/support/stock.ts";
import { button, capturePrint, focused, gone, press, printed, undoBar } from "#tests/web/page.ts";
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
  updateStock,
} from "./driver.ts";

/** Units by W.ID. */
const heldIn = async ({ _id }: ProductNames): Promise<Record<string, number>> => {
  const records: StockRecord[] = (await here.manager.get("/v1/stocks")).body;
  const own = records.filter(({ product }) => product._id === _id);
  return Object.fromEntries(own.map(({ warehouse, quantity }) => [warehouse.w_id, quantity]));
};

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

const expectFocus = (page: Page, label: string) => expect.poll(() => focused(page)).toBe(label);

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
    await add(page, bib, 30);
    await submit(page);
    expect(posts).toHaveLength(1);
    expect(await heldIn(swaddle)).toEqual({ "BLR-01": 42, "DEL-02": 12 });
    expect(await heldIn(bib)).toEqual({ "BLR-01": 0, "DEL-02": 30 });
    await undoBar(page).getByText("2 products, 42 units from Bengaluru Hub to Delhi NCR").waitFor();
  });

  test("sums a product that is added again, and includes what is chosen but not added", async () => {
    const [swaddle, bib] = [await productInHub(50), await productInHub(5)];
    const page = await openTransfer();
    await add(page, swaddle, 3);
    await add(page, swaddle, 4);
    await updateStock(page).getByText(`${swaddle.name} is listed already: 3 + 4 = 7 units`).waitFor();
    await choose(page, bib, 2);
    await submit(page);
    expect(await heldIn(swaddle)).toEqual({ "BLR-01": 43, "DEL-02": 7 });
    expect(await heldIn(bib)).toEqual({ "BLR-01": 3, "DEL-02": 2 });
  });

  test("adds what was chosen when the next product is scanned, and says why when it cannot", async () => {
    const [swaddle, bib, towel] = [await productInHub(50), await productInHub(5), await productInHub(5)];
    const page = await openTransfer();
    await scan(page, swaddle.p_id);
    await expectFocus(page, "Quantity");
    await formField(page, "Quantity").fill("24");
    await scan(page, bib.p_id);
    await updateStock(page).getByText(`Added ${swaddle.name}, 24 units`).waitFor();
    await expectFocus(page, "Quantity");
    await formField(page, "Quantity").fill("0");
    await scan(page, towel.p_id);
    await updateStock(page).getByText("At least 1", { exact: true }).waitFor();
    expect(await formField(page, "Product").inputValue()).toContain(bib.p_id);
    await formField(page, "Quantity").fill("2");
    await submit(page);
    expect(await heldIn(swaddle)).toEqual({ "BLR-01": 26, "DEL-02": 24 });
    expect(await heldIn(bib)).toEqual({ "BLR-01": 3, "DEL-02": 2 });
  });

  test("adds units to a line whose quantity was cleared, and shows what is wrong with a quantity beside it", async () => {
    const swaddle = await productInHub(50);
    const page = await openTransfer();
    await add(page, swaddle, 3);
    await retype(page.getByLabel(`Quantity of ${swaddle.name}`), "");
    for (const [quantity, wrong] of [
      ["0.5", "At least 1"],
      ["1.5", "Whole number expected"],
      ["-5", "At least 1"],
      ["", "At least 1"],
    ] as const) {
      await choose(page, swaddle, 1);
      await retype(formField(page, "Quantity"), quantity);
      await pressInForm(page, "Add");
      await updateStock(page).getByRole("alert").getByText(wrong).waitFor();
      expect(await focused(page)).toBe("Quantity");
    }
    await retype(formField(page, "Quantity"), "5");
    await pressInForm(page, "Add");
    await updateStock(page).getByText(`Added ${swaddle.name}, 5 units. 1 product, 5 units`).waitFor();
    await submit(page);
    expect(await heldIn(swaddle)).toEqual({ "BLR-01": 45, "DEL-02": 5 });
  });

  test("of a line that is cleared and typed moves what was typed; empty, it is required", async () => {
    const [swaddle, bib] = [await productInHub(50), await productInHub(30)];
    const page = await openTransfer();
    await add(page, swaddle, 3);
    await add(page, bib, 4);
    await page.getByLabel(`Quantity of ${bib.name}`).dblclick();
    await page.keyboard.type("21");
    await retype(page.getByLabel(`Quantity of ${swaddle.name}`), "");
    await page.keyboard.press("Control+Enter");
    await lines(page).filter({ hasText: swaddle.name }).getByText("Required").waitFor();
    await retype(page.getByLabel(`Quantity of ${swaddle.name}`), "12");
    await submit(page);
    expect(await heldIn(swaddle)).toEqual({ "BLR-01": 38, "DEL-02": 12 });
    expect(await heldIn(bib)).toEqual({ "BLR-01": 9, "DEL-02": 21 });
  });

  test("goes to another warehouse only, and starts from the warehouse of the chosen record", async () => {
    const swaddle = await productInHub(9);
    const page = await open(here, here.executive, { path: `/inventory?do=update&id=${swaddle._id}-${hub}` });
    await direction(page, "TRANSFER").check();
    expect(await formField(page, "From").inputValue()).toBe(hub);
    expect(await formField(page, "Product").inputValue()).toContain(swaddle.name);
    expect(await formField(page, "To").locator("option").allTextContents()).not.toContain("Bengaluru Hub (BLR-01)");
  });

  test("that exceeds the current stock is refused beside its line, and nothing moves", async () => {
    const [swaddle, bib] = [await productInHub(10), await productInHub(10)];
    const page = await openTransfer({ mayLog: /422|Unable to process/ });
    await add(page, swaddle, 8);
    await add(page, bib, 8);
    await move("out", bib, 5);
    await pressInForm(page, "Submit");
    await lines(page).filter({ hasText: bib.p_id }).getByText("Out of stock (Avl. 5)").waitFor();
    expect(await heldIn(swaddle)).toEqual({ "BLR-01": 10 });
    await page.getByLabel(`Quantity of ${bib.name}`).fill("5");
    await submit(page);
    expect(await heldIn(bib)).toEqual({ "BLR-01": 0, "DEL-02": 5 });
  });

  test("that is refused late opens with its lines and the reason beside them", async () => {
    const swaddle = await productInHub(10);
    const page = await openTransfer({ mayLog: /ERR_|No connection|422|Unable to process/ });
    await choose(page, swaddle, 8);
    await page.context().setOffline(true);
    await pressInForm(page, "Submit");
    await formClosed(page);
    await move("out", swaddle, 5);
    await page.context().setOffline(false);
    await page.getByRole("link", { name: "1 refused" }).click();
    await press(page, "Open");
    await updateStock(page).getByText("Out of stock (Avl. 5)").waitFor();
    expect(await direction(page, "TRANSFER").isChecked()).toBe(true);
    expect(await updateStock(page).getByLabel(`Quantity of ${swaddle.name}`).inputValue()).toBe("8");
  });

  test("has a note to print, with from, to and every line", async () => {
    const swaddle = await productInHub(20);
    const page = await openTransfer();
    await capturePrint(page);
    await choose(page, swaddle, 6);
    await submit(page);
    await press(undoBar(page), "Print transfer note");
    const { paper } = await printed(page);
    for (const word of [
      "Transfer Note",
      "Bengaluru Hub (BLR-01)",
      "Delhi NCR (DEL-02)",
      swaddle.name,
      "1 line, 6 units",
    ])
      expect(paper).toContain(word);
  });

  test("is accessible on a desk and on a phone, with its lines and the bar", async () => {
    const swaddle = await productInHub(54);
    const page = await openTransfer();
    await add(page, swaddle, 12);
    await expectAccessible(page);
    await submit(page);
    await undoBar(page).waitFor();
    await expectAccessible(page);
  });
});

describe("undo", () => {
  test("moves the units back, once, and says which", async () => {
    const swaddle = await productInHub(20);
    const page = await openTransfer();
    await choose(page, swaddle, 6);
    await submit(page);
    await press(undoBar(page), "Undo");
    await undoBar(page).getByText(`Undone: 6 × ${swaddle.name} from Delhi NCR to Bengaluru Hub`).waitFor();
    expect(await button(undoBar(page), "Undo").count()).toBe(0);
    expect(await heldIn(swaddle)).toEqual({ "BLR-01": 20, "DEL-02": 0 });
  });

  test("is in a live region, can be reached by a key, and stays after a navigation", async () => {
    const swaddle = await productInHub(20);
    const page = await openTransfer();
    await choose(page, swaddle, 6);
    await submit(page);
    expect(await undoBar(page).evaluate((of) => of.closest("[aria-live]")?.getAttribute("aria-live"))).toBe("polite");
    await page.getByRole("link", { name: "Create Picklist" }).click();
    await page.getByRole("heading", { name: "Create Picklist", level: 1 }).waitFor();
    await page.getByRole("heading", { name: "Create Picklist", level: 1 }).focus();
    await page.keyboard.press("u");
    await expect.poll(() => focused(page)).toBe("Undo");
    await page.keyboard.press("Enter");
    await undoBar(page).getByText("Undone").waitFor();
    expect(await heldIn(swaddle)).toEqual({ "BLR-01": 20, "DEL-02": 0 });
  });

  test("ends after half a minute, but not while the pointer is over it", async () => {
    const swaddle = await productInHub(20);
    const page = await open(here, here.executive, { path: `/inventory?q=${swaddle.p_id}` });
    await page.getByRole("cell", { name: "20", exact: true }).waitFor();
    await move("in", swaddle, 1);
    await page.clock.install({ time: Date.now() });
    await press(page, "Update Stock");
    await choose(page, swaddle, 6);
    await formField(page, "Warehouse").selectOption(hub);
    const reading = page.waitForRequest("**/v1/app/context");
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
    await press(undoBar(page), "Undo");
    await undoBar(page).getByText("Not undone: Out of stock (Avl. 2)").waitFor();
    expect(await heldIn(swaddle)).toEqual({ "BLR-01": 14, "DEL-02": 2 });
  });
});
