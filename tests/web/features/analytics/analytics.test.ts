// The Analytics Dashboard and the product's dialog, as a manager meets them.
import { expect, test } from "vitest";
import { type Channel, channelLabel, channels } from "#shared/channel.ts";
import { addDays, dayText } from "#shared/day.ts";
import { expectAccessible, fulfill, hold, open, type Page, type PageOptions } from "#tests/support/browser.ts";
import { fileOf } from "#tests/support/built-file.ts";
import { setClock } from "#tests/support/clock.ts";
import { putProducts } from "#tests/support/engine.ts";
import { today } from "#tests/support/fixtures.ts";
import { newProduct, newWarehouse } from "#tests/support/stock.ts";
import { type Client, world } from "#tests/support/world.ts";
import {
  answer,
  button,
  cellTexts,
  columnHeads,
  cutTexts,
  dialog,
  expectQuestion,
  focused,
  gone,
  heading,
  pageWidth,
  press,
  status,
} from "#tests/web/page.ts";

const here = await world();
const { manager, signIn } = here;
const day = today();

const sell = async (client: Client, channel: string, ...list: [product: string, quantity: number][]) => {
  const body = { channel, list: list.map(([product, quantity]) => ({ product, quantity })) };
  expect((await client.post("/v1/transactions/out", body)).status).toBe(201);
};

const hub = await newWarehouse(manager, "BLR-01", "Bengaluru Hub");
const add = async (fields: Record<string, string>) => {
  const product = await newProduct(manager, fields);
  await manager.post("/v1/transactions/in", { product, warehouse: hub, quantity: 500, reason: "Return" });
  return product;
};
const links = { amazon: "https://www.amazon.in/dp/B0SND101", website: "https://snd.example/swaddle" };
const swaddle = await add({ p_id: "SND-101", name: "Muslin Swaddle", lead_time: "30", ...links });
const bib = await add({ p_id: "SND-BIB", name: "Terry Bib" });
const cup = await add({ p_id: "SND-CUP", name: "Sipper Cup" });
const rattle = await add({ p_id: "SND-OLD", name: "Old Rattle" });

setClock(new Date(Date.now() - 8 * 86_400_000).toISOString());
await sell(await signIn("manager", "manager-password"), "flipkart", [bib, 4]);
setClock(new Date(Date.now() - 5 * 86_400_000).toISOString());
await sell(await signIn("manager", "manager-password"), "jiomart", [cup, 90]);
setClock(new Date().toISOString());
await sell(manager, "amazon", [swaddle, 30], [bib, 3]);
await sell(manager, "flipkart", [swaddle, 12]);
await sell(manager, "snd-website", [swaddle, 6], [rattle, 1]);
await manager.delete(`/v1/products/${rattle}`);
const late = { container: "MSKU 418227-0", expected_delivery: addDays(day, -6) };
await manager.post("/v1/shipments", { ...late, list: [{ product: cup, quantity: 10 }] });

const openDashboard = (options?: PageOptions) => open(here, manager, { path: "/dashboard/analytics", ...options });
const trending = (page: Page) => page.getByRole("table", { name: "Trending Products" });
const products = (page: Page) =>
  trending(page)
    .getByRole("row")
    .filter({ has: page.getByRole("button") });
const names = (page: Page) => products(page).getByRole("button").allInnerTexts();
const tableTexts = (page: Page, table: string) =>
  page
    .getByRole("table", { name: table })
    .getByRole("row")
    .evaluateAll((lines) => lines.map((line) => [...line.children].map((cell) => cell.textContent?.trim())));
/** A value for each channel, in their order. */
const onChannels = <V>(some: Partial<Record<Channel, V>>, other: V): V[] =>
  channels.map((channel) => some[channel] ?? other);
const labels = channels.map(channelLabel);
const pieOf = (page: Page) => page.getByRole("region", { name: "Sales Distribution" }).locator("svg.recharts-surface");
const expectRange = (page: Page, range: string) => status(page, range).waitFor();

