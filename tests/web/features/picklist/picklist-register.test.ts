// Past picklists, in a real browser on the running product.
import { expect, test } from "vitest";
import { movementNumber } from "#shared/movement-number.ts";
import { expectAccessible, fulfill, open, type Page, type PageOptions } from "#tests/support/browser.ts";
import { blank } from "#tests/support/browser-session.ts";
import { putProducts } from "#tests/support/engine.ts";
import { newPerson, today, unique } from "#tests/support/fixtures.ts";
import { linesOf } from "#tests/support/pdf.ts";
import { heldOf, idempotencyKey, type ProductNames } from "#tests/support/stock.ts";
import { answer, button, capturePrint, dialog, gone, press, printed, row, toast } from "#tests/web/page.ts";
import {
  addLine,
  expectTotals,
  here,
  newProduct,
  openPicklist,
  picklistsOf,
  quantityOf,
  saveProcessed,
  warehouseOf,
} from "./driver.ts";

const other = await newPerson(here);

interface PostedPicklist {
  number: string;
  product: ProductNames;
}

/** A picklist of eight units of a new product, of which ten are in Bengaluru and five in Delhi. */
const postPicklist = async (channel = "amazon", client = here.executive): Promise<PostedPicklist> => {
  const product = await newProduct([10, 5]);
  return { number: await post(channel, [{ product: product._id, quantity: 8 }], client), product };
};

const openRegister = (options?: PageOptions) => open(here, here.executive, { path: "/picklist/register", ...options });
const details = (page: Page, number: string) => dialog(page, `Picklist ${number}`);

test("it is reached from Create Picklist, and lists number, channel, user, lines and units", async () => {
  const { number } = await postPicklist("flipkart");
  const page = await openRegister({ path: "/picklist" });
  await page.getByRole("link", { name: "Past picklists" }).click();
  await page.getByRole("heading", { name: "Past picklists", level: 1 }).waitFor();
  await row(page, number).waitFor();
  const cells = await row(page, number).getByRole("cell").allInnerTexts();
  const names = [expect.stringMatching(/^Flipkart/i), expect.stringContaining("@executive")];
  expect(cells.slice(2, 7)).toEqual([...names, "1", "8", "0 of 2"]);
});

test("it is narrowed by channel, by user and by what is picked, in the URL", async () => {
  const [mine, theirs] = [await postPicklist("amazon"), await postPicklist("firstcry", other.client)];
  const page = await openRegister();
  await row(page, theirs.number).waitFor();
  await page.getByLabel("Channel").selectOption("amazon");
  await gone(row(page, theirs.number));
  await row(page, mine.number).waitFor();
  await press(page, "Clear filters");
  await page.getByLabel("User").selectOption({ label: `A new executive @${other.username}` });
  await gone(row(page, mine.number));
  await row(page, theirs.number).waitFor();
  expect(new URL(page.url()).searchParams.get("user")).toBeTruthy();
  await page.getByLabel("Picked").selectOption("yes");
  await gone(row(page, theirs.number));
  await page.getByLabel("Picked").selectOption("no");
  await row(page, theirs.number).waitFor();
});

test("an opened one shows the warehouses of each line, and prints the same paper with its number", async () => {
  const { number, product } = await postPicklist();
  const page = await openRegister();
  await capturePrint(page);
  await row(page, number).click();
  await details(page, number).getByText("Delhi NCR × 5").waitFor();
  await details(page, number).getByText("Bengaluru Hub × 3").waitFor();
  await expectAccessible(page);
  await press(details(page, number), "Print");
  const { paper } = await printed(page);
  for (const word of ["Picklist Amazon", number, product.name, "Delhi NCR × 5", "The executive"])
    expect(paper).toContain(word);
});

/** Products with stock in two warehouses, written at once: names of two lines on paper. */
const manyProducts = async (count: number) => {
  const held = { [await warehouseOf("BLR-01")]: 9, [await warehouseOf("DEL-02")]: 2 };
  const goods = Array.from({ length: count }, (_, index) => ({
    _id: unique("many"),
    p_id: unique("SWD"),
    name: `Organic Muslin Swaddle 100 x 100 cm, Pack of ${index + 10} (Mint)`,
    held,
  }));
  await putProducts(here, goods);
  return goods;
};
const post = async (channel: string, list: object[], client = here.executive): Promise<string> =>
  movementNumber((await client.post("/v1/transactions/out", { channel, list }, idempotencyKey())).body.movement);

