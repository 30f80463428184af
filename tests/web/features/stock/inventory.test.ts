// Manage Inventory, in a real browser on the running product.
import { beforeAll, describe, expect, test } from "vitest";
import { dayText } from "#shared/day.ts";
import { expectAccessible, failingRead, fulfill, open, type Page, scan } from "#tests/support/browser.ts";
import { today } from "#tests/support/fixtures.ts";
import { linesOf } from "#tests/support/pdf.ts";
import { newProduct, newWarehouse } from "#tests/support/stock.ts";
import { button, dialog, field, pageWidth, press, rows, status } from "#tests/web/page.ts";
import { here, move, ncr, productInHub } from "./driver.ts";

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
const quantities = (page: Page) => records(page).locator("td:last-child").allTextContents();
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
});

test("the search matches name or P.ID without regard to case, and the units are those of the rows left", async () => {
  const page = await openInventory();
  await search(page).fill("mUSLIN");
  await summary(page).getByText("1,04,272 units · 2 records").waitFor();
  await search(page).fill("0412020");
  await summary(page).getByText("54 units · 2 records").waitFor();
  expect(new URL(page.url()).search).toBe("?q=0412020");
  await search(page).fill("romper");
  await page.getByText("No match for “romper”").waitFor();
  await press(page, "Clear filters");
  await summary(page).getByText("4 records").waitFor();
});