test("managers land on the products by run rate, each with a tile for every channel and a dash where nothing was sold", async () => {
  const page = await openDashboard({ path: "/" });
  await heading(page, "Analytics Dashboard").waitFor();
  expect(new URL(page.url()).pathname).toBe("/dashboard/analytics");
  await expectRange(page, `${dayText(addDays(day, -2))} to ${dayText(day)}, 3 days`);
  await expect.poll(() => names(page)).toEqual(["Muslin Swaddle", "Terry Bib", "Old Rattle"]);
  expect(await columnHeads(trending(page))).toEqual([...["#", "Product", "30 days", ...labels, "DRR", "DRR(3D)"]]);
  expect(await cellTexts(products(page).first())).toEqual([
    ...["1", "", ...onChannels({ amazon: "10.0", flipkart: "4.0", "snd-website": "2.0" }, "–"), "16.0", "16.0"],
  ]);
  await products(page).nth(2).getByText("Deleted").waitFor();
  await expectAccessible(page);
});

test("a tile is tinted by its size, the largest most, and one that rounds to zero is a dash without a tint", async () => {
  const page = await openDashboard({ path: `/dashboard/analytics?start=${addDays(day, -29)}&end=${day}` });
  const tint = async (product: number, channel: number) => {
    const tile = products(page).nth(product).getByRole("cell").nth(channel);
    const colour = await tile.evaluate((element) => getComputedStyle(element).getPropertyValue("--heat"));
    return `${await tile.innerText()} ${colour}`.trim();
  };
  await products(page).getByText("Sipper Cup").waitFor();
  expect(await tint(3, 5)).toBe("3.0 30%");
  expect(await tint(0, 2)).toMatch(/^1\.0 18\.58/);
  expect(await tint(2, 6)).toBe("–");
});

test("figures stand above: units against the period before, and what needs attention, which leads to its list", async () => {
  const page = await openDashboard();
  await products(page).first().waitFor();
  const tiles = page.getByRole("list", { name: "Key figures" }).getByRole("listitem");
  await expect
    .poll(async () => (await tiles.allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim()))
    .toEqual([
      "Units sold 52 −100% until yesterday",
      "Units a day 17 best day 52",
      "Not sold, out of stock – none ran out",
      "Low stock 1 at or below minimum",
      "To order now –",
      "Late containers 1 MSKU 418227-0, 6 days",
    ]);
  const title = (name: string) => heading(page, name).boundingBox();
  const [list, exports, links] = [
    await title("Trending Products"),
    await title("Export reports"),
    await title("Category Links"),
  ];
  expect(exports?.y).toBeGreaterThan(list?.y ?? Number.POSITIVE_INFINITY);
  expect(links?.y).toBe(exports?.y);
  expect(await page.getByRole("form", { name: "Export reports" }).getByRole("button").count()).toBe(
    1 + channels.length,
  );
  const leadsTo = (name: RegExp) => tiles.getByRole("link", { name }).getAttribute("href");
  expect(await leadsTo(/out of stock/)).toBe("/dashboard/plan?status=out.ordered");
  expect(await leadsTo(/To order now/)).toBe("/dashboard/plan?status=out.late.now");
  await tiles.getByRole("link", { name: /Low stock/ }).click();
  await heading(page, "Inventory Dashboard").waitFor();
  await page.goBack();
  await tiles.getByRole("link", { name: /Late containers/ }).click();
  await heading(page, "In-Transit Inventory").waitFor();
  await page.getByText("6 days late").waitFor();
});

