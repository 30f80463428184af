// View Transactions, in a real browser on the running product.
import { beforeAll, describe, expect, test } from "vitest";
import { addDays } from "#shared/day.ts";
import type { Movement } from "#shared/movement.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { ean13, showBarcode } from "#tests/support/barcode.ts";
import { expectAccessible, open, type Page, scan } from "#tests/support/browser.ts";
import { engine } from "#tests/support/engine.ts";
import { productForm, today } from "#tests/support/make.ts";
import { keyed } from "#tests/support/stock.ts";
import { type TestWorld, world } from "#tests/support/world.ts";

let here: TestWorld;
let swaddle: string;
let bib: string;
const now = today();
const shown = (day: string) => day.split("-").reverse().join("-");
const fourDaysAgo = addDays(now, -4);

const product = async (name: string, p_id: string): Promise<string> =>
  (await here.manager.post("/v1/products", productForm({ name, p_id }))).body._id;
const warehouse = async (name: string, w_id: string): Promise<string> =>
  (await here.manager.post("/v1/warehouses", { name, w_id })).body._id;

/** A movement of an earlier day, as the ledger holds it. */
const earlier = (line: [product: string, warehouse: string, delta: number]): Movement => ({
  _id: "earlier",
  kind: "in",
  reason: "Return",
  lines: [line],
  remarks: "from the fair",
  user: { _id: "u1", name: "Asha Rao", username: "asha" },
  created_at: `${fourDaysAgo}T04:35:00.000Z`,
  day: fourDaysAgo,
  hash: "",
});

beforeAll(async () => {
  here = await world();
  const [hub, ncr] = await Promise.all([warehouse("Bengaluru Hub", "BLR-01"), warehouse("Delhi NCR", "DEL-02")]);
  swaddle = await product("Muslin Swaddle Pink", "SND-SWD-101");
  bib = await product("Terry Bib", "SND-BIB-201");
  const post = (way: "in" | "out", body: object) => here.executive.post(`/v1/transactions/${way}`, body, keyed());
  await post("in", { product: swaddle, warehouse: hub, quantity: 1_200 });
  await post("in", { product: bib, warehouse: ncr, quantity: 30, reason: "Purchase (Overseas)" });
  await post("out", { product: swaddle, warehouse: hub, quantity: 4, reason: "Damage", remarks: "torn" });
  await post("out", { channel: "amazon", list: [{ product: swaddle, quantity: 7 }] });
  await engine(here).put("movements", [earlier([bib, hub, 5])]);
});

const table = (page: Page) => page.getByRole("table", { name: "Transactions" });
const rows = (page: Page) => table(page).locator("tbody tr[aria-rowindex]");
const status = (page: Page) => page.getByRole("status").filter({ hasText: /transaction/ });
const filter = (page: Page, name: string) =>
  page.getByRole("group", { name: "Filters" }).getByLabel(name, { exact: true });
const listed = async (path = "/transactions", phone = false) => {
  const page = await open(here, here.manager, { path, phone });
  await rows(page).first().waitFor();
  return page;
};

test("it shows today's rows, newest first, with everything the specification names", async () => {
  const page = await listed();
  await page.getByRole("heading", { name: "View Transactions", level: 1 }).waitFor();
  expect(await page.getByLabel("Start date").inputValue()).toBe(now);
  expect(await page.getByLabel("End date").inputValue()).toBe(now);
  expect(await page.getByLabel("End date").getAttribute("max")).toBe(now);
  expect(await status(page).textContent()).toBe("4 transactions");
  const cells = await rows(page).nth(1).getByRole("cell").allInnerTexts();
  const [index, , name, action, reason, quantity, place, created, user] = cells;
  expect([index, name, action, reason, quantity, place, user]).toEqual([
    "2",
    "Muslin Swaddle Pink\nSND-SWD-101",
    "STOCK_OUT",
    "Damage",
    "4",
    "Bengaluru Hub\nBLR-01",
    "The executive\n@executive",
  ]);
  expect(created).toMatch(new RegExp(`^${shown(now)} \\d\\d:\\d\\d$`));
});

test("a picklist's row carries its channel", async () => {
  const page = await listed();
  expect(await rows(page).first().getByRole("cell").nth(4).innerText()).toBe("Outbound\nAmazon");
});

