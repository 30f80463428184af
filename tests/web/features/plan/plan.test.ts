// Plan Orders: what to order, how much and by when, and the draft of the order.
import { expect, test } from "vitest";
import { dayText } from "#shared/day.ts";
import { expectAccessible, fulfill, type Page, retype, scan } from "#tests/support/browser.ts";
import { newWarehouse, setChannelWarehouses } from "#tests/support/stock.ts";
import { frequentJob } from "#tests/web/frequent-job.ts";
import {
  button,
  capturePrint,
  closeBy,
  cutTexts,
  dialog,
  expectValue,
  field,
  focused,
  gone,
  heading,
  pageWidth,
  press,
  printed,
  row,
  status,
  toast,
} from "#tests/web/page.ts";
import { day, expectOrder, here, later, listed, openPlan, order, products, rowText, typeSlowly } from "./driver.ts";

const choice = (page: Page, name: string) => page.getByRole("checkbox", { name: `Order ${name}` });
const quantity = (page: Page, name: string) => page.getByRole("spinbutton", { name: `Quantity of ${name}` });
const tile = (page: Page, name: string) => button(page, new RegExp(`^\\d+ ${name}`));
/** The explanation of a row's figure. */
const explained = async (page: Page, name: string, figure: string | RegExp) => {
  await row(page, name).getByRole("button", { name: figure }).click();
  const open = page.getByRole("dialog");
  const text = (await open.innerText()).replace(/\s+/g, " ");
  await page.keyboard.press("Escape");
  await gone(open);
  return text;
};

test("products are sorted by the day to order, products out of stock first, each with rate, cover and quantity", async () => {
  const page = await openPlan();
  await page.getByText(`as of ${dayText(later(-1))}, rates of closed days`).waitFor();
  await status(page, "3 to order · 4 products").waitFor();
  expect(await listed(page)).toEqual(["Thermometer", "Bottle", "Cards", "Swaddle"]);
  const thermometer = await rowText(page, "SND-Thermometer");
  expect(thermometer).toMatch(/Out .*10.0 3 of \d+ 0 – 0 days since .* at once lead 30 days/);
  const bottle = await rowText(page, "SND-Bottle");
  expect(bottle).toMatch(/Late Bottle Sky Blue · SND-Bottle/);
  expect(bottle).toContain(`300 ${dayText(later(27)).slice(0, 5)}`);
  expect(bottle).toContain("9 days +30");
  expect(bottle).toContain(`gap till ${dayText(later(26)).slice(0, 5)}`);
  // 300 for the target and a safety stock of 94, in cartons of 12.
  expect(await quantity(page, "Thermometer").inputValue()).toBe("396");
  const link = page.getByRole("link", { name: /Plan Orders/ });
  await link.getByText("3 products to order").waitFor();
  await expectAccessible(page);
});

test("tiles and the other statuses filter, rate and target change the figures, and all of it stays in the address", async () => {
  const page = await openPlan();
  await tile(page, "Late").click();
  await tile(page, "Now").click();
  await expect.poll(() => listed(page)).toEqual(["Bottle", "Cards"]);
  await page.getByLabel("Target").selectOption("60");
  await page.getByRole("radio", { name: "7", exact: true }).click();
  await expect.poll(() => new URL(page.url()).search).toBe("?status=late.now&target=60&basis=7");
  await page.reload();
  await expect.poll(() => listed(page)).toEqual(["Bottle", "Cards"]);
  await expect.poll(() => quantity(page, "Cards").inputValue()).toBe("599");
  expect(await tile(page, "Late").getAttribute("aria-pressed")).toBe("true");
  await page.getByLabel("Other statuses").selectOption("never-stocked");
  await expect.poll(() => listed(page)).toEqual(["Teether"]);
  expect(await rowText(page, "SND-Teether")).not.toMatch(/NaN|Infinity|1970/);
  await press(page, "Clear filters");
  await expect.poll(() => listed(page)).toHaveLength(4);
  await tile(page, "Over").click();
  await page.getByText("Nothing matches these filters").waitFor();
});

test("each figure says what it is made of", async () => {
  const page = await openPlan();
  expect(await explained(page, "SND-Bottle", /^10\.0/)).toContain(
    "Sold in 30 closed days 60 In-stock days counted ÷ 6 A day 10.0 Open product",
  );
  expect(await explained(page, "SND-Bottle", /^9 days/)).toContain(`CMAU 335908-6, ${dayText(later(27))} +300`);
  expect(await explained(page, "SND-Bottle", /gap till/)).toContain(
    `Out ${dayText(later(10)).slice(0, 5)} to ${dayText(later(26)).slice(0, 5)}, until CMAU 335908-6 17 days`,
  );
  expect(await explained(page, "SND-Cards", /in 1 day/)).toContain(
    `Less than the safety stock from ${dayText(later(16))} Lead time −15 days Last day to order ${dayText(later(1))}`,
  );
  expect(await explained(page, "SND-Cards", "units")).toContain(
    `Arrives ${dayText(later(15))}, lasts to ${dayText(later(45))} 10.0 a day × 30 days 300`,
  );
  await press(row(page, "SND-Bottle"), /gap till/);
  await dialog(page).waitFor();
  await expectAccessible(page);
});

