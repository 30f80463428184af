// The review of a count, in a real browser on the running product: what is posted was seen and chosen by the manager.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { expectAccessible, fulfill, open, type Page } from "#tests/support/browser.ts";
import { applyWhole, choiceOf, countLine, sendLines } from "#tests/support/counts.ts";
import { readWorkbook } from "#tests/support/download.ts";
import { newPerson } from "#tests/support/fixtures.ts";
import { linesOf } from "#tests/support/pdf.ts";
import { createProduct, idempotencyKey, type ProductNames, recordsOf } from "#tests/support/stock.ts";
import { frequentJob } from "#tests/web/frequent-job.ts";
import {
  answer,
  button,
  capturePrint,
  cutTexts,
  dialog,
  press,
  printed,
  question,
  row,
  rows,
} from "#tests/web/page.ts";
import { executive, here, manager, openCount, passMinutes, reviewOf } from "./driver.ts";

const review = (count: string, options = {}) => open(here, manager, { path: `/count/${count}/review`, ...options });

const asks = (page: Page, text: RegExp) => question(page).getByText(text).waitFor();

const heldIn = async (warehouse: string, products: readonly ProductNames[]): Promise<number[]> => {
  const records = await recordsOf(manager, warehouse);
  return products.map(({ _id }) => records.find(({ product }) => product._id === _id)?.quantity ?? 0);
};

test("a manager opens a count of chosen products, prints its count sheet with room to write, and exports the review", async () => {
  const { products } = await openCount([7, 7, 7]);
  const [bottle] = products as [ProductNames];
  const bibs = [
    await createProduct(manager, { name: `Bib 10 of ${bottle._id}` }),
    await createProduct(manager, { name: `Bib 2 of ${bottle._id}` }),
  ];
  const { body: shed } = await manager.post("/v1/warehouses", { w_id: `SHED ${bottle._id}`, name: "Shed" });
  const page = await open(here, manager, { path: "/count?do=open" });
  await dialog(page)
    .getByLabel("Warehouse")
    .selectOption({ label: `Shed (${shed.w_id})` });
  await page.getByRole("radio", { name: "Chosen products" }).click();
  for (const { p_id, name } of [bottle, ...bibs]) {
    await dialog(page)
      .getByLabel(/^Add a product/)
      .fill(p_id);
    await page.keyboard.press("Enter");
    await button(dialog(page), `Remove ${name}`).waitFor();
  }
  await press(dialog(page), "Open Count");
  await page.getByText("0 of 3 products").waitFor();
  await capturePrint(page);
  await press(page, "Count sheet");
  const { paper } = await printed(page);
  expect(paper).toMatch(/Count sheet C-\d+, Shed.*Counted by _+ from _+ to _+/);
  expect(paper.match(/Bib \d+/g)).toEqual(["Bib 2", "Bib 10"]);
  const [lines = []] = await linesOf(await page.pdf({ preferCSSPageSize: true }));
  expect(lines.join(" ").replace(/\s+/g, " ")).toContain("Place 1 Place 2 Total");
  await page.getByRole("link", { name: "Review" }).click();
  const saved = page.waitForEvent("download");
  await button(page, /^Export/).click();
  const file = await saved;
  const { rows: cells } = await readWorkbook({ status: 200, name: "", bytes: readFileSync(await file.path()) });
  expect(cells.flat()).toContain(bottle.p_id);
  expect(file.suggestedFilename()).toMatch(/^Count C-\d+.*\.xlsx$/);
});

