// Warehouse List, as a manager meets it.
import { expect, test } from "vitest";
import { expectAccessible, open } from "#tests/support/browser.ts";
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
  await question.getByText("Goes with it: 1,240 units of 2 products").waitFor();
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

test("one that somebody else deletes while it is edited is said to be gone, and its dialog is closed", async () => {
  const id = await warehouse("PNQ-01", "Pune Depot");
  const page = await open(here, manager, { path: "/warehouses", mayLog: /404|Resource not found/ });
  await page.getByRole("button", { name: "Edit Pune Depot" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Pune Depot" });
  await edit.getByLabel("Location").fill("Chakan");
  await manager.delete(`/v1/warehouses/${id}`);
  await edit.getByRole("button", { name: "Save" }).click();
  await page.getByText("Warehouse not found. It may have been deleted.").waitFor();
  await edit.waitFor({ state: "detached" });
  await page.waitForURL((url) => !url.search.includes("do="));
});
