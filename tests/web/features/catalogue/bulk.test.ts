// Many products at once in Manage Products, by mouse, keys and touch, as a manager meets it.
import { expect, test } from "vitest";
import { expectAccessible, loseAnswer, type Page } from "#tests/support/browser.ts";
import { changeForm } from "#tests/support/fixtures.ts";
import { newWarehouse } from "#tests/support/stock.ts";
import { frequentJob } from "#tests/web/frequent-job.ts";
import {
  answer,
  button,
  closeBy,
  dialog,
  expectQuestion,
  field,
  gone,
  press,
  row,
  rows,
  undoBar,
} from "#tests/web/page.ts";
import { addProduct, addStock, allProducts, here, openProducts } from "./driver.ts";

const { manager } = here;
const ids: string[] = [];
const number = (at: number) => String(at).padStart(2, "0");

for (let at = 1; at <= 24; at++)
  ids.push(await addProduct(`SND-${number(at)}`, `Romper ${number(at)}`, { codes: `89000000000${number(at)}` }));
await addStock(ids[22] ?? "", await newWarehouse(manager, "BLR-01", "Bengaluru Hub"), 5);

const box = (page: Page, at: number) => page.getByRole("checkbox", { name: `Choose Romper ${number(at)}` });
const bar = (page: Page) => page.getByRole("region", { name: "Chosen products" });
const chosen = (page: Page, text: string) => bar(page).getByText(text, { exact: true }).waitFor();
const leadTimes = async () => (await allProducts()).map(({ lead_time }) => lead_time);

test("20 lead times are set in 5 actions, and one Undo sets back those that nobody has changed since", async () => {
  const page = await openProducts();
  const job = frequentJob("Set twenty lead times");
  await job.act(box(page, 1).click(), "Tick the first product.");
  await job.act(box(page, 20).click({ modifiers: ["Shift"] }), "Hold Shift and tick the last one.");
  await job.act(press(page, "Set lead time"), "Press Set lead time.");
  await job.act(dialog(page).getByLabel("Lead Time").selectOption("75"), "Choose the Lead Time.");
  await job.picture(dialog(page));
  await job.act(press(dialog(page), "Set"), "Press Set.");
  await undoBar(page).getByText("Lead Time of 20 products set to 75 days").waitFor();
  job.expectAsStated();
  expect(await leadTimes()).toEqual([...Array(20).fill(75), 30, 30, 30, 30]);
  await chosen(page, "20 products chosen");
  await expectAccessible(page);
  await manager.patch(`/v1/products/${ids[3]}`, changeForm({ name: "Romper 04 with feet" }));
  await manager.patch(`/v1/products/${ids[4]}`, changeForm({ lead_time: "60" }));
  await press(undoBar(page), "Undo", "19 products back, 1 left as they are");
  expect(await leadTimes()).toEqual([30, 30, 30, 30, 60, ...Array(19).fill(30)]);
});

test("rows are chosen by ranges with Shift, by keys from the focused row, all that match a search, and across searches", async () => {
  const page = await openProducts();
  await box(page, 3).click();
  await box(page, 5).click({ modifiers: ["Shift"] });
  await chosen(page, "3 products chosen");
  await box(page, 5).click();
  await chosen(page, "2 products chosen");
  await closeBy(bar(page), "Clear choice");
  await rows(page).nth(9).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowUp");
  await chosen(page, "2 products chosen");
  expect(await Promise.all([10, 11, 12].map((at) => box(page, at).isChecked()))).toEqual([true, true, false]);
  await page.keyboard.press("Control+a");
  await chosen(page, "24 products chosen");
  await press(bar(page), "Clear choice");
  await page.getByPlaceholder("P.ID/SKU/BC").fill("8900000000007");
  await expect.poll(() => rows(page).count()).toBe(1);
  await page.getByRole("checkbox", { name: "Choose all that are shown" }).check();
  await page.getByPlaceholder("P.ID/SKU/BC").fill("romper 08");
  await chosen(page, "1 product chosen");
  await bar(page).getByText("1 of them not in the search").waitFor();
});