test("the choice and edited quantities outlive a reload, can be typed anew and cleared, by mouse and keys", async () => {
  const page = await openPlan();
  await page.keyboard.press("ArrowDown");
  expect(await focused(page)).toContain("Thermometer");
  await choice(page, "Thermometer").check();
  // Space does not undo the choice made by the mouse.
  await typeSlowly(page, [" "]);
  expect(await choice(page, "Thermometer").isChecked()).toBe(true);
  await retype(quantity(page, "Bottle (Sky Blue)"), "125");
  await expectOrder(page, "2 lines, 521 units");
  await page.reload();
  await expectOrder(page, "2 lines, 521 units");
  await expect.poll(() => quantity(page, "Bottle (Sky Blue)").inputValue()).toBe("125");
  expect(await choice(page, "Bottle (Sky Blue)").isChecked()).toBe(true);
  // A scanned code searches, and is no quantity of the row that has the focus.
  await row(page, "SND-Cards").focus();
  await scan(page, "8901234567890");
  await expect.poll(() => page.url()).toContain("q=8901234567890");
  await expectOrder(page, "2 lines, 521 units");
  await press(page, "Clear search");
  await row(page, "SND-Cards").waitFor();
  // Another target changes the quantities that were not edited.
  await page.getByLabel("Target").selectOption("60");
  await expectOrder(page, "2 lines, 821 units");
  await closeBy(order(page), "Clear choice");
  await page.getByRole("searchbox").focus();
  for (const name of ["Thermometer", "Bottle", "Cards"]) {
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focused(page)).toContain(name);
  }
  await typeSlowly(page, [" "]);
  await expectOrder(page, "1 line, 599 units");
  await typeSlowly(page, ["+"]);
  await expectOrder(page, "1 line, 600 units");
  await typeSlowly(page, ["-", "-"]);
  await expectOrder(page, "1 line, 598 units");
  await typeSlowly(page, ["7", "2", "Enter"]);
  await expectOrder(page, "1 line, 72 units");
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("TR");
  await press(order(page), "Clear choice");
  const { act, picture, expectAsStated } = frequentJob("Choose all that is to order");
  await act(press(page, "Choose the 3 to order"), "Press Choose the products to order, above the list.");
  await expectOrder(page, /^3 lines, /);
  await picture(page.getByRole("main"));
  expectAsStated();
  expect(await button(page, /^Choose the/).count()).toBe(0);
  await press(order(page), "Clear choice");
});

test("a step is a whole carton, and a carton that is not full says so", { tags: "exhaustive" }, async () => {
  const page = await openPlan();
  const cartons = (label: string) => row(page, "SND-Thermometer").getByRole("button", { name: label }).waitFor();
  await cartons("33 cartons");
  await retype(quantity(page, "Thermometer"), "308");
  await cartons("25 cartons + 8");
  await expectOrder(page, "1 line, 308 units, 26 cartons");
  await press(page, "More of Thermometer");
  await cartons("26 cartons");
  await expect.poll(() => quantity(page, "Thermometer").inputValue()).toBe("312");
  await retype(quantity(page, "Thermometer"), "5");
  await cartons("under 1 carton");
  // Beside an opened product the chosen rows and the button keep their places.
  await row(page, "SND-Cards").getByText("Cards", { exact: true }).click();
  await button(order(page), "More for the order").waitFor();
  await press(page, "Logout");
  await page.getByLabel("Username").waitFor();
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain(products.Thermometer);
});

test("the order is printed and exported, and announcing its container fills in the lines and ends it", async () => {
  const page = await openPlan();
  const exporting = () =>
    page.context().waitForEvent("request", (request) => request.url().includes("/v1/plan/export"));
  const whole = exporting();
  await press(page, "Export plan");
  expect(new URL((await whole).url()).searchParams.has("lines")).toBe(false);
  await page.getByRole("checkbox", { name: "Order all that are shown" }).check();
  await choice(page, "Swaddle").uncheck();
  await choice(page, "Thermometer").uncheck();
  await capturePrint(page);
  await press(order(page), "Print");
  const { title, paper } = await printed(page);
  expect(title).toBe(`Order ${dayText(day)}`);
  expect(paper).toContain("SND-CardsCards299–");
  const exported = exporting();
  await press(order(page), "Export order 2 lines");
  const { searchParams } = new URL((await exported).url());
  expect(searchParams.get("lines")).toBe(`${products.Bottle}-483.${products.Cards}-299`);
  await press(order(page), "Announce container");
  const form = dialog(page, "Add In-Transit Stock");
  await form.getByText("2 products").waitFor();
  await form.getByLabel("Container ID").fill("TCLU 111111-1");
  await form.getByLabel("Expected Delivery").fill(later(40));
  await press(form, "Save In-Transit Stock");
  await toast(page, "Saved").waitFor();
  const menu = page.getByRole("link", { name: /Plan Orders/ });
  await menu.getByText("2 products to order").waitFor();
  await menu.click();
  await row(page, "SND-Cards").getByText("299").first().waitFor();
  expect(await order(page).count()).toBe(0);
  const shipments = (await here.manager.get("/v1/shipments")).body;
  const { _id } = shipments.find(({ container }: { container: string }) => container === "TCLU 111111-1");
  await here.manager.delete(`/v1/shipments/${_id}`);
});

