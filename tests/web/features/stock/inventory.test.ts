// Manage Inventory, in a real browser on the running product.
import { beforeAll, describe, expect, test } from "vitest";
import { dayText } from "#shared/day.ts";
import { expectAccessible, failingRead, open, type Page, scan } from "#tests/support/browser.ts";
import { productForm, today } from "#tests/support/make.ts";
import { linesOf } from "#tests/support/pdf.ts";
import { keyed } from "#tests/support/stock.ts";
import { type TestWorld, world } from "#tests/support/world.ts";

let here: TestWorld;

const product = async (name: string, p_id: string): Promise<string> =>
  (await here.manager.post("/v1/products", productForm({ name, p_id }))).body._id;
const warehouse = async (name: string, w_id: string): Promise<string> =>
  (await here.manager.post("/v1/warehouses", { name, w_id })).body._id;
const move = (way: "in" | "out", product: string, warehouse: string, quantity: number) =>
  here.manager.post(`/v1/transactions/${way}`, { product, warehouse, quantity }, keyed());

beforeAll(async () => {
  here = await world();
  const [swaddle, bib, hub, ncr] = await Promise.all([
    product("Muslin Swaddle Pink", "SND-SWD-101"),
    product("Terry Bib", "8900000412020"),
    warehouse("Bengaluru Hub", "BLR-01"),
    warehouse("Delhi NCR", "DEL-02"),
    warehouse("Kolkata East", "CCU-04"),
  ]);
  await Promise.all([move("in", swaddle, hub, 104_265), move("in", swaddle, ncr, 7), move("in", bib, hub, 54)]);
  await move("in", bib, ncr, 3);
  await move("out", bib, ncr, 3);
});

const table = (page: Page) => page.getByRole("table", { name: "Stock" });
/** Not the skeleton that is shown while they load. */
const rows = (page: Page) => table(page).locator("tbody tr[aria-rowindex]");
const quantities = (page: Page) => rows(page).locator("td:last-child").allTextContents();
const listed = async (path = "/inventory", phone = false) => {
  const page = await open(here, here.executive, { path, phone });
  await rows(page).first().waitFor();
  return page;
};
const status = (page: Page) => page.getByRole("status").filter({ hasText: /record/ });

test("an executive lands on it, with every record in the specification's columns", async () => {
  const page = await listed("/");
  expect(new URL(page.url()).pathname).toBe("/inventory");
  await page.getByRole("heading", { name: "Manage Inventory", level: 1 }).waitFor();
  expect(await page.title()).toBe("Manage Inventory · Inventory Manager");
  const heads = await table(page).getByRole("columnheader").allTextContents();
  expect(heads).toEqual(["S.No", "Image", "P.ID/SKU/BC", "Product Name", "Warehouse", "Quantity"]);
  const first = rows(page).filter({ hasText: "1,04,265" });
  for (const text of ["SND-SWD-101", "Muslin Swaddle Pink", "Bengaluru Hub", "BLR-01"])
    await first.getByText(text, { exact: true }).waitFor();
  expect(await status(page).textContent()).toBe("1,04,326 units · 4 records");
});

test("the search matches name or P.ID without regard to case, and the units are those of the rows left", async () => {
  const page = await listed();
  const search = page.getByPlaceholder("Search (P.ID/SKU/BC)");
  await search.fill("mUSLIN");
  await status(page).getByText("1,04,272 units · 2 records").waitFor();
  await search.fill("0412020");
  await status(page).getByText("54 units · 2 records").waitFor();
  expect(new URL(page.url()).search).toBe("?q=0412020");
  await search.fill("romper");
  await page.getByText("No match for “romper”").waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await status(page).getByText("4 records").waitFor();
});

test("a scan searches for the P.ID as its product has it, and for an unknown code as scanned", async () => {
  const page = await listed();
  const search = page.getByPlaceholder("Search (P.ID/SKU/BC)");
  await scan(page, "0012345678905");
  await expect.poll(() => search.inputValue()).toBe("0012345678905");
  await product("Rattle Ring", "012345678905");
  const known = page.waitForResponse((response) => response.url().endsWith("/v1/app/context"));
  await page.reload();
  await (await known).finished();
  await expect
    .poll(async () => {
      await scan(page, "0012345678905");
      return search.inputValue();
    })
    .toBe("012345678905");
});

test("the warehouse filter keeps the rows of one warehouse, and names one without stock", async () => {
  const page = await listed();
  const filter = page.getByLabel("Warehouse", { exact: true });
  expect(await filter.locator("option:checked").textContent()).toBe("All (Warehouse)");
  await filter.selectOption({ label: "Delhi NCR (DEL-02)" });
  await status(page).getByText("7 units · 2 records").waitFor();
  await filter.selectOption({ label: "Kolkata East (CCU-04)" });
  await page.getByText("No stock in Kolkata East (CCU-04)").waitFor();
  await page.getByRole("button", { name: "All (Warehouse)" }).click();
  await status(page).getByText("4 records").waitFor();
  await page.goBack();
  await page.getByText("No stock in Kolkata East (CCU-04)").waitFor();
});

test("the Quantity head sorts ascending, descending and not at all", async () => {
  const page = await listed();
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
  const page = await listed();
  await page.getByLabel("Warehouse", { exact: true }).selectOption({ label: "Bengaluru Hub (BLR-01)" });
  await page.getByRole("button", { name: "Quantity" }).click();
  await page.getByRole("button", { name: "Quantity" }).click();
  const address = page.url().replace(here.site, "");
  const again = await listed(address);
  expect(await quantities(again)).toEqual(["1,04,265", "54"]);
});

