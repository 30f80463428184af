// Transfer in Update Stock and the bar that undoes it, in a real browser on the running product.
import { beforeAll, describe, expect, test } from "vitest";
import { expectAccessible, open, type Page, retype, scan } from "#tests/support/browser.ts";
import { productForm, unique } from "#tests/support/make.ts";
import { keyed } from "#tests/support/stock.ts";
import { type TestWorld, world } from "#tests/support/world.ts";

let here: TestWorld;
let hub: string;
let ncr: string;

interface Good {
  _id: string;
  name: string;
  p_id: string;
}

/** A new product with so many units in the hub. */
const good = async (quantity: number): Promise<Good> => {
  const form = productForm({ name: unique("Swaddle"), p_id: unique("SND") });
  const { body } = await here.manager.post("/v1/products", form);
  await here.manager.post("/v1/transactions/in", { product: body._id, warehouse: hub, quantity }, keyed());
  return body;
};

const heldIn = async (product: string): Promise<Record<string, number>> => {
  const records: { product: { _id: string }; warehouse: { w_id: string }; quantity: number }[] = (
    await here.manager.get("/v1/stocks")
  ).body;
  return Object.fromEntries(
    records.filter((one) => one.product._id === product).map((one) => [one.warehouse.w_id, one.quantity]),
  );
};

beforeAll(async () => {
  here = await world();
  hub = (await here.manager.post("/v1/warehouses", { name: "Bengaluru Hub", w_id: "BLR-01" })).body._id;
  ncr = (await here.manager.post("/v1/warehouses", { name: "Delhi NCR", w_id: "DEL-02" })).body._id;
});

const dialog = (page: Page) => page.getByRole("dialog", { name: "Update Stock" });
const field = (page: Page, name: string) => dialog(page).getByLabel(name, { exact: true });
const press = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true }).click();
const bar = (page: Page) => page.getByRole("region", { name: "Undo" });
const lines = (page: Page) => dialog(page).getByRole("list", { name: "Products to transfer" }).getByRole("listitem");
const closed = (page: Page) => dialog(page).waitFor({ state: "detached" });

const opened = async (wishes: Parameters<typeof open>[2] = {}): Promise<Page> => {
  const page = await open(here, here.executive, { path: "/inventory", ...wishes });
  await page.getByRole("row").nth(1).waitFor();
  await page.getByRole("button", { name: "Update Stock" }).click();
  await dialog(page).getByRole("radio", { name: "TRANSFER" }).check();
  await field(page, "From").selectOption(hub);
  await field(page, "To").selectOption(ncr);
  return page;
};

const pick = async (page: Page, { p_id }: Good, quantity: number) => {
  await field(page, "Product").fill(p_id);
  await page.getByRole("option").filter({ hasText: p_id }).click();
  await retype(field(page, "Quantity"), String(quantity));
};

const add = async (page: Page, of: Good, quantity: number) => {
  await pick(page, of, quantity);
  await press(page, "Add");
};

const focusedOn = (page: Page, name: string) =>
  expect.poll(() => field(page, name).evaluate((input) => input === document.activeElement)).toBe(true);

const submit = async (page: Page) => {
  await press(page, "Submit");
  await page.getByText("Stock updated successfully").waitFor();
  await closed(page);
};