test("the pie has words in its larger slices and a table of all numbers; units a day are bars by channel and a table, with the same weekdays before as a line", async () => {
  const page = await openDashboard();
  const pie = pieOf(page);
  await pie.waitFor();
  expect([await pie.getAttribute("width"), await pie.getAttribute("height")]).toEqual(["300", "300"]);
  await expect
    .poll(async () => (await pie.locator("text").allTextContents()).sort())
    .toEqual(["Amazon3363.5%", "Flipkart1223.1%", "Website713.5%"]);
  await page.getByRole("columnheader", { name: "Before", exact: true }).waitFor();
  const shares = {
    amazon: ["33", "63.5%", "–"],
    flipkart: ["12", "23.1%", "−100%"],
    "snd-website": ["7", "13.5%", "–"],
  };
  expect(await tableTexts(page, "Units per channel")).toEqual([
    ["Channel", "Units", "Share", "Before"],
    ...onChannels(shares, ["0", "0.0%", "–"]).map((cells, at) => [labels[at], ...cells]),
    ["Total", "52", "100.0%", "−100%"],
  ]);
  const chart = page.getByRole("region", { name: "Units a day" });
  const bars = chart.locator(".recharts-bar-rectangle path");
  await bars.first().waitFor();
  // Amazon, Flipkart and Website: of today, which is not over, so they are pale.
  const opacities = await bars.evaluateAll((all) => all.map((bar) => bar.getAttribute("fill-opacity")));
  expect(opacities).toEqual(Array(3).fill("0.45"));
  await chart.getByText("1 week before").first().waitFor();
  await expect.poll(() => chart.locator(".recharts-line-curve").count()).toBe(2);
  const none = labels.map(() => "0");
  expect(await tableTexts(page, "Units a day")).toEqual([
    ["Day", ...labels, "Total", "1 week before"],
    [dayText(addDays(day, -2)), ...none, "0", "0"],
    [dayText(addDays(day, -1)), ...none, "0", "4"],
    [dayText(day), ...onChannels({ amazon: "33", flipkart: "12", "snd-website": "7" }, "0"), "52", "0"],
  ]);
  await bars.first().hover();
  await chart.getByText("Amazon 33").waitFor();
  await press(page, "30 days");
  // Nothing was sold so long ago.
  await expect.poll(async () => (await tableTexts(page, "Units a day")).length).toBe(31);
  await gone(page.getByRole("columnheader", { name: "Before", exact: true }));
  expect(await chart.locator(".recharts-line-curve").count()).toBe(0);
});

test("each product shows its last 30 closed days, which are read when the list is seen", async () => {
  const { body } = await manager.get("/v1/products");
  const [swaddle] = body.filter(({ name }: { name: string }) => name === "Muslin Swaddle");
  const page = await openDashboard({ path: "/login" });
  await page.setViewportSize({ width: 1366, height: 420 });
  const read: string[] = [];
  await page.route(/\/v1\/plan(\?|$)/, (route) => {
    read.push(route.request().url());
    return fulfill(route, { rows: [{ ...swaddle, days: [3, null, 4, 5] }] });
  });
  await page.goto("/dashboard/analytics");
  await page.getByRole("region", { name: "Units a day" }).locator("svg").first().waitFor();
  await products(page).first().waitFor();
  expect(read).toEqual([]);
  await trending(page).scrollIntoViewIfNeeded();
  const course = products(page).first().getByRole("cell").nth(1);
  await course.getByText("12 units").waitFor();
  await course.locator("svg path").first().waitFor();
  expect(read).toHaveLength(1);
});

test("a preset stays in the address, and products that sold earlier in its range come last", async () => {
  const page = await openDashboard();
  await press(page, "7 days");
  await expectRange(page, `${dayText(addDays(day, -6))} to ${dayText(day)}, 7 days`);
  await products(page).getByText("Sipper Cup").waitFor();
  expect(await names(page)).toEqual(["Muslin Swaddle", "Terry Bib", "Old Rattle", "Sipper Cup"]);
  expect(page.url()).toContain(`?start=${addDays(day, -6)}&end=${day}`);
  await page.reload();
  await products(page).getByText("Sipper Cup").waitFor();
  expect(await button(page, "7 days").getAttribute("aria-pressed")).toBe("true");
});

test("a range without sales names its days, and offers another range", async () => {
  const page = await openDashboard({ path: `/dashboard/analytics?start=2026-01-01&end=2026-01-03` });
  await page.getByText("No sales from 01-01-2026 to 03-01-2026").first().waitFor();
  await page.getByRole("region", { name: "Sales Distribution" }).getByRole("button", { name: "7 days" }).click();
  await expectRange(page, "7 days");
  await page.getByRole("table", { name: "Units per channel" }).waitFor();
});

test("without the chart its numbers and the list are still shown", { tags: "exhaustive" }, async () => {
  const page = await openDashboard({ path: "/login", mayLog: /dynamically imported|ERR_FAILED/ });
  const pie = fileOf("charts");
  await page.route(pie, (route) => route.abort());
  await page.goto("/dashboard/analytics");
  const again = page.getByRole("region", { name: "Sales Distribution" }).getByRole("button", { name: "Try again" });
  await again.waitFor();
  await products(page).getByText("Terry Bib").waitFor();
  expect((await tableTexts(page, "Units per channel")).at(-1)?.slice(0, 3)).toEqual(["Total", "52", "100.0%"]);
  await page.unroute(pie);
  await again.click();
  await pieOf(page).waitFor();
});

