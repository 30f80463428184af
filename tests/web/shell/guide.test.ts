// The user's guide over a screen, in the search, without a network, and as a file.
import { readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { expectAccessible, type Locator, open } from "#tests/support/browser.ts";
import { newProduct, newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { button, closeBy, dialog, found, gone, heading, press, row, rows, searchEverything } from "#tests/web/page.ts";
import guide from "#web/shell/guide/guide.json" with { type: "json" };
import { type GuideJob, jobsAt, pictureOf } from "#web/shell/guide/guide-pages.ts";

const here = await world();
const folder = fileURLToPath(new URL("../../../web/shell/guide/", import.meta.url));
const jobs = guide.jobs as GuideJob[];

test("the guide has 19 jobs, each with steps and a picture of its own, in at most 60 KB beside the pictures and 530 KB with them", () => {
  const pictures = readdirSync(`${folder}pictures`);
  expect(jobs).toHaveLength(19);
  expect(jobs.filter(({ steps, shows, about }) => steps.length === 0 || !shows || !about)).toEqual([]);
  expect(pictures.sort()).toEqual(jobs.map(({ title }) => `${pictureOf(title)}.jpg`).sort());
  const text = statSync(`${folder}guide.json`).size;
  const sizes = pictures.map((name) => statSync(`${folder}pictures/${name}`).size);
  expect(text).toBeLessThanOrEqual(60_000);
  expect(sizes.reduce((sum, size) => sum + size, text)).toBeLessThanOrEqual(530_000);
});

test("at a screen its own jobs come first, at a title that one, and nobody reads of what their role may not do", () => {
  const titles = (at: string, role: "executive" | "manager") => jobsAt(jobs, at, role).jobs.map(({ title }) => title);
  const received = jobsAt(jobs, "/intransit", "executive");
  expect([received.here, received.jobs[0]?.screen]).toEqual([1, "/intransit"]);
  expect(titles("/picklist/orders", "executive").slice(0, 2)).toEqual(titles("/picklist", "executive").slice(0, 2));
  expect(jobsAt(jobs, "/inventoryx", "manager").here).toBe(0);
  expect(titles("Change your password", "executive")[0]).toBe("Change your password");
  expect(jobsAt(jobs, "", "executive").jobs.every(({ role }) => role === "executive")).toBe(true);
  expect(titles("", "manager")).toHaveLength(19);
});

test("? opens the guide over the screen, with its picture; the search finds a job; Escape leads back", async () => {
  const page = await open(here, here.executive, { path: "/intransit" });
  await heading(page, "In-Transit Inventory").waitFor();
  await page.keyboard.press("?");
  const pages = dialog(page, "Guide");
  await pages.getByText("Press Receive beside the container.").waitFor();
  for (const part of ["On this screen", "Other jobs"]) await heading(pages, part).waitFor();
  const picture = pages.getByRole("img").first();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100);
  expect(await pages.getByText("Apply a count").count()).toBe(0);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await gone(pages);
  await searchEverything(page).fill("transfer");
  await found(page, "Transfer two products").click();
  await pages.getByText("Press TRANSFER.").waitFor();
  await press(pages, "Keyboard shortcuts");
  await dialog(page, "Keyboard shortcuts").waitFor();
});

test("without a network the guide opens, with its pictures", { tags: "exhaustive" }, async () => {
  const page = await open(here, here.executive, { path: "/intransit", worker: true, mayLog: /ERR_|No connection/ });
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await page.context().setOffline(true);
  await press(page, "Guide to this screen");
  await dialog(page, "Guide").getByText("Press Receive beside the container.").waitFor();
  const picture = dialog(page, "Guide").getByRole("img").first();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100);
});

test("a dotted figure explains itself with its own numbers, by press and by keys", async () => {
  const hub = await newWarehouse(here.manager, "BLR-01", "Bengaluru Hub");
  const product = await newProduct(here.manager, { p_id: "SND-BIB", name: "Bib", lead_time: "30" });
  await here.manager.post("/v1/transactions/in", { product, warehouse: hub, quantity: 20 });
  await here.manager.post("/v1/transactions/out", { channel: "amazon", list: [{ product, quantity: 7 }] });
  await here.manager.post("/v1/shipments", {
    container: "MSKU",
    expected_delivery: "2027-01-01",
    list: [{ product, quantity: 8 }],
  });
  const page = await open(here, here.manager, { path: "/dashboard/inventory" });
  const figure = (name: string) => button(row(page, "Bib"), name);
  await figure("49").click();
  const popup = dialog(page);
  const text = async () => (await popup.innerText()).replace(/\s+/g, " ");
  expect(await text()).toMatch(/Required: 49 units.*Min. Stock 70 Avl. Stock −13 In-Transit −8 Required 49/);
  await expectAccessible(page);
  const address = page.url();
  await closeBy(popup, "Close");
  expect(page.url()).toBe(address);
  await figure("70").click();
  expect(await text()).toMatch(/two days before 7 units Days ÷ 3 Lead Time × 30 days Rounded up 70/);
  await page.keyboard.press("Escape");

  await page.goto("/products");
  await rows(page).first().focus();
  for (const key of ["ArrowRight", "ArrowRight", "Enter"]) await page.keyboard.press(key);
  expect(await text()).toMatch(/DRR: 2.3.*two days before 7 units Days ÷ 3 Sold a day 2.3/);
});

/** Nothing lies over the middle of it. */
const isOnTop = (popup: Locator) =>
  popup.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

test.each([
  { at: "/dashboard/analytics", opens: "Bib", term: "Min. Stock", phone: false },
  { at: "/products", opens: "Actions for Bib", term: "70", phone: true },
])("an explanation lies over the dialog at $at that has its figure", async ({ at, opens, term, phone }) => {
  const page = await open(here, here.manager, { path: at, phone });
  await press(page, opens);
  await press(dialog(page, "Bib"), term);
  const popup = dialog(page, "Min. Stock");
  await popup.waitFor();
  expect(await isOnTop(popup)).toBe(true);
  await closeBy(popup, "Close");
  await dialog(page, "Bib").waitFor();
});
