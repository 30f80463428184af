// Create Picklist when something goes wrong, in a real browser on the running product: nothing is lost or posted twice.
import { expect, test } from "vitest";
import { addDays, dayOf, dayText } from "#shared/day.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { hold, loseAnswer, type Page, scan } from "#tests/support/browser.ts";
import { newPerson, today } from "#tests/support/make.ts";
import { heldOf, keyed } from "#tests/support/stock.ts";
import {
  add,
  button,
  choose,
  good,
  here,
  line,
  opened,
  picklistsOf,
  posting,
  press,
  refused,
  said,
  save,
  takeAway,
  totals,
  unanswered,
} from "./picking.ts";

test("after a refusal each short line says what is available, nothing is lost, and it can be saved then", async () => {
  const [bib, towel, cup] = await Promise.all([good([9]), good([9]), good([9])]);
  const page = await opened({ mayLog: refused });
  for (const each of [bib, towel, cup]) await add(page, each, 5);
  await choose(page, "Flipkart");
  await Promise.all([takeAway(bib, 7), takeAway(cup, 9)]);
  await save(page);
  await line(page, bib).getByText("Out of stock (Avl. 2)").waitFor();
  await line(page, cup).getByText("Out of stock (Avl. 0)").waitFor();
  await totals(page, "3 lines, 15 units");
  expect(await line(page, towel).getByText("Out of stock").count()).toBe(0);
  expect(await heldOf(here.manager, towel._id)).toBe(9);
  await press(page, "Set to 2");
  await press(page, `Remove ${cup.name}`);
  await save(page);
  await said(page, "Picklist Processed");
  expect([await heldOf(here.manager, bib._id), await heldOf(here.manager, towel._id)]).toEqual([0, 4]);
});

test("a lost answer locks it, over a reload too, and sending again posts it once", async () => {
  const bib = await good([9]);
  const page = await opened({ mayLog: unanswered });
  await add(page, bib, 5);
  await choose(page, "Website");
  await loseAnswer(page, posting);
  await save(page);
  await button(page, "Send again").waitFor();
  expect((await picklistsOf(bib)).length).toBe(1);
  await page.reload();
  await button(page, "Send again").waitFor();
  for (const name of ["Save", "Clear", "Print", "Add", `More ${bib.name}`, `Remove ${bib.name}`])
    expect([name, await button(page, name).isDisabled()]).toEqual([name, true]);
  await scan(page, bib.p_id);
  await said(page, "Nothing can be added before the answer has come");
  await press(page, "Send again");
  await page.getByText("Processed", { exact: true }).waitFor();
  expect((await picklistsOf(bib)).map(({ quantity }) => quantity)).toEqual([5]);
  expect(await button(page, "Print").isEnabled()).toBe(true);
});

test("without a connection nothing is posted, and with it again once, however often it is pressed", async () => {
  const bib = await good([9]);
  const page = await opened({ mayLog: unanswered });
  await add(page, bib, 5);
  await choose(page, "Amazon");
  await page.context().setOffline(true);
  await save(page);
  await said(page, "No connection, try again");
  await press(page, "Send again");
  await button(page, "Send again").waitFor();
  expect((await picklistsOf(bib)).length).toBe(0);
  await page.context().setOffline(false);
  await button(page, "Send again").dblclick();
  await said(page, "Picklist Processed");
  expect((await picklistsOf(bib)).map(({ quantity }) => quantity)).toEqual([5]);
});

test("a double press posts once", async () => {
  const bib = await good([9]);
  const page = await opened();
  const keys: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") keys.push(request.headers()["idempotency-key"]);
  });
  await add(page, bib, 2);
  await choose(page, "Amazon");
  await button(page, "Save").dblclick();
  await button(page, "Process picklist").dblclick();
  await said(page, "Picklist Processed");
  expect(keys).toHaveLength(1);
  expect((await picklistsOf(bib)).map(({ quantity }) => quantity)).toEqual([2]);
});

test("a session that ends while saving restores the picklist after signing in, to be saved once", async () => {
  const person = await newPerson(here);
  const bib = await good([9]);
  const page = await opened({ mayLog: /401|Session expired/ }, person.client);
  await add(page, bib, 3);
  await choose(page, "Amazon");
  const password = "another password";
  await here.root.patch(`/v1/users/${person._id}`, { password });
  await save(page);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await press(page, "Login");
  await totals(page, "1 line, 3 units");
  expect(new URL(page.url()).pathname).toBe("/picklist");
  await expect.poll(() => page.getByLabel("Channel").inputValue()).toBe("amazon");
  await save(page);
  await said(page, "Picklist Processed");
  expect((await picklistsOf(bib)).map(({ quantity }) => quantity)).toEqual([3]);
});

/** A picklist of three, not saved yet. */
const ready = async (wishes: Parameters<typeof opened>[0] = {}) => {
  const bib = await good([9]);
  const page = await opened(wishes);
  await add(page, bib, 3);
  await choose(page, "Amazon");
  return { bib, page };
};

