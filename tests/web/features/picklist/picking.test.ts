// Picking a processed picklist on a phone: ticks by scans and presses, kept without a network, and shown to other
// people.
import { expect, test } from "vitest";
import { movementNumber } from "#shared/movement-number.ts";
import type { Picked } from "#shared/picklist.ts";
import { expectAccessible, open, type Page, scan } from "#tests/support/browser.ts";
import { today } from "#tests/support/fixtures.ts";
import { linesOf } from "#tests/support/pdf.ts";
import { idempotencyKey, type ProductNames } from "#tests/support/stock.ts";
import { dialog, gone, pageWidth, press, row, toast } from "#tests/web/page.ts";
import { here, newProduct, warehouseOf } from "./driver.ts";

/** Units of both from Bengaluru and Delhi: four places. */
const postPicklist = async () => {
  const products = [await newProduct([6, 4]), await newProduct([3, 2])] as [ProductNames, ProductNames];
  const list = products.map(({ _id }, at) => ({ product: _id, quantity: [10, 5][at] }));
  const body = { channel: "amazon", list };
  const { movement } = (await here.executive.post("/v1/transactions/out", body, idempotencyKey())).body;
  return { movement: movement as string, number: movementNumber(movement), products };
};
const pathOf = (movement: string) => `/picklist/${movement}/pick?day=${today()}`;
const pickedOf = async (movement: string): Promise<Picked["places"]> =>
  (await here.manager.get(`/v1/picklists/${movement}/picked`)).body.places;
const progress = (page: Page, text: string) => page.getByRole("progressbar", { name: text }).waitFor();
const box = (page: Page, warehouse: string, { name }: ProductNames) =>
  page.getByRole("region", { name: new RegExp(warehouse) }).getByRole("checkbox", { name: new RegExp(name) });

test("a scan ticks the product's next place, this device's warehouse first; a press ticks and takes back; other devices see it", async () => {
  const { movement, number, products } = await postPicklist();
  const [swaddle, bib] = products;
  const page = await open(here, here.executive, { path: "/picklist/register", phone: true });
  await page.evaluate((warehouse) => localStorage.setItem("warehouse", warehouse), await warehouseOf("DEL-02"));
  await page.getByText(`${number} · `).click();
  const record = dialog(page, `Picklist ${number}`);
  await record.getByText("0 of 4").waitFor();
  await expectAccessible(page);
  await record.getByRole("link", { name: "Pick" }).click();

  await progress(page, "0 of 4 picked · 15 units to pick");
  expect(await page.getByRole("heading", { level: 2 }).first().innerText()).toContain("Delhi NCR");
  await scan(page, swaddle.p_id);
  await progress(page, "1 of 4 picked · 11 units to pick");
  expect(await box(page, "Delhi NCR", swaddle).isChecked()).toBe(true);
  await scan(page, swaddle.p_id);
  await progress(page, "2 of 4 picked · 5 units to pick");
  await scan(page, swaddle.p_id);
  await toast(page, `${swaddle.name} is picked already`).waitFor();
  await box(page, "Bengaluru Hub", bib).check();
  await box(page, "Delhi NCR", swaddle).uncheck();
  await progress(page, "2 of 4 picked · 6 units to pick");
  await expect.poll(async () => (await pickedOf(movement)).length).toBe(2);

  const other = await open(here, here.manager, { path: pathOf(movement) });
  await progress(other, "2 of 4 picked · 6 units to pick");
  await other
    .getByText(/^you|executive.*,/i)
    .first()
    .waitFor();
  await box(other, "Delhi NCR", bib).check();
  await expect.poll(async () => (await pickedOf(movement)).length).toBe(3);
  // The answer to the next tick has the ticks of other people.
  await press(page, "Hide picked");
  await box(page, "Delhi NCR", swaddle).click();
  await progress(page, "4 of 4 picked · All picked");
  expect(await page.getByRole("checkbox").count()).toBe(0);
  await press(page, "Hide picked", /Manager.*, \d\d:\d\d/i);
  expect(await pageWidth(page)).toBe(390);
  await expectAccessible(page);
});

