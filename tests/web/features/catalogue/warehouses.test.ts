// Warehouse List, as a manager meets it.
import { expect, test } from "vitest";
import { awayUntil, expectAccessible, open } from "#tests/support/browser.ts";
import { productForm } from "#tests/support/make.ts";
import { world } from "#tests/support/world.ts";

const here = await world();
const { manager } = here;

const warehouse = async (w_id: string, name: string): Promise<string> =>
  (await manager.post("/v1/warehouses", { w_id, name })).body._id;
const stocked = async (place: string, p_id: string, quantity: number) => {
  const product = (await manager.post("/v1/products", productForm({ p_id, name: p_id }))).body._id;
  await manager.post("/v1/transactions/in", { product, warehouse: place, quantity, reason: "Return" });
};

test("deleting one says what goes with it, waits for its W.ID where there is stock, and takes nothing by Cancel", async () => {
  const hub = await warehouse("BLR-01", "Bengaluru Hub");
  await warehouse("DEL-02", "Delhi NCR");
  await stocked(hub, "SND-1", 1_200);
  await stocked(hub, "SND-2", 40);
  const page = await open(here, manager, { path: "/warehouses" });
  const question = page.getByRole("alertdialog");

  await page.getByRole("button", { name: "Delete Bengaluru Hub" }).click();
  const text =
    'Permanently deleting warehouse "Bengaluru Hub" will remove all its inventory and related data. This action cannot be reversed. Continue?';
  await question.getByText(text).waitFor();
  await question.getByText("Also deletes 1,240 units of 2 products").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await question.waitFor({ state: "detached" });
  expect((await manager.get("/v1/warehouses")).body).toHaveLength(2);

  const deletion = question.getByRole("button", { name: "Delete warehouse" });
  await page.getByRole("button", { name: "Delete Delhi NCR" }).click();
  await question.getByText("It holds no stock").waitFor();
  await deletion.click();
  await page.getByText("Deleted").waitFor();
  await page.getByText("1 warehouse", { exact: true }).waitFor();

  await page.getByRole("button", { name: "Delete Bengaluru Hub" }).click();
  await question.getByLabel("Type BLR-01 to confirm").fill("DEL-02");
  expect(await deletion.isDisabled()).toBe(true);
  await question.getByLabel("Type BLR-01 to confirm").fill("BLR-01");
  await deletion.click();
  await page.getByText("No warehouses yet").waitFor();
});

test("a sheet that sorts goes when the phone is turned, and does not come back by itself", async () => {
  await warehouse("AMD-05", "Ahmedabad");
  const page = await open(here, manager, { path: "/warehouses", phone: true });
  const sort = page.getByRole("button", { name: "Sort" });
  await sort.click();
  await page.getByRole("dialog", { name: "Sort" }).waitFor();
  await page.setViewportSize({ width: 844, height: 390 });
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.setViewportSize({ width: 390, height: 844 });
  await sort.waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("what is typed stays when somebody else deletes the warehouse meanwhile, and saving it says so", async () => {
  const w_id = "MUM-03";
  const _id = await warehouse(w_id, "Bhiwandi");
  const page = await open(here, manager, { path: `/warehouses?do=edit&id=${_id}`, mayLog: /404|not found/i });
  const name = page.getByRole("dialog").getByLabel("Warehouse Name");
  await name.fill("A better name");
  await manager.delete(`/v1/warehouses/${_id}`);
  const listed = page.locator("tr").filter({ hasText: w_id });
  await awayUntil(page, async () => (await listed.count()) === 0);
  expect(await name.inputValue()).toBe("A better name");
  await page.getByRole("button", { name: "Save" }).click();
  await page
    .getByRole("dialog")
    .getByText(/not found/i)
    .waitFor();
});
