// The Inventory Dashboard and its report on paper.
import { expect, test } from "vitest";
import { addDays, dayText } from "#shared/day.ts";
import type { Plan, PlanRow } from "#shared/plan.ts";
import type { Product } from "#shared/product.ts";
import { expectAccessible, fulfill, type Locator, open, type Page, type PageOptions } from "#tests/support/browser.ts";
import { today } from "#tests/support/fixtures.ts";
import { linesOf } from "#tests/support/pdf.ts";
import { newProduct, newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { button, columnHeads, cutTexts, focused, gone, heading, pageWidth, panel, press } from "#tests/web/page.ts";

const here = await world();
const { manager } = here;
const day = today();

const openDashboard = (options?: PageOptions) => open(here, manager, { path: "/dashboard/inventory", ...options });
const rowsOf = (page: Page, table: string) => page.getByRole("table", { name: table }).locator("tbody tr");
/** Each on one line. */
const texts = async (parts: Locator) => (await parts.allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim());
/** Names, and beside each code the variant. */
const products = (page: Page) => texts(rowsOf(page, "Low Stock Alert").locator("td:nth-child(3)"));

test("with no product low the dashboard says so, and there is no report to print", async () => {
  const rattle = await newProduct(manager);
  const page = await openDashboard();
  await page.getByText("All products above minimum").waitFor();
  await page.getByText("No product is out of stock").waitFor();
  await heading(page, "Low Stock Alert (0)").waitFor();
  expect(await button(page, /Low Stock Report/).count()).toBe(0);
  await manager.delete(`/v1/products/${rattle}`);
});

/** Six products that sell, five of them low; one of these and another product are out of stock, and one never had any. */
let seeding: Promise<void> | undefined;
const seeded = () => (seeding ??= seed());
const seed = async () => {
  const hub = await newWarehouse(manager, "BLR-01", "Bengaluru Hub");
  const add = async (name: string, stock: number, sold: number) => {
    const product = await newProduct(manager, { p_id: `SND-${name.split(" ")[0]}`, name, lead_time: "30" });
    const quantity = stock + sold;
    if (quantity > 0)
      await manager.post("/v1/transactions/in", { product, warehouse: hub, quantity, reason: "Return" });
    if (sold > 0)
      await manager.post("/v1/transactions/out", { channel: "amazon", list: [{ product, quantity: sold }] });
    return product;
  };
  await add("Swaddle", 40, 30);
  await add("Bib", 5, 6);
  await add("Cup", 0, 12);
  await add("Towel", 900, 3);
  await add("Romper (Mint)", 40, 6);
  const mug = await add("Mug (Sky Blue)", 50, 9);
  const list = [{ product: mug, quantity: 600 }];
  await manager.post("/v1/shipments", { container: "MSKU", expected_delivery: day, list });
  const rattle = await add("Rattle", 5, 0);
  await manager.post("/v1/transactions/out", { product: rattle, warehouse: hub, quantity: 5, reason: "Damage" });
  await add("Teether", 0, 0);
};

test("low products are listed with the largest requirement first, can be sorted by their figures, and are counted", async () => {
  await seeded();
  const page = await openDashboard();
  await heading(page, "Low Stock Alert (5)").waitFor();
  const low = page.getByRole("table", { name: "Low Stock Alert" });
  expect(await columnHeads(low)).toEqual([
    ...["S.No", "Severity", "Product"],
    ...["Avl. Stock", "In-Transit", "Min. Stock", "Required", "Cover"],
  ]);
  expect(await low.getByRole("columnheader", { name: "Required" }).getAttribute("aria-sort")).toBe("descending");
  const figures = rowsOf(page, "Low Stock Alert").locator("td:not(:nth-child(3))");
  // Cover and arrivals come a moment later.
  await expect
    .poll(() => texts(figures))
    .toEqual([
      ...["1", "Critical", "40", "0 none ordered", "300", "260", "–"],
      ...["2", "Critical", "0", "0 none ordered", "120", "120", "–"],
      ...["3", "Critical", "5", "0 none ordered", "60", "55", "–"],
      ...["4", "Low", "40", "0 none ordered", "60", "20", "–"],
      ...["5", "Covered", "50", `600 ${dayText(day)}`, "90", "−560", "–"],
    ]);
  expect(await products(page)).toEqual([
    ...["Swaddle SND-Swaddle", "Cup SND-Cup", "Bib SND-Bib"],
    ...["Romper Mint · SND-Romper", "Mug Sky Blue · SND-Mug"],
  ]);
  await press(low, "Avl. Stock");
  await expect.poll(async () => (await products(page))[0]).toBe("Cup SND-Cup");
  expect(page.url()).toContain("?sort=avl-stock");
  await press(low, "Severity");
  await expect
    .poll(() => low.locator("td:nth-child(2)").allInnerTexts())
    .toEqual([...["Critical", "Critical", "Critical"], ...["Low", "Covered"]]);
  await page.getByTitle("What the words mean").click();
  await page.getByText(/^Critical: gone within 14 days/).waitFor();
  await expectAccessible(page);
  await page.goto("/dashboard/inventory");
  await low.getByRole("columnheader", { name: "Severity" }).waitFor();
  expect(await low.getByRole("columnheader", { name: "Severity" }).getAttribute("aria-sort")).toBe("ascending");
});

test("severities filter by chips, together and in the address, and can be reset", { tags: "exhaustive" }, async () => {
  await seeded();
  const page = await openDashboard();
  const chip = (name: string) => button(page, name);
  await chip("Low 1").click();
  await expect.poll(() => products(page)).toEqual(["Romper Mint · SND-Romper"]);
  await chip("Covered 1").click();
  await expect.poll(() => products(page)).toHaveLength(2);
  expect(page.url()).toContain("?severity=low.covered");
  await page.reload();
  await chip("Low 1").click();
  await expect.poll(() => products(page)).toEqual(["Mug Sky Blue · SND-Mug"]);
  expect(await chip("Covered 1").getAttribute("aria-pressed")).toBe("true");
  // An opened product leads only to products that are shown.
  await rowsOf(page, "Low Stock Alert").click();
  await heading(panel(page), "Mug (Sky Blue)").waitFor();
  await expect.poll(() => button(panel(page), "Next product").getAttribute("aria-disabled")).toBe("true");
  await page.keyboard.press("Escape");
  await gone(panel(page));
  await chip("Covered 1").click();
  await chip("Watch 0").click();
  await press(page, "Clear filters");
  await expect.poll(() => products(page)).toHaveLength(5);
});

test("products out of stock stand beside, the fastest selling first; products never stocked are folded below them", async () => {
  await seeded();
  const page = await openDashboard();
  await heading(page, "Out of Stock (2)").waitFor();
  const out = ["Cup DRR(3D) 4.0 · In Transit 0", "Rattle DRR(3D) – · In Transit 0"];
  // Since when they are out is known after the first nightly job.
  expect(await texts(rowsOf(page, "Out of Stock"))).toEqual(out);
  expect(await page.getByText("Teether").count()).toBe(0);
  await button(page, /Never stocked/).click();
  await expect.poll(() => texts(rowsOf(page, "Never stocked"))).toEqual(["Teether DRR(3D) – · In Transit 0"]);
  await rowsOf(page, "Never stocked").click();
  await heading(panel(page), "Teether").waitFor();
  await page.keyboard.press("Escape");
  await gone(panel(page));
  await expect.poll(() => focused(page)).toContain("Teether");
  expect(page.url()).toContain("?never=open");
  await expectAccessible(page);
});

/** The plan's answer with these rows, by name; missing fields do not matter. */
const answerPlan = async (page: Page, rows: Record<string, Partial<PlanRow>>) => {
  const { body: products }: { body: Product[] } = await manager.get("/v1/products");
  const plan: Plan = {
    as_of: addDays(day, -1),
    rows: products
      .filter(({ name }) => rows[name])
      .map(({ _id, p_id, name, stock, in_transit, lead_time }) => ({
        ...{ _id, p_id, name, stock, in_transit, lead_time, quantity: 0, days: [] },
        ...{ status: "fine" as const, arrivals: [], rates: [null, null, null], ...rows[name] },
      })),
  };
  await page.route(/\/v1\/plan(\?|$)/, (route) => fulfill(route, plan));
};

test("with the plan a row says how long it lasts, its gap and when units arrive, and how urgent that makes it", async () => {
  await seeded();
  const page = await openDashboard({ path: "/login" });
  const arrival = (expected_delivery: string) => [{ shipment: "s", container: "MSKU", expected_delivery, units: 600 }];
  const gap = { start: addDays(day, 20), end: addDays(day, 27), container: "MSKU" };
  await answerPlan(page, {
    Swaddle: { status: "late", cover: 4, cover_with_transit: 4, runs_out: addDays(day, 4) },
    "Romper (Mint)": { cover: 40, cover_with_transit: 40, runs_out: addDays(day, 40) },
    "Mug (Sky Blue)": {
      ...{ cover: 20, cover_with_transit: 220, runs_out: addDays(day, 20), gaps: [gap] },
      arrivals: arrival(addDays(day, -6)),
    },
    Rattle: { status: "out", cover: 0, runs_out: addDays(day, -3), unsold: 12 },
    Cup: { status: "out", cover: 0, runs_out: addDays(day, -9), unsold: 36 },
  });
  await page.goto("/dashboard/inventory");
  const cells = (code: string) => texts(rowsOf(page, "Low Stock Alert").filter({ hasText: code }).locator("td"));
  await rowsOf(page, "Low Stock Alert").getByText("4 days").waitFor();
  expect((await cells("SND-Swaddle")).at(-1)).toBe("4 days lead 30");
  // Below its minimum, but it lasts; and nothing is required of a product that is out for a week.
  const romper = await cells("SND-Romper");
  expect([romper[1], romper.at(-1)]).toEqual(["Watch", "40 days lead 30"]);
  expect((await cells("SND-Mug")).slice(1)).toEqual([
    ...["Low", "Mug Sky Blue · SND-Mug", "50", "600 6 days late"],
    ...["90", "−560", "20 days gap 7 days"],
  ]);
  await button(page, "Critical 3").waitFor();
  expect(await texts(rowsOf(page, "Out of Stock"))).toEqual([
    `Cup DRR(3D) 4.0 · In Transit 0 ≈ 36 not sold since ${dayText(addDays(day, -9)).slice(0, 5)}`,
    `Rattle DRR(3D) – · In Transit 0 ≈ 12 not sold since ${dayText(addDays(day, -3)).slice(0, 5)}`,
  ]);
  await page.getByText("≈ 48 units not sold").waitFor();
  const plan = page.getByRole("link", { name: "Plan orders 3" });
  expect(await plan.getAttribute("href")).toBe("/dashboard/plan");
  const arriving = page.getByRole("region", { name: "Arriving" });
  expect(await texts(arriving)).toEqual([
    `Arriving 600 units ${dayText(day).slice(0, 5)} today MSKU 1 product · helps 1 low 600`,
  ]);
  await expectAccessible(page);
  await arriving.getByRole("link", { name: /MSKU/ }).click();
  await heading(page, "In-Transit Inventory").waitFor();
  await page.getByRole("row").filter({ hasText: "MSKU" }).waitFor();
});

test("on a phone one list is shown at a time; cards say what is required and why", { tags: "exhaustive" }, async () => {
  await seeded();
  const page = await openDashboard({ phone: true });
  await page.getByText("Avl. 40 · Min. 300 · In transit 0").waitFor();
  expect(await pageWidth(page)).toBe(390);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await cutTexts(page.getByRole("row").filter({ hasText: "SND-Mug" }))).toEqual([]);
  await page.getByRole("radio", { name: "Out of Stock (2)" }).tap();
  await page.getByText("Rattle").waitFor();
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
