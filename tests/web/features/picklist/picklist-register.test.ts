// Past picklists, in a real browser on the running product.
import { expect, test } from "vitest";
import { movementNumber } from "#shared/movement-number.ts";
import { expectAccessible, fulfill, open, type Page, type PageOptions } from "#tests/support/browser.ts";
import { newPerson, today } from "#tests/support/fixtures.ts";
import { heldOf, idempotencyKey, type ProductNames } from "#tests/support/stock.ts";
import { button, capturePrint, dialog, gone, press, printed, row } from "#tests/web/page.ts";
import { here, newProduct } from "./driver.ts";

const other = await newPerson(here);

interface PostedPicklist {
  number: string;
  product: ProductNames;
}

/** A picklist of eight units of a new product, of which ten are in Bengaluru and five in Delhi. */
const postPicklist = async (channel = "amazon", client = here.executive): Promise<PostedPicklist> => {
  const product = await newProduct([10, 5]);
  const body = { channel, list: [{ product: product._id, quantity: 8 }] };
  const { movement } = (await client.post("/v1/transactions/out", body, idempotencyKey())).body;
  return { number: movementNumber(movement), product };
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
  expect(cells.slice(2, 7)).toEqual([
    expect.stringMatching(/^Flipkart/i),
    expect.stringContaining("@executive"),
    "1",
    "8",
    "Processed",
  ]);
});

test("it is narrowed by channel and by user, in the URL", async () => {
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
});

test("an opened one shows the warehouses of each line, and prints the same sheet with its number", async () => {
  const { number, product } = await postPicklist();
  const page = await openRegister();
  await capturePrint(page);
  await row(page, number).click();
  await details(page, number).getByText("Delhi NCR × 5").waitFor();
  await details(page, number).getByText("Bengaluru Hub × 3").waitFor();
  await press(details(page, number), "Print");
  const { paper } = await printed(page);
  for (const word of ["Picklist Amazon", number, product.name, "Delhi NCR × 5", "The executive"])
    expect(paper).toContain(word);
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

test("past 5,000 picklists its total says that it is of the rows shown", async () => {
  await postPicklist();
  const page = await openRegister({ path: "/not-here" });
  const [one] = (await here.executive.get(`/v1/picklists?start=${today()}&end=${today()}`)).body;
  const json = Array.from({ length: 5_000 }, (_, index) => ({ ...one, _id: `p${index}` }));
  const headers = {
    "access-control-expose-headers": "link",
    link: '</v1/picklists?after=more>; rel="next"',
  };
  await page.route("**/v1/picklists?*", (route) => fulfill(route, json, 200, headers));
  await page.goto("/picklist/register");
  await page.getByText("Total of the rows shown 40,000 units · 5,000 picklists").waitFor();
});

test("it is accessible as a list and opened, on a desk and on a phone", async () => {
  const { number } = await postPicklist();
  for (const phone of [false, true]) {
    const page = await openRegister({ phone });
    await row(page, number).waitFor();
    await expectAccessible(page);
    await row(page, number).click();
    await details(page, number).waitFor();
    await expectAccessible(page);
  }
});