test("a total of the quantities stands there when an action is chosen, and of what the other filters leave", async () => {
  const page = await listed();
  expect(await filter(page, "Action").locator("option").allTextContents()).toEqual([
    "All (Action)",
    "STOCK_OUT",
    "STOCK_IN",
  ]);
  await filter(page, "Action").selectOption("STOCK_OUT");
  await status(page).getByText("Total 11 · 2 transactions").waitFor();
  await filter(page, "Action").selectOption("STOCK_IN");
  await status(page).getByText("Total 1,230 · 2 transactions").waitFor();
  await filter(page, "Warehouse").selectOption({ label: "Delhi NCR (DEL-02)" });
  await status(page).getByText("Total 30 · 1 transaction").waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect.poll(() => status(page).textContent()).toBe("4 transactions");
});

test("a product is searched for by name or P.ID, cleared, and kept in the link", async () => {
  const page = await listed();
  await filter(page, "Product").fill("bib-201");
  await page.getByRole("option", { name: /Terry Bib/ }).click();
  await expect.poll(() => status(page).textContent()).toBe("1 transaction");
  const again = await listed(page.url().replace(here.site, ""));
  await expect.poll(() => status(again).textContent()).toBe("1 transaction");
  await again.getByRole("button", { name: "Clear product" }).click();
  await expect.poll(() => status(again).textContent()).toBe("4 transactions");
});

test("a filter by something that is gone says so, and can be taken back", async () => {
  const page = await open(here, here.manager, { path: "/transactions?warehouse=gone" });
  await page.getByText("Nothing matches these filters").waitFor();
  const chosen = filter(page, "Warehouse").locator("option:checked");
  await expect.poll(() => chosen.textContent()).toBe("Not in this list");
  await filter(page, "Warehouse").selectOption("");
  await rows(page).first().waitFor();
  const other = await open(here, here.manager, { path: "/transactions?product=gone" });
  await other.getByText("Nothing matches these filters").waitFor();
  await other.getByPlaceholder("Not in this list").waitFor();
  await other.getByRole("button", { name: "Clear product" }).click();
  await rows(other).first().waitFor();
});

test("what is scanned while a row is open leaves it open and changes nothing behind it", async () => {
  const page = await listed();
  await rows(page).first().click();
  await page.getByRole("dialog").waitFor();
  await scan(page, "SND-BIB-201");
  expect(await page.getByRole("dialog").count()).toBe(1);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(new URL(page.url()).search).toBe("");
});

test("over several days each day stands above its rows", async () => {
  const page = await listed();
  expect(await table(page).getByRole("rowheader").count()).toBe(0);
  await page.getByRole("button", { name: "7 days" }).click();
  await expect.poll(() => status(page).textContent()).toBe("5 transactions");
  const heads = table(page).locator("th[scope=rowgroup]");
  expect(await heads.allTextContents()).toEqual([shown(now), shown(fourDaysAgo)]);
  // 04:35 UTC is 10:05 in the business time zone.
  await rows(page)
    .last()
    .getByText(`${shown(fourDaysAgo)} 10:05`)
    .waitFor();
});

test("a day without any says so, and offers the last 7 days", async () => {
  const day = addDays(now, -1);
  const page = await open(here, here.manager, { path: `/transactions?start=${day}&end=${day}` });
  await page.getByText(`No transactions on ${shown(day)}`).waitFor();
  await expectAccessible(page);
  await page.locator("[data-nothing]").getByRole("button", { name: "7 days" }).click();
  await expect.poll(() => status(page).textContent()).toBe("5 transactions");
});

test("a start after the end moves the end, and says so", async () => {
  const page = await listed(`/transactions?start=${addDays(now, -6)}&end=${fourDaysAgo}`);
  await page.getByLabel("Start date").fill(now);
  await page.getByLabel("Start date").press("Enter");
  await page.getByText(`end moved to ${shown(now)}`).waitFor();
  await expect.poll(() => page.getByLabel("End date").inputValue()).toBe(now);
});

test("a day to come that is typed becomes today in one step", async () => {
  const page = await listed(`/transactions?start=${addDays(now, -6)}&end=${fourDaysAgo}`);
  const steps = () => page.evaluate(() => history.length);
  const before = await steps();
  await page.getByLabel("End date").focus();
  await page.keyboard.type("12312099");
  await page.keyboard.press("Tab");
  await expect.poll(() => new URL(page.url()).searchParams.get("end")).toBe(now);
  expect((await steps()) - before).toBe(1);
});

test("a row opens what it has no room for", async () => {
  const page = await listed();
  await rows(page).nth(1).click();
  const sheet = page.getByRole("dialog", { name: "Muslin Swaddle Pink" });
  await sheet.getByText("torn").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
});

