// View Transactions, in a real browser on the running product.
import { describe, expect, test } from "vitest";
import { addDays, dayText } from "#shared/day.ts";
import type { Movement } from "#shared/movement.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { ean13, showBarcode } from "#tests/support/barcode.ts";
import { expectAccessible, fulfill, open, type Page, scan } from "#tests/support/browser.ts";
import { engine } from "#tests/support/engine.ts";
import { today } from "#tests/support/fixtures.ts";
import { newProduct } from "#tests/support/stock.ts";
import { button, dialog, gone, press, rows, status } from "#tests/web/page.ts";
import { here, hub, ncr, openTransactions, post, reversal, table } from "./driver.ts";

const { manager } = here;
const now = today();
const fourDaysAgo = addDays(now, -4);

const swaddle = await newProduct(manager, { name: "Muslin Swaddle Pink", p_id: "SND-SWD-101" });
const bib = await newProduct(manager, { name: "Terry Bib", p_id: "SND-BIB-201" });
await post("in", { product: swaddle, warehouse: hub, quantity: 1_200 });
await post("in", { product: bib, warehouse: ncr, quantity: 30, reason: "Purchase (Overseas)" });
await post("out", { product: swaddle, warehouse: hub, quantity: 4, reason: "Damage", remarks: "torn" });
await post("out", { channel: "amazon", list: [{ product: swaddle, quantity: 7 }] });
/** A movement of an earlier day, as the ledger holds it. */
const earlier: Movement = {
  _id: "earlier",
  kind: "receipt",
  reason: "Return",
  container: "MSKU 418227-0",
  lines: [[bib, hub, 5]],
  remarks: "from the fair",
  user: { _id: "u1", name: "Asha Rao", username: "asha" },
  created_at: `${fourDaysAgo}T04:35:00.000Z`,
  day: fourDaysAgo,
};
await engine(here).put("movements", [earlier]);

/** Count and total below the list. */
const summary = (page: Page) => status(page, /transaction/);
const expectSummary = (page: Page) => expect.poll(() => summary(page).textContent());
const filter = (page: Page, name: string) =>
  page.getByRole("group", { name: "Filters" }).getByLabel(name, { exact: true });
const openRows = async (query = "", phone = false) => {
  const page = await openTransactions(query, { phone });
  await rows(page).first().waitFor();
  return page;
};

test("today's rows have all columns of the specification, and open with the details those have no room for", async () => {
  const page = await openRows();
  await page.getByRole("heading", { name: "View Transactions", level: 1 }).waitFor();
  expect(await page.getByLabel("Start date").inputValue()).toBe(now);
  expect(await page.getByLabel("End date").inputValue()).toBe(now);
  expect(await page.getByLabel("End date").getAttribute("max")).toBe(now);
  expect(await summary(page).textContent()).toBe("4 transactions");
  const cells = await rows(page).nth(1).getByRole("cell").allInnerTexts();
  const [index, , name, action, reason, quantity, place, created, user] = cells;
  expect([index, name]).toEqual(["2", "Muslin Swaddle Pink\nSND-SWD-101"]);
  expect([action, reason, quantity]).toEqual(["STOCK_OUT", "Damage", "4"]);
  expect([place, user]).toEqual(["Bengaluru Hub\nBLR-01", "The executive\n@executive"]);
  expect(created).toMatch(new RegExp(`^${dayText(now)} \\d\\d:\\d\\d$`));
  await rows(page).nth(1).click();
  const drawer = dialog(page, "Muslin Swaddle Pink");
  await drawer.getByText("torn").waitFor();
  await expectAccessible(page);
  // A scan while a row is open leaves it open, and does not filter the list behind.
  await scan(page, "SND-BIB-201");
  expect(await dialog(page).count()).toBe(1);
  await page.keyboard.press("Escape");
  await gone(drawer);
  expect(new URL(page.url()).search).toBe("");
  // A picklist's row has its channel and its number, which leads to it.
  const cell = rows(page).first().getByRole("cell").nth(4);
  expect(await cell.innerText()).toMatch(/^Outbound\nAmazon · \w{4}-\w{4}$/);
  const number = await cell.getByRole("link").innerText();
  await cell.getByRole("link").click();
  await dialog(page, `Picklist ${number}`).getByText("Muslin Swaddle Pink").waitFor();
});

