// The plan by supplier and in rupees, and its events.
import { expect, test } from "vitest";
import { dayText } from "#shared/day.ts";
import { expectAccessible, open, type Page } from "#tests/support/browser.ts";
import { changeForm } from "#tests/support/fixtures.ts";
import { button, dialog, field, gone, press, row, toast } from "#tests/web/page.ts";
import { here, later, listed, openPlan, products } from "./driver.ts";

const set = (product: string, fields: Record<string, string>) =>
  here.manager.patch(`/v1/products/${product}`, changeForm(fields));
await set(products.Thermometer, { supplier: "Medline Devices", cost: "250" });
await set(products.Bottle, { supplier: "medline devices", min_order: "1000" });
await set(products.Cards, { supplier: "Paper Works", cost: "12.50" });

const order = (page: Page) => page.getByRole("region", { name: "Order" });
const line = async (page: Page, name: string) => (await row(page, name).innerText()).replace(/\s+/g, " ");

test("by supplier, a press chooses what is to be ordered, in rupees, and each supplier has an order of its own", async () => {
  const page = await openPlan();
  await press(page, "By supplier");
  await row(page, "Medline Devices").waitFor();
  // 396 thermometers at 250; of the bottles no cost is known.
  expect(await line(page, "Medline Devices")).toMatch(
    /Medline Devices 2 1,396 33 cartons ₹99,000 and 1 without a cost now/,
  );
  await expectAccessible(page);
  await row(page, "Medline Devices").getByRole("button", { name: "Choose the 2 to order" }).click();
  await row(page, "Paper Works").getByRole("button", { name: "Choose the 1 to order" }).click();
  const from = order(page).getByLabel("Order from");
  expect(await from.locator("option").allInnerTexts()).toEqual(["Medline Devices (2)", "Paper Works (1)"]);
  await order(page)
    .getByText(/^2 lines, 1,396 units/)
    .waitFor();
  await from.selectOption("Paper Works");
  await order(page)
    .getByText(/^1 line/)
    .waitFor();
  await from.selectOption("Medline Devices");
  await press(order(page), "Announce container");
  const form = dialog(page, "Add In-Transit Stock");
  await form.getByText("2 products").waitFor();
  expect(await form.getByText("Cards").count()).toBe(0);
});

test("a supplier's products are listed alone, and its tile says what they are worth", async () => {
  const page = await open(here, here.manager, { path: "/dashboard/plan?view=suppliers" });
  await row(page, "Paper Works").click();
  await expect.poll(() => listed(page)).toEqual(["Cards"]);
  expect(await page.getByLabel("Supplier").inputValue()).toBe("Paper Works");
  await button(page, /Now.*₹/).waitFor();
  await press(page, "Choose the 1 to order");
  await order(page)
    .getByText(/^1 line/)
    .waitFor();
});

test("an event is added, expected in the plan with its factor, changed and deleted", async () => {
  const page = await openPlan();
  await press(page, "Events");
  await press(dialog(page, "Events"), "Add event");
  const form = dialog(page, "Add event");
  await field(form, "Event Name").fill("Year-End Sale");
  await field(form, "First Day").fill(later(20));
  await field(form, "Last Day").fill(later(24));
  await press(form, "Save");
  await form.getByText("A factor, or last year's days to measure it from").waitFor();
  await field(form, "Factor").fill("2.5");
  await press(form, "Save");
  await dialog(page, "Events")
    .getByText(`${dayText(later(20))} to ${dayText(later(24))}, × 2.5`)
    .waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await gone(dialog(page, "Events"));
  await expect
    .poll(async () => {
      await row(page, "SND-Cards")
        .getByRole("button", { name: /units|carton/ })
        .click();
      const text = await page.getByRole("dialog").innerText();
      await page.keyboard.press("Escape");
      return text;
    })
    .toMatch(/Year-End Sale.*\n?.*× 2.5/);
  await press(page, "Events");
  await press(dialog(page, "Events"), "Delete Year-End Sale");
  await press(page.getByRole("alertdialog"), "Delete");
  await toast(page, "Event deleted").waitFor();
});
