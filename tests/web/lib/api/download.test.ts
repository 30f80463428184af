// Every report is one press away: downloaded by a form in a new tab, under the page's own policy.
import { beforeAll, expect, test } from "vitest";
import { expectAccessible, open, type Page } from "#tests/support/browser.ts";
import { today } from "#tests/support/make.ts";
import { stocked } from "#tests/support/stock.ts";
import { type Client, world } from "#tests/support/world.ts";

const here = await world();
const { manager, executive } = here;

beforeAll(async () => {
  await stocked(manager, 12);
});

/** What the press on a button sends the browser to, and the file that comes of it. */
const fetched = async (page: Page, button: string | RegExp) => {
  const { promise, resolve } = Promise.withResolvers<{ url: string; name: string }>();
  const take = (of: Page) => of.on("download", (file) => resolve({ url: file.url(), name: file.suggestedFilename() }));
  take(page);
  page.context().on("page", take);
  const asked = page.context().waitForEvent("request", (request) => request.url().includes("/export"));
  await page.getByRole("button", { name: button }).click();
  const { searchParams, pathname } = new URL((await asked).url());
  searchParams.delete("ticket");
  return { pathname, query: Object.fromEntries(searchParams), ...(await promise) };
};

const shown = async (who: Client, path: string, phone = false) => {
  const page = await open(here, who, { path, phone });
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
};

test("Manage Products exports all products, once for each press", async () => {
  const page = await shown(manager, "/products");
  await page.getByText("Muslin Swaddle").first().waitFor();
  for (const _ of [1, 2])
    expect(await fetched(page, "Export all products")).toMatchObject({
      pathname: "/v1/product/export",
      query: {},
      name: expect.stringMatching(/^Products .*\.xlsx$/),
    });
});

test("Manage Inventory exports the chosen warehouse, and the stock of a date", async () => {
  const page = await shown(executive, "/inventory");
  await page.getByText("Muslin Swaddle").first().waitFor();
  const all = await fetched(page, "Export all warehouses");
  expect(all).toMatchObject({ pathname: "/v1/stocks/export", query: {} });
  await page.getByLabel("Warehouse", { exact: true }).selectOption({ index: 1 });
  const one = await fetched(page, /^Export W [\da-f]+$/);
  expect(one.query).toEqual({ warehouse: expect.any(String) });
  expect(await fetched(page, "Date Export")).toMatchObject({
    pathname: "/v1/stock-report/export",
    query: { date: today() },
  });
  await expectAccessible(page);
});

test("View Transactions exports with every filter that is set, and no empty one", async () => {
  const page = await shown(manager, `/transactions?action=STOCK_IN`);
  await page.getByText("Muslin Swaddle").first().waitFor();
  expect(await fetched(page, "Export")).toMatchObject({
    pathname: "/v1/transactions/export",
    query: { start: today(), end: today(), action: "STOCK_IN" },
  });
});

test("the Analytics Dashboard exports its range, of all channels together and of each", async () => {
  const page = await shown(manager, `/dashboard/analytics?start=${today()}&end=${today()}`);
  const query = { start: today(), end: today() };
  expect(await fetched(page, "Combined Sales Report")).toMatchObject({ pathname: "/v1/sales-report/export", query });
  const form = page.getByRole("form", { name: "Export reports" });
  expect((await form.getByRole("button").allInnerTexts()).map((text) => text.trim())).toEqual([
    "Combined Sales Report",
    ...["Amazon", "Flipkart", "Firstcry", "Jiomart", "Website", "SND App"],
  ]);
  expect(await fetched(page, "SND App")).toMatchObject({ pathname: "/v1/sales-report/export/snd-app", query });
  await expectAccessible(page);
});

test("without a ticket it says why and opens no tab", async () => {
  const page = await open(here, manager, { path: "/products", mayLog: /503|Busy right now/ });
  await page.route("**/v1/tickets", (route) =>
    route.fulfill({ status: 503, json: {}, headers: { "access-control-allow-origin": "*" } }),
  );
  await page.getByRole("button", { name: "Export all products" }).click();
  await page.getByText("Busy right now, try again").waitFor();
  expect(page.context().pages()).toHaveLength(1);
});

test("when the ticket is gone by then, the tab says so in words", async () => {
  const page = await open(here, manager, { path: "/products", mayLog: /401/ });
  await page.route("**/v1/tickets", async (route) => {
    const response = await route.fetch();
    const { ticket } = route.request().method() === "POST" ? await response.json() : { ticket: "" };
    await here.anonymous.get(`/v1/product/export?ticket=${ticket}`);
    await route.fulfill({ response });
  });
  const opened = page.context().waitForEvent("page");
  await page.getByRole("button", { name: "Export all products" }).click();
  const tab = await opened;
  await tab.getByRole("heading", { name: "There is no report to download" }).waitFor();
  await tab.getByText("This link was used already, or is older than a minute.").waitFor();
  expect(await tab.locator("body").evaluate((body) => getComputedStyle(body).maxWidth)).toBe("512px");
  await expectAccessible(tab);
});

test("on a phone both stock reports wait in a sheet", async () => {
  const page = await shown(executive, "/inventory", true);
  await page.getByRole("button", { name: "Export", exact: true }).tap();
  const sheet = page.getByRole("dialog", { name: "Export" });
  await sheet.getByRole("button", { name: "Date Export" }).waitFor();
  await sheet.getByRole("button", { name: "Export all warehouses" }).waitFor();
  await expectAccessible(page);
});
