// What was typed outlives a reload and a screen that fails, in each form; what was closed does not come back.
import { beforeAll, expect, test } from "vitest";
import { open, type Page } from "#tests/support/browser.ts";
import { newStockLine } from "#tests/support/stock.ts";
import { type TestWorld, world } from "#tests/support/world.ts";
import { answer, button, expectValue, field, gone, press } from "#tests/web/page.ts";

let here: TestWorld;
beforeAll(async () => {
  here = await world();
  await newStockLine(here.manager, 9);
});

const stored = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("draft")));

for (const [path, label, text] of [
  ["/inventory?do=update", "Remarks (Optional)", "Box was damp"],
  ["/products/opr", "Product Name", "Muslin Swaddle (Mint)"],
  ["/users/opr", "Username", "nisha"],
  ["/warehouses?do=add", "W.ID", "BLR-09"],
  ["/intransit?do=add", "Container ID", "TGHU 760543-2"],
] as const)
  test(`${path} keeps what was typed through a reload, and Cancel forgets it`, async () => {
    const page = await open(here, here.manager, { path });
    await field(page, label).fill(text);
    await page.reload();
    await expectValue(page, label).toBe(text);
    await press(page, "Cancel");
    await answer(page, "Discard");
    await gone(button(page, "Cancel"));
    await expect.poll(() => stored(page)).toEqual([]);
  });

test("a tab that crashes has stored what was typed, but no password", async () => {
  const page = await open(here, here.manager, { path: "/users/opr" });
  await field(page, "Username").pressSequentially("nisha");
  await field(page, "Password (Optional)").pressSequentially("long enough for her");
  await expect.poll(() => stored(page)).toHaveLength(1);
  const kept = await page.evaluate(() => JSON.stringify(sessionStorage));
  expect(kept).toContain("nisha");
  expect(kept).not.toContain("long enough");
});

test("what is changed in one tab is seen in another when one comes back to it", async () => {
  const { product, warehouse } = await newStockLine(here.manager, 41);
  const page = await open(here, here.manager, { path: "/inventory" });
  await page.getByRole("cell", { name: "41", exact: true }).waitFor();
  const other = await page.context().newPage();
  await other.goto(new URL(`/inventory?do=update&id=${product}-${warehouse}`, page.url()).href);
  await field(other, "Quantity").fill("2");
  await press(other, "Submit");
  await other.getByText("Stock updated successfully").waitFor();
  await page.bringToFront();
  await page.getByRole("cell", { name: "43", exact: true }).waitFor();
});