test("a product opens with its stock and sales, arrow keys go through the list, and closing returns the focus to its row", async () => {
  const page = await openDashboard();
  await press(products(page), "Muslin Swaddle");
  const detail = dialog(page, "Muslin Swaddle");
  await detail.getByText("SND-101").waitFor();
  expect(await tableTexts(page, "Stock")).toEqual([
    ["Avl. Stock", "In Transit", "Min. Stock", "Lead Time", "DRR(3D)"],
    ["452", "0", "480", "30 days", "16.0"],
  ]);
  expect(await tableTexts(page, "Sales by channel")).toEqual([
    ["Channel", ...labels, "Total"],
    ["Units", ...onChannels({ amazon: "30", flipkart: "12", "snd-website": "6" }, "0"), "48"],
    ["DRR", ...onChannels({ amazon: "10.0", flipkart: "4.0", "snd-website": "2.0" }, "–"), "16.0"],
  ]);
  const listing = detail.getByRole("link", { name: "Website listing of Muslin Swaddle, opens in a new tab" });
  expect(await listing.getAttribute("href")).toBe("https://snd.example/swaddle");
  expect(await detail.getByRole("link", { name: /Flipkart listing/ }).count()).toBe(0);
  const link = await detail.getByRole("link", { name: "Update stock" }).getAttribute("href");
  expect(link).toMatch(/^\/inventory\?do=update&id=p/);
  await expectAccessible(page);
  await page.keyboard.press("ArrowRight");
  await dialog(page, "Terry Bib").waitFor();
  await press(page, "Next product");
  await dialog(page, "Old Rattle").getByText("Deleted").waitFor();
  await page.keyboard.press("ArrowLeft");
  await dialog(page, "Terry Bib").waitFor();
  await press(page, "Close");
  await gone(dialog(page));
  await expect.poll(() => focused(page)).toBe("Terry Bib");
  expect(page.url()).not.toContain("do=");
  await page.keyboard.press("Enter");
  await dialog(page, "Terry Bib").waitFor();
  await page.mouse.click(5, 400);
  await gone(dialog(page));
});

test("categories are added in place, a taken name shows an error beside its field, and they are edited and deleted", async () => {
  const page = await openDashboard({ mayLog: /409|Duplicate/ });
  const form = page.getByRole("form", { name: "Add category" });
  const add = async (name: string) => {
    await form.getByLabel("Category Name").fill(name);
    await press(form, "Add");
  };
  await page.getByRole("region", { name: "Category Links" }).scrollIntoViewIfNeeded();
  await form.getByLabel("Amazon Link").fill("ftp://amazon.in/swaddles");
  await add("Swaddles");
  await form.getByText("Link with http:// or https:// expected").waitFor();
  await form.getByLabel("Amazon Link").fill("https://www.amazon.in/swaddles");
  await press(form, "Add");
  const link = page.getByRole("link", { name: "amazon.in: Amazon page of Swaddles, opens in a new tab" });
  await link.waitFor();
  expect(await link.getAttribute("href")).toBe("https://www.amazon.in/swaddles");
  expect(await form.getByLabel("Category Name").inputValue()).toBe("");
  await add("swaddles ");
  await form.getByText("Taken already").waitFor();
  await press(page, "Edit Swaddles");
  const edit = dialog(page, "Edit Swaddles");
  await edit.getByLabel("Category Name").fill("Wraps");
  await press(edit, "Save");
  await page.getByRole("rowheader", { name: "Wraps" }).waitFor();
  await press(page, "Delete Wraps");
  await expectQuestion(page, 'Permanently deleting category "Wraps". Continue?');
  await answer(page, "Delete category");
  await page.getByText("No categories yet").waitFor();
  // A link that browsers cannot parse is shown as it is, and does not break the screen.
  await form.getByLabel("Amazon Link").fill("https://1.2.3.4.5/swaddles");
  await add("Swaddles");
  await page.getByRole("link", { name: "1.2.3.4.5: Amazon page of Swaddles, opens in a new tab" }).waitFor();
});

