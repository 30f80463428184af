// The Analytics Dashboard and the product's dialog, as a manager meets them.
import { beforeAll, expect, test } from "vitest";
import { addDays } from "#shared/day.ts";
import { expectAccessible, open, type Page } from "#tests/support/browser.ts";
import { setClock, testClock } from "#tests/support/clock.ts";
import { productForm, today } from "#tests/support/make.ts";
import { type Client, world } from "#tests/support/world.ts";

const here = await world({ preload: [testClock()] });
const { manager, signIn } = here;
const day = today();
const shown = (date: string) => date.split("-").reverse().join("-");

const sell = async (client: Client, channel: string, ...list: [product: string, quantity: number][]) => {
  const body = { channel, list: list.map(([product, quantity]) => ({ product, quantity })) };
  expect((await client.post("/v1/transactions/out", body)).status).toBe(201);
};

beforeAll(async () => {
  const hub = (await manager.post("/v1/warehouses", { w_id: "BLR-01", name: "Bengaluru Hub" })).body._id;
  const add = async (fields: Record<string, string>, quantity: number) => {
    const product = (await manager.post("/v1/products", productForm(fields))).body._id as string;
    await manager.post("/v1/transactions/in", { product, warehouse: hub, quantity, reason: "Return" });
    return product;
  };
  const links = { amazon: "https://www.amazon.in/dp/B0SND101", website: "https://snd.example/swaddle" };
  const swaddle = await add({ p_id: "SND-101", name: "Muslin Swaddle", lead_time: "30", ...links }, 500);
  const bib = await add({ p_id: "SND-BIB", name: "Terry Bib" }, 500);
  const cup = await add({ p_id: "SND-CUP", name: "Sipper Cup" }, 500);
  const gone = await add({ p_id: "SND-OLD", name: "Old Rattle" }, 500);

  setClock(new Date(Date.now() - 5 * 86_400_000).toISOString());
  await sell(await signIn("manager", "manager-password"), "jiomart", [cup, 90]);
  setClock(new Date().toISOString());
  await sell(manager, "amazon", [swaddle, 30], [bib, 3]);
  await sell(manager, "flipkart", [swaddle, 12]);
  await sell(manager, "snd-website", [swaddle, 6], [gone, 1]);
  await manager.delete(`/v1/products/${gone}`);
});

const dashboard = (wishes?: Parameters<typeof open>[2]): Promise<Page> =>
  open(here, manager, { path: "/dashboard/analytics", ...wishes });
const rows = (page: Page) =>
  page
    .getByRole("list")
    .getByRole("listitem")
    .filter({ has: page.getByRole("button") });
const names = (page: Page) => rows(page).getByRole("button").allInnerTexts();
const texts = (page: Page, table: string) =>
  page
    .getByRole("table", { name: table })
    .getByRole("row")
    .evaluateAll((lines) => lines.map((line) => [...line.children].map((cell) => cell.textContent?.trim())));
const readback = (page: Page, range: string) => page.getByRole("status").filter({ hasText: range }).waitFor();