test("a failed read leaves the skeleton, says why, and Retry reads again", async () => {
  const page = await open(here, here.executive, { path: "/not-here", mayLog: /500|Internal server error/ });
  const failing = await failingRead(page, "**/v1/stocks");
  await page.goto("/inventory");
  await page.getByText("Internal server error, try again.").waitFor();
  expect(await table(page).getAttribute("aria-busy")).toBe("true");
  await failing.retried();
  await status(page).getByText("4 records").waitFor();
});

test("a date can be typed key by key, whatever days this passes through", async () => {
  const page = await listed();
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
const listedMany = async (length: number) => {
  const page = await open(here, here.executive, { path: "/not-here" });
  const many = Array.from({ length }, (_, index) => ({
    _id: `p${index}-w1`,
    product: { _id: `p${index}`, p_id: `SND-${100_000 + index}`, name: `Romper ${index}` },
    warehouse: { _id: "w1", w_id: "BLR-01", name: "Bengaluru Hub" },
    quantity: index,
  }));
  await page.route("**/v1/stocks", (route) =>
    route.fulfill({ json: many, headers: { "access-control-allow-origin": "*" } }),
  );
  await page.goto("/inventory");
  await rows(page).nth(20).waitFor();
  return page;
};

test("of 50,000 records only those in view are rendered, and one key leads to the last", async () => {
  const page = await listedMany(50_000);
  expect(await page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(1_500);
  await rows(page).first().focus();
  await page.keyboard.press("End");
  await table(page).getByText("Romper 49999", { exact: true }).waitFor();
  await page.getByPlaceholder("Search (P.ID/SKU/BC)").fill("snd-149998");
  await status(page).getByText("49,998 units · 1 record").waitFor();
});

test("compact rows are a choice on wide screens that is remembered, and one key still leads to the last row", async () => {
  const page = await listedMany(1_000);
  const height = async () => (await rows(page).nth(2).boundingBox())?.height;
  const choice = () => page.getByRole("button", { name: "Rows:" });
  expect(await height()).toBe(44);
  await choice().click();
  expect(await height()).toBe(36);
  await page.getByRole("button", { name: "Rows: compact" }).waitFor();
  await page.reload();
  await rows(page).nth(20).waitFor();
  expect(await height()).toBe(36);
  await rows(page).first().focus();
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
  const page = await listed();
  const end = async (role: "button" | "radio", name: string) => {
    const box = await page.getByRole(role, { name, exact: true }).boundingBox();
    return (box?.x ?? Number.POSITIVE_INFINITY) + (box?.width ?? 0);
  };
  await page.setViewportSize({ width: 768, height: 1_024 });
  expect(await end("button", "Update Stock")).toBeLessThan(768);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole("button", { name: "Update Stock" }).click();
  expect(await end("radio", "TRANSFER")).toBeLessThan(320);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test("printed, it says that it has no print view instead of showing an empty page", async () => {
  const page = await listed();
  expect((await linesOf(await page.pdf()))[0]?.join(" ")).toContain("This screen has no print view.");
});

describe("on a phone", () => {
  test("a row shows name, code, warehouse and quantity; Update Stock stays at the bottom", async () => {
    const page = await listed("/inventory", true);
    const row = rows(page).filter({ hasText: "1,04,265" });
    for (const text of ["Muslin Swaddle Pink", "SND-SWD-101", "BLR-01"]) await row.getByText(text).waitFor();
    const button = await page.getByRole("button", { name: "Update Stock" }).boundingBox();
    expect(button?.y).toBeGreaterThan(600);
    await expectAccessible(page);
  });

  test("exports are in a sheet, whose date reads day first before it is edited", async () => {
    const page = await listed("/inventory", true);
    await page.getByRole("button", { name: "Export" }).tap();
    const sheet = page.getByRole("dialog", { name: "Export" });
    await sheet.getByText(dayText(today()), { exact: true }).and(page.locator(":visible")).waitFor();
    const focused = sheet.getByRole("button", { name: "Export all warehouses" }).and(page.locator(":focus"));
    await focused.waitFor();
    await expectAccessible(page);
  });

  test("warehouse and order are in a sheet, which counts the remaining rows", async () => {
    const page = await listed("/inventory", true);
    await page.getByRole("button", { name: "Filter" }).tap();
    const sheet = page.getByRole("dialog", { name: "Filters" });
    await sheet.getByLabel("Warehouse").selectOption({ label: "Bengaluru Hub (BLR-01)" });
    await sheet.getByLabel("Sort").selectOption({ label: "Quantity, low to high" });
    await sheet.getByText("1,04,319 units · 2 records").waitFor();
    await expectAccessible(page);
    await sheet.getByRole("button", { name: "Show" }).tap();
    await page.getByRole("button", { name: "Filter (1)" }).waitFor();
    expect(await rows(page).first().textContent()).toContain("Terry Bib");
  });
});

test("it and its states are accessible, in light and dark", async () => {
  const page = await listed();
  await expectAccessible(page);
  await page.getByPlaceholder("Search (P.ID/SKU/BC)").fill("nothing like it");
  await page.getByText("No match for").waitFor();
  await expectAccessible(page);
});