test("with an action chosen the total of the quantities is shown, of the rows that the other filters leave", async () => {
  const page = await openRows();
  const actions = await filter(page, "Action").locator("option").allTextContents();
  expect(actions).toEqual(["All (Action)", "STOCK_OUT", "STOCK_IN"]);
  await filter(page, "Action").selectOption("STOCK_OUT");
  await summary(page).getByText("Total 11 · 2 transactions").waitFor();
  await filter(page, "Action").selectOption("STOCK_IN");
  await summary(page).getByText("Total 1,230 · 2 transactions").waitFor();
  await filter(page, "Warehouse").selectOption({ label: "Delhi NCR (DEL-02)" });
  await summary(page).getByText("Total 30 · 1 transaction").waitFor();
  await press(page, "Clear filters");
  await expectSummary(page).toBe("4 transactions");
  // A product is searched for by name or P.ID, cleared, and kept in the link.
  await filter(page, "Product").fill("bib-201");
  await page.getByRole("option", { name: /Terry Bib/ }).click();
  await expectSummary(page).toBe("1 transaction");
  const again = await openRows(new URL(page.url()).search);
  await expectSummary(again).toBe("1 transaction");
  await press(again, "Clear product");
  await expectSummary(again).toBe("4 transactions");
});

test("user, reason and channel filter the rows, and the export has every filter", async () => {
  const page = await openRows();
  await filter(page, "Reason").selectOption("Damage");
  await expectSummary(page).toBe("1 transaction");
  const reasons = await filter(page, "Reason").locator("option").allTextContents();
  expect(reasons.join(", ")).toBe("All (Reason), Damage, Outbound, Production (Domestic), Purchase (Overseas)");
  await filter(page, "User").selectOption({ label: "The executive @executive" });
  await filter(page, "Channel").selectOption({ label: "Amazon" });
  await page.getByText("Nothing matches these filters").waitFor();
  await filter(page, "Reason").selectOption("Outbound");
  await expectSummary(page).toBe("1 transaction");
  const asked = page.waitForRequest((request) => request.url().endsWith("/v1/tickets") && request.method() === "POST");
  await page.getByRole("button", { name: /^Export/ }).hover();
  const query = { start: now, end: now, user: expect.any(String), reason: "Outbound", channel: "amazon" };
  expect((await asked).postDataJSON()).toEqual({ path: "/v1/transactions/export", query });
});

test("a filter by a deleted product or warehouse says so, and can be cleared", async () => {
  const page = await openTransactions("?warehouse=gone");
  await page.getByText("Nothing matches these filters").waitFor();
  const chosen = filter(page, "Warehouse").locator("option:checked");
  await expect.poll(() => chosen.textContent()).toBe("Not in this list");
  await filter(page, "Warehouse").selectOption("");
  await rows(page).first().waitFor();
  const other = await openTransactions("?product=gone");
  await other.getByText("Nothing matches these filters").waitFor();
  await other.getByPlaceholder("Not in this list").waitFor();
  await press(other, "Clear product");
  await rows(other).first().waitFor();
});

test("a list of several days has each day as a heading above its rows, and a receipt leads to its container", async () => {
  const page = await openRows();
  expect(await table(page).getByRole("rowheader").count()).toBe(0);
  await press(page, "7 days");
  await expectSummary(page).toBe("5 transactions");
  const heads = table(page).locator("th[scope=rowgroup]");
  expect(await heads.allTextContents()).toEqual([dayText(now), dayText(fourDaysAgo)]);
  // 04:35 UTC is 10:05 in the business time zone.
  await rows(page)
    .last()
    .getByText(`${dayText(fourDaysAgo)} 10:05`)
    .waitFor();
  await expectAccessible(page);
  // A receipt's row has its container, which leads to it among those in transit.
  await rows(page).last().getByRole("link", { name: "MSKU 418227-0" }).click();
  await page.getByRole("heading", { name: "In-Transit Inventory" }).waitFor();
  expect(new URL(page.url()).searchParams.get("q")).toBe("MSKU 418227-0");
});

