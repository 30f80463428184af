// The page of a product: its figures, its charts with their table, its movements and changes.
import { expect, test } from "vitest";
import { addDays, dayText } from "#shared/day.ts";
import { expectAccessible, open, type Page } from "#tests/support/browser.ts";
import { today } from "#tests/support/fixtures.ts";
import { linesOf } from "#tests/support/pdf.ts";
import { createProduct } from "#tests/support/stock.ts";
import { button, cellTexts, cutTexts, dialog, field, heading, pageWidth, press, rows, toast } from "#tests/web/page.ts";
import { answerMovements, answerPlan, arrival, arrivedOn, gapOf, here, soldProduct } from "./driver.ts";

const bib = await soldProduct("Terry Bib (Sky Blue)");

const charts = (page: Page) => page.locator("svg.recharts-surface");
/** Closing stock, units sold and arrivals of a day, in the table beside the charts. */
const ofDay = (page: Page, day: string): Promise<string[]> =>
  cellTexts(page.getByRole("table", { name: "Stock and sales by day" }).getByRole("row", { name: dayText(day) }));
/** The lines under a name among the key figures. */
const figure = async (page: Page, name: string): Promise<string[]> => {
  const box = page.locator("dl > div").filter({ has: page.locator("dt", { hasText: name }) });
  return (await box.first().locator("dd").innerText()).split("\n").filter(Boolean);
};
const oneLine = (texts: string[]): string[] => texts.map((text) => text.replace(/\s+/g, " ").trim());

test("its figures, its charts and its movements show the postings, without reversed sales", async () => {
  const page = await open(here, here.manager, { path: `/products/${bib._id}` });
  await heading(page, bib.name).waitFor();
  await charts(page).nth(1).waitFor();
  await page.getByText("1 of 2 warehouses").waitFor();
  expect(await figure(page, "Avl. Stock")).toEqual(["39", "1 of 2 warehouses"]);
  await expect.poll(async () => (await figure(page, "In-Transit"))[0]).toBe("30");
  const held = page.getByRole("region", { name: "Stock", exact: true }).getByRole("listitem");
  // The smallest holding goes first.
  expect(oneLine(await held.allInnerTexts())).toEqual(["Bengaluru Hub BLR-01 39", "Delhi NCR DEL-02 0"]);
  await expect.poll(() => ofDay(page, today())).toEqual(["39", "6: Amazon 6", ""]);
  const movements = rows(page.getByRole("table", { name: "Movements" }));
  const after = movements.getByRole("cell").filter({ has: page.locator("strong") });
  await expect.poll(() => after.allInnerTexts()).toEqual(["39", "36", "39", "40", "45", "40"]);
  await movements.filter({ hasText: "From the mill" }).waitFor();
  await page.getByRole("link", { name: `Amazon listing of ${bib.name}, opens in a new tab` }).waitFor();
  await page.getByRole("link", { name: "Full history" }).waitFor();
  await expectAccessible(page);
  await press(page, "Shelves");
  await field(dialog(page), "Bengaluru Hub (BLR-01)").fill("A-12");
  await press(dialog(page), "Save");
  await expect.poll(async () => oneLine(await held.allInnerTexts())[0]).toBe("Bengaluru Hub BLR-01 shelf A-12 39");
  await page.getByRole("radio", { name: "Changes" }).click();
  await page.getByRole("table", { name: "Changes" }).getByText("Shelf in BLR-01").first().waitFor();
  await page.getByRole("table", { name: "Changes" }).getByText("Created", { exact: true }).click();
  await dialog(page).getByText(bib.p_id).first().waitFor();
});