test("differences are listed by size, doubtful ones unchosen and impossible ones barred, and the chosen ones are posted as one batch that can be reversed", async () => {
  const { count, number, products, warehouse } = await openCount([100, 50, 40, 80, 20, 10, 5]);
  type Three = [ProductNames, ProductNames, ProductNames];
  const [few, many, agreed, moved, gone, left, last] = products as [...Three, ...Three, ProductNames];
  const found = [
    [few, 97],
    [many, 70],
    [agreed, 40],
    [moved, 79],
    [gone, 4],
  ] as const;
  const lines = found.map(([{ _id }, units]) => countLine(_id, units));
  await sendLines(executive, count, ...lines, countLine(undefined, 2, { code: "8900000999999" }));
  const take = (product: ProductNames, quantity: number) =>
    manager.post("/v1/transactions/out", { product: product._id, warehouse, quantity }, idempotencyKey());
  await take(moved, 1);
  passMinutes(10);
  await take(gone, 18);
  const page = await review(count);
  await row(page, few.name).waitFor();
  const texts = (await rows(page).allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
  expect(texts).toEqual([
    expect.stringMatching(/ 50 70 \+20 40 % .* over 4 % Recount$/),
    expect.stringMatching(/ 20 4 −16 80 % .* below zero Recount$/),
    expect.stringMatching(/ 100 97 −3 3\.0 % .* Recount$/),
    expect.stringMatching(/ 80 79 −1 1\.3 % .* moved at \d\d:\d\d Recount$/),
  ]);
  const choose = (product: ProductNames) => page.getByRole("checkbox", { name: `Apply ${product.name}` });
  const chosen = () => Promise.all([many, gone, few, moved].map((product) => choose(product).isChecked()));
  expect(await chosen()).toEqual([false, false, true, false]);
  expect(await choose(gone).isDisabled()).toBe(true);
  await choose(moved).check();
  await page.getByText("2 corrections chosen, −4 units net").waitFor();
  await page.getByRole("button", { name: "Unknown codes 1" }).click();
  await row(page, "8900000999999").waitFor();
  await page.getByRole("button", { name: "Not counted 2" }).click();
  await row(page, left.name).waitFor();
  expect(await rows(page).count()).toBe(2);
  await expectAccessible(page);

  await page.getByLabel("Count 2 with stock that nobody counted as 0").click();
  await asks(page, /15 units of 2 products that nobody counted/);
  await answer(page, "Cancel");
  await page.getByText("2 corrections chosen, −4 units net").waitFor();
  await page.getByLabel("Count 2 with stock that nobody counted as 0").click();
  await answer(page, "Count as 0");
  const { act, picture, expectAsStated } = frequentJob("Apply a count");
  await picture(page.getByRole("main"));
  await act(press(page, "Post 4 corrections"), "Press Post with the corrections.");
  await asks(page, /4 corrections, −19 units net.*15 units of 2 products.*2 differences that you have not chosen/);
  await act(answer(page, "Post 4 corrections"), "Press Post again, once you have read what it says.");
  expectAsStated();
  await page.getByText("4 corrections posted.").waitFor();
  await page.getByRole("button", { name: "Counted as 0 2" }).waitFor();
  await press(page, "Differences 4");
  await row(page, many.name).getByText("not posted").waitFor();
  expect(await row(page, few.name).getByText("not posted").count()).toBe(0);
  expect(await heldIn(warehouse, products)).toEqual([97, 50, 40, 78, 2, 0, 0]);

  await press(page, "Reverse");
  await press(dialog(page), "Reverse corrections");
  await page.getByText("Reversed", { exact: true }).first().waitFor();
  expect(await heldIn(warehouse, products)).toEqual([100, 50, 40, 79, 2, 10, 5]);
  expect(last.name).toBeTruthy();
  await page.reload();
  await page.getByText(/19 missing, 0 too many posted, and reversed since/).waitFor();
  expect(await button(page, "Reverse").count()).toBe(0);
  await page.getByRole("main").getByRole("link", { name: "Count Stock" }).click();
  await expect
    .poll(() => row(page, number).innerText())
    .toMatch(/Reversed[\s\S]*1 of 5[\s\S]*−19[\s\S]*19 missing, 0 too many/);
});

test("a recount is another's, begins from nothing, and its difference counts", { tags: "exhaustive" }, async () => {
  const { count, products } = await openCount([50, 20]);
  const [bottle, cup] = products as [ProductNames, ProductNames];
  await sendLines(executive, count, countLine(bottle._id, 40), countLine(cup._id, 20));
  const page = await review(count, { phone: true });
  await press(page, `Recount ${bottle.name}`);
  await asks(page, /counted again from nothing, best by somebody other than/);
  await answer(page, "Recount");
  await page.getByRole("button", { name: "To recount 1" }).click();
  await press(row(page, bottle.name), "to recount");
  await page.getByText("It is being counted again.").waitFor();
  await press(page, "Close");
  await question(page).getByText("1 product to recount is not corrected either.").waitFor();
  await answer(page, "Cancel");
  expect(await cutTexts(row(page, bottle.name))).toEqual([]);
  await expectAccessible(page);

  const before = await open(here, executive, { path: `/count/${count}?list=to-go` });
  await row(before, bottle.name).click();
  await before.getByText("You counted it before. Let somebody else count it, if there is anybody.").waitFor();
  const { client: kiran } = await newPerson(here, "executive");
  const other = await open(here, kiran, { path: `/count/${count}?list=to-go`, phone: true });
  await row(other, bottle.name).getByText("recount").waitFor();
  await row(other, bottle.name).click();
  await other.getByText("Count all shelves again.").waitFor();
  await press(other, "Type");
  await dialog(other).getByLabel("Units").fill("49");
  await other.keyboard.press("Enter");
  await expect
    .poll(async () => (await reviewOf(count)).rows.find(({ _id }) => _id === bottle._id))
    .toMatchObject({ round: 2, counted: 49, held: 50 });
});

test("unanswered posting goes on, broken off is continued; neither posts twice", { tags: "exhaustive" }, async () => {
  const { count, products, warehouse } = await openCount([9]);
  const [bottle] = products as [ProductNames];
  await sendLines(executive, count, countLine(bottle._id, 8));
  const page = await review(count, { mayLog: /ERR_|No connection/ });
  let cut = true;
  await page.route("**/apply", async (route) => {
    if (!cut) return route.continue();
    cut = false;
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("checkbox", { name: `Apply ${bottle.name}` }).check();
  await press(page, "Post 1 correction");
  await answer(page, "Post 1 correction");
  await page.getByText("1 correction posted.").waitFor();
  expect(await heldIn(warehouse, products)).toEqual([8]);

  // As it looks to somebody who opens it before the last step.
  const applied = await reviewOf(count);
  let applying = true;
  await page.route(`**/counts/${count}/review`, (route) =>
    applying
      ? fulfill(route, { ...applied, count: { ...applied.count, state: "applying", movement: undefined } })
      : route.continue(),
  );
  await page.reload();
  await page.getByText("Posting the corrections was interrupted.").waitFor();
  applying = false;
  await press(page, "Go on", "1 correction posted.");
  expect(await heldIn(warehouse, products)).toEqual([8]);
});

test("an entry made before a product was counted that arrives after the count was applied is listed, and taken back", async () => {
  const { count, products, warehouse } = await openCount([10]);
  const [bottle] = products as [ProductNames];
  await sendLines(executive, count, countLine(bottle._id, 8));
  await applyWhole(manager, count, choiceOf((await reviewOf(count)).rows));
  expect(await heldIn(warehouse, products)).toEqual([8]);
  const body = { product: bottle._id, warehouse, quantity: 2 };
  passMinutes(1);
  const late = { ...idempotencyKey(), "entry-age": "600" };
  expect((await executive.post("/v1/transactions/out", body, late)).status).toBe(201);
  const page = await review(count);
  const card = page.getByRole("table", { name: "Posted later: 1 entry" });
  await card.getByRole("row").filter({ hasText: bottle.p_id }).filter({ hasText: "2 out" }).waitFor();
  await press(card, "Take back");
  await card.getByRole("row").filter({ hasText: "Taken back" }).waitFor();
  expect(await heldIn(warehouse, products)).toEqual([8]);
});
