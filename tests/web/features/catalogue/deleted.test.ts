// Deleted products and warehouses, and their restoration, as a manager meets them.
import { expect, test } from "vitest";
import { expectAccessible, open } from "#tests/support/browser.ts";
import { heldOf, newWarehouse } from "#tests/support/stock.ts";
import {
  answer,
  button,
  cellTexts,
  columnHeads,
  expectQuestion,
  gone,
  heading,
  press,
  question,
  row,
  rows,
  toast,
} from "#tests/web/page.ts";
import { addProduct, addStock, here, openProducts, openWarehouses } from "./driver.ts";

const { manager } = here;

test("a deleted product is found, and restored by keyboard with the units that the question names", async () => {
  const hub = await newWarehouse(manager, "BLR-01", "Bengaluru Hub");
  const rattle = await addProduct("SND-RTL-1", "Wooden Rattle");
  await addStock(rattle, hub, 1_240);
  await addProduct("SND-CUP-2", "Sipper Cup");
  for (const id of [rattle, await addProduct("SND-BIB-3", "Terry Bib")]) await manager.delete(`/v1/products/${id}`);
  const page = await openProducts();
  await page.getByRole("link", { name: "Deleted" }).click();
  await heading(page, "Deleted products").waitFor();
  await row(page, "Terry Bib").waitFor();
  expect(await columnHeads(page)).toEqual(["S.No", "P.ID/SKU/BC", "Product Name", "Units", "Deleted At", "Actions"]);
  expect((await cellTexts(row(page, "Wooden Rattle"))).slice(1, 4)).toEqual(["SND-RTL-1", "Wooden Rattle", "1,240"]);
  await expectAccessible(page);
  await page.getByPlaceholder("Search (P.ID/SKU/BC or name)").fill("rtl");
  await page.getByText("1 deleted product", { exact: true }).waitFor();
  await rows(page).first().focus();
  await page.keyboard.press("Enter");
  await expectQuestion(page, '"Wooden Rattle" (SND-RTL-1) comes back as it was, with its history. Continue?');
  await expectQuestion(page, "1,240 units come back with it");
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await toast(page, "Restored").waitFor();
  await page.getByText("No match for “rtl”").waitFor();
  await page.getByRole("main").getByRole("link", { name: "Manage Products" }).click();
  await row(page, "Wooden Rattle").getByText("1,240").waitFor();
  expect(await heldOf(manager, rattle)).toBe(1_240);
});

test("while another product has its P.ID the screen says what to do and leads there; then it is restored", async () => {
  const old = await addProduct("SND-TAKEN", "First Spoons");
  await manager.delete(`/v1/products/${old}`);
  const heir = await addProduct("snd-taken", "Second Spoons");
  const page = await open(here, manager, { path: "/products/deleted", mayLog: /409|Duplicate/ });
  await press(page, "Restore First Spoons");
  await answer(page, "Restore product", "No units come back with it");
  const asked = "Another product has this P.ID/SKU/BC now. Change its P.ID/SKU/BC or delete it";
  await expectQuestion(page, `${asked}, then restore "First Spoons".`);
  await expectAccessible(page);
  await answer(page, "Show that product");
  await row(page, "Second Spoons").waitFor();
  expect(await rows(page).count()).toBe(1);
  await manager.delete(`/v1/products/${heir}`);
  await page.goBack();
  await press(page, "Restore First Spoons");
  await answer(page, "Restore product");
  await gone(row(page, "First Spoons"));
  await row(page, "Second Spoons").waitFor();
});

test("on a phone the last warehouse, deleted by mistake, comes back with its units", async () => {
  for (const { _id } of (await manager.get("/v1/warehouses")).body) await manager.delete(`/v1/warehouses/${_id}`);
  const page = await openWarehouses({ phone: true });
  await page.getByText("No warehouses yet").waitFor();
  await page.getByRole("link", { name: "Deleted warehouses" }).tap();
  await row(page, "Bengaluru Hub").getByText("1,240").waitFor();
  await expectAccessible(page);
  await button(page, "Restore Bengaluru Hub").tap();
  await question(page, "Restore warehouse").getByText("1,240 units come back with it").waitFor();
  await answer(page, "Restore warehouse");
  await page.getByText("No deleted warehouses.").waitFor();
  await page.getByRole("link", { name: "Warehouse List" }).tap();
  await row(page, "Bengaluru Hub").waitFor();
});
