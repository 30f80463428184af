// Behaviour that depends on private parts of the router, so that an upgrade that breaks it fails here.
import { expect, test } from "vitest";
import { expectAccessible, open, type Page } from "#tests/support/browser.ts";
import { inParallel } from "#tests/support/fixtures.ts";
import { newProduct, newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import {
  answer,
  dialog,
  expectQuestion,
  found,
  gone,
  heading,
  login,
  press,
  question,
  searchEverything,
} from "#tests/web/page.ts";

const here = await world();
const { manager } = here;

const hub = await newWarehouse(manager, "BLR-01", "Bengaluru Hub");
const swaddle = await newProduct(manager, { p_id: "SND-101", name: "Muslin Swaddle" });
await manager.post("/v1/transactions/in", { product: swaddle, warehouse: hub, quantity: 5 });
await inParallel(40, (i) => newProduct(manager, { p_id: `SCR-${i + 10}`, name: `Scroll ${i + 10}` }));

/** A page may be closed while it still reads. */
const mayLog = /No connection/;
const pathOf = (page: Page) => new URL(page.url()).pathname;
/** Two presses of Back, the second before the first has taken effect. */
const backTwice = (page: Page) =>
  page.evaluate(() => {
    history.back();
    history.back();
  });

/** Visits these screens one after the other by the menu. */
const visit = async (page: Page, names: readonly string[]) => {
  for (const name of names) {
    await page.getByRole("link", { name, exact: true }).click();
    await heading(page, name).waitFor();
  }
};

/** A changed form, opened from the list of products, with other screens behind both. */
const changedForm = async () => {
  const page = await open(here, manager, { mayLog, path: "/warehouses" });
  await visit(page, ["Manage Users", "Manage Products"]);
  await page.getByRole("link", { name: "Edit Muslin Swaddle" }).click();
  await page.getByLabel("Product Name").fill("Muslin Swaddle, unsaved");
  return page;
};

test("Back closes a dialog and stays on its screen", async () => {
  const page = await open(here, manager, { mayLog, path: "/inventory", phone: true });
  await page.getByRole("link", { name: "Picklist" }).tap();
  await heading(page, "Create Picklist").waitFor();
  await page.getByRole("link", { name: "Inventory", exact: true }).tap();
  await page.getByText("Muslin Swaddle").waitFor();
  for (const name of ["More", "Filter", "Export"]) {
    await page.getByRole("button", { name, exact: true }).tap();
    await dialog(page).waitFor();
    await page.goBack();
    await gone(dialog(page));
    expect(pathOf(page)).toBe("/inventory");
  }
  await page.goBack();
  await heading(page, "Create Picklist").waitFor();
});

test("two quick Backs close a dialog and stay on its screen", async () => {
  const page = await open(here, manager, { mayLog, path: "/warehouses" });
  await visit(page, ["Manage Users", "Manage Products"]);
  await press(page, "Shortcuts");
  await dialog(page).waitFor();
  await backTwice(page);
  await gone(dialog(page));
  await heading(page, "Manage Products").waitFor();
  expect(pathOf(page)).toBe("/products");
  await page.goBack();
  await heading(page, "Manage Users").waitFor();
});

test("two quick Backs show the screen that the address names", { tags: "exhaustive" }, async () => {
  const page = await open(here, manager, { mayLog, path: "/warehouses" });
  await visit(page, ["Manage Users", "Manage Products"]);
  await backTwice(page);
  await heading(page, "Warehouse List").waitFor();
  expect(pathOf(page)).toBe("/warehouses");
});

test("two quick Backs out of unsaved work ask once, and keeping it keeps screen and address", async () => {
  const page = await changedForm();
  await backTwice(page);
  await answer(page, "Keep editing");
  await gone(question(page, "Discard changes?"));
  await heading(page, "Edit Product").waitFor();
  expect(pathOf(page)).toBe(`/products/opr/${swaddle}`);
  expect(await page.getByLabel("Product Name").inputValue()).toBe("Muslin Swaddle, unsaved");
  await page.goBack();
  await answer(page, "Discard");
  await heading(page, "Manage Products").waitFor();
  expect(pathOf(page)).toBe("/products");
});

test("leaving unsaved work asks once, by a link, by Cancel, by Back and by Logout, in an accessible dialog", async () => {
  const page = await changedForm();
  const leave = {
    link: () => page.getByRole("link", { name: "Warehouse List" }).click(),
    cancel: () => press(page, "Cancel"),
    back: () => page.goBack(),
    logout: () => press(page, "Logout"),
  };
  for (const way of [leave.link, leave.cancel, leave.back, leave.logout]) {
    await way();
    await answer(page, "Keep editing");
    await gone(question(page, "Discard changes?"));
    expect(await page.getByLabel("Product Name").inputValue()).toBe("Muslin Swaddle, unsaved");
  }
  await leave.link();
  await expectQuestion(page, "What you typed here is not saved yet.");
  await expectAccessible(page);
  await answer(page, "Discard");
  await heading(page, "Warehouse List").waitFor();
  expect(await question(page, "Discard changes?").count()).toBe(0);
});

test("Back returns to the row that a list was scrolled to", { tags: "exhaustive" }, async () => {
  const page = await open(here, manager, { mayLog, path: "/products" });
  const link = page.getByRole("link", { name: "Edit Scroll 45" });
  await link.scrollIntoViewIfNeeded();
  const scrolled = () => page.locator("[data-scroll-card]").evaluate((element) => element.scrollTop);
  const top = await scrolled();
  expect(top).toBeGreaterThan(500);
  await link.click();
  await heading(page, "Edit Product").waitFor();
  await page.goBack();
  await heading(page, "Manage Products").waitFor();
  await expect.poll(scrolled).toBe(top);
});

test("Cancel steps back to the list as it was, and on the first screen of a visit leads to the list", async () => {
  const page = await open(here, manager, { mayLog, path: "/products?q=swaddle" });
  await page.getByRole("link", { name: "Edit Muslin Swaddle" }).click();
  await press(page, "Cancel");
  await heading(page, "Manage Products").waitFor();
  expect(page.url()).toContain("?q=swaddle");
  const other = await open(here, manager, { mayLog, path: `/products/opr/${swaddle}` });
  await press(other, "Cancel");
  await heading(other, "Manage Products").waitFor();
  expect(pathOf(other)).toBe("/products");
});

test("the arrow of a screen leads to the list as it was left, but not after somebody else signed in", async () => {
  const page = await open(here, manager, { mayLog, path: "/products?q=swaddle" });
  const back = page.getByRole("link", { name: "Manage Products" }).filter({ hasText: "←" });
  const openSwaddle = async () => {
    await searchEverything(page).fill("Muslin");
    await found(page, /Muslin Swaddle/).click();
    await heading(page, "Muslin Swaddle").waitFor();
  };
  await page.getByText("Muslin Swaddle").first().waitFor();
  await openSwaddle();
  expect(await back.getAttribute("href")).toBe("/products?q=swaddle");
  await press(page, "Logout");
  await login(page, "manager-password");
  await heading(page, "Analytics Dashboard").waitFor();
  await openSwaddle();
  expect(await back.getAttribute("href")).toBe("/products");
});

test("two changes of the address before the next render both stay in it", async () => {
  const page = await open(here, manager, { mayLog, path: "/warehouses" });
  await page.getByText("Bengaluru Hub").waitFor();
  await page.evaluate(() => {
    document.querySelector<HTMLElement>("th button")?.click();
    document.querySelector<HTMLElement>("[data-primary]")?.click();
  });
  await dialog(page, "Add Warehouse").waitFor();
  expect(new URL(page.url()).search).toBe("?sort=w-id&do=add");
});