test("the places of a warehouse are in the order of its shelves, on screen and on paper, and a scanned shelf leads to its first place", async () => {
  const { movement, number, products } = await postPicklist();
  const [swaddle, bib] = products;
  const [hub, delhi] = [await warehouseOf("BLR-01"), await warehouseOf("DEL-02")];
  const set = ({ _id }: ProductNames, shelves: object) =>
    here.manager.patch(`/v1/products/${_id}/shelves`, { shelves });
  await set(swaddle, { [hub]: "A-10", [delhi]: "Z-1" });
  await set(bib, { [hub]: "A-9" });
  const page = await open(here, here.executive, { path: pathOf(movement), phone: true });
  await progress(page, "0 of 4 picked · 15 units to pick");
  const order = () =>
    page.getByRole("checkbox").evaluateAll((boxes) => boxes.map((one) => one.closest("li")?.innerText));
  await expect.poll(async () => (await order())[0]).toContain("A-9");
  expect((await order())[1]).toContain("A-10");
  await scan(page, "a-10");
  await page.getByRole("status").getByText("Shelf A-10: 1 to pick").waitFor({ state: "attached" });
  expect(await page.locator("li[data-latest]").innerText()).toContain("A-10");
  await progress(page, "0 of 4 picked · 15 units to pick");
  expect(await pageWidth(page)).toBe(390);
  await expectAccessible(page);

  const desk = await open(here, here.executive, { path: "/picklist/register" });
  await row(desk, number).click();
  await dialog(desk, `Picklist ${number}`).getByLabel("Print by warehouse").check();
  const paper = (await linesOf(await desk.pdf({ preferCSSPageSize: true }))).flat().join(" ").replace(/\s+/g, " ");
  expect(paper).toMatch(/Shelf.* A-9 .* A-10 .*Delhi NCR.* Z-1 /);
});

test("a corrected picklist says what to put back, and is picked, printed and listed as it was left", async () => {
  const { movement, number, products } = await postPicklist();
  const [swaddle, bib] = products;
  const page = await open(here, here.executive, { path: pathOf(movement) });
  await box(page, "Bengaluru Hub", swaddle).check();
  await expect.poll(async () => (await pickedOf(movement)).length).toBe(1);
  await page.goto("/picklist/register");
  await row(page, number).click();
  const record = dialog(page, `Picklist ${number}`);
  await record.getByText("1 of 4").waitFor();
  await press(record, "Correct");
  const form = dialog(page, `Correct picklist ${number}`);
  await form.getByLabel(`Quantity of ${swaddle.name}`).last().fill("1");
  await form.getByLabel(`Quantity of ${bib.name}`).last().fill("0");
  await expectAccessible(page);
  await press(form, "Correct");
  await toast(page, "Corrected").waitFor();
  await record.getByText("Corrected once").waitFor();
  await record.getByText("2 lines, 7 units").waitFor();
  await record.getByRole("link", { name: "Pick" }).click();
  await page.getByText("put back 5").waitFor();
  expect(await page.getByRole("checkbox").count()).toBe(3);
});

test("without a network a reload keeps what was picked, sent or not", { tags: "exhaustive" }, async () => {
  const { movement, products } = await postPicklist();
  const page = await open(here, here.executive, { path: pathOf(movement), worker: true, mayLog: /ERR_|No connection/ });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await progress(page, "0 of 4 picked · 15 units to pick");
  const [first, second] = products;
  await scan(page, second.p_id);
  await expect.poll(async () => (await pickedOf(movement)).length).toBe(1);
  await gone(page.getByText("not sent yet"));
  await page.context().setOffline(true);
  await scan(page, first.p_id);
  await page.getByText("not sent yet").waitFor();
  await page.reload();
  await progress(page, "2 of 4 picked · 6 units to pick");
  await expect.poll(() => page.getByText("not sent yet").count()).toBe(1);
});

test("a cancelled picklist is not picked, a product not on the list is named, and a wrong day finds nothing", async () => {
  const { movement, number } = await postPicklist();
  const rattle = await newProduct([1]);
  const page = await open(here, here.executive, { path: "/picklist/register" });
  await press(row(page, number), `Pick ${number}`);
  await progress(page, "0 of 4 picked · 15 units to pick");
  await scan(page, rattle.p_id);
  await toast(page, `${rattle.name} is not on this picklist`).waitFor();
  await scan(page, "4006381333931");
  await toast(page, "No product with P.ID 4006381333931").waitFor();
  await here.manager.post(`/v1/transactions/${movement}/reverse`, {}, idempotencyKey());
  await page.reload();
  await page.getByText(/Cancelled by .*: do not pick/).waitFor();
  expect(await page.getByRole("checkbox").first().isDisabled()).toBe(true);
  await page.goto(`/picklist/${movement}/pick?day=2026-01-02`);
  await page.getByText("There is no such picklist on this day.").waitFor();
});
