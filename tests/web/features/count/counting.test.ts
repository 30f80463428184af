// Counting, in a real browser on the running product: scans are counted once, whatever the network does.
import { expect, test } from "vitest";
import { expectAccessible, fulfill, open, scan } from "#tests/support/browser.ts";
import { newPerson, sheetForm, unique } from "#tests/support/fixtures.ts";
import { idempotencyKey } from "#tests/support/stock.ts";
import { frequentJob } from "#tests/web/frequent-job.ts";
import {
  answer,
  cutTexts,
  dialog,
  field,
  gone,
  press,
  question,
  searchEverything,
  status,
  toast,
} from "#tests/web/page.ts";
import { arrived, detailOf, executive, here, joinCount, manager, openCount, unanswered } from "./driver.ts";

test("a scanner that sends no end counts a known code, keeps an unknown barcode for the review, and its digits are no units", async () => {
  const { count, products } = await openCount([5, 5]);
  const [bottle, cup] = products as [(typeof products)[0], (typeof products)[0]];
  const page = await joinCount(count);
  const units = page.getByRole("status", { name: "Units" });
  await searchEverything(page).waitFor();
  for (const counted of ["1", "2"]) {
    await scan(page, bottle.p_id, { end: "none" });
    await expect.poll(() => units.textContent()).toBe(counted);
  }
  await scan(page, "4006381333931", { end: "none" });
  await status(page, "No product has the code 4006381333931").waitFor();
  await scan(page, cup.p_id, { end: "none" });
  await expect.poll(() => units.textContent()).toBe("1");
  await press(page, "Type");
  const typed = field(dialog(page), "Units");
  await scan(page, "4006381333931", { end: "none" });
  await gone(dialog(page));
  expect(await units.textContent()).toBe("1");
  await press(page, "Type");
  await typed.fill("1000001");
  await press(dialog(page), /Set|Replace/, "At most 10,00,000");
  await typed.fill("1000000");
  await press(dialog(page), "Add to 1");
  await press(dialog(page), "Add to 1");
  await status(page, "At most 10,00,000 of one product").waitFor();
  await expect.poll(() => units.textContent()).toBe("1");
});

const countByScan = async (length: number) => {
  const { count, number, products } = await openCount(Array.from({ length }, () => 0));
  const page = await open(here, executive, { path: "/count" });
  const { act, tell, picture, expectAsStated } = frequentJob("Count eight products");
  const join = page.getByRole("status").filter({ hasText: number }).getByRole("link", { name: "Count", exact: true });
  await act(join.click(), "Press Count beside the open count.");
  await page.getByText("Scan the first product").waitFor();
  tell("Scan one product after the other; each scan counts a unit.");
  for (const { p_id } of products) await scan(page, p_id);
  await page.getByText(`${length} of ${length} products`).waitFor();
  await picture(page.getByRole("main"));
  await expect.poll(() => arrived(count, products)).toEqual(products.map(() => 1));
  expectAsStated();
};
test("an executive joins in one press and counts products by scan, with no press between scans", () => countByScan(8));
test("60 are counted so too", { tags: "exhaustive" }, () => countByScan(60));

