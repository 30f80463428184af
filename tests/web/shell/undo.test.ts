// Undo: of a posting also after a reload, and of a deletion that can be restored.
import { expect, test } from "vitest";
import { open, type Page } from "#tests/support/browser.ts";
import { heldOf, newWarehouse } from "#tests/support/stock.ts";
import { fillForm, here, openUpdateStock, productInHub, submitForm } from "#tests/web/features/stock/driver.ts";
import { answer, gone, press, row, undoBar } from "#tests/web/page.ts";

const { manager } = here;

/** Posts 7 units into the hub, on a page that then offers Undo. */
const posted = async () => {
  const product = await productInHub(10);
  const page = await openUpdateStock();
  await fillForm(page, product, 7);
  await submitForm(page, "Submit");
  await undoBar(page).waitFor();
  expect(await heldOf(manager, product._id)).toBe(17);
  return { page, product };
};

const kept = (page: Page) => page.evaluate(() => sessionStorage.getItem("undo"));

test("the Undo of a posting is there after a reload, once", async () => {
  const { page, product } = await posted();
  const text = await undoBar(page).innerText();
  await page.reload();
  await undoBar(page).waitFor();
  expect(await undoBar(page).innerText()).toBe(text);
  await press(undoBar(page), "Undo");
  await undoBar(page)
    .getByText(/^Undone:/)
    .waitFor();
  expect(await heldOf(manager, product._id)).toBe(10);
  expect(await kept(page)).toBeNull();
  await page.reload();
  await page
    .getByText(/\d records?$/)
    .first()
    .waitFor();
  expect(await undoBar(page).count()).toBe(0);
});

test.each([
  ["whose time is over", '"at":', '"at":-40000e0,"was":'],
  ["of another user", '"user":"', '"user":"x'],
  ["that is damaged", '"movement":"', '"movement":7,"was":"'],
  ["that is no JSON", "{", "{{"],
])("an offer %s is not made again, and the screen opens", async (_, part, damaged) => {
  const { page } = await posted();
  await expect.poll(() => kept(page)).toContain(part);
  await page.evaluate(
    ([from = "", to = ""]) => {
      addEventListener("pagehide", () =>
        sessionStorage.setItem("undo", (sessionStorage.getItem("undo") ?? "").replace(from, to)),
      );
    },
    [part, damaged],
  );
  await page.reload();
  await page
    .getByText(/\d records?$/)
    .first()
    .waitFor();
  await expect.poll(() => kept(page)).toBeNull();
  expect(await undoBar(page).count()).toBe(0);
});

test("a product and a warehouse that are deleted are restored by the bar", async () => {
  const { name } = await productInHub(10);
  await newWarehouse(manager, "PNQ-09", "Pune Hub");
  for (const [path, deleted, action] of [
    ["/products", name, "Delete product"],
    ["/warehouses", "Pune Hub", "Delete warehouse"],
  ] as const) {
    const page = await open(here, manager, { path });
    await press(page, `Delete ${deleted}`);
    await answer(page, action);
    const bar = page.getByRole("region", { name: "Restore" });
    await bar.getByText(`Deleted: ${deleted}`).waitFor();
    await gone(row(page, deleted));
    await press(bar, "Restore", `Restored: ${deleted}`);
    await row(page, deleted).waitFor();
  }
});
