// The outbox when something is wrong with the storage, another tab, the network, the user or the clock.
import { expect, test } from "vitest";
import { fulfill, type Page, type Request, recordPosts } from "#tests/support/browser.ts";
import { blank } from "#tests/support/browser-session.ts";
import { newPerson } from "#tests/support/fixtures.ts";
import { heldOf, ledgerOf, type ProductNames } from "#tests/support/stock.ts";
import {
  direction,
  fillForm,
  formClosed,
  formField,
  here,
  openUpdateStock,
  pressInForm,
  productInHub,
  updateStock,
} from "#tests/web/features/stock/driver.ts";
import { answer, button, login, press, toast } from "#tests/web/page.ts";

const mayLog =
  /ERR_|No connection|401|403|409|422|500|503|Internal server error|Busy right now|Unable to process|Duplicate|Session expired|Unauthorized|could not be|interrupted|Lock broken|Unexpected token/;
const posting = "**/v1/transactions/in";

const enter = async (page: Page, product: ProductNames, quantity: number) => {
  await fillForm(page, product, quantity);
  await pressInForm(page, "Submit");
};
const mark = (page: Page, text: string) => page.getByRole("link", { name: text });
/** Submits a form whose last failure still stands, until its answer is there. */
const submitAgain = async (page: Page) => {
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await pressInForm(page, "Submit");
  await answered;
};
const tryNow = (page: Page) => page.evaluate(() => dispatchEvent(new Event("online")));

/** Update Stock, and a product with ten units in the hub. */
const opened = async () => ({ swaddle: await productInHub(10), page: await openUpdateStock({ mayLog }) });