test("on a phone only the tiles scroll sideways, and a product fills the screen", { tags: "exhaustive" }, async () => {
  const site = "https://www.amazon.in/s";
  await manager.post("/v1/categories", { name: "Feeding", amazon: site, flipkart: "https://www.flipkart.com/s" });
  const page = await openDashboard({ phone: true });
  await products(page).first().waitFor();
  expect(await pageWidth(page)).toBe(390);
  await expectAccessible(page);
  await products(page).getByText("SND-BIB").tap();
  const detail = dialog(page, "Terry Bib");
  await detail.getByText("2 of 3").waitFor();
  expect((await detail.boundingBox())?.height).toBeGreaterThan(780);
  await expectAccessible(page);
  await press(page, "Close");
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await pageWidth(page)).toBe(320);
  expect(await cutTexts(page.getByRole("list", { name: "Key figures" }))).toEqual([]);
  const links = page.getByRole("region", { name: "Category Links" });
  const bin = await links
    .getByRole("button", { name: /^Delete/ })
    .first()
    .boundingBox();
  expect((bin?.x ?? 320) + (bin?.width ?? 0)).toBeLessThan(320);
});

test("ten products show under a fixed head, the wheel goes on, a far row opens", { tags: "exhaustive" }, async () => {
  const romper = (i: number) => ({ _id: `p${70_000 + i}`, name: `Romper ${i}`, sold: { [`${day}#amazon`]: 100 + i } });
  const rompers = Array.from({ length: 60 }, (_, i) => romper(i));
  await putProducts(here, rompers);
  const page = await openDashboard();
  await products(page).getByText("Romper 59").waitFor();
  const list = trending(page).locator("..");
  await list.scrollIntoViewIfNeeded();
  const pageTop = () => page.evaluate(() => document.querySelector("[data-scroll]")?.scrollTop ?? 0);
  const top = await pageTop();
  const box = (await list.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  const rows = await Promise.all((await products(page).all()).map((row) => row.boundingBox()));
  const end = box.y + box.height + 1;
  expect(rows.filter((row) => row && row.y + row.height <= end).length).toBeGreaterThanOrEqual(10);
  const scrolled = async () => [
    await list.evaluate((element) => element.scrollTop),
    await page.evaluate(() => document.querySelector("[data-scroll]")?.scrollTop),
  ];
  await page.mouse.move(box.x + 300, box.y + 200);
  await page.mouse.wheel(0, 600);
  await expect.poll(scrolled).toEqual([600, top]);
  expect((await trending(page).getByRole("row").first().boundingBox())?.y).toBeCloseTo(box.y, 0);
  const wheelUntil = (down: number, until: (list: number, page: number) => boolean) =>
    expect
      .poll(async () => {
        await page.mouse.wheel(0, down);
        const [ofList = 0, ofPage = 0] = await scrolled();
        return until(ofList, ofPage);
      })
      .toBe(true);
  await wheelUntil(1_000, (ofList, ofPage) => ofList > 2_000 && ofPage > top + 100);
  await products(page).getByText("Terry Bib").waitFor();
  await wheelUntil(-1_000, (ofList, ofPage) => ofList === 0 && ofPage === 0);
  await press(products(page), "Romper 59");
  await dialog(page, "Romper 59").waitFor();
  await page.keyboard.press("Escape");
  await gone(dialog(page));
  await page.keyboard.press("End");
  await expect.poll(() => focused(page)).toBe("Old Rattle");
  await page.keyboard.press("Enter");
  await dialog(page).getByText("63 of 63").waitFor();
});

test("nothing moves as the pie is drawn with the label of a small slice above", { tags: "exhaustive" }, async () => {
  const { body } = await manager.get("/v1/products");
  const [bib] = body.filter(({ name }: { name: string }) => name === "Terry Bib");
  await sell(manager, "snd-app", [bib._id, 1]);
  const page = await openDashboard({ path: "/login" });
  const release = await hold(page, fileOf("charts"));
  await page.goto("/dashboard/analytics");
  await page.getByRole("table", { name: "Units per channel" }).waitFor();
  await products(page).first().waitFor();
  const place = await trending(page).boundingBox();
  release();
  await pieOf(page).getByText("SND App").waitFor();
  expect(await trending(page).boundingBox()).toEqual(place);
});
