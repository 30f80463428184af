// Manage Products and its form, as a manager meets them.
import { beforeAll, expect, test } from "vitest";
import { expectAccessible, open, type Page } from "#tests/support/browser.ts";
import { engine } from "#tests/support/engine.ts";
import { productForm } from "#tests/support/make.ts";
import { keyed } from "#tests/support/stock.ts";
import { newWorld, world } from "#tests/support/world.ts";

const here = await world();
const { manager } = here;

const add = async (fields: Record<string, string>) =>
  (await manager.post("/v1/products", productForm({ lead_time: "30", ...fields }))).body._id as string;
const stockIn = (product: string, quantity: number) =>
  manager.post("/v1/transactions/in", { product, warehouse: hub, quantity, reason: "Return" });

let hub = "";
let swaddle = "";
beforeAll(async () => {
  hub = (await manager.post("/v1/warehouses", { w_id: "BLR-01", name: "Bengaluru Hub" })).body._id;
  const links = { amazon: "https://www.amazon.in/dp/B0SND101", website: "https://snd.example/swaddle" };
  swaddle = await add({ p_id: "SND-101", name: "Muslin Swaddle", lead_time: "45", ...links });
  await stockIn(swaddle, 1_240);
  const bib = await add({ p_id: "SND-BIB-2", name: "Terry Bib" });
  await stockIn(bib, 30);
  await manager.post("/v1/transactions/out", { channel: "amazon", list: [{ product: bib, quantity: 20 }] }, keyed());
  await add({ p_id: "8901234567890", name: "Sipper Cup" });
});

const products = (wishes?: Parameters<typeof open>[2]): Promise<Page> =>
  open(here, manager, { path: "/products", ...wishes });
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const cells = async (page: Page, name: string) =>
  (await row(page, name).getByRole("cell").allInnerTexts()).map((text) => text.trim().replace(/\s+/g, " "));
const bodyRows = (page: Page) => page.locator("tbody tr[aria-rowindex]");
const names = (page: Page) => bodyRows(page).locator("td:nth-child(4)").allInnerTexts();

test("each product shows stock, minimum, run rate, lead time and where it is listed; what runs low says so in words", async () => {
  const page = await products();
  await row(page, "Muslin Swaddle").waitFor();
  expect((await page.getByRole("columnheader").allInnerTexts()).map((head) => head.trim())).toEqual([
    "S.No",
    "Image",
    "P.ID/SKU/BC",
    "Product Name",
    "Avl. Stock",
    "Min. Stock",
    "DRR (3D)",
    "Lead Time",
    "Listings",
    "Actions",
  ]);
  expect((await cells(page, "Muslin Swaddle")).slice(2, 8)).toEqual([
    "SND-101",
    "Muslin Swaddle",
    "1,240",
    "0",
    "–",
    "45 days",
  ]);
  expect((await cells(page, "Terry Bib")).slice(4, 8)).toEqual(["Low 10", "200", "6.7", "30 days"]);
  expect((await cells(page, "Sipper Cup"))[4]).toBe("Out 0");
  const listing = page.getByRole("link", { name: "Amazon listing of Muslin Swaddle, opens in a new tab" });
  expect(await listing.getAttribute("href")).toBe("https://www.amazon.in/dp/B0SND101");
  expect(await listing.getAttribute("target")).toBe("_blank");
  await expectAccessible(page);
});

test("the search finds a P.ID or a name whatever its case, stays in the address, and says what it did not find", async () => {
  const page = await products({ path: "/products?q=snd-1" });
  await row(page, "Muslin Swaddle").waitFor();
  expect(await bodyRows(page).count()).toBe(1);
  await page.getByPlaceholder("P.ID/SKU/BC").fill("terry b");
  await row(page, "Terry Bib").waitFor();
  await page.getByPlaceholder("P.ID/SKU/BC").fill("pram");
  await page.getByText("No match for “pram”").waitFor();
  expect(page.url()).toMatch(/\?q=pram$/);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await row(page, "Sipper Cup").waitFor();
});

test("figures sort as numbers, up and down", async () => {
  const page = await products();
  await page.getByRole("button", { name: "Avl. Stock" }).click();
  await expect.poll(() => names(page)).toEqual(["Sipper Cup", "Terry Bib", "Muslin Swaddle"]);
  await page.getByRole("button", { name: "Min. Stock" }).click();
  await page.getByRole("button", { name: "Min. Stock" }).click();
  await expect.poll(async () => (await names(page))[0]).toBe("Terry Bib");
});

