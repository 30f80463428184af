// A killed browser opens with the same user signed in, and the same typed input.
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Transaction } from "#shared/movement.ts";
import { scan } from "#tests/support/browser.ts";
import { storedDrafts, storedText } from "#tests/support/browser-storage.ts";
import { newPerson, today } from "#tests/support/fixtures.ts";
import { killableBrowser } from "#tests/support/killed-browser.ts";
import { idempotencyKey, newStockLine } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { field, heading, login, press } from "#tests/web/page.ts";

const here = await world();
const { root } = here;
const productOf = async (id: string) =>
  (await root.get("/v1/products")).body.find(({ _id }: { _id: string }) => _id === id);

const outlives = async (seconds: number): Promise<void> => {
  const [asha, ravi] = [await newPerson(here, "manager"), await newPerson(here)];
  const { product, warehouse } = await newStockLine(root, 3);
  const browser = killableBrowser(here.site);
  let page = await browser.start("/inventory");
  await login(page, asha.password, asha.username);
  await heading(page, "Manage Inventory").waitFor();
  await press(page, "Logout");
  await heading(page, "Sign in").waitFor();
  await wait(seconds * 1_000);
  await browser.kill();
  page = await browser.start("/inventory");
  await heading(page, "Sign in").waitFor();

  await login(page, ravi.password, ravi.username);
  await heading(page, "Manage Inventory").waitFor();
  await wait(seconds * 1_000);
  await browser.kill();
  page = await browser.start(`/inventory?do=update&id=${product}-${warehouse}`);
  await field(page, "Quantity").fill("4");
  await press(page, "Submit", "Stock updated successfully");
  const { body } = await root.get(`/v1/transactions?start=${today()}&end=${today()}`);
  const posted = body.find((row: Transaction) => row.product._id === product && row.quantity === 4);
  expect(posted?.user.username).toBe(ravi.username);
};
const guarantee = "who has signed out stays signed out, and who came after is signed in, when the browser is killed";

test(`${guarantee} at once`, () => outlives(0));
test.each([2, 8, 30])(`${guarantee} %i s later`, { tags: "exhaustive" }, outlives);

test("a picklist and a form that are being entered survive, for their user alone", { tags: "exhaustive" }, async () => {
  const [asha, ravi] = [await newPerson(here), await newPerson(here)];
  const { product, warehouse } = await newStockLine(root, 30);
  const { p_id } = await productOf(product);
  const browser = killableBrowser(here.site);
  let page = await browser.start("/picklist");
  await login(page, asha.password, asha.username);
  await page.getByLabel("Channel").selectOption("Amazon");
  await scan(page, p_id);
  await scan(page, p_id);
  await page.getByText("1 line, 2 units").first().waitFor();
  const form = `/inventory?do=update&id=${product}-${warehouse}`;
  const other = await page.context().newPage();
  await other.goto(here.site + form);
  await field(other, "Remarks (Optional)").fill("Box was damp");
  await expect.poll(() => storedText(other)).toContain("Box was damp");
  await browser.kill();

  page = await browser.start("/picklist");
  await page.getByText("Scan or add the first product.").waitFor();
  await page.getByText(/^Continue your picklist of 1 line from \d\d:\d\d\?$/).waitFor();
  await press(page, "Continue");
  await page.getByText("1 line, 2 units").first().waitFor();
  await page.goto(here.site + form);
  await page.getByText(/^Continue what you typed from/).waitFor();
  await press(page, "Cancel");
  await press(page, "Logout");
  await press(page.getByRole("alertdialog"), "Logout");
  await login(page, ravi.password, ravi.username);
  await heading(page, "Manage Inventory").waitFor();
  expect(await storedDrafts(page)).toEqual([]);
});

test("a tick of picking survives before it is sent, and is sent", async () => {
  const asha = await newPerson(here);
  const { product } = await newStockLine(root, 30);
  const { p_id } = await productOf(product);
  const body = { channel: "amazon", list: [{ product, quantity: 4 }] };
  const { movement } = (await root.post("/v1/transactions/out", body, idempotencyKey())).body;
  const path = `/picklist/${movement}/pick?day=${today()}`;
  const browser = killableBrowser(here.site);
  let page = await browser.start(path);
  await page
    .context()
    .route("**/picked", (route) => (route.request().method() === "PUT" ? route.abort() : route.continue()));
  await login(page, asha.password, asha.username);
  await page.getByRole("progressbar", { name: "0 of 1 picked" }).waitFor();
  await scan(page, p_id);
  await page.getByText("not sent yet").waitFor();
  await browser.kill();
  page = await browser.start(path);
  await page.getByRole("progressbar", { name: "1 of 1 picked" }).waitFor();
  await expect
    .poll(async () => (await root.get(`/v1/picklists/${movement}/picked`)).body.places)
    .toMatchObject([{ product }]);
});
