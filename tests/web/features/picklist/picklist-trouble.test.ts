// Create Picklist when something goes wrong, in a real browser on the running product: nothing is lost or posted twice.
import { expect, test } from "vitest";
import { addDays, dayOf, dayText } from "#shared/day.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { hold, loseAnswer, type Page, type PageOptions, recordPosts, scan } from "#tests/support/browser.ts";
import { newPerson, today } from "#tests/support/fixtures.ts";
import { heldOf, idempotencyKey } from "#tests/support/stock.ts";
import { button, capturePrint, login, press, row } from "#tests/web/page.ts";
import {
  addLine,
  chooseChannel,
  expectEmpty,
  expectProcessed,
  expectToast,
  expectTotals,
  here,
  newProduct,
  openPicklist,
  picklistsOf,
  posting,
  refused,
  save,
  takeElsewhere,
  unanswered,
} from "./driver.ts";

test("after a refusal each short line shows the units available, nothing is lost, and the picklist can be corrected and saved", async () => {
  const [bib, towel, cup] = await Promise.all([newProduct([9]), newProduct([9]), newProduct([9])]);
  const page = await openPicklist({ mayLog: refused });
  for (const each of [bib, towel, cup]) await addLine(page, each, 5);
  await chooseChannel(page, "Flipkart");
  await Promise.all([takeElsewhere(bib, 7), takeElsewhere(cup, 9)]);
  await save(page);
  await row(page, bib.name).getByText("Out of stock (Avl. 2)").waitFor();
  await row(page, cup.name).getByText("Out of stock (Avl. 0)").waitFor();
  await expectTotals(page, "3 lines, 15 units");
  expect(await row(page, towel.name).getByText("Out of stock").count()).toBe(0);
  expect(await heldOf(here.manager, towel._id)).toBe(9);
  await press(page, "Set to 2");
  await press(page, `Remove ${cup.name}`);
  await save(page);
  await expectToast(page, "Picklist Processed");
  expect([await heldOf(here.manager, bib._id), await heldOf(here.manager, towel._id)]).toEqual([0, 4]);
});

test("a lost answer locks the picklist, also after a reload, and sending it again posts it once", async () => {
  const bib = await newProduct([9]);
  const page = await openPicklist({ mayLog: unanswered });
  await addLine(page, bib, 5);
  await chooseChannel(page, "Website");
  await loseAnswer(page, posting);
  await save(page);
  await button(page, "Send again").waitFor();
  expect((await picklistsOf(bib)).length).toBe(1);
  await page.reload();
  await button(page, "Send again").waitFor();
  for (const name of ["Save", "Clear", "Print", "Add", `More ${bib.name}`, `Remove ${bib.name}`])
    expect([name, await button(page, name).isDisabled()]).toEqual([name, true]);
  await scan(page, bib.p_id);
  await expectToast(page, "Nothing can be added before the answer has come");
  await press(page, "Send again");
  await expectProcessed(page);
  expect((await picklistsOf(bib)).map(({ quantity }) => quantity)).toEqual([5]);
  expect(await button(page, "Print").isEnabled()).toBe(true);
});

test("without a connection nothing is posted, and once it returns the picklist is posted once, however often the button is pressed", async () => {
  const bib = await newProduct([9]);
  const page = await openPicklist({ mayLog: unanswered });
  await addLine(page, bib, 5);
  await chooseChannel(page, "Amazon");
  await page.context().setOffline(true);
  await save(page);
  await expectToast(page, "No connection, try again");
  await press(page, "Send again");
  await button(page, "Send again").waitFor();
  expect((await picklistsOf(bib)).length).toBe(0);
  await page.context().setOffline(false);
  await button(page, "Send again").dblclick();
  await expectToast(page, "Picklist Processed");
  expect((await picklistsOf(bib)).map(({ quantity }) => quantity)).toEqual([5]);
});

test("a double press posts once", async () => {
  const bib = await newProduct([9]);
  const page = await openPicklist();
  const posts = recordPosts(page);
  await addLine(page, bib, 2);
  await chooseChannel(page, "Amazon");
  await button(page, "Save").dblclick();
  await button(page, "Process picklist").dblclick();
  await expectToast(page, "Picklist Processed");
  expect(posts).toHaveLength(1);
  expect((await picklistsOf(bib)).map(({ quantity }) => quantity)).toEqual([2]);
});

test("a session that ends while saving restores the picklist after signing in, to be saved once", async () => {
  const person = await newPerson(here);
  const bib = await newProduct([9]);
  const page = await openPicklist({ mayLog: /401|Session expired/ }, person.client);
  await addLine(page, bib, 3);
  await chooseChannel(page, "Amazon");
  const password = "another password";
  await here.root.patch(`/v1/users/${person._id}`, { password });
  await save(page);
  await login(page, password);
  await expectTotals(page, "1 line, 3 units");
  expect(new URL(page.url()).pathname).toBe("/picklist");
  await expect.poll(() => page.getByLabel("Channel").inputValue()).toBe("amazon");
  await save(page);
  await expectToast(page, "Picklist Processed");
  expect((await picklistsOf(bib)).map(({ quantity }) => quantity)).toEqual([3]);
});

