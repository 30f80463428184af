// The first hour of a company, as a person lives it: what is missing says so, and the home leads to the first picklist.
import { expect, test } from "vitest";
import { expectAccessible, type Locator, open, type Page, paste } from "#tests/support/browser.ts";
import { newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { countedActions } from "#tests/web/frequent-job.ts";
import {
  answer,
  button,
  capturePrint,
  dialog,
  expectApplied,
  field,
  gone,
  heading,
  press,
  printed,
} from "#tests/web/page.ts";

const here = await world();
const link = (page: Page | Locator, name: string) => page.getByRole("link", { name, exact: true });

test("without a warehouse or products, stock and its forms say so and lead there; executives are told who adds them", async () => {
  const page = await open(here, here.manager, { path: "/inventory" });
  await page.getByText("There is no warehouse yet.").waitFor();
  await press(page, "Update Stock");
  const form = dialog(page, "Update Stock");
  await expectAccessible(page);
  await link(form, "Add a warehouse").click();
  await dialog(page, "Add Warehouse").waitFor();

  const executives = await open(here, here.executive, { path: "/picklist" });
  await executives.getByText("There is no warehouse yet. A manager adds one.").waitFor();
  expect(await link(executives, "Add a warehouse").count()).toBe(0);
  await newWarehouse(here.manager, "BLR-01", "Bengaluru Hub");
  await page.goto("/stock/import");
  await link(page, "Paste products").waitFor();
  await page.goto("/dashboard/inventory");
  await page.getByText("There are no products yet.").first().waitFor();
  await executives.reload();
  await executives.getByText("There are no products yet. A manager adds them.").waitFor();
});

test("from the first sign-in to the printed first picklist in 26 presses; the home ticks each step, and has none left at the end", async () => {
  const generated = here.secrets.value(here.output("FirstSignIn"));
  await here.empty();
  const page = await open(here, null);
  const { act, count } = countedActions();
  await field(page, "Username").fill("root");
  await field(page, "Password").fill(generated);
  await act(press(page, "Login"));
  await field(page, "Current password").fill(generated);
  await field(page, "New password").fill("a password of my own");
  await field(page, "Repeat password").fill("a password of my own");
  await act(press(page, "Save password"));

  const steps = page.getByRole("region", { name: "First steps" });
  const home = async (done: number) => {
    await act(link(page, "Inventory Manager").click());
    await steps.getByText(`${done} of 5 done`).waitFor();
  };
  await steps.getByText("0 of 5 done").waitFor();
  await expectAccessible(page);

  await act(link(steps, "Add a warehouse").click());
  await field(page, "W.ID").fill("BLR-01");
  await field(page, "Warehouse Name").fill("Bengaluru Hub");
  await act(press(dialog(page), "Add Warehouse"));
  await gone(dialog(page));
  await home(1);

  await act(link(steps, "Paste products").click());
  await heading(page, "Import Products").waitFor();
  await act(
    paste(page, [
      ["P.ID/SKU/BC", "Product Name", "Lead Time"],
      ["CUP-1", "Sippy Cup", 30],
      ["RING-1", "Teething Ring", 45],
    ]),
  );
  await act(press(page, "Apply 2 rows"));
  await expectApplied(page, 2);
  await home(2);

  await act(link(steps, "Paste opening stock").click());
  await heading(page, "Import Stock").waitFor();
  await act(
    paste(page, [
      ["P.ID/SKU/BC", "W.ID", "Quantity"],
      ["CUP-1", "BLR-01", 120],
      ["RING-1", "BLR-01", 40],
    ]),
  );
  await act(press(page, "Apply 2 rows"));
  await expectApplied(page, 2);
  await home(3);

  await act(link(steps, "Create a user").click());
  await field(page, "Name").fill("Rohan Das");
  await field(page, "Username").fill("rohan");
  await field(page, "Password (Optional)").fill("rohans own password");
  await act(field(page, "Role").selectOption("executive"));
  await act(press(page, "Create User"));
  await page.getByText("Saved").waitFor();
  await home(4);

  await act(link(steps, "Make a picklist").click());
  await act(page.getByLabel("Channel").selectOption("amazon"));
  await field(page, "Product").fill("cup");
  await act(page.getByRole("option", { name: "Sippy Cup" }).click());
  await act(press(page, "Add"));
  await act(press(page, "Save"));
  await act(answer(page, "Process picklist"));
  await button(page, "Print").and(page.locator(":enabled")).waitFor();
  await capturePrint(page);
  await act(press(page, "Print"));
  expect((await printed(page)).paper).toContain("Bengaluru Hub");
  // Nothing of it is left at home.
  await act(link(page, "Inventory Manager").click());
  await page.getByText("Sippy Cup").first().waitFor();
  expect(await steps.count()).toBe(0);
  expect(count()).toBeLessThanOrEqual(26);
});