test("a phone counts by scan, pack, carton, typing and buttons, takes steps back, and says what it does", async () => {
  const { count, products } = await openCount([5, 5, 5], { pack: "24" });
  const [bottle, cup, bowl] = products as [(typeof products)[0], (typeof products)[0], (typeof products)[0]];
  const listing = unique("PACK");
  const aliases = JSON.stringify([{ code: listing, product: bottle._id, units: 2 }]);
  const orders = sheetForm(`sku\tquantity\n${listing}\t1`, { channel: "amazon", aliases });
  const { body: orderImport } = await executive.post("/v1/imports/orders", orders);
  await executive.post(`/v1/imports/${orderImport._id}/apply`, { from: 0 });
  const page = await joinCount(count, { phone: true });
  const units = page.getByRole("status", { name: "Units" });
  await scan(page, listing);
  await expect.poll(() => units.textContent()).toBe("2");
  await status(page, `Last scan ${listing}, +2 at`).waitFor();
  await press(page, "Undo");
  await expect.poll(() => units.textContent()).toBe("–");
  await scan(page, bottle.p_id);
  await expect.poll(() => units.textContent()).toBe("1");
  await press(page, "+24 carton");
  await expect.poll(() => units.textContent()).toBe("25");
  await press(page, `One less of ${bottle.name}`);
  await expect.poll(() => units.textContent()).toBe("24");
  await press(page, "Type");
  await field(dialog(page), "Units").fill("6");
  await press(dialog(page), "Add to 24");
  await expect.poll(() => units.textContent()).toBe("30");
  await scan(page, cup.p_id);
  await page.getByRole("button", { name: bottle.name }).getByText("30", { exact: true }).waitFor();
  await press(page, "Undo");
  await expect.poll(() => units.textContent()).toBe("–");
  await scan(page, "8900000999999");
  await status(page, "No product has the code 8900000999999").waitFor();
  await press(page, "2 to go");
  await page.getByRole("row").filter({ hasText: bowl.name }).click();
  await press(page, "Type");
  await field(dialog(page), "Units").fill("7");
  await scan(page, cup.p_id);
  await dialog(page).getByText(`Set or cancel these units, then scan ${cup.p_id} again.`).waitFor();
  expect(await field(dialog(page), "Units").inputValue()).toBe("7");
  await field(dialog(page), "Units").fill("0");
  await press(dialog(page), "Set");
  await expect.poll(() => units.textContent()).toBe("0");
  expect(await cutTexts(page.getByRole("main"))).toEqual([]);
  await expectAccessible(page);
  await expect.poll(async () => (await detailOf(count)).lines.filter(({ withdrawn }) => !withdrawn)).toHaveLength(3);
  expect(await arrived(count, products)).toEqual([30, 0, 0]);
  const { lines } = await detailOf(count);
  expect(lines.find(({ code }) => code)).toMatchObject({ code: "8900000999999", quantity: 1 });
  expect(await page.getByText(/Stock says/).count()).toBe(0);
});

test("products to count are in the order of their shelves, and a scanned shelf shows what is left on it", async () => {
  const { count, warehouse, products } = await openCount([0, 0, 0]);
  const shelves = ["A-10", "A-9", ""];
  for (const [at, { _id }] of products.entries())
    await manager.patch(`/v1/products/${_id}/shelves`, { shelves: { [warehouse]: shelves[at] } });
  const page = await joinCount(count);
  await press(page, "Choose a product");
  const names = async () =>
    (await page.getByRole("rowheader").allInnerTexts()).map((text) =>
      products.findIndex(({ p_id }) => text.includes(p_id)),
    );
  await expect.poll(names).toEqual([1, 0, 2]);
  await press(page, "Back");
  await scan(page, "A-10");
  await expect.poll(names).toEqual([0]);
  await scan(page, products[0]?.p_id ?? "");
  await page
    .getByRole("region", { name: products[0]?.name ?? "" })
    .getByText("A-10")
    .waitFor();
  await expect.poll(() => arrived(count, products)).toEqual([1, 0, 0]);
  expect((await detailOf(count)).lines.some(({ code }) => code)).toBe(false);
});

test("lines of two people add up, and each sees that the other has counted the same product", async () => {
  const { count, products } = await openCount([90]);
  const [bottle] = products as [(typeof products)[0]];
  const { client: kiran } = await newPerson(here, "executive");
  const page = await joinCount(count);
  await scan(page, bottle.p_id);
  await expect.poll(() => arrived(count, products)).toEqual([1]);
  const other = await open(here, kiran, { path: `/count/${count}` });
  await other.getByText("1 of 1 product").waitFor();
  await scan(other, bottle.p_id);
  await scan(other, bottle.p_id);
  await other.getByText(/counted 1 of these too\. Together: 3/).waitFor();
  await expect.poll(() => arrived(count, products)).toEqual([3]);
  await page.reload();
  await page.getByText(/counted 2 of these too\. Together: 3/).waitFor();
});