describe("a transfer", () => {
  test("of several lines moves them in one request, says so, and shows in advance the stock of each warehouse", async () => {
    const [swaddle, bib] = [await good(54), await good(30)];
    const page = await opened();
    const keys: string[] = [];
    page.on("request", (request) => request.method() === "POST" && keys.push(request.url()));
    await add(page, swaddle, 12);
    await lines(page).getByText("BLR-01 54 to 42").waitFor();
    await lines(page).getByText("DEL-02 0 to 12").waitFor();
    await add(page, bib, 30);
    await submit(page);
    expect(keys).toHaveLength(1);
    expect(await heldIn(swaddle._id)).toEqual({ "BLR-01": 42, "DEL-02": 12 });
    expect(await heldIn(bib._id)).toEqual({ "BLR-01": 0, "DEL-02": 30 });
    await bar(page).getByText("2 products, 42 units from Bengaluru Hub to Delhi NCR").waitFor();
  });

  test("sums a product that is added again, and includes what is chosen but not added", async () => {
    const [swaddle, bib] = [await good(50), await good(5)];
    const page = await opened();
    await add(page, swaddle, 3);
    await add(page, swaddle, 4);
    await dialog(page).getByText(`${swaddle.name} is listed already: 3 + 4 = 7 units`).waitFor();
    await pick(page, bib, 2);
    await submit(page);
    expect(await heldIn(swaddle._id)).toEqual({ "BLR-01": 43, "DEL-02": 7 });
    expect(await heldIn(bib._id)).toEqual({ "BLR-01": 3, "DEL-02": 2 });
  });

  test("adds what was chosen when the next product is scanned, and says why when it cannot", async () => {
    const [swaddle, bib, towel] = [await good(50), await good(5), await good(5)];
    const page = await opened();
    await scan(page, swaddle.p_id);
    await focusedOn(page, "Quantity");
    await field(page, "Quantity").fill("24");
    await scan(page, bib.p_id);
    await dialog(page).getByText(`Added ${swaddle.name}, 24 units`).waitFor();
    await focusedOn(page, "Quantity");
    await field(page, "Quantity").fill("0");
    await scan(page, towel.p_id);
    await dialog(page).getByText("At least 1", { exact: true }).waitFor();
    expect(await field(page, "Product").inputValue()).toContain(bib.p_id);
    await field(page, "Quantity").fill("2");
    await submit(page);
    expect(await heldIn(swaddle._id)).toEqual({ "BLR-01": 26, "DEL-02": 24 });
    expect(await heldIn(bib._id)).toEqual({ "BLR-01": 3, "DEL-02": 2 });
  });

  test("adds units to a line whose quantity was cleared, and shows what is wrong with a quantity beside it", async () => {
    const swaddle = await good(50);
    const page = await opened();
    await add(page, swaddle, 3);
    await retype(page.getByLabel(`Quantity of ${swaddle.name}`), "");
    for (const [quantity, wrong] of [
      ["0.5", "At least 1"],
      ["1.5", "Whole number expected"],
      ["-5", "At least 1"],
      ["", "At least 1"],
    ] as const) {
      await pick(page, swaddle, 1);
      await retype(field(page, "Quantity"), quantity);
      await press(page, "Add");
      await dialog(page).getByRole("alert").getByText(wrong).waitFor();
      expect(await field(page, "Quantity").evaluate((input) => input === document.activeElement)).toBe(true);
    }
    await retype(field(page, "Quantity"), "5");
    await press(page, "Add");
    await dialog(page).getByText(`Added ${swaddle.name}, 5 units. 1 product, 5 units`).waitFor();
    await submit(page);
    expect(await heldIn(swaddle._id)).toEqual({ "BLR-01": 45, "DEL-02": 5 });
  });

  test("of a line that is cleared and typed moves what was typed; empty, it is required", async () => {
    const [swaddle, bib] = [await good(50), await good(30)];
    const page = await opened();
    await add(page, swaddle, 3);
    await add(page, bib, 4);
    await page.getByLabel(`Quantity of ${bib.name}`).dblclick();
    await page.keyboard.type("21");
    await retype(page.getByLabel(`Quantity of ${swaddle.name}`), "");
    await page.keyboard.press("Control+Enter");
    await lines(page).filter({ hasText: swaddle.name }).getByText("Required").waitFor();
    await retype(page.getByLabel(`Quantity of ${swaddle.name}`), "12");
    await submit(page);
    expect(await heldIn(swaddle._id)).toEqual({ "BLR-01": 38, "DEL-02": 12 });
    expect(await heldIn(bib._id)).toEqual({ "BLR-01": 9, "DEL-02": 21 });
  });

  test("goes to another warehouse only, and starts from the warehouse of the chosen record", async () => {
    const swaddle = await good(9);
    const page = await open(here, here.executive, { path: `/inventory?do=update&id=${swaddle._id}-${hub}` });
    await dialog(page).getByRole("radio", { name: "TRANSFER" }).check();
    expect(await field(page, "From").inputValue()).toBe(hub);
    expect(await field(page, "Product").inputValue()).toContain(swaddle.name);
    expect(await field(page, "To").locator("option").allTextContents()).not.toContain("Bengaluru Hub (BLR-01)");
  });

  test("that exceeds the stock by now is refused beside its line, and nothing moves", async () => {
    const [swaddle, bib] = [await good(10), await good(10)];
    const page = await opened({ mayLog: /422|Unable to process/ });
    await add(page, swaddle, 8);
    await add(page, bib, 8);
    await here.manager.post("/v1/transactions/out", { product: bib._id, warehouse: hub, quantity: 5 }, keyed());
    await press(page, "Submit");
    await lines(page).filter({ hasText: bib.p_id }).getByText("Out of stock (Avl. 5)").waitFor();
    expect(await heldIn(swaddle._id)).toEqual({ "BLR-01": 10 });
    await page.getByLabel(`Quantity of ${bib.name}`).fill("5");
    await submit(page);
    expect(await heldIn(bib._id)).toEqual({ "BLR-01": 0, "DEL-02": 5 });
  });

  test("whose answer is lost is sent again under the same key, also after a reload, and moves once", async () => {
    const swaddle = await good(20);
    const page = await opened({ mayLog: /ERR_|No connection/ });
    await pick(page, swaddle, 6);
    const keys: (string | undefined)[] = [];
    await page.route("**/v1/transactions/transfer", async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      if (keys.length > 1) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await press(page, "Submit");
    await dialog(page).getByText("No answer came").waitFor();
    await page.reload();
    await dialog(page).getByText("No answer came").waitFor();
    expect(await dialog(page).getByRole("radio", { name: "TRANSFER" }).isChecked()).toBe(true);
    await press(page, "Try again");
    await closed(page);
    expect(new Set(keys).size).toBe(1);
    expect(await heldIn(swaddle._id)).toEqual({ "BLR-01": 14, "DEL-02": 6 });
  });

  test("that is refused on a retry stays a transfer with its lines, and closing it asks first", async () => {
    const swaddle = await good(20);
    const page = await opened({ mayLog: /ERR_|No connection|422|Unable to process/ });
    await pick(page, swaddle, 6);
    await page.route("**/v1/transactions/transfer", (route) => route.abort());
    await press(page, "Submit");
    await dialog(page).getByText("No answer came").waitFor();
    await page.reload();
    await dialog(page).getByText("No answer came").waitFor();
    await here.manager.post("/v1/transactions/out", { product: swaddle._id, warehouse: hub, quantity: 17 }, keyed());
    await page.unroute("**/v1/transactions/transfer");
    await press(page, "Try again");
    await lines(page).filter({ hasText: swaddle.p_id }).getByText("Out of stock (Avl. 3)").waitFor();
    await page.keyboard.press("Escape");
    await page
      .getByRole("alertdialog", { name: "Discard changes?" })
      .getByRole("button", { name: "Keep editing" })
      .click();
    await page.getByLabel(`Quantity of ${swaddle.name}`).fill("3");
    await submit(page);
    expect(await heldIn(swaddle._id)).toEqual({ "BLR-01": 0, "DEL-02": 3 });
  });

  test("has a note to print: from, to and every line, under its number", async () => {
    const swaddle = await good(20);
    const page = await opened();
    await page.evaluate(() => {
      window.print = () =>
        document.body.setAttribute("data-printed", document.querySelector("[data-print]")?.textContent ?? "");
    });
    await pick(page, swaddle, 6);
    await submit(page);
    await bar(page).getByRole("button", { name: "Print transfer note" }).click();
    await page.locator("body[data-printed]").waitFor();
    const paper = (await page.locator("body").getAttribute("data-printed")) ?? "";
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
    const swaddle = await good(54);
    const page = await opened();
    await add(page, swaddle, 12);
    await expectAccessible(page);
    await submit(page);
    await bar(page).waitFor();
    await expectAccessible(page);
  });
});

describe("undo", () => {
  test("moves the units back, once, and says which", async () => {
    const swaddle = await good(20);
    const page = await opened();
    await pick(page, swaddle, 6);
    await submit(page);
    await bar(page).getByRole("button", { name: "Undo" }).click();
    await bar(page).getByText(`Undone: 6 × ${swaddle.name} from Delhi NCR to Bengaluru Hub`).waitFor();
    expect(await bar(page).getByRole("button", { name: "Undo" }).count()).toBe(0);
    expect(await heldIn(swaddle._id)).toEqual({ "BLR-01": 20, "DEL-02": 0 });
  });

  test("is in a live region, is reached by a key, and survives a navigation", async () => {
    const swaddle = await good(20);
    const page = await opened();
    await pick(page, swaddle, 6);
    await submit(page);
    expect(await bar(page).evaluate((of) => of.closest("[aria-live]")?.getAttribute("aria-live"))).toBe("polite");
    await page.getByRole("link", { name: "Create Picklist" }).click();
    await page.getByRole("heading", { name: "Create Picklist", level: 1 }).waitFor();
    await page.getByRole("heading", { name: "Create Picklist", level: 1 }).focus();
    await page.keyboard.press("u");
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Undo");
    await page.keyboard.press("Enter");
    await bar(page).getByText("Undone").waitFor();
    expect(await heldIn(swaddle._id)).toEqual({ "BLR-01": 20, "DEL-02": 0 });
  });

  test("ends after half a minute, but not while the pointer is over it", async () => {
    const swaddle = await good(20);
    const page = await open(here, here.executive, { path: `/inventory?q=${swaddle.p_id}` });
    await page.getByRole("cell", { name: "20", exact: true }).waitFor();
    await here.manager.post("/v1/transactions/in", { product: swaddle._id, warehouse: hub, quantity: 1 }, keyed());
    await page.clock.install({ time: Date.now() });
    await page.getByRole("button", { name: "Update Stock" }).click();
    await pick(page, swaddle, 6);
    await field(page, "Warehouse").selectOption(hub);
    await press(page, "Submit");
    await bar(page).getByText(`6 × ${swaddle.name} into Bengaluru Hub`).waitFor();
    // A running read would time out by this clock; a quantity changed elsewhere shows that it has ended.
    await page.getByRole("cell", { name: "27", exact: true }).waitFor();
    await bar(page).hover();
    await page.clock.runFor(60_000);
    expect(await bar(page).count()).toBe(1);
    await page.mouse.move(5, 400);
    await page.clock.runFor(31_000);
    await bar(page).waitFor({ state: "detached" });
  });

  test("that stock no longer allows says why, and changes nothing", async () => {
    const swaddle = await good(20);
    const page = await opened({ mayLog: /422|Unable to process/ });
    await pick(page, swaddle, 6);
    await submit(page);
    await here.manager.post("/v1/transactions/out", { product: swaddle._id, warehouse: ncr, quantity: 4 }, keyed());
    await bar(page).getByRole("button", { name: "Undo" }).click();
    await bar(page).getByText("Not undone: Out of stock (Avl. 2)").waitFor();
    expect(await heldIn(swaddle._id)).toEqual({ "BLR-01": 14, "DEL-02": 2 });
  });
});
