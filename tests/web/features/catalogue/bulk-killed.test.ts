// Many products at once in a browser that is killed in the middle.
import { expect, test } from "vitest";
import type { Product } from "#shared/product.ts";
import type { Page } from "#tests/support/browser.ts";
import { putProducts } from "#tests/support/engine.ts";
import { newPerson, productForm } from "#tests/support/fixtures.ts";
import { killableBrowser } from "#tests/support/killed-browser.ts";
import { newStockLine } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { answer, dialog, field, login, press, row, rows, undoBar } from "#tests/web/page.ts";

const here = await world();
const { root } = here;
const { product, warehouse } = await newStockLine(root, 9);
const named = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ _id: `${name}${at}`, p_id: `SND-${name}-${at}`, name: `${name} ${at}` }));
// One more than a call may have, with that of the stock.
await putProducts(here, named("Romper", 1_000));
/** Created by the API, since a deletion also frees the P.ID. */
const bibs: string[] = [];
for (const { p_id, name } of named("Bib", 6))
  bibs.push((await root.post("/v1/products", productForm({ p_id, name }))).body._id);

const products = async (name: string): Promise<Product[]> =>
  (await root.get("/v1/products")).body.filter((one: Product) => one.name.startsWith(name));

const open = async (path: string) => {
  const asha = await newPerson(here, "manager");
  const browser = killableBrowser(here.site);
  const page = await browser.start(path);
  await login(page, asha.password, asha.username);
  return { browser, page };
};
const chooseAll = (page: Page) => page.getByRole("checkbox", { name: "Choose all that are shown" }).check();

test("a field of 1,001 products is set although the browser is killed in between, and a posting waits for none of them", async () => {
  const { browser, page } = await open("/products");
  await rows(page).first().waitFor();
  await chooseAll(page);
  let calls = 0;
  // The second is never answered.
  await page.route("**/v1/products/bulk", (route) => (++calls === 1 ? route.continue() : undefined));
  await press(page, "Set lead time");
  await dialog(page).getByLabel("Lead Time").selectOption("75");
  await press(dialog(page), "Set");
  await page.getByText(/^Setting: 1,000 of 1,0\d\d products$/).waitFor();
  const other = await page.context().newPage();
  await other.goto(`${here.site}/inventory?do=update&id=${product}-${warehouse}`);
  await field(other, "Quantity").fill("4");
  await press(other, "Submit", "Stock updated successfully");
  await browser.kill();
  await browser.start("/inventory");
  const set = async () => (await products("")).filter(({ lead_time }) => lead_time === 75).length;
  await expect.poll(set).toBe((await products("")).length);
});

test("a deletion of many that a kill has interrupted goes on by a press, and so does its Undo, which restores all of it", async () => {
  const { browser, page } = await open("/products?q=bib");
  await row(page, "Bib 5").waitFor();
  await chooseAll(page);
  await page.route(`**/v1/products/${bibs[4]}`, () => undefined);
  await press(page.getByRole("region", { name: "Chosen products" }), "Delete");
  await answer(page, "Delete 6 products");
  await page.getByText("Deleting: 5 of 6 products").waitFor();
  await browser.kill();
  const again = await browser.start("/products");
  await again.getByText("Deleting 6 products was interrupted").waitFor();
  await press(again, "Go on");
  await undoBar(again).getByText("6 products deleted").waitFor();
  expect(await products("Bib")).toEqual([]);
  await again.route(`**/v1/products/${bibs[2]}/restore`, () => undefined);
  await press(undoBar(again), "Undo");
  await expect.poll(() => products("Bib")).toHaveLength(5);
  await browser.kill();
  const last = await browser.start("/products");
  await last.getByText("Restoring 6 products was interrupted").waitFor();
  await press(last, "Go on", "6 products restored");
  expect(await products("Bib")).toHaveLength(6);
});