test("where a channel's warehouse runs out and another has units for long, a press fills in the transfer", async () => {
  const mumbai = await newWarehouse(here.manager, "MUM-03", "Bhiwandi");
  await setChannelWarehouses(here.manager, "amazon", [mumbai]);
  const page = await openPlan();
  // Twenty in three days: 200 for 30 days.
  await row(page, "SND-Swaddle").getByText("move 200").waitFor();
  await press(page, "Actions for Swaddle");
  await page.getByRole("menuitem", { name: "Move 200 from Bengaluru Hub" }).click();
  const form = dialog(page, "Update Stock");
  await expectValue(form, "Quantity of Swaddle").toBe("200");
  await closeBy(form, "Submit");
  await expect
    .poll(async () => (await here.manager.get("/v1/stocks")).body)
    .toContainEqual(expect.objectContaining({ _id: `${products.Swaddle}-${mumbai}`, quantity: 200 }));
  await page.goto("/dashboard/plan");
  await row(page, "SND-Swaddle").waitFor();
  await gone(row(page, "SND-Swaddle").getByText("move 200"));
  await setChannelWarehouses(here.manager, "amazon", []);
});

test("a product is snoozed with a reason until a day, stands apart until then, and can be woken", async () => {
  const page = await openPlan();
  await row(page, "SND-Cards").focus();
  await typeSlowly(page, ["s"]);
  const form = dialog(page, "Snooze Cards");
  await closeBy(form, "Cancel");
  await press(page, "Actions for Cards");
  await page.getByRole("menuitem", { name: "Snooze" }).click();
  await press(form, "1 month");
  await expectValue(form, "Until").toBe(later(30));
  await press(form, "Snooze");
  await form.getByRole("alert").getByText("Required").waitFor();
  await field(form, "Reason").fill("New supplier");
  await press(form, "Snooze");
  await toast(page, "Snoozed").waitFor();
  await expect.poll(() => listed(page)).toEqual(["Thermometer", "Bottle", "Swaddle"]);
  await tile(page, "Now").click();
  await page.getByText(/^Nothing to order before/).waitFor();
  await press(page, "Show all products");
  await press(page, "Snoozed 1");
  await expect
    .poll(() => rowText(page, "SND-Cards"))
    .toMatch(new RegExp(`Cards SND-Cards ${dayText(later(30))} in 30 days The manager .* New supplier`));
  await expectAccessible(page);
  await press(page, "Wake Cards", "Nothing is snoozed.");
  await press(page, "Show the plan");
  await expect.poll(() => listed(page)).toHaveLength(4);
});

test("on a phone products are cards with choice and quantity, and nothing is cut", { tags: "exhaustive" }, async () => {
  const page = await openPlan({ phone: true });
  await heading(page, "Plan Orders").waitFor();
  await choice(page, "Bottle (Sky Blue)").check();
  await expectOrder(page, "1 line");
  expect(await rowText(page, "SND-Bottle")).toMatch(/9 days \+30 Order by .* runs out .* gap till/);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await pageWidth(page)).toBe(320);
  expect(await cutTexts(page.locator("tbody"))).toEqual([]);
  const wide = page
    .locator("tbody svg")
    .evaluateAll((all) =>
      all.filter(
        (one) => one.getBoundingClientRect().right > (one.parentElement?.getBoundingClientRect().right ?? 0) + 1,
      ),
    );
  expect(await wide).toEqual([]);
  await button(page, "More for the order").tap();
  await dialog(page).waitFor();
  await expectAccessible(page);
  await press(dialog(page), "Clear choice");
});

test("before the first night the plan says when rates begin", { tags: "exhaustive" }, async () => {
  const page = await openPlan();
  await page.route("**/v1/plan", async (route) => {
    const { as_of: _, ...plan } = await (await route.fetch()).json();
    await fulfill(route, plan);
  });
  await page.reload();
  await page.getByText("Rates begin after the first night").waitFor();
});
