// The outbox when something is wrong with the storage, another tab, the network, the user or the clock.
import { expect, test } from "vitest";
import { fulfill, type Page, recordPosts } from "#tests/support/browser.ts";
import { newPerson } from "#tests/support/fixtures.ts";
import { heldOf, ledgerOf, type ProductNames } from "#tests/support/stock.ts";
import {
  fillForm,
  formClosed,
  here,
  hub,
  openUpdateStock,
  pressInForm,
  productInHub,
} from "#tests/web/features/stock/driver.ts";
import { answer, login, press, toast } from "#tests/web/page.ts";

const mayLog =
  /ERR_|No connection|401|403|409|422|Session expired|Unauthorized|could not be|interrupted|Lock broken|Unexpected token/;
const posting = "**/v1/transactions/in";

const enter = async (page: Page, product: ProductNames, quantity: number) => {
  await fillForm(page, product, quantity);
  await pressInForm(page, "Submit");
};
const mark = (page: Page, text: string) => page.getByRole("link", { name: text });
const tryNow = (page: Page) => page.evaluate(() => dispatchEvent(new Event("online")));

test("a captive portal that answers 200 with a page is no answer", async () => {
  const swaddle = await productInHub(10);
  const page = await openUpdateStock({ mayLog });
  await page.route(posting, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: "<h1>Welcome</h1>",
      headers: { "access-control-allow-origin": "*" },
    }),
  );
  await enter(page, swaddle, 7);
  await page.getByText(/^Kept /).waitFor();
  await page.unroute(posting);
  await tryNow(page);
  await toast(page, "Stock updated successfully").waitFor();
  expect(await heldOf(here.manager, swaddle._id)).toBe(17);
});

test("where nothing can be stored, an entry is posted all the same, and one without an answer is kept in the tab", async () => {
  const swaddle = await productInHub(10);
  const page = await openUpdateStock({ mayLog });
  await page.evaluate(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("The storage is blocked", "SecurityError");
    };
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException("The storage is full", "QuotaExceededError");
    };
  });
  await enter(page, swaddle, 3);
  await toast(page, "Stock updated successfully").waitFor();
  expect(await heldOf(here.manager, swaddle._id)).toBe(13);
  await page.context().setOffline(true);
  await press(page, "Update Stock");
  await enter(page, swaddle, 4);
  await page.getByText("Kept in this tab only: do not close it.").waitFor();
  await page.context().setOffline(false);
  await expect.poll(() => heldOf(here.manager, swaddle._id)).toBe(17);
});

test("a tab that is frozen while it sends holds up another for half a minute only", async () => {
  const swaddle = await productInHub(10);
  const page = await openUpdateStock({ mayLog });
  const frozen = await page.context().newPage();
  await frozen.goto("/outbox");
  // It holds the lock and does nothing any more.
  await frozen.evaluate(
    () => new Promise<void>((held) => void navigator.locks.request("outbox", () => new Promise(() => held()))),
  );
  await page.clock.install();
  await enter(page, swaddle, 7);
  await page.getByText("Processing").waitFor();
  await page.clock.runFor(16_000);
  await page.getByText(/^Kept /).waitFor();
  await page.clock.runFor(15_000);
  await expect.poll(() => heldOf(here.manager, swaddle._id)).toBe(17);
});

test("a posting that 0.1.0 left without an answer is repeated under its key", async () => {
  const swaddle = await productInHub(10);
  const page = await openUpdateStock({ mayLog });
  const posts = recordPosts(page);
  const key = crypto.randomUUID();
  const body = { product: swaddle._id, warehouse: hub, quantity: 7, action: "STOCK_IN" };
  await here.executive.post("/v1/transactions/in", body, { "idempotency-key": key });
  await page.evaluate(
    ({ user, ...pending }) => sessionStorage.setItem(`pending ${user} stock in`, JSON.stringify(pending)),
    { user: here.executive._id, key, input: { body } },
  );
  await page.reload();
  await toast(page, "Sent what was waiting").waitFor();
  expect(posts.map((post) => post.key)).toEqual([key]);
  expect(await heldOf(here.manager, swaddle._id)).toBe(17);
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith("pending")))).toEqual(
    [],
  );
});

test("somebody else who signs in sees how many entries wait and whose, and sends none of them", async () => {
  const swaddle = await productInHub(10);
  const page = await openUpdateStock({ mayLog });
  await page.route(posting, (route) => route.abort());
  await enter(page, swaddle, 7);
  await formClosed(page);
  await press(page, "Logout");
  await answer(page, "Logout");
  await page.unroute(posting);
  const posts = recordPosts(page);
  await login(page, "manager-password", "manager");
  await page.getByRole("link", { name: "Manage Inventory" }).waitFor();
  await page.goto("/outbox");
  await page.getByText("1 entry of The executive waits here too, sent when The executive signs in.").waitFor();
  expect(posts.filter(({ key }) => key !== "none")).toEqual([]);
  expect(await heldOf(here.manager, swaddle._id)).toBe(10);
});

test("the entry of a user who lost the right to it is refused; that of a deleted user waits", async () => {
  const swaddle = await productInHub(10);
  const person = await newPerson(here);
  const page = await openUpdateStock({ mayLog }, person.client);
  await page.route(posting, (route) => route.abort());
  await enter(page, swaddle, 7);
  await formClosed(page);
  await page.unroute(posting);
  const refusal = { code: "FORBIDDEN", message: "Unauthorized" };
  await page.route(posting, (route) => fulfill(route, refusal, 403), { times: 1 });
  await tryNow(page);
  await mark(page, "1 refused").click();
  await page.getByText("Unauthorized, contact administrator").first().waitFor();
  await press(page, "Discard");
  await answer(page, "Discard");
  await page.getByRole("link", { name: "Manage Inventory" }).click();
  await press(page, "Update Stock");
  await page.context().setOffline(true);
  await enter(page, swaddle, 5);
  await formClosed(page);
  await here.root.delete(`/v1/users/${person._id}`);
  await page.context().setOffline(false);
  await page.getByText("Session expired, please login again").waitFor();
  await login(page, "manager-password", "manager");
  await page.getByRole("link", { name: "Manage Inventory" }).waitFor();
  await page.goto("/outbox");
  await page.getByText(`waits here too`).waitFor();
  expect(await heldOf(here.manager, swaddle._id)).toBe(10);
});

test("an entry that waited says how long, however wrong the clock of the device is", async () => {
  const swaddle = await productInHub(10);
  const page = await openUpdateStock({ mayLog });
  const ages: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") ages.push(request.headers()["entry-age"]);
  });
  const wrong = Date.now() - 24 * 60 * 60 * 1_000;
  await page.clock.setFixedTime(wrong);
  await page.context().setOffline(true);
  await enter(page, swaddle, 7);
  await formClosed(page);
  await page.clock.setFixedTime(wrong + 3_600_000);
  await page.context().setOffline(false);
  await expect.poll(() => heldOf(here.manager, swaddle._id)).toBe(17);
  expect(ages.at(-1)).toBe("3600");
  expect(await ledgerOf(here.manager, swaddle._id)).toEqual([7, 10]);
});