const processed = async () => {
  const { bib, page } = await ready();
  await save(page);
  await page.getByText("Processed", { exact: true }).waitFor();
  return { bib, page };
};

/** Cancels it from another device, and returns to it. */
const cancelled = async (page: Page, { movement } = { movement: "" }) => {
  await here.manager.post(`/v1/transactions/${movement}/reverse`, {}, keyed());
  await page.getByRole("link", { name: "Past picklists" }).click();
  await page.goBack();
  await said(page, `Picklist ${movementNumber(movement)} was cancelled, so this is a draft again`);
  await page.getByText("Draft", { exact: true }).waitFor();
};

test("a picklist reversed elsewhere is a draft again and cannot be printed", async () => {
  const { bib, page } = await processed();
  await cancelled(page, (await picklistsOf(bib))[0]);
  expect(await button(page, "Print").isDisabled()).toBe(true);
});

/** A picklist whose first attempt, yesterday, did not arrive, sent again today. */
const sentLater = async () => {
  const { bib, page } = await ready({ mayLog: unanswered });
  await page.route(posting, (route) => route.abort(), { times: 1 });
  await save(page);
  await button(page, "Send again").waitFor();
  await page.evaluate(
    (day) => {
      const name = Object.keys(sessionStorage).find((key) => key.endsWith(" picklist 1")) ?? "";
      const draft = JSON.parse(sessionStorage.getItem(name) ?? "");
      sessionStorage.setItem(name, JSON.stringify({ ...draft, posting: { ...draft.posting, day } }));
      window.print = () => document.body.setAttribute("data-printed", document.title);
    },
    addDays(today(), -1),
  );
  /** Sends it again, and prints it. */
  const send = async () => {
    await press(page, "Send again");
    await press(page, "Print");
  };
  // The title while it prints.
  const printed = (day: string) => expect.poll(() => page.title()).toBe(`Picklist Amazon ${dayText(day)}`);
  return { bib, page, send, printed };
};

test("a picklist sent again on a later day prints the day it was processed on, and notices its cancellation", async () => {
  const { bib, page, send, printed } = await sentLater();
  await send();
  const [row] = await picklistsOf(bib);
  await printed(dayOf(row?.created_at ?? ""));
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await cancelled(page, row);
});

test("a picklist whose first attempt had arrived prints the day of that attempt", async () => {
  const { page, send, printed } = await sentLater();
  const yesterday = addDays(today(), -1);
  await page.route("**/v1/picklists?*", async (route) => {
    const response = await route.fetch();
    const rows: object[] = await response.json();
    await route.fulfill({ response, json: rows.map((row) => ({ ...row, created_at: `${yesterday}T12:00:00.000Z` })) });
  });
  await send();
  await printed(yesterday);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("a picklist undone in this tab is a draft again, without a message that it was cancelled", async () => {
  const { bib, page } = await processed();
  await press(page, "Undo");
  await page.getByText("Draft", { exact: true }).waitFor();
  await page.getByText(/^Undone: 3 × /).waitFor();
  expect(await page.getByText("was cancelled").count()).toBe(0);
  expect(await heldOf(here.manager, bib._id)).toBe(9);
});

test("an answer that arrives after Logout offers no undo", async () => {
  const bib = await good([9]);
  const page = await opened();
  const release = await hold(page, posting);
  await add(page, bib, 2);
  await choose(page, "Amazon");
  await save(page);
  await page.getByText("Waiting for the answer").waitFor();
  await page.getByRole("button", { name: "Logout" }).click();
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  release();
  await answered;
  await page.getByLabel("Username").fill("manager");
  await page.getByLabel("Password", { exact: true }).fill("manager-password");
  await press(page, "Login");
  await page.getByRole("link", { name: "Manage Inventory" }).click();
  await page.getByRole("row").filter({ hasText: bib.p_id }).waitFor();
  expect(await button(page, "Undo").count()).toBe(0);
});

test("two tabs have a picklist each, and the later one is refused with what is available", async () => {
  const bib = await good([9]);
  const first = await opened({ mayLog: refused });
  const second = await first.context().newPage();
  await second.goto("/picklist");
  await second.getByText("Scan or add the first product.").waitFor();
  for (const [page, units] of [
    [first, 6],
    [second, 5],
  ] as const) {
    await add(page, bib, units);
    await choose(page, "Amazon");
  }
  await save(first);
  await said(first, "Picklist Processed");
  await totals(second, "1 line, 5 units");
  await save(second);
  await line(second, bib).getByText("Out of stock (Avl. 3)").waitFor();
  await press(second, "Set to 3");
  await save(second);
  await said(second, "Picklist Processed");
  await totals(first, "1 line, 6 units");
  expect((await picklistsOf(bib)).map(({ quantity }) => quantity).sort()).toEqual([3, 6]);
});
