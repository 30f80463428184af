// Warehouse List, as a manager meets it.
import { expect, test } from "vitest";
import { awayUntil, expectAccessible } from "#tests/support/browser.ts";
import { newWarehouse, setChannelWarehouses } from "#tests/support/stock.ts";
import { asTyped, button, dialog, expectQuestion, gone, press, question, row, rows, toast } from "#tests/web/page.ts";
import { addProduct, addStock, here, openWarehouses } from "./driver.ts";

const { manager } = here;

test("deleting a warehouse says what is deleted with it, asks for its W.ID if it holds stock, and Cancel deletes nothing", async () => {
  const hub = await newWarehouse(manager, "BLR-01", "Bengaluru Hub");
  await newWarehouse(manager, "DEL-02", "Delhi NCR");
  await addStock(await addProduct("SND-1", "SND-1"), hub, 1_200);
  await addStock(await addProduct("SND-2", "SND-2"), hub, 40);
  const page = await openWarehouses();
  await press(page, "Delete Bengaluru Hub");
  const text =
    'Permanently deleting warehouse "Bengaluru Hub" will remove all its inventory and related data. This action cannot be reversed. Continue?';
  await expectQuestion(page, text);
  await expectQuestion(page, "Also deletes 1,240 units of 2 products");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await gone(question(page));
  expect((await manager.get("/v1/warehouses")).body).toHaveLength(2);

  const deletion = button(question(page), "Delete warehouse");
  await press(page, "Delete Delhi NCR");
  await expectQuestion(page, "It holds no stock");
  await deletion.click();
  await toast(page, "Deleted").waitFor();
  await page.getByText("1 warehouse", { exact: true }).waitFor();

  await press(page, "Delete Bengaluru Hub");
  await question(page).getByLabel("Type BLR-01 to confirm").fill("DEL-02");
  expect(await deletion.isDisabled()).toBe(true);
  await question(page).getByLabel("Type BLR-01 to confirm").fill("BLR-01");
  await deletion.click();
  await page.getByText("No warehouses yet").waitFor();
});

test("the drawer for sorting closes as the phone is turned, and stays closed", { tags: "exhaustive" }, async () => {
  await newWarehouse(manager, "AMD-05", "Ahmedabad");
  const page = await openWarehouses({ phone: true });
  const sort = button(page, "Sort");
  await sort.click();
  await dialog(page, "Sort").waitFor();
  await page.setViewportSize({ width: 844, height: 390 });
  await gone(dialog(page));
  await page.setViewportSize({ width: 390, height: 844 });
  await sort.waitFor();
  expect(await dialog(page).count()).toBe(0);
});

test("the form stays when somebody else deletes its warehouse meanwhile, and saving says that it is gone", async () => {
  const w_id = "MUM-03";
  const _id = await newWarehouse(manager, w_id, "Bhiwandi");
  const page = await openWarehouses({ path: `/warehouses?do=edit&id=${_id}`, mayLog: /404|not found/i });
  const name = dialog(page).getByLabel("Warehouse Name");
  await name.fill("A better name");
  await manager.delete(`/v1/warehouses/${_id}`);
  const listed = rows(page).filter({ hasText: w_id });
  await awayUntil(page, async () => (await listed.count()) === 0);
  expect(await name.inputValue()).toBe("A better name");
  await press(page, "Save");
  await dialog(page).getByText("not found").waitFor();
});

test("a warehouse is marked not for picking in its form, and a picklist counts its units apart until that is taken back", async () => {
  const hub = await newWarehouse(manager, "HYD-07", "Hyderabad");
  const shelf = await newWarehouse(manager, "RET-08", "Returns");
  const bib = await addProduct("SND-8", "Terry Bib");
  await addStock(bib, hub, 10);
  await addStock(bib, shelf, 2);
  const page = await openWarehouses();
  const setMark = async (checked: boolean) => {
    await press(page, "Edit Returns");
    await dialog(page).getByLabel("Not for picking").setChecked(checked);
    await press(dialog(page), "Save");
    await toast(page, "Saved").waitFor();
    await gone(dialog(page));
  };
  await setMark(true);
  const returns = row(page, "Returns");
  await returns.getByText("Not for picking").waitFor();
  await expectAccessible(page);

  await page.goto(new URL("/picklist", page.url()).href);
  await page.getByRole("combobox", { name: "Product", exact: true }).fill(asTyped("SND-8"));
  const option = page.getByRole("option").filter({ hasText: "SND-8" });
  await option.getByText("+2 not for picking").waitFor();
  await option.click();
  await page.getByLabel("Quantity", { exact: true }).fill("11");
  await press(page, "Add");
  await page.getByRole("form").getByText("Out of stock (Avl. 10)").waitFor();
  await page.getByLabel("Quantity", { exact: true }).fill("10");
  await press(page, "Add");
  await page.getByRole("table", { name: "Picklist" }).getByText("+2 not for picking").waitFor();

  await page.goto(new URL("/warehouses", page.url()).href);
  await setMark(false);
  await gone(returns.getByText("Not for picking"));
});

test("who deletes a warehouse or marks it not for picking is told first which channels that leaves without one", async () => {
  const only = await newWarehouse(manager, "KOL-09", "Kolkata");
  const other = await newWarehouse(manager, "PUN-10", "Pune");
  await setChannelWarehouses(manager, "amazon", [only]);
  await setChannelWarehouses(manager, "jiomart", [only, other]);
  const page = await openWarehouses();
  const one = "Left without a warehouse until somebody chooses on Create Picklist: Amazon";
  await press(page, "Edit Kolkata");
  const mark = dialog(page).getByLabel("Not for picking");
  expect(await dialog(page).getByText("Left without a warehouse").count()).toBe(0);
  await mark.check();
  await dialog(page).getByText(one).waitFor();
  await expectAccessible(page);
  await mark.uncheck();
  await gone(dialog(page).getByText(one));
  await press(dialog(page), "Cancel");

  await setChannelWarehouses(manager, "firstcry", [only]);
  await press(page, "Delete Kolkata");
  await expectQuestion(page, "Left without a warehouse until somebody chooses on Create Picklist: Amazon, Firstcry");
  await expectAccessible(page);
  await press(question(page), "Cancel");
  await press(page, "Delete Pune");
  await expectQuestion(page, "It holds no stock");
  expect(await question(page).getByText("Left without a warehouse").count()).toBe(0);
});
