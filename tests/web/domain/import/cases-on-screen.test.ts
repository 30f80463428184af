// The small sheets of `cases/sheets` as a person imports them: what comes of each on the screen is what the table says.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Product } from "#shared/product.ts";
import type { StockRecord } from "#shared/stock.ts";
import { open, type Page } from "#tests/support/browser.ts";
import { createProduct, newWarehouse } from "#tests/support/stock.ts";
import { newWorld } from "#tests/support/world.ts";
import { button, field, press } from "#tests/web/page.ts";

const here = await newWorld();
const { manager } = here;
const folder = new URL("../../../functions/imports/cases/sheets/", import.meta.url);

interface Case {
  file: string;
  kind: string;
  mode?: string;
  /** What a person says of the whole file. */
  given?: Record<string, string | number | Record<string, string>>;
  columns?: Record<string, string>;
  columns_by_head?: Record<string, string>;
  products: { p_id: string; name?: string }[];
  warehouses: { w_id: string; name: string }[];
  expect: { stock?: Record<string, number>; products?: Record<string, Record<string, string | number>> };
}
const cases: Case[] = JSON.parse(readFileSync(new URL("cases.json", folder), "utf8"));
const of = (kind: string) => cases.filter((one) => one.kind === kind && (one.expect.products ?? one.expect.stock));

/** Acts, and waits until the sheet has been read again and drawn. */
const read = async (page: Page, act: () => Promise<unknown>) => {
  const isImport = /\/v1\/imports\/[\w-]+$/;
  const answered = page.waitForResponse((one) => one.request().method() === "GET" && isImport.test(one.url()));
  await act();
  await answered;
  await page.getByRole("region", { name: "How it was read" }).waitFor();
  await expect.poll(() => page.getByText(/^(Reading the sheet|Uploading)/).count()).toBe(0);
};

const labels = {
  p_id: "P.ID/SKU/BC",
  name: "Product Name",
  lead_time: "Lead Time",
  w_id: "W.ID",
  quantity: "Quantity",
};

/** Chooses the columns that are asked for. Nothing is chosen before. */
const chooseColumns = async (page: Page, { columns = {}, columns_by_head = {} }: Case) => {
  const form = page.getByRole("form", { name: "Columns of the sheet" });
  if ((await form.count()) === 0) return;
  const selects = form.getByRole("combobox");
  expect((await selects.evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value))).join("")).toBe("");
  for (const [field, label] of Object.entries(labels)) {
    const select = form.getByLabel(label, { exact: true });
    if ((await select.count()) === 0) continue;
    const heads = await select
      .locator("option")
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    const head = [columns_by_head[field], columns[field]].find((one) => one && heads.includes(one));
    if (head) await select.selectOption(head);
  }
  await read(page, () => press(form, "Show preview"));
};

/** Chooses further columns among all. */
const chooseFurther = async (page: Page, { columns_by_head: { lead_time } = {} }: Case) => {
  if (!lead_time) return;
  await press(page, /^(All columns|Not used)/);
  const form = page.getByRole("form", { name: "Columns of the sheet" });
  await form.getByLabel("Lead Time", { exact: true }).selectOption(lead_time);
  await read(page, () => press(form, "Show preview"));
};

/** Answers the open questions, each once. */
const answer = async (page: Page, one: Case) => {
  const { sheet, head_row, warehouse, quantity, formulas, lead_time = 30, same } = one.given ?? {};
  const rows = page.getByRole("table", { name: "First rows of the sheet" });
  const questions = page.getByRole("listitem");
  const choose = async (text: string | RegExp, value: string, name: string | RegExp) => {
    const asked = questions.filter({ hasText: text });
    if ((await asked.count()) === 0) return;
    await read(page, () => pick(asked, value, name));
  };
  await choose("Which sheet of the workbook is it?", String(sheet), new RegExp(`“${sheet}”`));
  if (head_row && !(await button(page, `Heads in row ${head_row}`).count())) {
    await press(page, /^(Heads in row \d|No heads)/);
    await read(page, () => button(rows, `Heads in row ${head_row}`).click());
  }
  // That of another case may be remembered for the same heads.
  const remembered = button(page, new RegExp(`^Warehouse of all rows = (?!${warehouse},)`));
  if (warehouse && (await remembered.count())) {
    await remembered.click();
    await read(page, () => field(page, "Warehouse of all rows").selectOption(String(warehouse)));
  }
  await choose("Which warehouse are all rows for?", String(warehouse), new RegExp(`^${warehouse},`));
  if (quantity) await choose("No column of quantities was found.", "1", "Each row is one unit");
  await chooseColumns(page, one);
  await chooseFurther(page, one);
  if (formulas) await choose(/formulas?/, "true", "Take what they showed when the file was saved");
  await choose("The sheet has no lead time", String(lead_time), `${lead_time} days`);
  for (const value of Object.values(one.given?.texts ?? {}))
    await choose(/P\.ID/, value, value === "first" ? /^The first is/ : "The barcode is their P.ID");
  if (same) await choose(/are all of/, String(same), /^Add up/);
};

const pick = async (asked: ReturnType<Page["locator"]>, value: string, name: string | RegExp) => {
  const list = asked.getByRole("combobox").first();
  if (await list.count()) await list.selectOption(value);
  else await press(asked, name);
};

const toApply = (page: Page) => button(page, /^(Apply|Set|Add|Take) \d.* (rows?|products?)( in .*)?$/);

const run = async (one: Case, path: string) => {
  for (const product of one.products) await createProduct(manager, product);
  for (const { w_id, name } of one.warehouses) await newWarehouse(manager, w_id, name);
  const page = await open(here, manager, { path });
  const buffer = readFileSync(new URL(one.file, folder));
  const sheet = page.getByLabel("Sheet", { exact: true });
  await read(page, () => sheet.setInputFiles({ name: one.file, mimeType: "text/csv", buffer }));
  await answer(page, one);
  if (await toApply(page).count()) {
    await toApply(page).click();
    // The way to undo it says it, too.
    await page
      .getByText(/rows? applied\./)
      .first()
      .waitFor();
  }
};

const tags = { tags: "exhaustive" };
for (const one of of("products"))
  test(`${one.file} stores what its own heads say, and nothing else`, tags, async () => {
    await run(one, "/products/import");
    const stored: Product[] = (await manager.get("/v1/products")).body;
    for (const [p_id, fields] of Object.entries(one.expect.products ?? {})) {
      const found = stored.find((row) => row.p_id === p_id);
      expect(found).toMatchObject(fields);
      const others = ["cost", "pack", "codes", "supplier"].filter((field) => !(field in fields));
      for (const field of others) expect(found).not.toHaveProperty(field);
    }
  });

for (const one of of("stock"))
  test(`${one.file} sets the stock that it says`, tags, async () => {
    await run(one, `/stock/import?mode=${one.mode}`);
    const records: StockRecord[] = (await manager.get("/v1/stocks")).body;
    const held = (place: string) =>
      records.find(({ product, warehouse }) => `${product.p_id}@${warehouse.w_id}` === place)?.quantity ?? 0;
    for (const [place, units] of Object.entries(one.expect.stock ?? {}))
      expect([place, held(place)]).toEqual([place, units]);
  });