test("a product goes after the sentence that says what goes with it", async () => {
  const id = await add({ p_id: "SND-GONE", name: "Old Rattle" });
  await stockIn(id, 7);
  const page = await products();
  await page.getByRole("button", { name: "Delete Old Rattle" }).click();
  const question = page.getByRole("alertdialog");
  await question
    .getByText(
      'Permanently deleting "Old Rattle" will remove all its inventory and related data. This action cannot be reversed. Continue?',
    )
    .waitFor();
  await question.getByText("Also deletes 7 units in stock").waitFor();
  await question.getByRole("button", { name: "Delete product" }).click();
  await page.getByText("Deleted").waitFor();
  await row(page, "Old Rattle").waitFor({ state: "detached" });
});

test("names that differ only at their end are told apart, and rows keep their height", async () => {
  const pink = "Organic Muslin Swaddle 100 x 100 cm, Pack of 3 (Pink)";
  const long = "Supercalifragilisticexpialidocious".repeat(3);
  const made = [await add({ p_id: "SND-PINK", name: pink }), await add({ p_id: "SND-LONG", name: long })];
  const page = await products();
  const hidden = (name: string) =>
    row(page, name)
      .getByTitle(name, { exact: true })
      .evaluate((text) => text.scrollHeight - text.clientHeight);
  expect(await hidden(pink)).toBe(0);
  expect(await hidden(long)).toBeGreaterThan(0);
  for (const name of [pink, long]) expect((await row(page, name).boundingBox())?.height).toBe(44);
  await Promise.all(made.map((_id) => manager.delete(`/v1/products/${_id}`)));
});

test("of 3,000 products only the visible ones are drawn, and each can be found", async () => {
  const large = await newWorld();
  const at = "2026-11-01T05:00:00.000Z";
  const row = (i: number) => ({
    _id: `p${i}`,
    p_id: `SND-${i}`,
    name: `Romper ${i}`,
    lead_time: 30,
    created_at: at,
    updated_at: at,
  });
  const rows = Array.from({ length: 3_000 }, (_, i) => row(i + 1));
  await engine(large).put("products", rows);
  const page = await open(large, large.manager, { path: "/products?sort=-p-id-sku-bc" });
  await page.getByText("3,000 products").waitFor();
  await page.getByRole("cell", { name: "SND-3000" }).waitFor();
  expect(await page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(1_500);
  await page.locator("[data-scroll-card]").evaluate((card) => card.scrollTo(0, card.scrollHeight));
  await page.getByRole("cell", { name: "SND-1", exact: true }).waitFor();
  await page.getByPlaceholder("P.ID/SKU/BC").fill("romper 2777");
  await page.getByText("1 product", { exact: true }).waitFor();
  await page.getByRole("cell", { name: "SND-2777" }).waitFor();
});

test("on a phone a row opens its sheet: the figures it has no room for, listings and actions", async () => {
  const page = await products({ phone: true });
  await page.getByText("SND-101").waitFor();
  await expectAccessible(page);
  // The head stays one line, since the primary action is at the thumb.
  expect((await page.getByRole("link", { name: "Add Product" }).boundingBox())?.y).toBeGreaterThan(600);
  await page.getByRole("button", { name: "Sort" }).tap();
  const order = page.getByRole("dialog", { name: "Sort" });
  await order.getByLabel("Sort").selectOption({ label: "Product Name, Z to A" });
  await order.getByRole("button", { name: "Show" }).tap();
  await expect.poll(() => bodyRows(page).first().textContent()).toContain("Terry Bib");
  await page.getByText("SND-101").click();
  const sheet = page.getByRole("dialog", { name: "Muslin Swaddle" });
  await sheet.getByText("45 days").waitFor();
  await sheet.getByRole("link", { name: "Website listing of Muslin Swaddle, opens in a new tab" }).waitFor();
  await expectAccessible(page);
  await sheet.getByRole("link", { name: "Edit" }).click();
  await expect.poll(() => page.getByLabel("Product Name").inputValue()).toBe("Muslin Swaddle");
});
