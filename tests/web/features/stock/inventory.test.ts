// Manage Inventory, in a real browser on the running product.
import { beforeAll, describe, expect, test } from "vitest";
import { addDays, dayText } from "#shared/day.ts";
import { expectAccessible, fulfill, open, type Page, scan } from "#tests/support/browser.ts";
import { catalogueAnswer } from "#tests/support/catalogue-answer.ts";
import { openCount } from "#tests/support/counts.ts";
import { today } from "#tests/support/fixtures.ts";
import { linesOf } from "#tests/support/pdf.ts";
import { idempotencyKey, newProduct, newWarehouse } from "#tests/support/stock.ts";
import { button, dialog, field, press, rows, status } from "#tests/web/page.ts";
import { here, hub, move, ncr, productInHub } from "./driver.ts";

beforeAll(async () => {
  const [, bib] = await Promise.all([
    productInHub(104_265, { name: "Muslin Swaddle Pink", p_id: "SND-SWD-101" }).then((swaddle) =>
      move("in", swaddle, 7, ncr),
    ),
    productInHub(54, { name: "Terry Bib", p_id: "8900000412020" }),
    newWarehouse(here.manager, "CCU-04", "Kolkata East"),
  ]);
  await move("in", bib, 3, ncr);
  await move("out", bib, 3, ncr);
});

const table = (page: Page) => page.getByRole("table", { name: "Stock" });
const records = (page: Page) => rows(table(page));
const search = (page: Page) => page.getByPlaceholder("Search (P.ID/SKU/BC)");
/** Units and records of the rows shown. */
const summary = (page: Page) => status(page, /record/);
const openInventory = async (path = "/inventory", phone = false) => {
  const page = await open(here, here.executive, { path, phone });
  await records(page).first().waitFor();
  return page;
};

test("an executive lands on it, with every record in the specification's columns", async () => {
  const page = await openInventory("/");
  expect(new URL(page.url()).pathname).toBe("/inventory");
  await page.getByRole("heading", { name: "Manage Inventory", level: 1 }).waitFor();
  expect(await page.title()).toBe("Manage Inventory · Inventory Manager");
  const heads = await table(page).getByRole("columnheader").allTextContents();
  expect(heads).toEqual(["S.No", "Image", "P.ID/SKU/BC", "Product Name", "Warehouse", "Quantity"]);
  const first = records(page).filter({ hasText: "1,04,265" });
  for (const text of ["SND-SWD-101", "Muslin Swaddle Pink", "Bengaluru Hub", "BLR-01"])
    await first.getByText(text, { exact: true }).waitFor();
  expect(await summary(page).textContent()).toBe("1,04,326 units · 4 records");
  // The search matches name or P.ID without regard to case, and the units are those of the rows left.
  await search(page).fill("mUSLIN");
  await summary(page).getByText("1,04,272 units · 2 records").waitFor();
  await search(page).fill("0412020");
  await summary(page).getByText("54 units · 2 records").waitFor();
  expect(new URL(page.url()).search).toBe("?q=0412020");
  await search(page).fill("romper");
  await page.getByText("No match for “romper”").waitFor();
  await expectAccessible(page);
  await press(page, "Clear filters");
  await summary(page).getByText("4 records").waitFor();
  await expectAccessible(page);
});

test("a scan searches for the P.ID as its product has it, and for an unknown code as scanned", async () => {
  const page = await openInventory();
  await scan(page, "0012345678905");
  await expect.poll(() => search(page).inputValue()).toBe("0012345678905");
  await newProduct(here.manager, { name: "Rattle Ring", p_id: "012345678905" });
  const known = page.waitForResponse((response) => response.url().includes("/v1/app/catalogue"));
  await page.reload();
  await (await known).finished();
  await expect
    .poll(async () => {
      await scan(page, "0012345678905");
      return search(page).inputValue();
    })
    .toBe("012345678905");
});

test("the warehouse filter keeps the rows of one warehouse, and names one without stock", async () => {
  const page = await openInventory();
  const filter = field(page, "Warehouse");
  expect(await filter.locator("option:checked").textContent()).toBe("All (Warehouse)");
  await filter.selectOption({ label: "Delhi NCR (DEL-02)" });
  await summary(page).getByText("7 units · 2 records").waitFor();
  await filter.selectOption({ label: "Kolkata East (CCU-04)" });
  await page.getByText("No stock in Kolkata East (CCU-04)").waitFor();
  await press(page, "All (Warehouse)");
  await summary(page).getByText("4 records").waitFor();
  await page.goBack();
  await page.getByText("No stock in Kolkata East (CCU-04)").waitFor();
});

