// The Inventory Dashboard and its report on paper.
import { expect, test } from "vitest";
import { dayText } from "#shared/day.ts";
import { expectAccessible, open, type Page, type PageOptions } from "#tests/support/browser.ts";
import { engine } from "#tests/support/engine.ts";
import { today } from "#tests/support/fixtures.ts";
import { linesOf } from "#tests/support/pdf.ts";
import { newProduct, newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { button, columnHeads, dialog, focused, gone, heading, pageWidth, press } from "#tests/web/page.ts";

const here = await world();
const { manager } = here;
const day = today();

const openDashboard = (options?: PageOptions) => open(here, manager, { path: "/dashboard/inventory", ...options });
const rowsOf = (page: Page, table: string) => page.getByRole("table", { name: table }).locator("tbody tr");
const names = (page: Page) =>
  rowsOf(page, "Low Stock Alert").locator("td:nth-child(2) [title]:first-child").allInnerTexts();

test("with no product low the dashboard says so, and there is no report to print", async () => {
  const page = await openDashboard();
  await page.getByText("All products above minimum").waitFor();
  await page.getByText("No product is out of stock").waitFor();
  await heading(page, "Low Stock Alert (0)").waitFor();
  expect(await button(page, /Low Stock Report/).count()).toBe(0);
});

/** Four products that sell, three of them low; one of these and a fifth product are out of stock. */
let seeding: Promise<void> | undefined;
const seeded = () => (seeding ??= seed());
const seed = async () => {
  const hub = await newWarehouse(manager, "BLR-01", "Bengaluru Hub");
  const add = async (name: string, stock: number, sold: number) => {
    const product = await newProduct(manager, { p_id: `SND-${name}`, name, lead_time: "30" });
    const quantity = stock + sold;
    if (quantity > 0)
      await manager.post("/v1/transactions/in", { product, warehouse: hub, quantity, reason: "Return" });
    if (sold > 0)
      await manager.post("/v1/transactions/out", { channel: "amazon", list: [{ product, quantity: sold }] });
  };
  await add("Swaddle", 40, 30);
  await add("Bib", 5, 6);
  await add("Cup", 0, 12);
  await add("Towel", 900, 3);
  await add("Rattle", 0, 0);
};

test("low products are listed with the largest requirement first, can be sorted by their figures, and are counted", async () => {
  await seeded();
  const page = await openDashboard();
  await heading(page, "Low Stock Alert (3)").waitFor();
  await heading(page, "Out of Stock (2)").waitFor();
  const low = page.getByRole("table", { name: "Low Stock Alert" });
  expect(await columnHeads(low)).toEqual(["S.No", "Product", "Avl. Stock", "In-Transit", "Min. Stock", "Required"]);
  expect(await low.getByRole("columnheader", { name: "Required" }).getAttribute("aria-sort")).toBe("descending");
  expect(await rowsOf(page, "Low Stock Alert").locator("td:not(:nth-child(2))").allInnerTexts()).toEqual(
    ["1 40 0 300 260", "2 0 0 120 120", "3 5 0 60 55"].flatMap((line) => line.split(" ")),
  );
  expect(await names(page)).toEqual(["Swaddle", "Cup", "Bib"]);
  await press(low, "Avl. Stock");
  await expect.poll(() => names(page)).toEqual(["Cup", "Bib", "Swaddle"]);
  expect(page.url()).toContain("?sort=avl-stock");
  const out = await rowsOf(page, "Out of Stock").allInnerTexts();
  expect(out.map((text) => text.replace(/\s+/g, " ").trim()).sort()).toEqual([
    "Cup SND-Cup · In transit 0 DRR(3D) 4.0",
    "Rattle SND-Rattle · In transit 0 DRR(3D) –",
  ]);
  await expectAccessible(page);
});

test("a row opens its product with the sales of the last three days, and arrow keys go through the list", async () => {
  await seeded();
  const page = await openDashboard();
  await rowsOf(page, "Low Stock Alert").filter({ hasText: "SND-Cup" }).click();
  const detail = dialog(page, "Cup");
  await detail.getByText("2 of 3").waitFor();
  const sales = detail.getByRole("table", { name: "Sales by channel" });
  await sales.getByRole("cell", { name: "12" }).first().waitFor();
  await page.keyboard.press("ArrowRight");
  await dialog(page, "Bib").waitFor();
  await page.keyboard.press("Escape");
  await gone(detail);
  await expect.poll(() => focused(page)).toContain("SND-Bib");
});

test("on a phone one list is shown at a time, and a card says how much is required and why", async () => {
  await seeded();
  const page = await openDashboard({ phone: true });
  await page.getByText("Avl. 40 · Min. 300 · In transit 0").waitFor();
  expect(await pageWidth(page)).toBe(390);
  await expectAccessible(page);
  await page.getByRole("radio", { name: "Out of Stock (2)" }).tap();
  await page.getByText("SND-Rattle").waitFor();
  expect(await page.getByText("SND-Swaddle").count()).toBe(0);
  expect(page.url()).toContain("?list=out");
  await expectAccessible(page);
});

/** Text lines of each page that its button prints; the page stays as the print dialog would find it. */
const paper = async (page: Page): Promise<string[][]> => {
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await press(page, "Low Stock Report");
  await expect.poll(() => page.title()).toBe(`Low Stock Report ${dayText(day)}`);
  return linesOf(await page.pdf({ preferCSSPageSize: true }));
};

test("the report leaves out units in transit, says who printed it and when, and restores the title of the page", async () => {
  await seeded();
  const page = await openDashboard();
  const [lines = [], ...more] = await paper(page);
  expect(more).toEqual([]);
  expect(lines).toContain("Low Stock Report");
  expect(lines).toContain("Name\tThe manager");
  expect(lines.join("\n")).toMatch(new RegExp(`Printed\\t${dayText(day)} \\d\\d:\\d\\d IST`));
  expect(lines).toContain("Required = Min. - Avl.");
  expect(lines).toContain("S.No\tProduct\tAvl. Stock\tMin. Stock\tRequired");
  expect(lines).toContain("1\tSwaddle SND-Swaddle\t40\t300\t260");
  expect(lines.at(-1)).toMatch(/^The manager, .* IST\tPage 1 of 1$/);
  expect(await page.title()).toBe("Inventory Dashboard · Inventory Manager");
  // Ctrl + P prints the same.
  expect((await linesOf(await page.pdf()))[0]).toContain("Low Stock Report");
});

test("a long report repeats its head on every page, numbers the pages and splits no row", async () => {
  await seeded();
  const at = new Date().toISOString();
  const long = "Gift wrapped pack of five in extra soft bamboo cotton for newborn and infant with a reversible print";
  const goods = Array.from({ length: 120 }, (_, i) => ({
    _id: `p${90_000 + i}`,
    name: i % 5 ? `Romper ${i}.` : `Begin${i}. ${long}`,
  }));
  const { put } = engine(here);
  await put(
    "products",
    goods.map((each, i) => ({ ...each, p_id: `END-${i}.`, lead_time: 30, created_at: at, updated_at: at })),
  );
  await put(
    "stocks",
    goods.map(({ _id }, i) => ({ _id, held: {}, sold: { [`${day}#amazon`]: 3 + i } })),
  );
  const page = await openDashboard();
  await heading(page, "Low Stock Alert (123)").waitFor();
  const pages = await paper(page);
  expect(pages.length).toBeGreaterThan(3);
  for (const [index, lines] of pages.entries()) {
    const text = lines.join("\n");
    expect(text.split("S.No\tProduct\tAvl. Stock\tMin. Stock\tRequired")).toHaveLength(2);
    expect(lines.at(-1)).toMatch(new RegExp(`Page ${index + 1} of ${pages.length}$`));
    // A row's name begins and its code ends on the same page.
    const starts = [...text.matchAll(/(?:Romper |Begin)(\d+)\./g)].map(([, i]) => i);
    const ends = [...text.matchAll(/END-(\d+)\./g)].map(([, i]) => i);
    expect(starts.length).toBeGreaterThan(0);
    expect(ends).toEqual(starts);
  }
  const serials = pages
    .flat()
    .map((line) => Number(line.match(/^(\d+)(?=\t)/)?.[1] ?? 0))
    .filter(Boolean);
  expect(serials).toEqual(Array.from({ length: 123 }, (_, i) => i + 1));
});
