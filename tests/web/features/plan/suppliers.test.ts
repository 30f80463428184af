// The plan by supplier and in rupees, and its events.
import { expect, test } from "vitest";
import { dayText } from "#shared/day.ts";
import { expectAccessible, open } from "#tests/support/browser.ts";
import { changeForm } from "#tests/support/fixtures.ts";
import { answer, button, dialog, field, gone, press, row, toast } from "#tests/web/page.ts";
import { expectOrder, here, later, listed, openPlan, order, products, rowText } from "./driver.ts";

const set = (product: string, fields: Record<string, string>) =>
  here.manager.patch(`/v1/products/${product}`, changeForm(fields));
await set(products.Thermometer, { supplier: "Medline Devices", cost: "250" });
await set(products.Bottle, { supplier: "medline devices", min_order: "1000" });
await set(products.Cards, { supplier: "Paper Works", cost: "12.50" });

test("by supplier, a press chooses what is to be ordered, in rupees, and each supplier has an order of its own", async () => {
  const page = await openPlan();
  await press(page, "By supplier");
  await row(page, "Medline Devices").waitFor();
  // 396 thermometers at 250; of the bottles no cost is known.
  const line = "Medline Devices 2 1,396 33 cartons ₹99,000 and 1 without a cost now";
  expect(await rowText(page, "Medline Devices")).toContain(line);
  await expectAccessible(page);
  await press(row(page, "Medline Devices"), "Choose the 2 to order");
  await press(row(page, "Paper Works"), "Choose the 1 to order");
  const from = order(page).getByRole("group", { name: "Order from" });
  const names = (await from.getByRole("button").allInnerTexts()).map((text) => text.trim().replace(/\s+/g, " "));
  expect(names).toEqual(["Medline Devices 2 open", "Paper Works 1 open", "Order only 2 lines"]);
  await expectOrder(page, /^2 lines, 1,396 units/);
  await press(from, "Paper Works 1 open");
  await expectOrder(page, /^1 line/);
  await press(from, "Medline Devices 2 open");
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
  await expectOrder(page, /^1 line/);
});

test("an event is added, expected in the plan with its factor, changed and deleted", async () => {
  const page = await openPlan();
  await press(page, "Events");
  await press(dialog(page, "Events"), "Add event");
  const form = dialog(page, "Add event");
  await field(form, "Event Name").fill("Year-End Sale");
  await field(form, "First Day").fill(later(20));
  await field(form, "Last Day").fill(later(24));
  await press(form, "Save", "A factor, or last year's days to measure it from");
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
      await press(row(page, "SND-Cards"), /units|carton/);
      const text = await page.getByRole("dialog").innerText();
      await page.keyboard.press("Escape");
      return text;
    })
    .toMatch(/Year-End Sale.*\n?.*× 2.5/);
  await press(page, "Events");
  await press(dialog(page, "Events"), "Delete Year-End Sale");
  await answer(page, "Delete");
  await toast(page, "Event deleted").waitFor();
});