test("managers land on the products by run rate, each with a tile for every channel and a dash for none", async () => {
  const page = await dashboard({ path: "/" });
  await page.getByRole("heading", { name: "Analytics Dashboard" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/dashboard/analytics");
  await readback(page, `${shown(addDays(day, -2))} to ${shown(day)}, 3 days`);
  await rows(page).first().waitFor();
  expect(await names(page)).toEqual(["Muslin Swaddle", "Terry Bib", "Old Rattle"]);
  const tiles = rows(page).first().locator("dt, dd");
  expect((await tiles.allInnerTexts()).join(" ")).toBe(
    "Amazon 10.0 Flipkart 4.0 Firstcry – Jiomart – Website 2.0 SND App – DRR 16.0 DRR(3D) 16.0",
  );
  await rows(page).nth(2).getByText("Deleted").waitFor();
  await expectAccessible(page);
});

test("the pie is 300 by 300 with words in its larger slices, and its legend is a table of all numbers", async () => {
  const page = await dashboard();
  const pie = page.locator("svg.recharts-surface");
  await pie.waitFor();
  expect([await pie.getAttribute("width"), await pie.getAttribute("height")]).toEqual(["300", "300"]);
  expect((await pie.locator("text").allTextContents()).sort()).toEqual([
    "Amazon3363.5%",
    "Flipkart1223.1%",
    "Website713.5%",
  ]);
  expect(await texts(page, "Units per channel")).toEqual([
    ["Channel", "Units", "Share"],
    ["Amazon", "33", "63.5%"],
    ["Flipkart", "12", "23.1%"],
    ["Firstcry", "0", "0.0%"],
    ["Jiomart", "0", "0.0%"],
    ["Website", "7", "13.5%"],
    ["SND App", "0", "0.0%"],
    ["Total", "52", "100.0%"],
  ]);
});

test("a preset stays in the address, and what sold earlier in it comes last", async () => {
  const page = await dashboard();
  await page.getByRole("button", { name: "7 days" }).click();
  await readback(page, `${shown(addDays(day, -6))} to ${shown(day)}, 7 days`);
  await rows(page).getByText("Sipper Cup").waitFor();
  expect(await names(page)).toEqual(["Muslin Swaddle", "Terry Bib", "Old Rattle", "Sipper Cup"]);
  expect(page.url()).toContain(`?start=${addDays(day, -6)}&end=${day}`);
  await page.reload();
  await rows(page).getByText("Sipper Cup").waitFor();
  expect(await page.getByRole("button", { name: "7 days" }).getAttribute("aria-pressed")).toBe("true");
});

test("an end before the start takes it along, more than a year is cut, and both are said", async () => {
  const page = await dashboard();
  await rows(page).first().waitFor();
  await page.getByLabel("End date").fill(addDays(day, -10));
  await readback(page, `Start moved to ${shown(addDays(day, -10))}`);
  await readback(page, `${shown(addDays(day, -10))}, 1 day`);
  await page.getByLabel("End date").fill(day);
  await page.getByLabel("Start date").fill(addDays(day, -366));
  await readback(page, `At most 366 days: end moved to ${shown(addDays(day, -1))}`);
  await page.getByLabel("End date").fill(addDays(day, 7));
  await readback(page, `to ${shown(day)}, 366 days`);
  // Before the first is drawn.
  await page.evaluate(
    (days) => {
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
      for (const [label, value] of days) {
        const field = document.querySelector(`[aria-label="${label}"]`);
        set?.call(field, value);
        field?.dispatchEvent(new Event("input", { bubbles: true }));
      }
    },
    [
      ["End date", addDays(day, -1)],
      ["Start date", addDays(day, -3)],
    ],
  );
  await readback(page, `${shown(addDays(day, -3))} to ${shown(addDays(day, -1))}, 3 days`);
});

test("a typed date counts when it is left, not at every digit", async () => {
  const asked: string[] = [];
  const page = await dashboard();
  await rows(page).first().waitFor();
  page.on("request", (request) => request.url().includes("/dash/analytics") && asked.push(request.url()));
  const wanted = addDays(day, -40);
  const [year = "", month = "", date = ""] = wanted.split("-");
  await page.getByLabel("Start date").focus();
  await page.keyboard.type(month + date + year);
  await page.keyboard.press("Enter");
  await readback(page, `${shown(wanted)} to ${shown(day)}, 41 days`);
  expect(asked.map((url) => new URL(url).searchParams.get("start"))).toEqual([wanted]);
});

test("a range without sales says which, and offers another", async () => {
  const page = await dashboard({ path: `/dashboard/analytics?start=2026-01-01&end=2026-01-03` });
  await page.getByText("No sales from 01-01-2026 to 03-01-2026").first().waitFor();
  await page.getByRole("region", { name: "Sales Distribution" }).getByRole("button", { name: "7 days" }).click();
  await readback(page, "7 days");
  await page.getByRole("table", { name: "Units per channel" }).waitFor();
});

test("a chart that cannot be had leaves its numbers and the list in place", async () => {
  const page = await dashboard({ path: "/login", mayLog: /sales-pie|ERR_FAILED/ });
  await page.route("**/sales-pie*.js", (route) => route.abort());
  await page.goto("/dashboard/analytics");
  await page.getByText("The chart could not be drawn.").waitFor();
  await rows(page).getByText("Terry Bib").waitFor();
  expect((await texts(page, "Units per channel")).at(-1)).toEqual(["Total", "52", "100.0%"]);
  await page.unroute("**/sales-pie*.js");
  await page.getByRole("button", { name: "Reload" }).click();
  await page.locator("svg.recharts-surface").waitFor();
});

test("a product opens with its stock and sales, arrows go through the list, and its row gets the focus back", async () => {
  const page = await dashboard();
  await rows(page).getByRole("button", { name: "Muslin Swaddle" }).click();
  const dialog = page.getByRole("dialog", { name: "Muslin Swaddle" });
  await dialog.getByText("SND-101").waitFor();
  expect(await texts(page, "Stock")).toEqual([
    ["Avl. Stock", "In Transit", "Min. Stock", "Lead Time", "DRR(3D)"],
    ["452", "0", "480", "30 days", "16.0"],
  ]);
  expect(await texts(page, "Sales by channel")).toEqual([
    ["Channel", "Amazon", "Flipkart", "Firstcry", "Jiomart", "Website", "SND App", "Total"],
    ["Units", "30", "12", "0", "0", "6", "0", "48"],
    ["DRR", "10.0", "4.0", "–", "–", "2.0", "–", "16.0"],
  ]);
  const listing = dialog.getByRole("link", { name: "Website listing of Muslin Swaddle, opens in a new tab" });
  expect(await listing.getAttribute("href")).toBe("https://snd.example/swaddle");
  expect(await dialog.getByRole("link", { name: /Flipkart listing/ }).count()).toBe(0);
  expect(await dialog.getByRole("link", { name: "Update stock" }).getAttribute("href")).toMatch(
    /^\/inventory\?do=update&id=p/,
  );
  await expectAccessible(page);
  await page.keyboard.press("ArrowRight");
  await page.getByRole("dialog", { name: "Terry Bib" }).waitFor();
  await page.getByRole("button", { name: "Next product" }).click();
  await page.getByRole("dialog", { name: "Old Rattle" }).getByText("Deleted").waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("dialog", { name: "Terry Bib" }).waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Terry Bib");
  expect(page.url()).not.toContain("do=");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Terry Bib" }).waitFor();
  await page.mouse.click(5, 400);
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

test("what is typed stays when somebody else deletes the category meanwhile, and saving it says so", async () => {
  const { _id } = (await manager.post("/v1/categories", { name: "Rattles" })).body;
  const page = await dashboard({ mayLog: /404|Resource not found/ });
  await page.getByRole("button", { name: "Edit Rattles" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Rattles" });
  await edit.getByLabel("Category Name").fill("Toys");
  await manager.delete(`/v1/categories/${_id}`);
  await edit.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Edit Rattles" }).waitFor({ state: "detached" });
  await edit.getByText(/not found/i).waitFor();
  expect(await edit.getByLabel("Category Name").inputValue()).toBe("Toys");
});

test("categories are added in place, a name taken is said beside its field, and they are edited and deleted", async () => {
  const page = await dashboard({ mayLog: /409|Duplicate/ });
  const form = page.getByRole("form", { name: "Add category" });
  const add = async (name: string) => {
    await form.getByLabel("Category Name").fill(name);
    await form.getByRole("button", { name: "Add" }).click();
  };
  await form.getByLabel("Amazon Link").fill("amazon.in/swaddles");
  await add("Swaddles");
  await form.getByText("Link with http:// or https:// expected").waitFor();
  await form.getByLabel("Amazon Link").fill("https://www.amazon.in/swaddles");
  await form.getByRole("button", { name: "Add" }).click();
  const link = page.getByRole("link", { name: "amazon.in: Amazon page of Swaddles, opens in a new tab" });
  await link.waitFor();
  expect(await link.getAttribute("href")).toBe("https://www.amazon.in/swaddles");
  expect(await form.getByLabel("Category Name").inputValue()).toBe("");
  await add("swaddles ");
  await form.getByText("Taken already").waitFor();
  await page.getByRole("button", { name: "Edit Swaddles" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Swaddles" });
  await edit.getByLabel("Category Name").fill("Wraps");
  await edit.getByRole("button", { name: "Save" }).click();
  await page.getByRole("rowheader", { name: "Wraps" }).waitFor();
  await page.getByRole("button", { name: "Delete Wraps" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByText('Permanently deleting category "Wraps". Continue?').waitFor();
  await question.getByRole("button", { name: "Delete category" }).click();
  await page.getByText("No categories yet").waitFor();
  // What browsers refuse as an address is shown as it is, and leaves the screen standing.
  await form.getByLabel("Amazon Link").fill("https://1.2.3.4.5/swaddles");
  await add("Swaddles");
  await page.getByRole("link", { name: "1.2.3.4.5: Amazon page of Swaddles, opens in a new tab" }).waitFor();
});

test("on a phone nothing but the tiles scrolls sideways, and a product fills the screen", async () => {
  const page = await dashboard({ phone: true });
  await rows(page).first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expectAccessible(page);
  await rows(page).getByText("SND-BIB").tap();
  const dialog = page.getByRole("dialog", { name: "Terry Bib" });
  await dialog.getByText("2 of 3").waitFor();
  expect((await dialog.boundingBox())?.height).toBeGreaterThan(780);
  await expectAccessible(page);
});
