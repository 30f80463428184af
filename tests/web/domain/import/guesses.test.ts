// What a sheet does not say is never stored by going on: no filled button takes a guess, and each reading leads to the others.
import { expect, test } from "vitest";
import type { StockRecord } from "#shared/stock.ts";
import { expectAccessible, open, type Page } from "#tests/support/browser.ts";
import { csv } from "#tests/support/imports.ts";
import { createProduct, newWarehouse } from "#tests/support/stock.ts";
import { newWorld } from "#tests/support/world.ts";
import { button, expectApplied, press } from "#tests/web/page.ts";

const here = await newWorld();
const { manager } = here;
const choose = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel("Sheet", { exact: true }).setInputFiles({ name, mimeType: "text/csv", buffer });
const stock = async (): Promise<Record<string, number>> => {
  const records: StockRecord[] = (await manager.get("/v1/stocks")).body;
  return Object.fromEntries(
    records.map(({ product, warehouse, quantity }) => [`${product.p_id}@${warehouse.w_id}`, quantity]),
  );
};

const strip = (page: Page) => page.getByRole("region", { name: "How it was read" });
const isRead = (page: Page) => strip(page).waitFor();

/** What the filled buttons of the choice of columns would take: nothing that nobody has chosen. */
const expectNoGuessTaken = async (page: Page) => {
  const form = page.getByRole("form", { name: "Columns of the sheet" });
  if ((await form.count()) === 0) return;
  const chosen = await form
    .getByRole("combobox")
    .evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value));
  expect(chosen.filter(Boolean)).toEqual([]);
};

const toApply = (page: Page) => button(page, /^(Apply|Set|Add|Take) \d.* (rows?|products?)( in .*)?$/);

test("columns of other things are offered for what is required, never for the rest, and going on takes none", async () => {
  const page = await open(here, manager, { path: "/products/import" });
  const heads = [
    "SL No",
    "Our Code No",
    "Sale Price",
    "QUANTITY",
    "CURRENCY_CODE",
    "Visibility in catalog",
    "Transit days",
  ];
  const rows = ["Ringel", "Rassel", "Rolli"].map((text, at) => [at + 1, `GK-${text}`, 499, 12, "INR", 1, 9]);
  await choose(page, "shop.csv", Buffer.from(csv([heads, ...rows])));
  const form = page.getByRole("form", { name: "Columns of the sheet" });
  await form.waitFor();
  await expectNoGuessTaken(page);
  expect(await button(form, "Show preview").isDisabled()).toBe(true);
  await expectAccessible(page);
  await press(form, "Take it: Our Code No");
  await press(form, "Show preview");
  await page.getByText("The sheet has no lead time for new products.").waitFor();
  expect(await toApply(page).count()).toBe(0);
});

const matrix = async () => {
  const products = await Promise.all(
    ["MX-1", "MX-2"].map((p_id) => createProduct(manager, { p_id: `${p_id}-${++made}` })),
  );
  const [near, far] = [`N${made}`, `F${made}`];
  for (const w_id of [near, far]) await newWarehouse(manager, w_id, w_id);
  const rows = products.map(({ p_id }, at) => [p_id, at + 3, at + 40, 2 * at + 43, 10]);
  return {
    near,
    far,
    codes: products.map(({ p_id }) => p_id),
    file: csv([["SKU", near, far, "Total", "Min stock"], ...rows]),
  };
};
let made = 0;

test("a Total beside a column for each warehouse is not asked about, and every other reading is a press away, and back", async () => {
  const { near, far, codes, file } = await matrix();
  const page = await open(here, manager, { path: "/stock/import" });
  await choose(page, "matrix.csv", Buffer.from(file));
  await isRead(page);
  const pieces = button(page, `Stock = a column for each of ${near}, ${far}`);
  await pieces.waitFor();
  expect(await page.getByText("To answer").count()).toBe(0);
  expect(await page.getByRole("form", { name: "Columns of the sheet" }).count()).toBe(0);
  // To one column of all, as somebody may mean it, and applied so.
  await pieces.click();
  await strip(page)
    .getByLabel("Stock", { exact: true })
    .selectOption({ label: "one column, for one warehouse in each row" });
  // With more warehouses it is a list.
  await press(page, `${near}, ${near}`);
  await button(page, /^Set 2 products/).click();
  await expectApplied(page, 2);
  expect(await stock()).toMatchObject({ [`${codes[0]}@${near}`]: 43, [`${codes[1]}@${near}`]: 45 });
  // The next sheet of that form is read so, says who chose it, and leads back.
  await press(page, "Import another sheet");
  await choose(page, "matrix.csv", Buffer.from(file));
  await press(page, /^Read = as The manager chose/);
  await strip(page).getByLabel("Read", { exact: true }).selectOption({ label: "anew" });
  await pieces.waitFor();
  await button(page, /^Apply 4 rows/).click();
  await expectApplied(page, 4);
  expect(await stock()).toMatchObject({
    [`${codes[0]}@${near}`]: 3,
    [`${codes[0]}@${far}`]: 40,
    [`${codes[1]}@${far}`]: 41,
  });
});

test("each row is one unit, and numbers that cells seem to mean, are taken back on the same screen", async () => {
  const { p_id } = await createProduct(manager, { p_id: "RU-1" });
  await newWarehouse(manager, "RU", "RU");
  const page = await open(here, manager, { path: "/stock/import" });
  await choose(
    page,
    "units.csv",
    Buffer.from(
      csv([
        ["Barcode", "W.ID", "Boxes"],
        [p_id, "RU", "5 pcs"],
        [p_id, "RU", "7 pcs"],
      ]),
    ),
  );
  await press(page, "Each row is one unit");
  await press(page, /^Quantity = each row is one unit/);
  await strip(page).getByLabel("Quantity", { exact: true }).selectOption({ label: "in a column" });
  await button(page, "Each row is one unit").waitFor();
});
