// The panel: a product beside a list, its keys, and the way to its page and back.
import { expect, test } from "vitest";
import { expectAccessible, open, type Page } from "#tests/support/browser.ts";
import { layoutFaults } from "#tests/support/layout.ts";
import { button, columnHeads, dialog, field, focused, gone, heading, panel, press, row } from "#tests/web/page.ts";
import { here, soldProduct } from "./driver.ts";

const names = ["Apron Red", "Blanket Grey", "Cap Green"] as const;
const [apron, blanket, cap] = names;
for (const name of names) await soldProduct(name);

/** Sorted, so that the order of the list is known. */
const path = "/products?sort=product-name";
const shown = (page: Page, name: string) => heading(panel(page), name).waitFor();
const pageOf = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("a row opens its product beside the list, arrows go from row to row, and Escape closes it with the focus on the row", async () => {
  const page = await open(here, here.manager, { path });
  await row(page, apron).click();
  await shown(page, apron);
  await expectAccessible(page);
  await page.keyboard.press("ArrowDown");
  await shown(page, blanket);
  expect(await focused(page)).toContain(blanket);
  expect(await row(page, blanket).getAttribute("aria-current")).toBe("true");
  await press(panel(page), "Next product");
  await shown(page, cap);
  await expect.poll(() => button(panel(page), "Next product").getAttribute("aria-disabled")).toBe("true");
  await page.keyboard.press("ArrowUp");
  await shown(page, blanket);
  await button(panel(page), "Close").focus();
  await page.keyboard.press("Escape");
  await gone(panel(page));
  expect(await focused(page)).toContain(blanket);
});

test("a reload keeps the panel, the product's page is one press away, and Back returns to the list with the panel", async () => {
  const page = await open(here, here.manager, { path });
  await row(page, blanket).click();
  await shown(page, blanket);
  await page.reload();
  await shown(page, blanket);
  await row(page, blanket).waitFor();
  await page.keyboard.press("ArrowDown");
  await shown(page, cap);
  await panel(page).getByRole("link", { name: "Open the page" }).click();
  await pageOf(page, cap).waitFor();
  await page.goBack();
  await shown(page, cap);
  await page.goBack();
  await gone(panel(page));
  await row(page, apron).waitFor();
});

test("without room for the panel a row opens the page; Back returns the focus", { tags: "exhaustive" }, async () => {
  const page = await open(here, here.manager, { path, phone: true });
  await page.getByText(blanket).click();
  await pageOf(page, blanket).waitFor();
  const id = new URL(page.url()).pathname.split("/").at(-1);
  await page.goBack();
  await expect.poll(() => focused(page)).toContain(blanket);
  await page.goto(`${path}&product=${id}`);
  await pageOf(page, blanket).waitFor();
});

test("from 1200 px on the panel hides nothing that the specification shows", { tags: "exhaustive" }, async () => {
  const page = await open(here, here.manager, { path: "/inventory" });
  await page.setViewportSize({ width: 1200, height: 800 });
  await row(page, apron).first().click();
  await shown(page, apron);
  await page.getByLabel("Warehouse", { exact: true }).waitFor();
  await field(page, "Date of the stock report").waitFor();
  await button(page, /^Date Export/).waitFor();
  await button(page, /^Export/).waitFor();
  await expect
    .poll(() => columnHeads(page.getByRole("main")))
    .toEqual(["S.No", "Image", "P.ID/SKU/BC", "Product Name", "Warehouse", "Quantity"]);
  expect(await layoutFaults(page)).toEqual([]);
  await page.goto("/transactions");
  await page.getByRole("link", { name: cap }).first().click();
  await shown(page, cap);
  const list = page.getByRole("main");
  for (const label of ["Start date", "End date", "Product", "Warehouse", "Action"]) await field(list, label).waitFor();
  expect(await layoutFaults(page)).toEqual([]);
  await page.goto("/dashboard/inventory");
  const low = page.getByRole("table", { name: "Low Stock Alert" });
  await row(low, cap).click();
  await shown(page, cap);
  await expect
    .poll(() => columnHeads(low))
    .toEqual(["S.No", "Product", "Avl. Stock", "In-Transit", "Min. Stock", "Required"]);
  expect(await layoutFaults(page)).toEqual([]);
});

test("rows of lists lead to their product, and for executives to Update Stock", { tags: "exhaustive" }, async () => {
  const page = await open(here, here.manager, { path: "/inventory" });
  await row(page, apron).first().click();
  await shown(page, apron);
  await press(panel(page), "Update Stock");
  const product = dialog(page, "Update Stock").getByRole("combobox", { name: "Product" });
  await expect.poll(() => product.inputValue()).toContain(apron);
  await page.goto("/transactions");
  await page.getByRole("link", { name: cap }).first().click();
  await shown(page, cap);
  expect(page.url()).toContain("/transactions?beside=");
  await page.goto("/intransit");
  await page.getByRole("button", { name: /MSKU/, expanded: false }).first().click();
  await page.getByRole("table", { name: "Products in" }).getByRole("link").click();
  await panel(page).getByRole("heading", { level: 2 }).first().waitFor();
  const other = await open(here, here.executive, { path: "/inventory" });
  await row(other, apron).first().click();
  await dialog(other, "Update Stock").waitFor();
  expect(await panel(other).count()).toBe(0);
});