test("a scan searches for the P.ID as its product has it, and for an unknown code as scanned", async () => {
  const page = await openInventory();
  await scan(page, "0012345678905");
  await expect.poll(() => search(page).inputValue()).toBe("0012345678905");
  await newProduct(here.manager, { name: "Rattle Ring", p_id: "012345678905" });
  const known = page.waitForResponse((response) => response.url().endsWith("/v1/app/context"));
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

test("the Quantity head sorts ascending, descending and not at all", async () => {
  const page = await openInventory();
  const head = table(page).getByRole("columnheader", { name: "Quantity" });
  const unsorted = await quantities(page);
  const turns = [
    ["ascending", ["0", "7", "54", "1,04,265"]],
    ["descending", ["1,04,265", "54", "7", "0"]],
    ["none", unsorted],
  ] as const;
  for (const [order, expected] of turns) {
    await head.getByRole("button").click();
    await expect.poll(() => head.getAttribute("aria-sort")).toBe(order);
    expect(await quantities(page)).toEqual(expected);
  }
});

test("a link restores search, warehouse and order", async () => {
  const page = await openInventory();
  await field(page, "Warehouse").selectOption({ label: "Bengaluru Hub (BLR-01)" });
  await press(page, "Quantity");
  await press(page, "Quantity");
  const address = page.url().replace(here.site, "");
  const again = await openInventory(address);
  expect(await quantities(again)).toEqual(["1,04,265", "54"]);
});

test("a failed read leaves the skeleton, says why, and Retry reads again", async () => {
  const page = await open(here, here.executive, { path: "/not-here", mayLog: /500|Internal server error/ });
  const failing = await failingRead(page, "**/v1/stocks");
  await page.goto("/inventory");
  await page.getByText("Internal server error, try again.").waitFor();
  expect(await table(page).getAttribute("aria-busy")).toBe("true");
  await failing.retried();
  await summary(page).getByText("4 records").waitFor();
});

test("a date can be typed key by key, whatever days this passes through", async () => {
  const page = await openInventory();
  const date = page.getByLabel("Date of the stock report");
  await date.focus();
  // Month first, as in this browser: in this year the date would be in the future.
  await page.keyboard.type("12312025");
  await page.keyboard.press("Tab");
  expect(await date.inputValue()).toBe("2025-12-31");
  await date.fill("");
  await date.blur();
  expect(await date.inputValue()).toBe(today());
  await date.fill("2099-01-01");
  await date.blur();
  expect(await date.inputValue()).toBe(today());
});

/** With so many stock records. */
const openMany = async (length: number) => {
  const page = await open(here, here.executive, { path: "/not-here" });
  const many = Array.from({ length }, (_, index) => ({
    _id: `p${index}-w1`,
    product: { _id: `p${index}`, p_id: `SND-${100_000 + index}`, name: `Romper ${index}` },
    warehouse: { _id: "w1", w_id: "BLR-01", name: "Bengaluru Hub" },
    quantity: index,
  }));
  await page.route("**/v1/stocks", (route) => fulfill(route, many));
  await page.goto("/inventory");
  await records(page).nth(20).waitFor();
  return page;
};

test("of 50,000 records only those in view are rendered, and one key leads to the last", async () => {
  const page = await openMany(50_000);
  expect(await page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(1_500);
  await records(page).first().focus();
  await page.keyboard.press("End");
  await table(page).getByText("Romper 49999", { exact: true }).waitFor();
  await search(page).fill("snd-149998");
  await summary(page).getByText("49,998 units · 1 record").waitFor();
});

test("compact rows are a choice on wide screens that is remembered, and one key still leads to the last row", async () => {
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
  await expect.poll(height).toBe(64);
  expect(await choice().count()).toBe(0);
});

test("on a tablet and on the narrowest phone no control is beyond the edge", async () => {
  const page = await openInventory();
  const end = async (role: "button" | "radio", name: string) => {
    const box = await page.getByRole(role, { name, exact: true }).boundingBox();
    return (box?.x ?? Number.POSITIVE_INFINITY) + (box?.width ?? 0);
  };
  await page.setViewportSize({ width: 768, height: 1_024 });
  expect(await end("button", "Update Stock")).toBeLessThan(768);
  await page.setViewportSize({ width: 320, height: 640 });
  await press(page, "Update Stock");
  expect(await end("radio", "TRANSFER")).toBeLessThan(320);
  expect(await pageWidth(page)).toBe(320);
});

test("printed, it says that it has no print view instead of showing an empty page", async () => {
  const page = await openInventory();
  expect((await linesOf(await page.pdf()))[0]?.join(" ")).toContain("This screen has no print view.");
});

describe("on a phone", () => {
  test("a row shows name, code, warehouse and quantity; Update Stock stays at the bottom", async () => {
    const page = await openInventory("/inventory", true);
    const row = records(page).filter({ hasText: "1,04,265" });
    for (const text of ["Muslin Swaddle Pink", "SND-SWD-101", "BLR-01"]) await row.getByText(text).waitFor();
    const box = await button(page, "Update Stock").boundingBox();
    expect(box?.y).toBeGreaterThan(600);
    await expectAccessible(page);
  });

  test("exports are in a sheet, whose date reads day first before it is edited", async () => {
    const page = await openInventory("/inventory", true);
    await button(page, "Export").tap();
    const sheet = dialog(page, "Export");
    await sheet.getByText(dayText(today()), { exact: true }).and(page.locator(":visible")).waitFor();
    const focused = button(sheet, "Export all warehouses").and(page.locator(":focus"));
    await focused.waitFor();
    await expectAccessible(page);
  });

  test("warehouse and order are in a sheet, which counts the remaining rows", async () => {
    const page = await openInventory("/inventory", true);
    await button(page, "Filter").tap();
    const sheet = dialog(page, "Filters");
    await sheet.getByLabel("Warehouse").selectOption({ label: "Bengaluru Hub (BLR-01)" });
    await sheet.getByLabel("Sort").selectOption({ label: "Quantity, low to high" });
    await sheet.getByText("1,04,319 units · 2 records").waitFor();
    await expectAccessible(page);
    await button(sheet, "Show").tap();
    await button(page, "Filter (1)").waitFor();
    expect(await records(page).first().textContent()).toContain("Terry Bib");
  });
});

test("it and its states are accessible, in light and dark", async () => {
  const page = await openInventory();
  await expectAccessible(page);
  await search(page).fill("nothing like it");
  await page.getByText("No match for").waitFor();
  await expectAccessible(page);
});
