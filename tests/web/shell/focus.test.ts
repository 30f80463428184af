// The focus is never lost: after a message is closed by key, and by Tab from the search, with the search before it is loaded.
import { expect, test } from "vitest";
import { fulfill, hold, open } from "#tests/support/browser.ts";
import { newStockLine } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { button, focused, gone, heading, searchEverything } from "#tests/web/page.ts";

const here = await world();
const { product } = await newStockLine(here.manager, 3);

test("closing a message by key gives the focus back to where it was", async () => {
  const page = await open(here, here.manager, { path: "/warehouses", mayLog: /403|Unauthorized, contact/ });
  await page.route(/ticket/, (route) => fulfill(route, { code: "FORBIDDEN", message: "Refused" }, 403));
  await page.goto("/products");
  const exporting = button(page, /^Export/);
  await exporting.focus();
  await exporting.press("Enter");
  const close = button(page, "Dismiss");
  await close.waitFor();
  await exporting.focus();
  await close.focus();
  await close.press("Enter");
  await gone(close);
  expect(await exporting.evaluate((one) => one === document.activeElement)).toBe(true);
});

test("Tab leads from the search to the next control", async () => {
  const page = await open(here, here.manager, { path: "/inventory" });
  await heading(page, "Manage Inventory").waitFor();
  await searchEverything(page).press("Control+K");
  await searchEverything(page).fill("m");
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("Tab");
  expect(await focused(page)).toBe("Guide to this screen");
});

test("Ctrl K before the search is loaded opens it as soon as it is", async () => {
  const page = await open(here, here.manager, { path: `/products/${product}` });
  await searchEverything(page).waitFor();
  const release = await hold(page, /assets\/shell-/);
  await page.reload();
  await heading(page, "Muslin Swaddle").waitFor();
  await page.keyboard.press("Control+K");
  release();
  await page.getByRole("option").first().waitFor();
  expect(await searchEverything(page).evaluate((one) => one === document.activeElement)).toBe(true);
});
