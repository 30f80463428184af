// The desk: a product beside a list, its keys, and the way to its page and back.
import { beforeAll, expect, test } from "vitest";
import { expectAccessible, open, type Page } from "#tests/support/browser.ts";
import { button, desk, dialog, focused, gone, heading, press, row } from "#tests/web/page.ts";
import { here, soldProduct } from "./driver.ts";

const names = ["Apron Red", "Blanket Grey", "Cap Green"] as const;
const [apron, blanket, cap] = names;
beforeAll(async () => {
  for (const name of names) await soldProduct(name);
});

/** Sorted, so that the order of the list is known. */
const path = "/products?sort=product-name";
const shown = (page: Page, name: string) => heading(desk(page), name).waitFor();
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
  await press(desk(page), "Next product");
  await shown(page, cap);
  await expect.poll(() => button(desk(page), "Next product").getAttribute("aria-disabled")).toBe("true");
  await page.keyboard.press("ArrowUp");
  await shown(page, blanket);
  await button(desk(page), "Close").focus();
  await page.keyboard.press("Escape");
  await gone(desk(page));
  expect(await focused(page)).toContain(blanket);
});

test("reload keeps it, its page is one press away, and Back returns to the list with it", async () => {
  const page = await open(here, here.manager, { path });
  await row(page, blanket).click();
  await shown(page, blanket);
  await page.reload();
  await shown(page, blanket);
  await row(page, blanket).waitFor();
  await page.keyboard.press("ArrowDown");
  await shown(page, cap);
  await desk(page).getByRole("link", { name: "Open the page" }).click();
  await pageOf(page, cap).waitFor();
  await page.goBack();
  await shown(page, cap);
  await page.goBack();
  await gone(desk(page));
  await row(page, apron).waitFor();
});

test("where there is no room it is the page, and Back returns the focus to the row", async () => {
  const page = await open(here, here.manager, { path, phone: true });
  await page.getByText(blanket).click();
  await pageOf(page, blanket).waitFor();
  const id = new URL(page.url()).pathname.split("/").at(-1);
  await page.goBack();
  await expect.poll(() => focused(page)).toContain(blanket);
  await page.goto(`${path}&product=${id}`);
  await pageOf(page, blanket).waitFor();
});

test("rows of stock, transactions and containers lead to their product, and those of executives do what they did", async () => {
  const page = await open(here, here.manager, { path: "/inventory" });
  await row(page, apron).first().click();
  await shown(page, apron);
  // The list has little room: its filters are behind one button, and its exports behind another.
  await press(page, "Filter");
  await dialog(page, "Filters").getByRole("checkbox", { name: "Hide zeros" }).waitFor();
  await page.keyboard.press("Escape");
  await gone(dialog(page, "Filters"));
  await press(page, "Export");
  await button(dialog(page), /^Date Export/).waitFor();
  await page.keyboard.press("Escape");
  await gone(dialog(page));
  await shown(page, apron);
  await press(desk(page), "Update Stock");
  const product = dialog(page, "Update Stock").getByRole("combobox", { name: "Product" });
  await expect.poll(() => product.inputValue()).toContain(apron);
  await page.goto("/transactions");
  await page
    .getByRole("link", { name: new RegExp(cap) })
    .first()
    .click();
  await shown(page, cap);
  expect(page.url()).toContain("/transactions?beside=");
  await page.goto("/intransit");
  await page.getByRole("button", { name: /MSKU/, expanded: false }).first().click();
  await page
    .getByRole("table", { name: /^Products in/ })
    .getByRole("link")
    .click();
  await desk(page).getByRole("heading", { level: 2 }).first().waitFor();
  const other = await open(here, here.executive, { path: "/inventory" });
  await row(other, apron).first().click();
  await dialog(other, "Update Stock").waitFor();
  expect(await desk(other).count()).toBe(0);
});