/** A picklist of three, not saved yet. */
const draftOfThree = async (options?: PageOptions) => {
  const bib = await newProduct([9]);
  const page = await openPicklist(options);
  await addLine(page, bib, 3);
  await chooseChannel(page, "Amazon");
  return { bib, page };
};

const processedPicklist = async () => {
  const { bib, page } = await draftOfThree();
  await save(page);
  await expectProcessed(page);
  return { bib, page };
};

/** Cancels it from another device, and returns to it. */
const cancelElsewhere = async (page: Page, { movement } = { movement: "" }) => {
  await here.manager.post(`/v1/transactions/${movement}/reverse`, {}, idempotencyKey());
  await page.getByRole("link", { name: "Past picklists" }).click();
  await page.goBack();
  await expectToast(page, `Picklist ${movementNumber(movement)} was cancelled, so this is a draft again`);
  await page.getByText("Draft", { exact: true }).waitFor();
};

test("a picklist reversed elsewhere is a draft again and cannot be printed", async () => {
  const { bib, page } = await processedPicklist();
  await cancelElsewhere(page, (await picklistsOf(bib))[0]);
  expect(await button(page, "Print").isDisabled()).toBe(true);
});

/** A picklist whose first attempt, yesterday, did not arrive, sent again today. */
const sentLater = async () => {
  const { bib, page } = await draftOfThree({ mayLog: unanswered });
  await page.route(posting, (route) => route.abort(), { times: 1 });
  await save(page);
  await button(page, "Send again").waitFor();
  await page.evaluate(
    (day) => {
      const name = Object.keys(sessionStorage).find((key) => key.endsWith(" picklist 1")) ?? "";
      const draft = JSON.parse(sessionStorage.getItem(name) ?? "");
      sessionStorage.setItem(name, JSON.stringify({ ...draft, posting: { ...draft.posting, day } }));
    },
    addDays(today(), -1),
  );
  await capturePrint(page);
  /** Sends it again, and prints it. */
  const send = async () => {
    await press(page, "Send again");
    await press(page, "Print");
  };
  // The title while it prints.
  const expectTitle = (day: string) => expect.poll(() => page.title()).toBe(`Picklist Amazon ${dayText(day)}`);
  return { bib, page, send, expectTitle };
};

test("a picklist sent again on a later day prints the day it was processed on, and notices its cancellation", async () => {
  const { bib, page, send, expectTitle } = await sentLater();
  await send();
  const [row] = await picklistsOf(bib);
  await expectTitle(dayOf(row?.created_at ?? ""));
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await cancelElsewhere(page, row);
});

test("a picklist whose first attempt had arrived prints the day of that attempt", async () => {
  const { page, send, expectTitle } = await sentLater();
  const yesterday = addDays(today(), -1);
  await page.route("**/v1/picklists?*", async (route) => {
    const response = await route.fetch();
    const rows: object[] = await response.json();
    await route.fulfill({ response, json: rows.map((row) => ({ ...row, created_at: `${yesterday}T12:00:00.000Z` })) });
  });
  await send();
  await expectTitle(yesterday);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("a picklist undone in this tab is a draft again, without a message that it was cancelled", async () => {
  const { bib, page } = await processedPicklist();
  await press(page, "Undo");
  await page.getByText("Draft", { exact: true }).waitFor();
  await page.getByText(/^Undone: 3 × /).waitFor();
  expect(await page.getByText("was cancelled").count()).toBe(0);
  expect(await heldOf(here.manager, bib._id)).toBe(9);
});

test("an answer that arrives after Logout offers no undo", async () => {
  const bib = await newProduct([9]);
  const page = await openPicklist();
  const release = await hold(page, posting);
  await addLine(page, bib, 2);
  await chooseChannel(page, "Amazon");
  await save(page);
  await page.getByText("Waiting for the answer").waitFor();
  await press(page, "Logout");
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  release();
  await answered;
  await login(page, "manager-password", "manager");
  await page.getByRole("link", { name: "Manage Inventory" }).click();
  await page.getByRole("row").filter({ hasText: bib.p_id }).waitFor();
  expect(await button(page, "Undo").count()).toBe(0);
});

test("two tabs have a picklist each, and the later one is refused with what is available", async () => {
  const bib = await newProduct([9]);
  const first = await openPicklist({ mayLog: refused });
  const second = await first.context().newPage();
  await second.goto("/picklist");
  await expectEmpty(second);
  for (const [page, units] of [
    [first, 6],
    [second, 5],
  ] as const) {
    await addLine(page, bib, units);
    await chooseChannel(page, "Amazon");
  }
  await save(first);
  await expectToast(first, "Picklist Processed");
  await expectTotals(second, "1 line, 5 units");
  await save(second);
  await row(second, bib.name).getByText("Out of stock (Avl. 3)").waitFor();
  await press(second, "Set to 3");
  await save(second);
  await expectToast(second, "Picklist Processed");
  await expectTotals(first, "1 line, 6 units");
  expect((await picklistsOf(bib)).map(({ quantity }) => quantity).sort()).toEqual([3, 6]);
});
