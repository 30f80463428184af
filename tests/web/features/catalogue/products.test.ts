// Manage Products and its form, as a manager meets them.
import { expect, test } from "vitest";
import { expectAccessible } from "#tests/support/browser.ts";
import { newWarehouse } from "#tests/support/stock.ts";
import {
  answer,
  button,
  cellTexts,
  dialog,
  expectQuestion,
  expectValue,
  gone,
  press,
  row,
  rows,
  toast,
} from "#tests/web/page.ts";
import { addProduct, addStock, here, openProducts } from "./driver.ts";

const { manager } = here;

const hub = await newWarehouse(manager, "BLR-01", "Bengaluru Hub");
const links = { amazon: "https://www.amazon.in/dp/B0SND101", website: "https://snd.example/swaddle" };
const swaddle = await addProduct("SND-101", "Muslin Swaddle", { lead_time: "45", pack: "1200", ...links });
await addStock(swaddle, hub, 1_240);
const bib = await addProduct("SND-BIB-2", "Terry Bib");
await addStock(bib, hub, 30);
await manager.post("/v1/transactions/out", { channel: "amazon", list: [{ product: bib, quantity: 20 }] });
await addProduct("8901234567890", "Sipper Cup");

test("each product shows stock, minimum, run rate, lead time and listings, and says in words when it is low or out", async () => {
  const page = await openProducts();
  await row(page, "Muslin Swaddle").waitFor();
  const cells = (await cellTexts(row(page, "Muslin Swaddle"))).slice(3, 9);
  expect(cells).toEqual(["SND-101", "Muslin Swaddle", "1,240", "0", "–", "45 days"]);
  expect((await cellTexts(row(page, "Terry Bib"))).slice(5, 9)).toEqual(["Low 10", "200", "6.7", "30 days"]);
  expect((await cellTexts(row(page, "Sipper Cup")))[5]).toBe("Out 0");
  await page.setViewportSize({ width: 1920, height: 900 });
  await page.getByRole("columnheader", { name: "Units per Carton" }).waitFor();
  expect((await cellTexts(row(page, "Muslin Swaddle")))[9]).toBe("1,200");
  const listing = page.getByRole("link", { name: "Amazon listing of Muslin Swaddle, opens in a new tab" });
  expect(await listing.getAttribute("href")).toBe("https://www.amazon.in/dp/B0SND101");
  expect(await listing.getAttribute("target")).toBe("_blank");
  await expectAccessible(page);
});

test("a product is deleted after a question that says what is deleted with it", async () => {
  await addStock(await addProduct("SND-GONE", "Old Rattle"), hub, 7);
  const page = await openProducts();
  await press(page, "Delete Old Rattle");
  await expectQuestion(
    page,
    'Permanently deleting "Old Rattle" will remove all its inventory and related data. This action cannot be reversed. Continue?',
  );
  await answer(page, "Delete product", "Also deletes 7 units in stock");
  await toast(page, "Deleted").waitFor();
  await gone(row(page, "Old Rattle"));
});

test("names that differ only at the end look different; rows keep their height", { tags: "exhaustive" }, async () => {
  const pink = "Organic Muslin Swaddle 100 x 100 cm, Pack of 3 (Pink)";
  const long = "Supercalifragilisticexpialidocious".repeat(3);
  const added = [await addProduct("SND-PINK", pink), await addProduct("SND-LONG", long)];
  const page = await openProducts();
  const hidden = (name: string) =>
    row(page, name)
      .getByTitle(name, { exact: true })
      .evaluate((text) => text.scrollHeight - text.clientHeight);
  expect(await hidden(pink)).toBe(0);
  expect(await hidden(long)).toBeGreaterThan(0);
  for (const name of [pink, long]) expect((await row(page, name).boundingBox())?.height).toBe(44);
  await Promise.all(added.map((_id) => manager.delete(`/v1/products/${_id}`)));
});

test("on a phone a row's drawer has its actions, figures and listings", { tags: "exhaustive" }, async () => {
  const page = await openProducts({ phone: true });
  await page.getByText("SND-101").waitFor();
  await expectAccessible(page);
  // The head stays one line, since the primary action is at the bottom.
  expect((await page.getByRole("link", { name: "Add Product" }).boundingBox())?.y).toBeGreaterThan(600);
  await button(page, "Sort").tap();
  const sorting = dialog(page, "Sort");
  await sorting.getByLabel("Sort").selectOption({ label: "Product Name, Z to A" });
  await button(sorting, "Show").tap();
  await expect.poll(() => rows(page).first().textContent()).toContain("Terry Bib");
  await button(page, "Actions for Muslin Swaddle").click();
  const drawer = dialog(page, "Muslin Swaddle");
  await drawer.getByText("45 days").waitFor();
  expect(await drawer.getByText("Units per Carton").locator("xpath=..").innerText()).toContain("1,200");
  await drawer.getByRole("link", { name: "Website listing of Muslin Swaddle, opens in a new tab" }).waitFor();
  await expectAccessible(page);
  await drawer.getByRole("link", { name: "Edit" }).click();
  await expectValue(page, "Product Name").toBe("Muslin Swaddle");
});