test("without a network counting goes on, a reload loses nothing, Logout asks, and all arrives when the network returns", async () => {
  const { count, products } = await openCount([4, 4]);
  const [bottle, cup] = products as [(typeof products)[0], (typeof products)[0]];
  const page = await joinCount(count, { worker: true, mayLog: unanswered });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await scan(page, bottle.p_id);
  await expect.poll(() => arrived(count, products)).toEqual([1, 0]);
  await page.context().setOffline(true);
  await scan(page, bottle.p_id);
  await scan(page, cup.p_id);
  await page.getByText("2 lines not sent yet").waitFor();
  await page.reload();
  await page.getByRole("region", { name: cup.name }).getByText("1", { exact: true }).waitFor();
  await page.getByText("2 lines not sent yet").waitFor();
  const tab = await page.context().newPage();
  await tab.goto(`/count/${count}`);
  await tab.getByText("2 lines not sent yet").waitFor();
  // The products of the lines on the device are shown too.
  await tab.getByRole("region", { name: cup.name }).waitFor();
  await scan(tab, bottle.p_id);
  await expect.poll(() => page.getByRole("status", { name: "Units" }).textContent()).toBe("3");
  await press(page, "Logout");
  await question(page).getByText("2 count lines of yours wait on this device").waitFor();
  await answer(page, "Cancel");
  await page.context().setOffline(false);
  await expect.poll(() => arrived(count, products)).toEqual([3, 1]);
});

test("a line waits for an earlier posting of its product that the server cannot take, and other lines do not", async () => {
  const { count, products } = await openCount([4, 4]);
  const [bottle, cup] = products as [(typeof products)[0], (typeof products)[0]];
  const page = await open(here, executive, { path: "/picklist", mayLog: /500|Internal server error/ });
  const posting = "**/v1/transactions/out";
  await page.route(posting, (route) => fulfill(route, { code: "INTERNAL_SERVER_ERROR", message: "" }, 500));
  await page.getByText("Scan or add the first product.").waitFor();
  await scan(page, bottle.p_id);
  await page.getByLabel(`Quantity of ${bottle.name}`).waitFor();
  await page.getByLabel("Channel").selectOption("Amazon");
  await press(page, "Save");
  await press(page, "Process picklist");
  await toast(page, "Internal server error, try again").waitFor();
  await page.goto(`/count/${count}`);
  await page.getByText("Scan the first product").waitFor();
  await scan(page, bottle.p_id);
  await scan(page, cup.p_id);
  await expect.poll(() => arrived(count, products)).toEqual([0, 1]);
  await page.unroute(posting);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect.poll(() => arrived(count, products)).toEqual([1, 1]);
});

test("lines after the corrections are refused, shown, and stay until discarded", { tags: "exhaustive" }, async () => {
  const { count, number, products } = await openCount([4]);
  const [bottle] = products as [(typeof products)[0]];
  const page = await joinCount(count, { mayLog: unanswered });
  await page.getByText("1 to go").waitFor();
  await page.context().setOffline(true);
  await scan(page, bottle.p_id);
  await page.getByText("1 line not sent yet").waitFor();
  const other = await joinCount(count, {}, manager);
  await manager.post(`/v1/counts/${count}/apply`, {}, idempotencyKey());
  await scan(other, bottle.p_id);
  await other.getByText("Applied").waitFor();
  await page.context().setOffline(false);
  const refused = page.getByRole("region", { name: "Count lines refused (1)" });
  await refused.getByText(bottle.name).waitFor();
  await refused.getByText(number).waitFor();
  await page.getByRole("link", { name: "1 refused" }).click();
  await refused.getByText("1 unit").waitFor();
  await press(refused, "Discard");
  await answer(page, "Discard");
  await page.getByText("Nothing waits on this device.").waitFor();
});