test("units per carton and links are set and cleared; a value that is refused stays in the dialog", async () => {
  const page = await openProducts({ path: "/products?q=snd-2" });
  await row(page, "Romper 20").waitFor();
  await page.getByRole("checkbox", { name: "Choose all that are shown" }).check();
  await press(page, "Set units per carton");
  await dialog(page).getByLabel("Units per Carton").fill("1.5");
  await press(dialog(page), "Set", "A whole number, 1 to 1,00,000");
  await dialog(page).getByLabel("Units per Carton").fill("48");
  await press(dialog(page), "Set");
  await undoBar(page).getByText("Units per Carton of 5 products set to 48").waitFor();
  await press(page, "Set another field");
  await field(dialog(page), "Field").selectOption("Website Link");
  await dialog(page).getByLabel("Website Link").fill("https://snd.example/romper");
  await press(dialog(page), "Set");
  await undoBar(page).getByText("Website of 5 products set to https://snd.example/romper").waitFor();
  await press(page, "Set units per carton");
  await press(dialog(page), "Clear");
  await undoBar(page).getByText("Units per Carton of 5 products cleared").waitFor();
  const ends = (await allProducts()).slice(18).map(({ pack, website }) => [pack, website]);
  expect(ends).toEqual([[undefined, undefined], ...Array(5).fill([undefined, "https://snd.example/romper"])]);
});

test("many are deleted after the question with their units; what the network loses goes on, and one Undo restores them", async () => {
  const page = await openProducts({ mayLog: /ERR_FAILED|DELETE|404/ });
  await box(page, 21).click();
  await box(page, 24).click({ modifiers: ["Shift"] });
  await loseAnswer(page, `**/v1/products/${ids[22]}`);
  await press(bar(page), "Delete");
  await expectQuestion(
    page,
    "Permanently deleting 4 products will remove all their inventory and related data. This action cannot be reversed. Continue?",
  );
  await answer(page, "Delete 4 products", "Also deletes 5 units in stock");
  await bar(page).getByText("No connection. It goes on by itself; 1 product left").waitFor();
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await undoBar(page).getByText("4 products deleted").waitFor();
  await gone(bar(page));
  expect(await allProducts()).toHaveLength(20);
  await press(undoBar(page), "Undo", "Undone: 4 products deleted");
  await row(page, "Romper 23").waitFor();
  expect((await allProducts())[22]?.stock).toBe(5);
});

test("a value whose answer is lost is set once, and products that somebody has changed meanwhile stay chosen and are named", async () => {
  const page = await openProducts({ mayLog: /ERR_FAILED|bulk/ });
  await loseAnswer(page, "**/v1/products/bulk");
  await box(page, 1).click();
  await box(page, 2).click({ modifiers: ["Shift"] });
  await press(page, "Set lead time");
  await dialog(page).getByLabel("Lead Time").selectOption("90");
  await manager.patch(`/v1/products/${ids[1]}`, changeForm({ lead_time: "45" }));
  await press(dialog(page), "Set");
  const left = dialog(page, "Lead Time of 1 product set to 90 days");
  await left.getByText("Romper 02 (SND-02): Changed since").waitFor();
  await expectAccessible(page);
  await press(left, "Close");
  await chosen(page, "2 products chosen");
  expect((await leadTimes()).slice(0, 2)).toEqual([90, 45]);
  const { body: changes } = await manager.get(`/v1/products/${ids[0]}/changes`);
  expect(changes[0].fields).toEqual([{ field: "lead_time", from: 30, to: 90 }]);
});

test("on a phone rows are chosen in their drawer, actions in a drawer of the bar", { tags: "exhaustive" }, async () => {
  const page = await openProducts({ phone: true });
  await button(page, "Actions for Romper 01").tap();
  await press(dialog(page, "Romper 01"), "Choose");
  await box(page, 2).tap();
  await chosen(page, "2 products chosen");
  await expectAccessible(page);
  await button(page, "Actions for the chosen products").tap();
  await press(dialog(page, "2 products chosen"), "Set lead time");
  await dialog(page, "Set lead time of 2 products").waitFor();
});
