// Past picklists, in a real browser on the running product.
import { beforeAll, expect, test } from "vitest";
import { movementNumber } from "#shared/movement-number.ts";
import { expectAccessible, open, type Page } from "#tests/support/browser.ts";
import { newPerson, type Person, productForm, today, unique } from "#tests/support/make.ts";
import { heldOf, keyed } from "#tests/support/stock.ts";
import { type TestWorld, world } from "#tests/support/world.ts";

let here: TestWorld;
let other: Person;
let hub: string;
let ncr: string;

beforeAll(async () => {
  here = await world();
  hub = (await here.manager.post("/v1/warehouses", { name: "Bengaluru Hub", w_id: "BLR-01" })).body._id;
  ncr = (await here.manager.post("/v1/warehouses", { name: "Delhi NCR", w_id: "DEL-02" })).body._id;
  other = await newPerson(here);
});

interface Made {
  movement: string;
  number: string;
  product: string;
  name: string;
}

/** A picklist of eight units of a new product: five are in one warehouse, ten in the other. */
const made = async (channel = "amazon", who = here.executive): Promise<Made> => {
  const form = productForm({ name: unique("Swaddle"), p_id: unique("SND") });
  const { _id, name } = (await here.manager.post("/v1/products", form)).body;
  await here.manager.post("/v1/transactions/in", { product: _id, warehouse: hub, quantity: 10 }, keyed());
  await here.manager.post("/v1/transactions/in", { product: _id, warehouse: ncr, quantity: 5 }, keyed());
  const { movement } = (
    await who.post("/v1/transactions/out", { channel, list: [{ product: _id, quantity: 8 }] }, keyed())
  ).body;
  return { movement, number: movementNumber(movement), product: _id, name };
};

const row = (page: Page, text: string) =>
  page.getByRole("table", { name: "Past picklists" }).locator("tbody tr[aria-rowindex]").filter({ hasText: text });
const record = (page: Page, number: string) => page.getByRole("dialog", { name: `Picklist ${number}` });
const opened = (wishes: Parameters<typeof open>[2] = {}) =>
  open(here, here.executive, { path: "/picklist/register", ...wishes });

test("it is reached from Create Picklist, and lists number, channel, user, lines and units", async () => {
  const { number } = await made("flipkart");
  const page = await opened({ path: "/picklist" });
  await page.getByRole("link", { name: "Past picklists" }).click();
  await page.getByRole("heading", { name: "Past picklists", level: 1 }).waitFor();
  await row(page, number).waitFor();
  const cells = await row(page, number).getByRole("cell").allInnerTexts();
  expect(cells.slice(2, 7)).toEqual([
    expect.stringMatching(/^Flipkart/i),
    expect.stringContaining("@executive"),
    "1",
    "8",
    "Processed",
  ]);
});

test("it is narrowed by channel and by user, in the URL", async () => {
  const [mine, theirs] = [await made("amazon"), await made("firstcry", other.client)];
  const page = await opened();
  await row(page, theirs.number).waitFor();
  await page.getByLabel("Channel").selectOption("amazon");
  await row(page, theirs.number).waitFor({ state: "detached" });
  await row(page, mine.number).waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByLabel("User").selectOption({ label: `A new executive @${other.username}` });
  await row(page, mine.number).waitFor({ state: "detached" });
  await row(page, theirs.number).waitFor();
  expect(new URL(page.url()).searchParams.get("user")).toBeTruthy();
});

test("an opened one shows the warehouses of each line, and prints the same sheet with its number", async () => {
  const { number, name } = await made();
  const page = await opened();
  await page.evaluate(() => {
    window.print = () =>
      document.body.setAttribute("data-printed", document.querySelector("[data-print]")?.textContent ?? "");
  });
  await row(page, number).click();
  await record(page, number).getByText("Delhi NCR × 5").waitFor();
  await record(page, number).getByText("Bengaluru Hub × 3").waitFor();
  await record(page, number).getByRole("button", { name: "Print" }).click();
  await page.locator("body[data-printed]").waitFor();
  const paper = (await page.locator("body").getAttribute("data-printed")) ?? "";
  for (const word of ["Picklist Amazon", number, name, "Delhi NCR × 5", "The executive"]) expect(paper).toContain(word);
});

test("cancelling asks first, returns every unit to its warehouse, and is shown in the list", async () => {
  const { number, product } = await made();
  const page = await opened();
  await row(page, number)
    .getByRole("button", { name: `Cancel picklist ${number}` })
    .click();
  const question = page.getByRole("dialog", { name: `Cancel picklist ${number}` });
  await question.getByText("The units taken (1 line, 8 units) go back to their warehouses").waitFor();
  await question.getByRole("button", { name: "Cancel picklist" }).click();
  await page.getByText("Picklist cancelled").waitFor();
  await row(page, number).getByText("Cancelled").waitFor();
  expect(await heldOf(here.manager, product)).toBe(15);
});

test("an executive cancels only their own; another user's says why not", async () => {
  const { number } = await made("amazon", other.client);
  const page = await opened();
  const reason = "You can reverse your own movements of today only, ask a manager";
  await row(page, number)
    .getByRole("button", { name: `Cancel picklist ${number}: ${reason}` })
    .waitFor();
  await row(page, number).click();
  await record(page, number).getByText(`Cannot be cancelled: ${reason}`).waitFor();
  expect(await record(page, number).getByRole("button", { name: "Cancel picklist" }).count()).toBe(0);
});

test("past 5,000 picklists its total says that it is of the rows shown", async () => {
  await made();
  const page = await opened({ path: "/not-here" });
  const [one] = (await here.executive.get(`/v1/picklists?start=${today()}&end=${today()}`)).body;
  const json = Array.from({ length: 5_000 }, (_, index) => ({ ...one, _id: `p${index}` }));
  const headers = {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "link",
    link: '</v1/picklists?after=more>; rel="next"',
  };
  await page.route("**/v1/picklists?*", (route) => route.fulfill({ json, headers }));
  await page.goto("/picklist/register");
  await page.getByText("Total of the rows shown 40,000 units · 5,000 picklists").waitFor();
});

test("it is accessible as a list and opened, on a desk and on a phone", async () => {
  const { number } = await made();
  for (const phone of [false, true]) {
    const page = await opened({ phone });
    await row(page, number).waitFor();
    await expectAccessible(page);
    await row(page, number).click();
    await record(page, number).waitFor();
    await expectAccessible(page);
  }
});
