// Create Picklist when something goes wrong, in a real browser on the running product: nothing is lost or posted twice.
import { expect, test } from "vitest";
import { movementNumber } from "#shared/movement-number.ts";
import { fulfill, type Page, type PageOptions, recordPosts } from "#tests/support/browser.ts";
import { storedDrafts } from "#tests/support/browser-storage.ts";
import { heldOf, idempotencyKey } from "#tests/support/stock.ts";
import { answer, button, focused, press, row, toast } from "#tests/web/page.ts";
import {
  addLine,
  chooseChannel,
  draft,
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
  saveProcessed,
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

test("without a network a picklist is kept and leaves its draft, and is processed once when the network returns", async () => {
  const bib = await newProduct([9]);
  const page = await openPicklist({ mayLog: unanswered });
  await draft(page, bib, 3);
  await page.context().setOffline(true);
  await save(page);
  await expectEmpty(page);
  await page.getByRole("link", { name: "1 waiting" }).waitFor();
  await page.context().setOffline(false);
  await expectToast(page, "Picklist Processed");
  expect((await picklistsOf(bib)).map(({ quantity }) => quantity)).toEqual([3]);
});

test("a picklist that is refused late opens with its lines and the reasons beside them", async () => {
  const [bib, cup] = await Promise.all([newProduct([9]), newProduct([9])]);
  const page = await openPicklist({ mayLog: new RegExp(`${unanswered.source}|${refused.source}`) });
  await addLine(page, bib, 3);
  await draft(page, cup, 5);
  await page.context().setOffline(true);
  await save(page);
  await expectEmpty(page);
  await takeElsewhere(cup, 7);
  await page.context().setOffline(false);
  await page.getByRole("link", { name: "1 refused" }).click();
  await press(page, "Open");
  await row(page, cup.name).getByText("Out of stock (Avl. 2)").waitFor();
  await press(page, "Set to 2");
  await saveProcessed(page);
  await expect.poll(() => page.getByRole("link", { name: "1 refused" }).count()).toBe(0);
  expect([await heldOf(here.manager, bib._id), await heldOf(here.manager, cup._id)]).toEqual([6, 0]);
});

/** A picklist of three, not saved yet. */
const draftOfThree = async (options?: PageOptions) => {
  const bib = await newProduct([9]);
  const page = await openPicklist(options);
  await draft(page, bib, 3);
  return { bib, page };
};

const busy = { mayLog: /503|Busy right now/ };
const tryNow = (page: Page) => page.evaluate(() => dispatchEvent(new Event("online")));
const saveInTrouble = async (page: Page) => {
  await page.route(posting, (route) => fulfill(route, { code: "SERVICE_UNAVAILABLE", message: "" }, 503));
  await save(page);
  await expectToast(page, "Busy right now, try again");
};

test("a picklist that waits for a server in trouble is shown as processed once it is, also on another screen and after a reload", async () => {
  const { bib, page } = await draftOfThree(busy);
  await saveInTrouble(page);
  await page.getByRole("link", { name: "Past picklists" }).click();
  await page.reload();
  await page.unroute(posting);
  // The app may still be starting, or hear the last answer of the server in trouble.
  await expect
    .poll(async () => {
      await tryNow(page);
      return toast(page, "Sent what was waiting").count();
    })
    .toBe(1);
  await page.getByRole("link", { name: "Create Picklist" }).first().click();
  await expectProcessed(page);
  expect(await heldOf(here.manager, bib._id)).toBe(6);
});

test("a picklist that waits for a server in trouble is the same when it is saved again, also after a reload, and another one once it is cleared", async () => {
  const { bib, page } = await draftOfThree(busy);
  const posts = recordPosts(page);
  await saveInTrouble(page);
  await page.reload();
  await expectTotals(page, "1 line, 3 units");
  await page.getByLabel(`Quantity of ${bib.name}`).fill("4");
  await saveInTrouble(page);
  expect(new Set(posts.map(({ key }) => key)).size).toBe(1);
  await press(page, "Clear");
  await answer(page, "Let it wait");
  await expect.poll(() => focused(page)).toBe("Product");
  await draft(page, bib, 2);
  await page.unroute(posting);
  await saveProcessed(page);
  expect((await picklistsOf(bib)).map(({ quantity }) => quantity)).toEqual([2, 4]);
});

const processedPicklist = async () => {
  const { bib, page } = await draftOfThree();
  await saveProcessed(page);
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

test("a picklist reversed elsewhere is a draft again and cannot be printed", { tags: "exhaustive" }, async () => {
  const { bib, page } = await processedPicklist();
  await cancelElsewhere(page, (await picklistsOf(bib))[0]);
  expect(await button(page, "Print").isDisabled()).toBe(true);
});

test("a picklist undone in this tab is a draft again, without a message that it was cancelled", async () => {
  const { bib, page } = await processedPicklist();
  await press(page, "Undo");
  await page.getByText("Draft", { exact: true }).waitFor();
  await page.getByText(/^Undone: 3 × /).waitFor();
  expect(await page.getByText("was cancelled").count()).toBe(0);
  expect(await heldOf(here.manager, bib._id)).toBe(9);
});

test("Logout asks about a picklist that is not processed, and leaves nothing of it on the device", async () => {
  const { page } = await draftOfThree();
  const stored = () => storedDrafts(page);
  await press(page, "Logout");
  await answer(page, "Cancel", "Your picklist of 1 line is not processed, and is cleared.");
  expect(await stored()).toHaveLength(1);
  await press(page, "Logout");
  await answer(page, "Logout");
  await page.getByLabel("Username").waitFor();
  expect(await stored()).toEqual([]);
});

test("two tabs have a picklist each; the later is refused with the units there", { tags: "exhaustive" }, async () => {
  const bib = await newProduct([9]);
  const first = await openPicklist({ mayLog: refused });
  const second = await first.context().newPage();
  await second.goto("/picklist");
  await expectEmpty(second);
  for (const [page, units] of [
    [first, 6],
    [second, 5],
  ] as const) {
    await draft(page, bib, units);
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
