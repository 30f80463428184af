// What the router's private parts give the product: an upgrade of the router that breaks one of these fails here.
import { beforeAll, expect, test } from "vitest";
import { open, type Page } from "#tests/support/browser.ts";
import { productForm, times } from "#tests/support/make.ts";
import { keyed } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";

const here = await world();
const { manager } = here;

let swaddle = "";
beforeAll(async () => {
  const product = async (p_id: string, name: string): Promise<string> =>
    (await manager.post("/v1/products", productForm({ p_id, name }))).body._id;
  const { _id: hub } = (await manager.post("/v1/warehouses", { name: "Bengaluru Hub", w_id: "BLR-01" })).body;
  swaddle = await product("SND-101", "Muslin Swaddle");
  await manager.post("/v1/transactions/in", { product: swaddle, warehouse: hub, quantity: 5 }, keyed());
  await times(40, (i) => product(`SCR-${i + 10}`, `Scroll ${i + 10}`));
});

/** A page that is closed may still be reading. */
const mayLog = /No connection/;
const pathOf = (page: Page) => new URL(page.url()).pathname;
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1, exact: true });
const question = (page: Page) => page.getByRole("alertdialog", { name: "Discard changes?" });
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

test("Back closes what lies over a screen, and stays on it", async () => {
  const page = await open(here, manager, { mayLog, path: "/inventory", phone: true });
  await page.getByRole("link", { name: "Picklist" }).tap();
  await heading(page, "Create Picklist").waitFor();
  await page.getByRole("link", { name: "Inventory", exact: true }).tap();
  await page.getByText("Muslin Swaddle").waitFor();
  for (const name of ["More", "Filter", "Export"]) {
    await page.getByRole("button", { name, exact: true }).tap();
    await page.getByRole("dialog").waitFor();
    await page.goBack();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(pathOf(page)).toBe("/inventory");
  }
  await page.goBack();
  await heading(page, "Create Picklist").waitFor();
});

test("two quick Backs close what lies over a screen, and stay on it", async () => {
  const page = await open(here, manager, { mayLog, path: "/warehouses" });
  await visit(page, ["Manage Users", "Manage Products"]);
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").waitFor();
  await backTwice(page);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await heading(page, "Manage Products").waitFor();
  expect(pathOf(page)).toBe("/products");
  await page.goBack();
  await heading(page, "Manage Users").waitFor();
});

test("two quick Backs show the screen that the address names", async () => {
  const page = await open(here, manager, { mayLog, path: "/warehouses" });
  await visit(page, ["Manage Users", "Manage Products"]);
  await backTwice(page);
  await heading(page, "Warehouse List").waitFor();
  expect(pathOf(page)).toBe("/warehouses");
});

test("two quick Backs out of unsaved work ask once, and keeping it keeps screen and address", async () => {
  const page = await changedForm();
  await backTwice(page);
  await question(page).getByRole("button", { name: "Keep editing" }).click();
  await question(page).waitFor({ state: "detached" });
  await heading(page, "Edit Product").waitFor();
  expect(pathOf(page)).toBe(`/products/opr/${swaddle}`);
  expect(await page.getByLabel("Product Name").inputValue()).toBe("Muslin Swaddle, unsaved");
  await page.goBack();
  await question(page).getByRole("button", { name: "Discard" }).click();
  await heading(page, "Manage Products").waitFor();
  expect(pathOf(page)).toBe("/products");
});

test("leaving unsaved work asks once, by a link, by Back and by Logout", async () => {
  const page = await changedForm();
  const leave = {
    link: () => page.getByRole("link", { name: "Warehouse List" }).click(),
    back: () => page.goBack(),
    logout: () => page.getByRole("button", { name: "Logout" }).click(),
  };
  for (const way of [leave.link, leave.back, leave.logout]) {
    await way();
    await question(page).getByRole("button", { name: "Keep editing" }).click();
    await question(page).waitFor({ state: "detached" });
    expect(await page.getByLabel("Product Name").inputValue()).toBe("Muslin Swaddle, unsaved");
  }
  await leave.link();
  await question(page).getByRole("button", { name: "Discard" }).click();
  await heading(page, "Warehouse List").waitFor();
  expect(await question(page).count()).toBe(0);
});

test("Back returns to the row that a list was scrolled to", async () => {
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
  await page.getByRole("button", { name: "Cancel" }).click();
  await heading(page, "Manage Products").waitFor();
  expect(page.url()).toContain("?q=swaddle");
  const other = await open(here, manager, { mayLog, path: `/products/opr/${swaddle}` });
  await other.getByRole("button", { name: "Cancel" }).click();
  await heading(other, "Manage Products").waitFor();
  expect(pathOf(other)).toBe("/products");
});

test("two changes of the address before the screen is drawn again both stay in it", async () => {
  const page = await open(here, manager, { mayLog, path: "/warehouses" });
  await page.getByText("Bengaluru Hub").waitFor();
  await page.evaluate(() => {
    document.querySelector<HTMLElement>("th button")?.click();
    document.querySelector<HTMLElement>("[data-primary]")?.click();
  });
  await page.getByRole("dialog", { name: "Add Warehouse" }).waitFor();
  expect(new URL(page.url()).search).toBe("?sort=w-id&do=add");
});