test("on paper 18 lines of two fit on a page, each with number, user and time", { tags: "exhaustive" }, async () => {
  const goods = await manyProducts(24);
  const list = goods.map(({ _id }) => ({ product: _id, quantity: 4 }));
  const number = await post("amazon", list);
  const page = await openRegister();
  await row(page, number).click();
  await details(page, number).getByText("24 lines, 96 units").waitFor();
  const pages = await linesOf(await page.pdf({ preferCSSPageSize: true }));
  expect(pages).toHaveLength(2);
  const codesOn = (lines: string[] = []) => goods.filter(({ p_id }) => lines.some((line) => line.includes(p_id)));
  expect(codesOn(pages[0])).toHaveLength(18);
  expect(codesOn(pages[1])).toHaveLength(6);
  expect(pages.flat().filter((line) => /Organic.*SWD/.test(line))).toEqual([]);
  for (const [at, lines] of pages.entries()) {
    const foot = `^Picklist ${number} · The executive, [-0-9]+ [:0-9]+ IST\tPage ${at + 1} of 2$`;
    expect(lines.filter((line) => /Page \d of \d/.test(line))).toEqual([expect.stringMatching(foot)]);
  }

  // Grouped by warehouse, on this device from now on.
  await details(page, number).getByLabel("Print by warehouse").check();
  const groupedPages = await linesOf(await page.pdf({ preferCSSPageSize: true }));
  for (const [at, lines] of groupedPages.entries())
    expect(lines.at(-1)).toMatch(new RegExp(`Page ${at + 1} of ${groupedPages.length}$`));
  const grouped = groupedPages.flat();
  const heads = grouped.filter((line) => /^(Bengaluru|Delhi)/.test(line));
  expect(heads[0]).toBe("Bengaluru Hub (BLR-01)");
  expect(heads[1]).toMatch(/^(Bengaluru Hub \(BLR-01\), continued|Bengaluru Hub: 24 lines, 48 units)$/);
  expect(heads.at(-1)).toBe("Delhi NCR: 24 lines, 48 units");
  const total = heads.indexOf("Bengaluru Hub: 24 lines, 48 units");
  expect(heads.findIndex((line) => line.startsWith("Delhi"))).toBeGreaterThan(total);
  const order = grouped.flatMap((line) => goods.filter(({ p_id }) => line.includes(p_id)));
  expect(order).toEqual([...goods, ...goods]);
  await page.reload();
  await details(page, number).getByText("24 lines, 96 units").waitFor();
  expect(await details(page, number).getByLabel("Print by warehouse").isChecked()).toBe(true);
});

test("one is copied to a new picklist with its channel and lines; a draft with lines is replaced after a question", async () => {
  const [bib, deleted, cup] = [await newProduct([9]), await newProduct([9]), await newProduct([9])];
  const list = [bib, deleted].map(({ _id }) => ({ product: _id, quantity: 3 }));
  const number = await post("flipkart", list);
  const onlyGone = await post("flipkart", list.slice(1));
  await here.manager.delete(`/v1/products/${deleted._id}`);
  const page = await openPicklist();
  await addLine(page, cup, 2);
  await page.getByRole("link", { name: "Past picklists" }).click();

  // Nothing is left of this one.
  await press(row(page, onlyGone), `Copy to a new picklist ${onlyGone}`);
  await toast(page, "None of its products is in the catalogue any more").waitFor();

  await press(row(page, number), `Copy to a new picklist ${number}`);
  await answer(page, "Cancel", "Create Picklist has 1 line, 2 units, not processed as shown.");
  await row(page, number).click();
  await press(details(page, number), "Copy to a new picklist");
  await answer(page, "Replace");
  await page.waitForURL(/\/picklist$/);
  await expectTotals(page, "1 line, 3 units");
  expect(await page.getByLabel("Channel").inputValue()).toBe("flipkart");
  expect(await quantityOf(page, bib).inputValue()).toBe("3");
  await page.getByText(`Left out of the copy of picklist ${number}, since deleted: ${deleted.name}`).waitFor();
  await press(page, "OK");
  await gone(page.getByText("Left out of the copy"));
  await saveProcessed(page);
  for (const row of await picklistsOf(bib)) expect(row).toMatchObject({ quantity: 3, channel: "flipkart" });
  expect(await picklistsOf(bib)).toHaveLength(2);
  // A processed picklist is not lost, so no question is asked.
  await page.getByRole("link", { name: "Past picklists" }).click();
  await press(row(page, number), `Copy to a new picklist ${number}`);
  await page.getByText("Left out of the copy").waitFor();
  await expectTotals(page, "1 line, 3 units");
});

test("cancelling asks first, returns every unit to its warehouse, and is shown in the list", async () => {
  const { number, product } = await postPicklist();
  const page = await openRegister();
  await press(row(page, number), `Cancel picklist ${number}`);
  const cancellation = dialog(page, `Cancel picklist ${number}`);
  await cancellation.getByText("The units taken (1 line, 8 units) go back to their warehouses").waitFor();
  await press(cancellation, "Cancel picklist");
  await page.getByText("Picklist cancelled").waitFor();
  await row(page, number).getByText("Cancelled").waitFor();
  expect(await heldOf(here.manager, product._id)).toBe(15);
});

test("an executive cancels only their own; another user's says why not", async () => {
  const { number } = await postPicklist("amazon", other.client);
  const page = await openRegister();
  const reason = "You can reverse your own movements of today only, ask a manager";
  await button(row(page, number), `Cancel picklist ${number}: ${reason}`).waitFor();
  await row(page, number).click();
  await details(page, number).getByText(`Cannot be cancelled: ${reason}`).waitFor();
  expect(await button(details(page, number), "Cancel picklist").count()).toBe(0);
});

test("past 5,000 picklists its total says that it is of the rows shown", { tags: "exhaustive" }, async () => {
  await postPicklist();
  const page = await openRegister({ path: blank });
  const [one] = (await here.executive.get(`/v1/picklists?start=${today()}&end=${today()}`)).body;
  const json = Array.from({ length: 5_000 }, (_, index) => ({ ...one, _id: `p${index}` }));
  const link = '</v1/picklists?after=more>; rel="next"';
  const headers = { "access-control-expose-headers": "link", link };
  await page.route("**/v1/picklists?*", (route) => fulfill(route, json, 200, headers));
  await page.goto("/picklist/register");
  await page.getByText("Total of the rows shown 40,000 units · 5,000 picklists").waitFor();
});
