// Labels: what the screens print is read back by the app's own reader, and there are as many as were asked for.
import { expect, test } from "vitest";
import { addDays } from "#shared/day.ts";
import { showPicture } from "#tests/support/barcode.ts";
import { expectAccessible, open, type Page } from "#tests/support/browser.ts";
import { today } from "#tests/support/fixtures.ts";
import { linesOf } from "#tests/support/pdf.ts";
import { createProduct, idempotencyKey, newWarehouse, type ProductNames } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { capturePrint, dialog, field, press, row } from "#tests/web/page.ts";

const here = await world();
const { manager, executive } = here;
const warehouse = await newWarehouse(manager, "BLR-01", "Bengaluru Hub");
const stocked = async (fields: Record<string, string> = {}): Promise<ProductNames> => {
  const product = await createProduct(manager, fields);
  await manager.post("/v1/transactions/in", { product: product._id, warehouse, quantity: 5 }, idempotencyKey());
  return product;
};

const labelsOn = (page: Page) => page.locator("[data-print] > * > *");
/** The first label as a printer with 203 dpi makes it: a pixel is a dot. */
const printedLabel = async (page: Page): Promise<string> => {
  await page.emulateMedia({ media: "print" });
  await page.locator("[data-print]").evaluate((paper: HTMLElement) => {
    paper.style.zoom = `${203.2 / 96}`;
  });
  const picture = await labelsOn(page).first().screenshot();
  return `data:image/png;base64,${picture.toString("base64")}`;
};
const print = async (page: Page, count: number): Promise<void> => {
  await capturePrint(page);
  await press(dialog(page), `Print ${count} label${count === 1 ? "" : "s"}`);
  await expect.poll(() => labelsOn(page).count()).toBe(count);
};

test("a printed label is read back by the app's camera: EAN-13, Code 128 and QR code of products, and a shelf's", async () => {
  const goods = [await stocked({ codes: "8900000411030" }), await stocked(), await stocked()] as const;
  await manager.patch(`/v1/products/${goods[0]._id}/shelves`, { shelves: { [warehouse]: "A-12" } });
  const labels: string[] = [];
  for (const [at, product] of goods.entries()) {
    const page = await open(here, manager, { path: `/products/${product._id}` });
    await press(page, "Labels");
    await field(dialog(page), "Code").selectOption(at === 2 ? "QR code" : "Barcode");
    const code = at === 0 ? "8900000411030" : product.p_id;
    await dialog(page).getByRole("img", { name: code }).waitFor();
    expect(await dialog(page).locator("[data-square]").count()).toBe(at === 2 ? 1 : 0);
    if (at === 0) await expectAccessible(page);
    await print(page, 1);
    labels.push(await printedLabel(page));
  }
  const shelves = await open(here, manager, { path: "/warehouses" });
  await press(row(shelves, "BLR-01"), /Shelf labels/);
  await dialog(shelves).getByRole("img", { name: "A-12" }).waitFor();
  await print(shelves, 1);
  labels.push(await printedLabel(shelves));

  const page = await open(here, executive, { phone: true });
  await page.addInitScript(showPicture);
  await page.goto("/picklist");
  await press(page, "Scan");
  const found = [...goods.map(({ name }) => `${name} × 1`), "No product with P.ID A-12"];
  for (const [at, label] of labels.entries()) {
    await page.evaluate((held) => Object.assign(document.body.dataset, { held }), label);
    await page
      .getByText(found[at] ?? "")
      .filter({ visible: true })
      .first()
      .waitFor();
  }
});

test("chosen products and a container have as many labels as was said: of each, a carton or a unit, on pages of their paper", async () => {
  const [cup, bowl] = [await stocked({ pack: "24" }), await stocked()];
  const list = [
    { product: cup._id, quantity: 50 },
    { product: bowl._id, quantity: 7 },
  ];
  const shipment = { container: "MSKU 7", expected_delivery: addDays(today(), 10), list };
  await manager.post("/v1/shipments", shipment, idempotencyKey());
  const page = await open(here, manager, { path: "/intransit" });
  await press(row(page, "MSKU 7"), /Labels/);
  const pages = async () => (await linesOf(await page.pdf({ preferCSSPageSize: true }))).length;
  await print(page, 10);
  expect(await pages()).toBe(10);
  await field(dialog(page), "Labels").selectOption("One a unit");
  await field(dialog(page), "Paper").selectOption("A4, 44 labels of 48.3 × 25.4 mm");
  await print(page, 57);
  expect(await pages()).toBe(2);

  const chosen = await open(here, manager, { path: "/products" });
  for (const { name } of [cup, bowl]) await chosen.getByRole("checkbox", { name: `Choose ${name}` }).check();
  await press(chosen, "Labels");
  await field(dialog(chosen), "Of each").fill("3");
  await print(chosen, 6);
});
