// Every form whose call takes effect once keeps its entry while no answer comes, and opens again if it is refused late.
import { expect, test } from "vitest";
import { open, type Page } from "#tests/support/browser.ts";
import { field, press, toast } from "#tests/web/page.ts";
import { here, type Kind, kinds } from "./forms.ts";

const { manager } = here;
const mayLog = /ERR_|No connection|409|Duplicate/;

const mark = (page: Page, text: string) => page.getByRole("link", { name: text });
const names = async (path: string, name: string): Promise<unknown[]> =>
  (await manager.get(path)).body.filter((row: { name?: string; container?: string }) =>
    [row.name, row.container].includes(name),
  );
const withoutAnswers = (page: Page) =>
  page.route("**/v1/**", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
const withAnswers = async (page: Page) => {
  await page.unroute("**/v1/**");
  await page.evaluate(() => dispatchEvent(new Event("online")));
};

/** Forms with a file and with a list of lines. */
const inCheck = ["product", "container"];

for (const [kind, { screen, list, enter, taken }] of Object.entries(kinds)) {
  const options = inCheck.includes(kind) ? {} : { tags: "exhaustive" };
  test(`a ${kind} entered without a network is kept, and created once when it returns`, options, async () => {
    const name = `K-${kind}`;
    const page = await open(here, manager, { path: screen, mayLog });
    await withoutAnswers(page);
    await enter(page, name);
    await page.getByText(/^Kept /).waitFor();
    expect(await names(list, name)).toEqual([]);
    await withAnswers(page);
    await toast(page, "Saved").waitFor();
    await expect.poll(() => names(list, name)).toHaveLength(1);
  });

  if (taken)
    test(`a ${kind} whose name was taken meanwhile opens with what was typed`, options, async () => {
      const name = `T-${kind}`;
      const page = await open(here, manager, { path: screen, mayLog });
      await withoutAnswers(page);
      await enter(page, name);
      await page.getByText(/^Kept /).waitFor();
      await taken.take(name);
      await withAnswers(page);
      await mark(page, "1 refused").click();
      await press(page, "Open");
      await expect.poll(() => field(page, taken.title).inputValue()).toBe(name);
      await page.getByRole("alert").first().waitFor();
    });
}

test("what is entered in a form after an entry was kept does not take its place when that is refused late", {
  tags: "exhaustive",
}, async () => {
  const { screen, list, enter, taken } = kinds.category as Kind;
  const page = await open(here, manager, { path: screen, mayLog });
  await withoutAnswers(page);
  await enter(page, "L-taken");
  await page.getByText(/^Kept /).waitFor();
  await taken?.take("L-taken");
  await withAnswers(page);
  await mark(page, "1 refused").waitFor();
  await press(page, "Dismiss");
  await enter(page, "L-free");
  await expect.poll(() => names(list, "L-free")).toHaveLength(1);
  await mark(page, "1 refused").click();
  await page.getByText("L-taken").first().waitFor();
});

test("a user with a password is never stored on the device, and closing the tab asks", async () => {
  const page = await open(here, manager, { path: "/users/opr", mayLog });
  await withoutAnswers(page);
  await field(page, "Name").fill("Asha");
  await field(page, "Username").fill("asha-k");
  await field(page, "Password (Optional)").fill("a secret of Asha");
  await field(page, "Role").selectOption("executive");
  await press(page, "Create User");
  await page.getByText("Kept in this tab only: do not close it.").waitFor();
  expect(await page.evaluate(storedEntries)).toEqual([]);
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  await (await asked).dismiss();
});

/** Runs in the page. */
const storedEntries = (): Promise<unknown[]> =>
  new Promise((resolve) => {
    const opening = indexedDB.open("queue");
    opening.onsuccess = () => {
      const reading = opening.result.transaction("items").objectStore("items").getAll();
      reading.onsuccess = () => resolve(reading.result);
    };
  });
