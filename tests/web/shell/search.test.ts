// Search by words: in lists, in pickers, and in the global search.
import { expect, test } from "vitest";
import { addDays } from "#shared/day.ts";
import { expectAccessible, open, type Page } from "#tests/support/browser.ts";
import { today } from "#tests/support/fixtures.ts";
import { createProduct, newStockLine } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { dialog, field, follow, found, gone, heading, panel, press, rows, searchEverything } from "#tests/web/page.ts";

const here = await world();
const { product } = await newStockLine(here.manager, 1);
const mint = await createProduct(here.manager, { p_id: "SND-SWD-102", name: "Muslin Swaddle, Pack of 3 (Mint)" });
await createProduct(here.manager, { p_id: "SND-CAR-910", name: "Crèche Carrier (Yellow)" });
const list = [{ product, quantity: 1 }];
const late = { container: "CMAU 335908-6", expected_delivery: addDays(today(), -2), list };
await here.manager.post("/v1/shipments", late);
await here.manager.post("/v1/transactions/out", { channel: "amazon", list });
await here.manager.post("/v1/purchase-orders", { expected_delivery: addDays(today(), 30), list });
await here.manager.patch("/v1/purchase-orders/PO-0001", { close: true });
const { number } = (await here.manager.get(`/v1/picklists?start=${today()}&end=${today()}`)).body[0];

const marks = (page: Page): Promise<string[]> => page.locator("mark").allTextContents();

test("words in any order find a product, without case and accents, and are marked", async () => {
  const page = await open(here, here.manager, { path: "/products?q=swaddle+mint" });
  await expect.poll(() => rows(page).count()).toBe(1);
  await rows(page).getByText(mint.name).waitFor();
  expect(await marks(page)).toEqual(["Swaddle", "Mint"]);
  await page.getByRole("searchbox").fill("creche 910");
  await rows(page).getByText("Crèche Carrier").waitFor();
  await expect.poll(() => marks(page)).toEqual(["910", "Crèche"]);
  // As a messenger sends it: bold, with another dash, an invisible mark and digits of Hindi.
  await page.getByRole("searchbox").fill("*\u200eSND\u2013car\u2013\u096f\u0967\u0966*");
  await expect.poll(() => marks(page)).toEqual(["SND-CAR-910"]);
});

test("what a list shows is saved under a name, stands below its screen in the menu, and is forgotten", async () => {
  const page = await open(here, here.manager, { path: "/products?q=swaddle+mint&sort=-lead-time" });
  await rows(page).getByText(mint.name).waitFor();
  await press(page, "Save this view");
  const name = field(page, "Name of the view");
  await name.fill("Mint swaddles");
  await name.press("Enter");
  const view = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Mint swaddles" });
  await view.waitFor();
  await expectAccessible(page);
  await follow(page, "Warehouse List");
  await view.click();
  await rows(page).getByText(mint.name).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe("?q=swaddle+mint&sort=-lead-time");
  await press(page, "Forget the view Mint swaddles");
  await press(page, "Save this view");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Save this view" }).waitFor();
  expect(await view.count()).toBe(0);
});

test("arrow down leads from the search of a list to its rows", { tags: "exhaustive" }, async () => {
  const page = await open(here, here.manager, { path: "/products?q=swaddle+mint" });
  await rows(page).getByText(mint.name).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await heading(panel(page), mint.name).waitFor();
});

test("a picker finds words in any order, the product with the code itself first", async () => {
  const page = await open(here, here.manager, { path: "/inventory?do=update" });
  const product = field(dialog(page, "Update Stock"), "Product");
  await product.fill("mint swad");
  await page.getByRole("option", { name: mint.name }).waitFor();
  expect(await marks(page)).toEqual(["Swad", "Mint"]);
  await product.fill("snd-car-910");
  await expect.poll(() => page.getByRole("option").first().textContent()).toContain("SND-CAR-910");
});

test("Ctrl + K finds actions, containers, orders, picklists and users, the best match first, and opens them", async () => {
  const page = await open(here, here.manager, { path: "/inventory" });
  await searchEverything(page).waitFor();
  const find = async (text: string) => {
    await page.keyboard.press("Control+k");
    await page.keyboard.type(text, { delay: 130 });
  };
  await find("low");
  await found(page, "Yellow").waitFor();
  await expect.poll(() => page.getByRole("option").first().textContent()).toBe("Low Stock Report");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  for (const [text, opened] of [
    ["prod add", heading(page, "Add Product")],
    ["update st", dialog(page, "Update Stock")],
  ] as const) {
    await find(text);
    await page.keyboard.press("Enter");
    await opened.waitFor();
  }
  await page.keyboard.press("Escape");
  await find("335908");
  await found(page, "CMAU 335908-6").click();
  await heading(page, "In-Transit Inventory").waitFor();
  await page.getByRole("button", { name: "CMAU 335908-6", expanded: true }).waitFor();
  await find(number.replace("-", "").toLowerCase());
  await found(page, number).click();
  await dialog(page).getByText(number).first().waitFor();
  await page.keyboard.press("Escape");
  await gone(dialog(page));
  await find("po0001");
  await found(page, "Order PO-0001").click();
  await heading(page, "Orders to suppliers").waitFor();
  await page.getByRole("button", { name: "PO-0001", exact: true }).waitFor();
  await find("manager");
  await found(page, "@manager").click();
  await heading(page, "Manage Users").waitFor();
});

test("the menu says how many containers are late", async () => {
  const page = await open(here, here.executive, { path: "/inventory" });
  await page.getByRole("link", { name: "In-Transit Inventory 1 container is late" }).waitFor();
});

test("on a phone the search is a sheet, and logout lies under the name", { tags: "exhaustive" }, async () => {
  const page = await open(here, here.manager, { path: "/inventory", phone: true });
  await page.getByRole("button", { name: "Search everything" }).tap();
  await searchEverything(page).fill("swaddle mint");
  await found(page, mint.name).tap();
  await heading(page, mint.name).waitFor();
  expect(await page.getByRole("button", { name: "Logout" }).count()).toBe(0);
  await page.getByRole("button", { name: "The manager @manager" }).tap();
  await press(dialog(page), "Logout");
  await page.getByRole("button", { name: "Login" }).waitFor();
});