test("a day without transactions says so, and offers the last 7 days", async () => {
  const day = addDays(now, -1);
  const page = await openTransactions(`?start=${day}&end=${day}`);
  await page.getByText(`No transactions on ${dayText(day)}`).waitFor();
  await expectAccessible(page);
  await page.locator("[data-nothing]").getByRole("button", { name: "7 days" }).click();
  await expectSummary(page).toBe("5 transactions");
});

test("a start after the end moves the end, and says so", { tags: "exhaustive" }, async () => {
  const page = await openRows(`?start=${addDays(now, -6)}&end=${fourDaysAgo}`);
  await page.getByLabel("Start date").fill(now);
  await page.getByLabel("Start date").press("Enter");
  await page.getByText(`end moved to ${dayText(now)}`).waitFor();
  await expect.poll(() => page.getByLabel("End date").inputValue()).toBe(now);
  // A future day that is typed becomes today in one step of history.
  await page.goto(`/transactions?start=${addDays(now, -6)}&end=${fourDaysAgo}`);
  await rows(page).first().waitFor();
  const steps = () => page.evaluate(() => history.length);
  const before = await steps();
  await page.getByLabel("End date").focus();
  await page.keyboard.type("12312099", { delay: 130 });
  await page.keyboard.press("Tab");
  await expect.poll(() => new URL(page.url()).searchParams.get("end")).toBe(now);
  expect((await steps()) - before).toBe(1);
});

