// Typing in a real browser: keys are replayed with the times of people, of programs that type for them, and of scanners.
import { expect, test } from "vitest";
import { type Locator, open, type Page, recordPosts, scan } from "#tests/support/browser.ts";
import { createProduct, newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { typists, words } from "#tests/web/lib/scan/typists.ts";
import { button, dialog, expectValue, field, focused, press } from "#tests/web/page.ts";

const here = await world();
await newWarehouse(here.manager, "BLR-01", "Bengaluru Hub");
const swaddle = await createProduct(here.manager, { p_id: "SND-SWD-10" });

/** A text at so many milliseconds a key, and Tab. */
const typeEvenly = (page: Page, text: string, gap: number, last = gap) =>
  scan(page, text, { gaps: [...text].map((_, at) => (at === text.length - 1 ? last : gap)), end: "Tab" });

/** Also found under a dialog, which covers it. */
const searchField = (page: Page): Locator => page.locator("input[aria-label='Search everything']");

/** The search knows by now which texts are codes. */
const isReady = async (page: Page): Promise<void> => {
  await searchField(page).waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
};

const openRemarks = async (): Promise<{ page: Page; form: Locator; remarks: Locator }> => {
  const page = await open(here, here.manager, { path: `/inventory?do=update&id=${swaddle._id}` });
  const form = dialog(page, "Update Stock");
  const remarks = field(form, "Remarks (Optional)");
  await remarks.waitFor();
  await isReady(page);
  return { page, form, remarks };
};

test("a word typed at 90 to 105 ms a key stays in Remarks and in a Warehouse Name, and Tab goes on; a known code is still a scan", async () => {
  const { page, form, remarks } = await openRemarks();
  for (const gap of [90, 95, 105]) {
    await remarks.fill("");
    await remarks.focus();
    await typeEvenly(page, "damaged", gap);
    expect(await remarks.inputValue()).toBe("damaged");
    await expect.poll(() => remarks.evaluate((area) => area === document.activeElement)).toBe(false);
  }
  await field(form, "Product").fill("");
  await remarks.focus();
  await typeEvenly(page, swaddle.p_id, 95);
  await expectValue(form, "Product").toContain(swaddle.p_id);
  expect(await remarks.inputValue()).toBe("damaged");
  expect(await page.getByText("No product with").count()).toBe(0);

  await page.goto("/warehouses?do=add");
  const name = field(dialog(page), "Warehouse Name");
  await name.waitFor();
  await isReady(page);
  await name.focus();
  await typeEvenly(page, "Godown", 95);
  expect(await name.inputValue()).toBe("Godown");
  await expect.poll(() => focused(page)).not.toBe("Warehouse Name");
});

test("a password stays in its field at any speed, hidden or shown, even if it is the code of a product", async () => {
  const page = await open(here, here.manager, { path: "/users/opr" });
  await field(page, "Password (Optional)").waitFor();
  await isReady(page);
  const secret = swaddle.p_id;
  const password = field(page, "Password (Optional)");
  for (const shown of [false, true]) {
    for (const gap of [4, 95])
      for (const end of ["Tab", "Enter"] as const) {
        await password.fill("");
        await password.focus();
        await scan(page, secret, { gaps: [...secret].map(() => gap), end });
        await expect.poll(() => focused(page)).not.toBe("Password (Optional)");
        expect(await password.inputValue()).toBe(secret);
        expect(await searchField(page).inputValue()).toBe("");
        expect(await page.locator("body").innerText()).not.toContain(secret);
      }
    if (!shown) await press(page, "Show password");
  }
});

test("what a text expander types stays where it is, and a person's Tab after it goes on", async () => {
  const { page, remarks } = await openRemarks();
  const text = "Received damaged, box 7 is wet";
  for (const [gap, last] of [
    [1, 180],
    [5, 5],
  ] as const) {
    await remarks.fill("");
    await remarks.focus();
    await typeEvenly(page, text, gap, last);
    expect(await remarks.inputValue()).toBe(text);
    await expect.poll(() => remarks.evaluate((area) => area === document.activeElement)).toBe(false);
  }
});

/** Types words one after the other into Remarks, each with Tab. */
const typeWords = async (list: readonly string[], kinds: typeof typists) => {
  const { page, form, remarks } = await openRemarks();
  const posts = recordPosts(page);
  const product = await field(form, "Product").inputValue();
  for (const { name, gapsFor } of kinds)
    for (const word of list) {
      await remarks.fill("");
      await remarks.focus();
      await scan(page, word, { gaps: gapsFor(word), end: "Tab" });
      expect([name, await remarks.inputValue()]).toEqual([name, word]);
    }
  expect(await field(form, "Product").inputValue()).toBe(product);
  expect([await searchField(page).inputValue(), posts]).toEqual(["", []]);
};
// Keys that overlap are told apart by functions alone: this replay lets go of each key before the next.
const replayed = typists.filter(({ rolled }) => !rolled);
test("words by every third kind of typists stay in Remarks", () =>
  typeWords(
    words.filter((_, at) => at % 20 === 0),
    replayed.filter((_, at) => at % 3 === 0),
  ));

test("a scanner of 5 to 40 ms is heard where a code is asked for, with Enter, Tab, a suffix and nothing; its late end presses nothing", async () => {
  const page = await open(here, here.manager, { path: "/warehouses?do=add" });
  await field(dialog(page), "Warehouse Name").waitFor();
  await page.goto("/inventory");
  await isReady(page);
  const list = page.getByPlaceholder(/^Search/).first();
  await page.evaluate(() => localStorage.setItem("scan suffix", "#"));
  for (const gap of [5, 20, 40])
    for (const [text, end] of [
      ["snd-swd-10", "Enter"],
      ["snd-swd-10", "Tab"],
      ["snd-swd-10#", "none"],
      ["SND-SWD-10", "none"],
    ] as const) {
      await list.fill("");
      await list.focus();
      await scan(page, text, { gaps: [...text].map(() => gap), end });
      await expect.poll(() => list.inputValue()).toBe("SND-SWD-10");
    }
  await page.goto(`/inventory?do=update&id=${swaddle._id}`);
  const form = dialog(page, "Update Stock");
  await button(form, "Cancel").waitFor();
  await isReady(page);
  await field(form, "Product").fill("");
  await button(form, "Cancel").focus();
  const last = await scan(page, "SND-SWD-10", { end: "none" });
  await expectValue(form, "Product").toContain("SND-SWD-10");
  await button(form, "Cancel").focus();
  await scan(page, "", { from: last + 0.3 });
  await expectValue(form, "Product").toContain("SND-SWD-10");
  expect(await dialog(page, "Update Stock").count()).toBe(1);
});