/** With so many stock records: of one warehouse, or of each product in several. */
const openMany = async (length: number, query = "", before?: () => unknown, places = 1) => {
  const page = await open(here, here.executive, { path: "/not-here" });
  if (before) await page.addInitScript(before);
  const warehouse = (at: number) => ({ _id: `w${at}`, w_id: `BLR-0${at}`, name: `Bengaluru ${at}`, location: "" });
  const warehouses = Array.from({ length: places }, (_, at) => warehouse(at + 1));
  const productOf = (at: number) => ({ _id: `p${at}`, p_id: `SND-${100_000 + at}`, name: `Romper ${at}` });
  const products = Array.from({ length: length / places }, (_, at) => productOf(at));
  const stocks = products.map(({ _id }, at) => ({
    _id,
    held: Object.fromEntries(warehouses.map((place) => [place._id, at])),
  }));
  const answer = { ...catalogueAnswer(products, warehouses), stocks };
  await page.route("**/v1/app/catalogue**", (route) => fulfill(route, answer));
  await page.goto(`/inventory${query}`);
  await records(page).nth(20).waitFor();
  return page;
};

test("wide screens remember compact rows; one key still leads to the last row", { tags: "exhaustive" }, async () => {
  const page = await openMany(1_000);
  const height = async () => (await records(page).nth(2).boundingBox())?.height;
  const choice = () => button(page, /^Rows:/);
  expect(await height()).toBe(44);
  await choice().click();
  expect(await height()).toBe(36);
  await button(page, "Rows: compact").waitFor();
  await page.reload();
  await records(page).nth(20).waitFor();
  expect(await height()).toBe(36);
  await records(page).first().focus();
  await page.keyboard.press("End");
  const last = table(page).getByText("Romper 999", { exact: true });
  await last.waitFor();
  // Spacer and rows together are as high as all rows.
  expect((await table(page).locator("tbody").boundingBox())?.height).toBe(36_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(height).toBe(76);
  expect(await choice().count()).toBe(0);
});

/** Text lines of each page that Ctrl + P prints. */
const paper = async (page: Page): Promise<string[][]> => linesOf(await page.pdf({ preferCSSPageSize: true }));
/** The part that prints a list loads after the list. */
const printable = (page: Page) => expect.poll(async () => (await paper(page))[0]?.join("\n")).toMatch(/Printed/);

test("Ctrl + P prints all rows as filtered and sorted, with what they are, by whom and when", async () => {
  const page = await openMany(300, "?q=SND-1002&sort=-quantity");
  await printable(page);
  const pages = await paper(page);
  const [first = []] = pages;
  expect(first).toContain("Manage Inventory");
  expect(first).toContain("Name\tThe executive");
  expect(first.join("\n")).toMatch(new RegExp(`Printed\\t${dayText(today())} \\d\\d:\\d\\d IST`));
  expect(first).toContain("Search: “SND-1002” · Sorted by Quantity, descending");
  for (const [index, lines] of pages.entries()) {
    expect(lines.filter((line) => line.startsWith("S.No\tP.ID/SKU/BC"))).toHaveLength(1);
    expect(lines.at(-1)).toMatch(new RegExp(`The executive, .* IST\tPage ${index + 1} of ${pages.length}$`));
  }
  const names = pages.flat().flatMap((line) => line.match(/Romper \d+/) ?? []);
  expect(names).toEqual(Array.from({ length: 100 }, (_, at) => `Romper ${299 - at}`));
});

test("a dialog over it is printed in its place, and an empty list as it stands", async () => {
  const page = await open(here, here.executive, { path: "/inventory?do=update" });
  await dialog(page).waitFor();
  // Not by role: elements behind a dialog have none.
  await page.locator("tbody tr[aria-rowindex]").first().waitFor();
  const [lines = []] = await paper(page);
  expect(lines.join("\n")).toContain("Update Stock");
  expect(lines.join("\n")).not.toContain("Muslin Swaddle Pink");
  await page.goto("/inventory?q=romper");
  await page.getByText("No match for “romper”").waitFor();
  const empty = (await paper(page))[0]?.join("\n");
  expect(empty).toContain("Manage Inventory");
  expect(empty).toContain("No match for “romper”");
  expect(empty).toContain("The executive");
});

describe("by product", () => {
  const matrix = (page: Page) => page.getByRole("table", { name: "Stock by product" });
  const cells = async (page: Page, row: number) =>
    (await rows(matrix(page)).nth(row).getByRole("cell").allInnerTexts()).map((text) => text.trim());
  const openMatrix = async (client = here.executive, query = "") => {
    const page = await open(here, client, { path: `/inventory${query}` });
    await page.getByRole("radio", { name: "By product" }).check();
    // The columns of warehouses may come after the rows.
    await figure(page, / in BLR-01/)
      .first()
      .waitFor();
    return page;
  };
  const figure = (page: Page, name: RegExp) => matrix(page).getByRole("button", { name });

  test("a row has the units of each warehouse and in all, sorts by any, and totals are of the rows shown", async () => {
    const page = await openMatrix();
    await press(page, /^Bengaluru Hub/);
    await press(page, /^Bengaluru Hub/);
    await expect.poll(() => cells(page, 0)).toEqual(["1", "1,04,265", "7", "–", "1,04,272", "–"]);
    expect((await cells(page, 1)).slice(1, 5)).toEqual(["54", "–", "–", "54"]);
    const totals = await matrix(page).locator("tfoot td").allInnerTexts();
    expect(totals).toEqual(expect.arrayContaining(["1,04,319", "7", "0", "1,04,326"]));
    await search(page).fill("bib");
    await expect.poll(() => matrix(page).locator("tfoot td").allInnerTexts()).toContain("All 1 product");
    expect(await matrix(page).locator("tfoot td").allInnerTexts()).not.toContain("1,04,319");
    await expectAccessible(page);
  });

  test("arrows lead to a figure, whose menu changes, transfers and shows the units of that pair", async () => {
    const page = await openMatrix(here.manager);
    await rows(matrix(page)).filter({ hasText: "Muslin Swaddle Pink" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    const menu = page.getByRole("menu");
    await expect
      .poll(() => menu.getByRole("menuitem").allInnerTexts())
      .toEqual(["Update Stock", "Transfer", "Movements"]);
    await expectAccessible(page);
    await menu.getByRole("menuitem", { name: "Update Stock" }).click();
    await expect.poll(() => field(dialog(page), "Product").inputValue()).toContain("Muslin Swaddle Pink");
    const chosen = (label: string) => field(dialog(page), label).locator("option:checked").textContent();
    expect(await chosen("Warehouse")).toBe("Delhi NCR (DEL-02)");
    await page.goBack();
    await figure(page, /^Terry Bib in CCU-04: none/).click();
    await menu.getByRole("menuitem", { name: "Transfer" }).click();
    await expect.poll(() => chosen("From")).toBe("Kolkata East (CCU-04)");
    await page.goBack();
    await figure(page, /^Muslin Swaddle Pink in DEL-02: 7 units/).click();
    await menu.getByRole("menuitem", { name: "Movements" }).click();
    await page.getByRole("table", { name: "Transactions" }).getByText("Muslin Swaddle Pink").waitFor();
    expect(await rows(page).count()).toBe(1);
  });

  test("zeros are hidden by choice in both views, which is remembered, and nobody below a manager sees movements", async () => {
    await newProduct(here.manager, { name: "Never Stocked", p_id: "SND-NEW-1" });
    const page = await openMatrix();
    await matrix(page).getByText("Never Stocked").waitFor();
    await field(page, "Hide zeros").check();
    await status(page, "2 products").waitFor();
    await page.reload();
    await rows(matrix(page)).first().waitFor();
    await status(page, "2 products").waitFor();
    await figure(page, /^Terry Bib in BLR-01/).click();
    await expect.poll(() => page.getByRole("menuitem").allInnerTexts()).toEqual(["Update Stock", "Transfer"]);
    await page.keyboard.press("Escape");
    await page.getByRole("radio", { name: "By record" }).check();
    await status(page, "3 records").waitFor();
  });

  test("of 10,000 products only those in view are rendered; a product stays put", { tags: "exhaustive" }, async () => {
    const page = await openMany(90_000, "", undefined, 9);
    await page.getByRole("radio", { name: "By product" }).check();
    await status(page, "10,000 products").waitFor();
    expect(await rows(matrix(page)).count()).toBeLessThan(60);
    const name = rows(matrix(page)).first().getByText("Romper 0", { exact: true });
    const before = await name.boundingBox();
    await page.locator("[data-scroll-card]").evaluate((card) => card.scrollTo({ left: 400 }));
    expect((await name.boundingBox())?.x).toBe(before?.x);
    await rows(matrix(page)).first().focus();
    await page.keyboard.press("End");
    await matrix(page).getByText("Romper 9999", { exact: true }).waitFor();
  });

  test("on a phone a product's card opens its warehouses, and what can be done", { tags: "exhaustive" }, async () => {
    const page = await open(here, here.executive, { path: "/inventory", phone: true });
    await button(page, "Filter").tap();
    // The other view replaces this one and its drawer.
    await dialog(page, "Filters").getByRole("radio", { name: "By product" }).click();
    const card = rows(matrix(page)).filter({ hasText: "Muslin Swaddle Pink" });
    await card.getByText("BLR-01 1,04,265 · DEL-02 7").waitFor();
    await card.tap();
    const drawer = dialog(page, "Muslin Swaddle Pink");
    await button(drawer, "Transfer, Delhi NCR (DEL-02)").waitFor();
    await expectAccessible(page);
    await button(drawer, "Update Stock, Delhi NCR (DEL-02)").tap();
    await dialog(page, "Update Stock").waitFor();
  });
});

test("on a phone a row shows what a record is, Update Stock stays at the bottom, and exports and filters are in drawers", async () => {
  const page = await openInventory("/inventory", true);
  const row = records(page).filter({ hasText: "1,04,265" });
  for (const text of ["Muslin Swaddle Pink", "SND-SWD-101", "BLR-01"]) await row.getByText(text).waitFor();
  expect((await button(page, "Update Stock").boundingBox())?.y).toBeGreaterThan(600);
  await expectAccessible(page);
  await button(page, "Export").tap();
  const exports = dialog(page, "Export");
  // Day first, before it is edited.
  await exports.getByText(dayText(today()), { exact: true }).and(page.locator(":visible")).waitFor();
  await button(exports, "Export all warehouses").and(page.locator(":focus")).waitFor();
  await button(exports, /^Date Export/).waitFor();
  await page.keyboard.press("Escape");
  await button(page, "Filter").tap();
  const filters = dialog(page, "Filters");
  await filters.getByLabel("Warehouse").selectOption({ label: "Bengaluru Hub (BLR-01)" });
  await filters.getByLabel("Sort").selectOption({ label: "Quantity, low to high" });
  await filters.getByText("1,04,319 units · 2 records").waitFor();
  await expectAccessible(page);
  await button(filters, "Show").tap();
  await button(page, "Filter (1)").waitFor();
  expect(await records(page).first().textContent()).toContain("Terry Bib");
});

test("for executives Today says what is due, in rows first on a phone and in a line on a desk, and leads there", async () => {
  const desk = await openInventory();
  const due = desk.getByRole("group").filter({ hasText: "Today" });
  await due.getByText("Nothing is due").waitFor();
  const rusk = await productInHub(9, { name: "Rusk Tin" });
  const list = [{ product: rusk._id, quantity: 2 }];
  for (const [container, expected_delivery] of [
    ["MSKU 1", today()],
    ["MSKU 2", addDays(today(), -3)],
    ["MSKU 3", addDays(today(), 3)],
  ])
    await here.manager.post("/v1/shipments", { container, expected_delivery, list }, idempotencyKey());
  const out = await here.executive.post("/v1/transactions/out", { channel: "amazon", list }, idempotencyKey());
  const count = await openCount(here.manager, ncr);
  await desk.reload();
  await due.getByText("Containers: 2 due, 1 late · Picklists: 0 of 1 picked · Count: Delhi NCR").waitFor();
  expect(await due.getByRole("link").count()).toBe(0);
  await due.getByText("Today").click();
  await due.getByRole("link", { name: "Picklists 0 of 1 picked", exact: true }).waitFor();

  const phone = await openInventory("/inventory", true);
  const row = (name: string) => phone.getByRole("link", { name, exact: true });
  for (const name of ["Containers 2 due, 1 late", "Picklists 0 of 1 picked", "To be sent nothing waits"])
    await row(name).waitFor();
  await expectAccessible(phone);
  await row("Count Delhi NCR").tap();
  await phone.waitForURL(`**/count/${count}`);
  await phone.goBack();
  await row("Picklists 0 of 1 picked").tap();
  await rows(phone).filter({ hasText: "Amazon" }).waitFor();

  const tick = { product: rusk._id, warehouse: hub, picked: true, device: "phone", rev: 1, age: 0 };
  await here.executive.send("PUT", `/v1/picklists/${out.body.movement}/picked`, { ticks: [tick] });
  await phone.goto("/inventory");
  await row("Picklists none to pick").waitFor();
});