test("a gap is in words, the table has arrivals and the day of running out, and the quantity is a sum that goes into the order", async () => {
  const page = await open(here, here.manager, { path: "/products" });
  await answerPlan(page, gapOf(bib));
  await page.goto(`/products/${bib._id}`);
  const out = addDays(today(), 3);
  const gap = page.getByRole("alert").filter({ hasText: "until CMAU 335908-6 arrives: about 91 units not sold." });
  await gap.getByText(`Out ${dayText(out)} to ${dayText(addDays(arrival, -1))}`).waitFor();
  expect(await figure(page, "Cover")).toEqual(["3 days", "13 with transit · lead 30"]);
  expect(await figure(page, "Rate 30 days")).toEqual(["13.0", "3 days 13.0 · 7 days 12.0"]);
  expect(await figure(page, "Order by")).toEqual([dayText(addDays(today(), -10)), "10 days ago"]);
  const late = page.getByRole("region", { name: "In-Transit" }).getByRole("listitem").last();
  expect(oneLine([await late.innerText()])).toEqual(["MSKU 418227-0 not counted 41 days late 60"]);
  await charts(page).nth(1).waitFor();
  // The gap, and the days after the arrived units are sold, in both charts.
  await expect.poll(() => page.locator(".recharts-reference-area").count()).toBe(4);
  expect(await ofDay(page, out)).toEqual(["about 0", "", ""]);
  expect(await ofDay(page, arrival)).toEqual(["about 130", "", "CMAU 335908-6 +130"]);
  const sum = page.getByRole("region", { name: "Plan", exact: true }).locator("dl > div");
  expect(oneLine(await sum.allInnerTexts())).toEqual([
    "13.0 a day × 30 days after 30 390",
    "− left by then 0",
    "Up to whole cartons of 24 +18",
    "To order 408 = 17 cartons",
  ]);
  const order = page.getByRole("region", { name: "Plan", exact: true });
  await press(order, "Add to order");
  await order.getByText("In the order", { exact: true }).waitFor();
  await press(order, `More of ${bib.name}`);
  // The next whole carton, and it stays on this device.
  await page.reload();
  await order.getByText("In the order", { exact: true }).waitFor();
  expect(await order.getByRole("spinbutton").inputValue()).toBe("432");
  await press(order, `Take ${bib.name} out of the order`);
  await button(order, "Add to order").waitFor();
  await charts(page).nth(1).waitFor();
  const paper = (await linesOf(await page.pdf())).flat().join(" ").replace(/\s+/g, " ").replaceAll("- ", "-");
  expect(paper).toContain(`Out ${dayText(out)} to ${dayText(addDays(arrival, -1))}`);
  expect(paper).toMatch(new RegExp(`${dayText(today())} 39 6: Amazon 6`));
  // The pointer is in the lower chart, and its day is marked in both.
  await charts(page).nth(1).hover();
  await expect.poll(() => page.locator(".recharts-tooltip-cursor").count()).toBe(2);
});

test("without sales the axis stays and it says so; a narrow phone cuts nothing", { tags: "exhaustive" }, async () => {
  const plain = await createProduct(here.manager, { name: "Cotton Cap" });
  const page = await open(here, here.manager, { path: `/products/${plain._id}`, phone: true });
  await page.getByText("No sales in 42 days").waitFor();
  await page.getByText("No movements in 90 days").waitFor();
  // Units that came before the six weeks shown are there on each of their days.
  await answerMovements(page, [arrivedOn(addDays(today(), -60), 98)]);
  await page.reload();
  await page.getByText(dayText(addDays(today(), -60)), { exact: true }).waitFor();
  await page.getByText("No sales in 42 days").waitFor();
  expect((await ofDay(page, addDays(today(), -40)))[0]).toBe("98");
  await page.setViewportSize({ width: 320, height: 640 });
  await answerPlan(page, gapOf(bib));
  await page.goto(`/products/${bib._id}`);
  // Until then their code is not loaded.
  await page.getByRole("region", { name: "Six weeks back and ahead" }).scrollIntoViewIfNeeded();
  await charts(page).nth(1).waitFor();
  expect(await pageWidth(page)).toBe(320);
  expect(await cutTexts(page.getByRole("region", { name: "In-Transit" }))).toEqual([]);
  await expectAccessible(page);
});

test("without room for a panel the page leads to its neighbours in the list, and on a phone a bar changes stock and orders", async () => {
  await createProduct(here.manager);
  const page = await open(here, here.manager, { path: "/products" });
  await page.setViewportSize({ width: 1100, height: 800 });
  await rows(page).first().click();
  await page.getByText(/^1 of \d+$/).waitFor();
  await press(page, "Next product", /^2 of \d+$/);
  await page.getByRole("main").getByRole("link", { name: "Manage Products" }).click();
  await heading(page, "Manage Products").waitFor();
  const phone = await open(here, here.manager, { path: "/products", phone: true });
  await answerPlan(phone, gapOf(bib));
  await phone.goto(`/products/${bib._id}`);
  const bar = phone.getByRole("region", { name: "Actions" });
  await press(bar, "Order 408");
  await bar.getByRole("link", { name: "In the order" }).waitFor();
  await expectAccessible(phone);
  await bar.getByRole("link", { name: "Update Stock" }).click();
  await dialog(phone, "Update Stock").waitFor();
});

test("a product that is deleted or unknown is not found", async () => {
  const page = await open(here, here.manager, { path: "/products/p-none", mayLog: /404|not found/ });
  await page.getByText("Product not found. It may have been deleted.").waitFor();
  await page.getByRole("link", { name: "All products" }).waitFor();
  // The page shows it, so there is no toast.
  expect(await toast(page, "Resource not found, invalid request").count()).toBe(0);
});

test("Analytics leads to the page, which leads to its form and Update Stock", { tags: "exhaustive" }, async () => {
  const page = await open(here, here.manager, { path: `/dashboard/analytics?do=product&id=${bib._id}` });
  await dialog(page, bib.name).getByRole("link", { name: "Product page" }).click();
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await expect.poll(() => page.getByLabel("Product Name").inputValue()).toBe(bib.name);
  await press(page, "Cancel");
  await heading(page, bib.name).waitFor();
  await page.getByRole("link", { name: "Update Stock", exact: true }).click();
  const product = dialog(page, "Update Stock").getByRole("combobox", { name: "Product" });
  await expect.poll(() => product.inputValue()).toContain(bib.name);
});
