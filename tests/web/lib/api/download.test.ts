// Every report is one press away: a form downloads it in a new tab, under the page's Content Security Policy.
import { expect, test } from "vitest";
import { expectAccessible, open, type Page, refuseOnce } from "#tests/support/browser.ts";
import { today } from "#tests/support/fixtures.ts";
import { newStockLine } from "#tests/support/stock.ts";
import { type Client, world } from "#tests/support/world.ts";
import { field, heading, press } from "#tests/web/page.ts";

const here = await world();
const { manager, executive } = here;
await newStockLine(manager, 12);

/** The request that a press on a button makes, and the file it downloads. */
const download = async (page: Page, button: string | RegExp) => {
  const { promise, resolve } = Promise.withResolvers<{ url: string; name: string }>();
  const take = (of: Page) => of.on("download", (file) => resolve({ url: file.url(), name: file.suggestedFilename() }));
  take(page);
  page.context().on("page", take);
  const request = page.context().waitForEvent("request", (request) => request.url().includes("/export"));
  await press(page, button);
  const { searchParams, pathname } = new URL((await request).url());
  searchParams.delete("ticket");
  return { pathname, query: Object.fromEntries(searchParams), ...(await promise) };
};

const openScreen = async (client: Client, path: string, phone = false) => {
  const page = await open(here, client, { path, phone });
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
};

test("Manage Products exports all products, once for each press", async () => {
  const page = await openScreen(manager, "/products");
  await page.getByText("Muslin Swaddle").first().waitFor();
  for (const _ of [1, 2])
    expect(await download(page, "Export all products")).toMatchObject({
      pathname: "/v1/product/export",
      query: {},
      name: expect.stringMatching(/^Products .*\.xlsx$/),
    });
});

test("Manage Inventory exports the chosen warehouse, and the stock of a date", async () => {
  const page = await openScreen(executive, "/inventory");
  await page.getByText("Muslin Swaddle").first().waitFor();
  const all = await download(page, "Export all warehouses");
  expect(all).toMatchObject({ pathname: "/v1/stocks/export", query: {} });
  await field(page, "Warehouse").selectOption({ index: 1 });
  const one = await download(page, /^Export W [\da-f]+$/);
  expect(one.query).toEqual({ warehouse: expect.any(String) });
  expect(await download(page, /^Date Export/)).toMatchObject({
    pathname: "/v1/stock-report/export",
    query: { date: today() },
  });
  await expectAccessible(page);
});

test("Analytics exports its range, of all channels together and of each", { tags: "exhaustive" }, async () => {
  const page = await openScreen(manager, `/dashboard/analytics?start=${today()}&end=${today()}`);
  const query = { start: today(), end: today() };
  expect(await download(page, /^Combined Sales Report/)).toMatchObject({ pathname: "/v1/sales-report/export", query });
  const form = page.getByRole("form", { name: "Export reports" });
  expect((await form.getByRole("button").allInnerTexts()).map((text) => text.trim())).toEqual([
    "Combined Sales Report",
    ...["Amazon", "Flipkart", "Firstcry", "Jiomart", "Website", "SND App"],
  ]);
  expect(await download(page, /^SND App/)).toMatchObject({ pathname: "/v1/sales-report/export/snd-app", query });
  await expectAccessible(page);
});

test("when no ticket is issued the screen says why and opens no tab", async () => {
  const page = await open(here, manager, { path: "/products", mayLog: /503|Busy right now/ });
  await refuseOnce(page, "**/v1/tickets", 503);
  await press(page, "Export all products", "Busy right now, try again");
  expect(page.context().pages()).toHaveLength(1);
});

test("when the ticket has been used, the tab says so", { tags: "exhaustive" }, async () => {
  const page = await open(here, manager, { path: "/products", mayLog: /401/ });
  await page.route("**/v1/tickets", async (route) => {
    const response = await route.fetch();
    const { ticket } = route.request().method() === "POST" ? await response.json() : { ticket: "" };
    await here.anonymous.get(`/v1/product/export?ticket=${ticket}`);
    await route.fulfill({ response });
  });
  const opened = page.context().waitForEvent("page");
  await press(page, "Export all products");
  const tab = await opened;
  await heading(tab, "There is no report to download").waitFor();
  await tab.getByText("This link was used already, or is older than a minute.").waitFor();
  expect(await tab.locator("body").evaluate((body) => getComputedStyle(body).maxWidth)).toBe("512px");
  await expectAccessible(tab);
});
