// The first press counts: in no form does anything move as the focus leaves an empty required field.
import { expect, test } from "vitest";
import { addDays } from "#shared/day.ts";
import { type Locator, open, type Page } from "#tests/support/browser.ts";
import { today } from "#tests/support/fixtures.ts";
import { newStockLine, newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { button, gone, press, undoBar } from "#tests/web/page.ts";

const here = await world();
// A form fills in a single warehouse by itself.
await newWarehouse(here.manager);
const { product, warehouse } = await newStockLine(here.manager, 9);
const list = [{ product, quantity: 5 }];
const container = { container: "MSKU 307", expected_delivery: addDays(today(), 5), list };
const { body: shipment } = await here.manager.post("/v1/shipments", container);

/** The places of all controls of a form. */
const places = (form: Locator): Promise<string[]> =>
  form.locator(":is(button, input, select, textarea)").evaluateAll((controls) =>
    controls.map((control) => {
      const { x, y, width, height } = control.getBoundingClientRect();
      return [control.tagName, control.getAttribute("aria-label"), x, y, width, height].join(" ");
    }),
  );

/** Pixels of all fields with their errors. */
const height = (page: Page): Promise<number> =>
  page.locator("form [data-form]").evaluate(({ scrollHeight }) => scrollHeight);

/** Each form at its address, and a required field of it. */
const forms: [path: () => string, required: string][] = [
  [() => "/inventory?do=update", "Product"],
  [() => "/intransit?do=add", "Container"],
  [() => `/intransit?do=receive&id=${shipment._id}`, "Warehouse"],
  [() => "/warehouses?do=add", "W.ID"],
  [() => "/products/opr", "Product Name"],
  [() => "/users/opr", "Name"],
];

/** A dialog and a screen. */
const inCheck = ["Product", "Product Name"];

for (const [path, required] of forms)
  for (const phone of [false, true])
    test(
      `${path().replace(/&id=.*/, "")}${phone ? " on a phone" : ""}: nothing moves as ${required} is left empty or refused, and the first press counts`,
      phone || !inCheck.includes(required) ? { tags: "exhaustive" } : {},
      async () => {
        const page = await open(here, here.manager, { path: path(), phone });
        const field = page.getByLabel(new RegExp(`^${required}`)).last();
        await field.focus();
        // The image field loads separately, into a reserved place.
        if (path() === "/products/opr") await page.locator("input[type=file]").last().waitFor({ state: "attached" });
        const form = page.locator("form").filter({ has: field });
        const before = await places(form);
        const tall = await height(page);
        expect(before.length).toBeGreaterThan(3);
        await field.blur();
        expect(await places(form)).toEqual(before);
        await page.locator("form [type=submit]").click();
        await page.getByRole("alert").first().waitFor();
        // The screen may scroll to the field that is wrong.
        expect(await height(page)).toBe(tall);
        await press(page, "Cancel");
        await gone(button(page, "Cancel"));
      },
    );

const expectUncovered = async (phone: boolean) => {
  const page = await open(here, here.manager, { path: `/inventory?do=update&id=${product}-${warehouse}`, phone });
  await press(page, "Submit");
  await undoBar(page).waitFor();
  await press(page, "Update Stock");
  await button(page, "Cancel").waitFor();
  expect(await undoBar(page).count()).toBe(1);
  const covered = await page.locator("[role=dialog] button").evaluateAll((buttons) =>
    buttons
      .filter((each) => {
        const { left, top, width, height } = each.getBoundingClientRect();
        return width > 0 && !each.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      })
      .map((each) => each.textContent || each.ariaLabel),
  );
  expect(covered).toEqual([]);
};
test("the Undo bar covers no button of the next dialog on a phone", () => expectUncovered(true));
test("nor on a desktop", { tags: "exhaustive" }, () => expectUncovered(false));