test("past 20,000 rows it stops reading and asks to narrow the range", async () => {
  const page = await open(here, here.manager, { path: "/not-here" });
  const one = (await here.manager.get(`/v1/transactions?start=${now}&end=${now}`)).body[0];
  let pages = 0;
  await page.route("**/v1/transactions?*", (route) => {
    // The newest is a movement of its own, the others are of a batch that may go on beyond them.
    const rows = Array.from({ length: 5_000 }, (_, index) =>
      index + pages === 0 ? one : { ...one, movement: "batch", batch: true, _id: `batch.${pages}-${index}` },
    );
    pages++;
    const headers = {
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "link",
      link: `</v1/transactions?start=${now}&end=${now}&after=${pages}>; rel="next"`,
    };
    return route.fulfill({ json: rows, headers });
  });
  await page.goto("/transactions?action=STOCK_OUT");
  await page.getByText("Only the newest rows are shown: choose a shorter range").waitFor();
  await status(page).getByText("Total of the rows shown 1,40,000 · 20,000 transactions").waitFor();
  expect(pages).toBe(4);
  expect(await page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(1_500);

  const said = async (row: number) => {
    await rows(page).nth(row).getByRole("button").click();
    const question = page.getByRole("dialog", { name: "Reverse movement" });
    const text = await question.getByText("Continue?").textContent();
    await question.getByRole("button", { name: "Cancel" }).click();
    return text;
  };
  const besides = "The units leave the sales of that day. Continue?";
  expect(await said(0)).toBe(`This row goes back: 7 × Muslin Swaddle Pink out of Bengaluru Hub. ${besides}`);
  expect(await said(1)).toBe(`All rows of this movement go back, including those not shown. ${besides}`);
  await rows(page).nth(1).click();
  const movement = page.locator("dt", { hasText: /^Movement$/ }).locator("+ dd");
  expect(await movement.textContent()).toBe(movementNumber("batch"));
});

test("an executive has no access to it", async () => {
  const page = await open(here, here.executive, { path: "/transactions" });
  await page.getByText("No access, ask a manager.").waitFor();
  expect(await page.getByRole("link", { name: "View Transactions" }).count()).toBe(0);
});

describe("on a phone", () => {
  test("a row says product, direction, time, warehouse and user", async () => {
    const page = await listed("/transactions", true);
    const text = await rows(page).nth(1).innerText();
    for (const part of ["Muslin Swaddle Pink", "OUT", "BLR-01", "@executive", "4"]) expect(text).toContain(part);
    expect(text).toMatch(/\d\d:\d\d/);
    await expectAccessible(page);
  });

  test("the filters wait in a sheet", async () => {
    const page = await listed("/transactions", true);
    await page.getByRole("button", { name: "Filter" }).tap();
    const sheet = page.getByRole("dialog", { name: "Filters" });
    await sheet.getByLabel("Action").selectOption("STOCK_IN");
    await sheet.getByText(/Total 1,230/).waitFor();
    await expectAccessible(page);
    await sheet.getByRole("button", { name: "Show" }).tap();
    await page.getByRole("button", { name: "Filter (1)" }).waitFor();
  });

  test("a product is chosen by the camera, beside its field in the sheet", async () => {
    await product("Wooden Rattle", "8900000411030");
    const page = await listed("/transactions", true);
    await page.addInitScript(showBarcode, ean13("8900000411030"));
    await page.reload();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole("button", { name: "Filter" }).tap();
    const sheet = page.getByRole("dialog", { name: "Filters" });
    const button = sheet.getByRole("button", { name: "Scan product" });
    const box = await button.boundingBox();
    expect((box?.x ?? 360) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await button.tap();
    await sheet.getByRole("button", { name: "Product: Wooden Rattle (8900000411030)" }).waitFor();
    await expectAccessible(page);
  });

  test("the filters stay open when it is turned, and so does their camera", async () => {
    const page = await listed("/transactions", true);
    await page.evaluate(showBarcode, "");
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("button", { name: "Scan product" }).click();
    const camera = page.getByRole("dialog", { name: "Scan", exact: true });
    await camera.getByText("Hold a barcode").waitFor();
    await page.setViewportSize({ width: 844, height: 390 });
    await page.getByPlaceholder("All (Product)").waitFor({ state: "attached" });
    await camera.getByRole("button", { name: "Done" }).click();
    await filter(page, "Action").selectOption("STOCK_OUT");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await expect.poll(() => status(page).textContent()).toBe("Total 11 · 2 transactions");
    expect(await filter(page, "Action").inputValue()).toBe("STOCK_OUT");
  });
});

test("it is accessible, in light and dark", async () => {
  const page = await listed(`/transactions?start=${addDays(now, -6)}&end=${now}&product=${swaddle}&action=STOCK_OUT`);
  await expectAccessible(page);
});
