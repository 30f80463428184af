// Typed input outlives a reload and a failed screen, in each form; input that was closed does not come back.
import { expect, test } from "vitest";
import { hold, open, type Page } from "#tests/support/browser.ts";
import { storedDrafts, storedText } from "#tests/support/browser-storage.ts";
import { newStockLine, newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { answer, button, dialog, expectValue, field, gone, press } from "#tests/web/page.ts";

const here = await world();
await newStockLine(here.manager, 9);

/** A dialog and a screen in the check. */
const options = (path: string) => (/update|products/.test(path) ? {} : { tags: "exhaustive" });

for (const [path, label, text] of [
  ["/inventory?do=update", "Remarks (Optional)", "Box was damp"],
  ["/products/opr", "Product Name", "Muslin Swaddle (Mint)"],
  ["/users/opr", "Username", "nisha"],
  ["/warehouses?do=add", "W.ID", "BLR-09"],
  ["/intransit?do=add", "Container ID", "TGHU 760543-2"],
] as const)
  test(`${path} keeps what was typed through a reload, and Cancel forgets it`, options(path), async () => {
    const page = await open(here, here.manager, { path });
    await field(page, label).fill(text);
    await page.reload();
    await expectValue(page, label).toBe(text);
    await press(page, "Cancel");
    await answer(page, "Discard");
    await gone(button(page, "Cancel"));
    await expect.poll(() => storedDrafts(page)).toEqual([]);
  });

test("a tab that crashes has stored what was typed, but no password", async () => {
  const page = await open(here, here.manager, { path: "/users/opr" });
  await field(page, "Username").pressSequentially("nisha");
  await field(page, "Password (Optional)").pressSequentially("long enough for her");
  await expect.poll(() => storedText(page)).toContain("nisha");
  expect(await storedText(page)).not.toContain("long enough");
});

test("what is submitted is no draft while its answer is on the way, and is one again when it is refused", async () => {
  await newWarehouse(here.manager, "BLR-10");
  const page = await open(here, here.manager, { path: "/warehouses?do=add", mayLog: /409|Duplicate/ });
  await field(page, "W.ID").fill("BLR-10");
  await field(page, "Warehouse Name").fill("Hosur Depot");
  await expect.poll(() => storedText(page)).toContain("Hosur Depot");
  const answered = await hold(page, "**/v1/warehouses");
  await press(dialog(page, "Add Warehouse"), "Add Warehouse");
  await expect.poll(async () => JSON.stringify(await storedDrafts(page))).not.toContain("Hosur Depot");
  answered();
  await dialog(page, "Add Warehouse").getByText("already").waitFor();
  await expect.poll(() => storedText(page)).toContain("Hosur Depot");
});

test("a change in one tab is shown in another when somebody returns to it", async () => {
  const { product, warehouse } = await newStockLine(here.manager, 41);
  const page = await open(here, here.manager, { path: "/inventory" });
  await page.getByRole("cell", { name: "41", exact: true }).waitFor();
  const other = await page.context().newPage();
  await other.goto(new URL(`/inventory?do=update&id=${product}-${warehouse}`, page.url()).href);
  await field(other, "Quantity").fill("2");
  await press(other, "Submit", "Stock updated successfully");
  await page.bringToFront();
  await page.getByRole("cell", { name: "43", exact: true }).waitFor();
});

test("what a closed tab has left is offered in another, filled in only when somebody wants it, and gone when not", async () => {
  const page = await open(here, here.manager, { path: "/warehouses?do=add" });
  const typed = async (text: string) => {
    const tab = await page.context().newPage();
    await tab.goto(new URL("/warehouses?do=add", page.url()).href);
    await field(tab, "W.ID").fill(text);
    await expect.poll(() => storedText(page)).toContain(text);
    return tab;
  };
  const reopened = async () => {
    await page.reload();
    await field(page, "W.ID").waitFor();
    return page.getByText(/^Continue what you typed from \d\d:\d\d\?/);
  };
  /** Its lock is released a moment later. */
  const close = async (tab: Page) => {
    const id = await tab.evaluate(() => sessionStorage.getItem("tab"));
    await tab.close();
    const held = () => page.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name));
    await expect.poll(held).not.toContain(`tab ${id}`);
  };
  const tab = await typed("BLR-11");
  // The draft's tab is open, so it is not offered.
  expect(await (await reopened()).count()).toBe(0);
  await close(tab);
  await (await reopened()).waitFor();
  await expectValue(page, "W.ID").toBe("");
  await press(page, "Continue");
  await expectValue(page, "W.ID").toBe("BLR-11");
  await gone(button(page, "Continue"));
  await page.reload();
  await expectValue(page, "W.ID").toBe("BLR-11");
  await press(page, "Cancel");
  await answer(page, "Discard");
  await expect.poll(() => storedDrafts(page)).toEqual([]);

  await close(await typed("BLR-12"));
  await page.goto("/warehouses?do=add");
  await press(page, "Discard");
  await expect.poll(() => storedDrafts(page)).toEqual([]);
  await close(await typed("BLR-13"));
  await page.keyboard.press("Escape");
  await press(page, "Logout");
  await field(page, "Password").waitFor();
  expect(await storedDrafts(page)).toEqual([]);
});