test("reading stops at 20,000 rows, and the screen asks for a shorter range", { tags: "exhaustive" }, async () => {
  const page = await open(here, manager, { path: "/not-here" });
  const one = (await manager.get(`/v1/transactions?start=${now}&end=${now}`)).body[0];
  let pages = 0;
  await page.route("**/v1/transactions?*", (route) => {
    // The newest row is a movement of its own; the rest belong to a batch with more rows than are read.
    const rows = Array.from({ length: 5_000 }, (_, index) =>
      index + pages === 0 ? one : { ...one, movement: "batch", batch: true, _id: `batch.${pages}-${index}` },
    );
    pages++;
    const link = `</v1/transactions?start=${now}&end=${now}&after=${pages}>; rel="next"`;
    const headers = { "access-control-expose-headers": "link", link };
    return fulfill(route, rows, 200, headers);
  });
  await page.goto("/transactions?action=STOCK_OUT");
  await page.getByText("Only the newest rows are shown: choose a shorter range").waitFor();
  await summary(page).getByText("Total of the rows shown 1,40,000 · 20,000 transactions").waitFor();
  expect(pages).toBe(4);
  expect(await page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(1_500);

  const questionOf = async (row: number) => {
    await press(rows(page).nth(row), /^Reverse/);
    const text = await reversal(page).getByText("Continue?").textContent();
    await press(reversal(page), "Cancel");
    return text;
  };
  const sales = "The units leave the sales of that day. Continue?";
  expect(await questionOf(0)).toBe(`This row goes back: 7 × Muslin Swaddle Pink into Bengaluru Hub. ${sales}`);
  expect(await questionOf(1)).toBe(`All rows of this movement go back, including those not shown. ${sales}`);
  await rows(page).nth(1).click();
  const movement = page.locator("dt", { hasText: /^Movement$/ }).locator("+ dd");
  expect(await movement.textContent()).toBe(movementNumber("batch"));
});

describe("on a phone", () => {
  test("a row shows product, direction, time, warehouse and user, and the filters are in a drawer", async () => {
    const page = await openRows("", true);
    const text = await rows(page).nth(1).innerText();
    for (const part of ["Muslin Swaddle Pink", "OUT", "BLR-01", "@executive", "4"]) expect(text).toContain(part);
    expect(text).toMatch(/\d\d:\d\d/);
    await expectAccessible(page);
    await button(page, "Filter").tap();
    const drawer = dialog(page, "Filters");
    await drawer.getByLabel("Action").selectOption("STOCK_IN");
    await drawer.getByText(/Total 1,230/).waitFor();
    await expectAccessible(page);
    await button(drawer, "Show").tap();
    await button(page, "Filter (1)").waitFor();
  });

  test("a product is chosen by the camera, its button beside the drawer's field", { tags: "exhaustive" }, async () => {
    await newProduct(manager, { name: "Wooden Rattle", p_id: "8900000411030" });
    const page = await openRows("", true);
    await page.addInitScript(showBarcode, ean13("8900000411030"));
    await page.reload();
    await page.setViewportSize({ width: 360, height: 740 });
    await button(page, "Filter").tap();
    const drawer = dialog(page, "Filters");
    const scanProduct = button(drawer, "Scan product");
    const box = await scanProduct.boundingBox();
    expect((box?.x ?? 360) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await scanProduct.tap();
    await button(drawer, "Product: Wooden Rattle (8900000411030)").waitFor();
    await expectAccessible(page);
  });

  test("the filters and their camera stay open when the phone is turned", { tags: "exhaustive" }, async () => {
    const page = await openRows("", true);
    await page.evaluate(showBarcode, "");
    await press(page, "Filter");
    await press(page, "Scan product");
    const camera = page.getByRole("dialog", { name: "Scan", exact: true });
    await camera.getByText("Hold a barcode").waitFor();
    await page.setViewportSize({ width: 844, height: 390 });
    await page.getByPlaceholder("All (Product)").waitFor({ state: "attached" });
    await press(camera, "Done");
    await filter(page, "Action").selectOption("STOCK_OUT");
    await press(page, "Show");
    await expectSummary(page).toBe("Total 11 · 2 transactions");
    expect(await filter(page, "Action").inputValue()).toBe("STOCK_OUT");
  });
});

test("by movement, a row has its lines under it, the filters leave lines, and the choice is remembered", async () => {
  const rattle = await newProduct(manager, { name: "Neem Rattle", p_id: "SND-RTL-1" });
  await post("in", { product: rattle, warehouse: hub, quantity: 9 });
  await post("transfer", {
    from: hub,
    to: ncr,
    list: [
      { product: rattle, quantity: 2 },
      { product: swaddle, quantity: 6 },
    ],
  });
  const page = await openRows();
  await filter(page, "By movement").check();
  const movements = page.getByRole("table", { name: "Movements" });
  await status(page, /^6 movements$/).waitFor();
  const transfer = rows(movements).filter({ hasText: "Transfer" });
  const cells = await transfer.getByRole("cell").allInnerTexts();
  const what = "2 products, 8 units from Bengaluru Hub to Delhi NCR";
  expect(cells.slice(1, 5)).toEqual([what, "Internal Transfer", "4", "8"]);
  expect(cells[5]).toBe("The executive\n@executive");
  await transfer.getByRole("button", { name: /^\d\d:\d\d Transfer/ }).click();
  const lines = page.getByRole("list", { name: /^Lines of/ });
  await expect.poll(() => lines.getByRole("listitem").count()).toBe(4);
  await expectAccessible(page);
  await button(page, "Neem Rattle").first().click();
  await dialog(page, "Neem Rattle").getByText("Internal Transfer").waitFor();
  await page.keyboard.press("Escape");
  await filter(page, "Warehouse").selectOption({ label: "Delhi NCR (DEL-02)" });
  await expect.poll(() => lines.getByRole("listitem").count()).toBe(2);
  await page.reload();
  await status(page, /^2 movements$/).waitFor();
  await filter(page, "By movement").uncheck();
  await expectSummary(page).toBe("3 transactions");
});