test("a captive portal that answers 200 with a page is no answer", async () => {
  const { swaddle, page } = await opened();
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

test("while the server is in trouble its form stays, sends the same now or a correction, and leaves it waiting when closed", async () => {
  const { swaddle, page } = await opened();
  const posts = recordPosts(page);
  const trouble = () =>
    page.route(posting, (route) => fulfill(route, { code: "INTERNAL_SERVER_ERROR", message: "" }, 500));
  const sentence = updateStock(page).getByText("Internal server error, try again");
  await trouble();
  await enter(page, swaddle, 7);
  await sentence.waitFor();
  await page.unroute(posting);
  await pressInForm(page, "Submit");
  await formClosed(page);
  expect(await heldOf(here.manager, swaddle._id)).toBe(17);
  expect(new Set(posts.map(({ key }) => key)).size).toBe(1);

  await trouble();
  await press(page, "Update Stock");
  await enter(page, swaddle, 4);
  await sentence.waitFor();
  await formField(page, "Quantity").fill("5");
  await submitAgain(page);
  await page.unroute(posting);
  await tryNow(page);
  await formClosed(page);
  expect(await heldOf(here.manager, swaddle._id)).toBe(22);

  await page.clock.install();
  // The gateway names no code.
  await page.route(posting, (route) => fulfill(route, { message: "Service Unavailable" }, 503));
  await press(page, "Update Stock");
  await enter(page, swaddle, 3);
  await updateStock(page).getByText("Busy right now, try again").waitFor();
  await pressInForm(page, "Cancel");
  await answer(page, "Let it wait");
  await mark(page, "1 waiting").waitFor();
  await page.unroute(posting);
  await tryNow(page);
  await expect.poll(() => heldOf(here.manager, swaddle._id)).toBe(25);
});

test("units of an entry that waits as the server is in trouble are not available to another, but to its own form", async () => {
  const { swaddle, page } = await opened();
  await page.route("**/v1/transactions/out", (route) =>
    fulfill(route, { code: "SERVICE_UNAVAILABLE", message: "" }, 503),
  );
  const sentence = updateStock(page).getByText("Busy right now, try again");
  await fillForm(page, swaddle, 4, "STOCK OUT");
  await pressInForm(page, "Submit");
  await sentence.waitFor();
  await formField(page, "Quantity").fill("5");
  await updateStock(page).getByText("In stock 10 to 5").waitFor();
  await submitAgain(page);
  await pressInForm(page, "Cancel");
  await answer(page, "Let it wait");
  const isRefused = async () => {
    await press(page, "Update Stock");
    await fillForm(page, swaddle, 4, "STOCK OUT");
    await formField(page, "Quantity").fill("6");
    await pressInForm(page, "Submit");
    await updateStock(page).getByText("Only 10 in stock, 5 waiting to leave").last().waitFor();
    await pressInForm(page, "Cancel");
    await answer(page, "Discard");
  };
  await isRefused();
  await page.reload();
  await isRefused();
  await page.unroute("**/v1/transactions/out");
  await tryNow(page);
  await expect.poll(() => heldOf(here.manager, swaddle._id)).toBe(5);
});

test("an entry that the server can never take steps aside with its reason, the entries behind it are sent, and it can be sent later", async () => {
  const [bib, swaddle] = [await productInHub(10), await productInHub(10)];
  const page = await openUpdateStock({ mayLog });
  await page.route(posting, (route) =>
    route.request().postData()?.includes(bib._id)
      ? fulfill(route, { code: "INTERNAL_SERVER_ERROR", message: "" }, 500)
      : route.continue(),
  );
  await page.clock.install();
  await enter(page, bib, 7);
  await updateStock(page).getByText("Internal server error, try again").waitFor();
  await pressInForm(page, "Cancel");
  await answer(page, "Let it wait");
  await press(page, "Update Stock");
  await enter(page, swaddle, 3);
  await formClosed(page);
  await expect
    .poll(async () => {
      await page.clock.runFor(60_000);
      return mark(page, "1 refused").count();
    })
    .toBe(1);
  expect([await heldOf(here.manager, bib._id), await heldOf(here.manager, swaddle._id)]).toEqual([10, 13]);
  await page.unroute(posting);
  await mark(page, "1 refused").click();
  await page.getByText("Internal server error, try again").waitFor();
  await press(page, "Open");
  await pressInForm(page, "Submit");
  await formClosed(page);
  expect(await heldOf(here.manager, bib._id)).toBe(17);
});

/** The first try is held on its way until the returned function lets it arrive; the second is refused. */
const holdFirst = async (page: Page): Promise<() => Promise<void>> => {
  const held: Request[] = [];
  await page.route(posting, (route) => {
    if (route.request().method() !== "POST") return route.continue();
    held.push(route.request());
    if (held.length === 1) return route.abort();
    const details = [{ field: "quantity", message: "Refused for now" }];
    return fulfill(route, { code: "UNPROCESSABLE_CONTENT", message: "", details }, 422);
  });
  return async () => {
    await page.unroute(posting);
    const [first] = held as [Request];
    const { authorization = "", "idempotency-key": key = "", "content-type": type = "" } = await first.allHeaders();
    const headers = { authorization, "idempotency-key": key, "content-type": type };
    await fetch(first.url(), { method: "POST", headers, body: first.postData() ?? "" });
  };
};

const correctLate = async (isSwitched: boolean) => {
  const { swaddle, page } = await opened();
  const land = await holdFirst(page);
  await enter(page, swaddle, 7);
  await page.getByText(/^Kept /).waitFor();
  await tryNow(page);
  await mark(page, "1 refused").click();
  await press(page, "Open");
  await formField(page, "Quantity").fill("5");
  if (isSwitched) await direction(page, "STOCK OUT").click();
  await land();
  await pressInForm(page, "Submit");
  await page.getByText("What was sent before took effect instead").first().waitFor();
  expect(await heldOf(here.manager, swaddle._id)).toBe(17);
};
const late = "a first request that lands late is shown in place of its correction, and takes effect alone";
test(`${late}: one of another quantity`, () => correctLate(false));
test(`${late}: one in the other direction`, { tags: "exhaustive" }, () => correctLate(true));

test("where nothing can be stored, an entry is posted all the same, and one without an answer is kept in the tab", async () => {
  const { swaddle, page } = await opened();
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

test("a tab that is frozen while it sends holds up another for half a minute only", {
  tags: "exhaustive",
}, async () => {
  const { swaddle, page } = await opened();
  const frozen = await page.context().newPage();
  await frozen.goto("/outbox");
  // The frozen tab holds the lock and does nothing more.
  await frozen.evaluate(
    () => new Promise<void>((held) => void navigator.locks.request("posting", () => new Promise(() => held()))),
  );
  await page.clock.install();
  await enter(page, swaddle, 7);
  await page.getByText("Processing").waitFor();
  await page.clock.runFor(16_000);
  await page.getByText(/^Kept /).waitFor();
  await page.clock.runFor(15_000);
  await expect.poll(() => heldOf(here.manager, swaddle._id)).toBe(17);
});

test("somebody else who signs in sees how many entries wait and whose, and sends none of them", async () => {
  const { swaddle, page } = await opened();
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

test("the entry of a user who lost the right to it is refused; that of a deleted user waits", {
  tags: "exhaustive",
}, async () => {
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

test("an entry that is damaged on the device is shown and refused, and stops neither screens nor the entries behind it", async () => {
  const swaddle = await productInHub(10);
  const page = await openUpdateStock({ mayLog: /ERR_|No connection|400|Bad request/ });
  await page.route(posting, (route) => route.abort());
  for (const quantity of [7, 5, 3]) {
    await enter(page, swaddle, quantity);
    await formClosed(page);
    await press(page, "Update Stock");
  }
  await pressInForm(page, "Cancel");
  // The app is left meanwhile, as it would send them.
  await page.goto(blank);
  await page.evaluate(damageEntries, [{ list: 5 }, {}]);
  await page.unroute(posting);
  await page.goto("/inventory");
  await expect.poll(() => heldOf(here.manager, swaddle._id)).toBe(13);
  await button(page, "Update Stock").waitFor();
  await mark(page, "2 refused").click();
  const entries = page.getByRole("article", { name: "Entry that cannot be read" });
  await expect.poll(() => entries.count()).toBe(2);
  await entries.first().getByText("Bad request").first().waitFor();
  expect(await button(page, "Open").count()).toBe(0);
  for (const left of [1, 0]) {
    await press(entries.first(), "Discard");
    await answer(page, "Discard");
    await expect.poll(() => entries.count()).toBe(left);
  }
});

/** Runs in the page: replaces the bodies of the first entries. */
const damageEntries = (bodies: unknown[]): Promise<void> =>
  new Promise((resolve) => {
    const opening = indexedDB.open("queue");
    opening.onsuccess = () => {
      const change = opening.result.transaction("items", "readwrite");
      const items = change.objectStore("items");
      items.index("seq").getAll().onsuccess = ({ target }) => {
        const rows = (target as IDBRequest<{ input: object }[]>).result;
        for (const [at, body] of bodies.entries()) items.put({ ...rows[at], input: { ...rows[at]?.input, body } });
      };
      change.oncomplete = () => {
        opening.result.close();
        resolve();
      };
    };
  });

test("an entry that waited says how long, however wrong the clock of the device is", async () => {
  const { swaddle, page } = await opened();
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
