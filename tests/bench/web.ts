// Loading times in the browser: Manage Inventory on a slow phone and on a desktop, the median of cold loads.
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { storedLists } from "#tests/support/browser-storage.ts";
import type { TestWorld } from "#tests/support/world.ts";
import { inWorld } from "./in-world.ts";
import {
  desk,
  figuresOf,
  type Measured,
  median,
  openSlowed,
  phone,
  type Slow,
  settled,
  withBrowser,
} from "./measured-page.ts";
import type { Line } from "./report.ts";
import { putCatalogue } from "./seed.ts";

const loads = 5;

export const webCosts = (): Promise<Line[]> =>
  withBrowser(async (browser) => {
    const lines: Line[] = [];
    for (const products of [400, 2_000]) lines.push(...(await atSize(browser, products)));
    return [...lines, ...(await openedAgain(browser, 10_000))];
  });

/** A list that the device has: in the same tab, and after a reload, until its first row is there. */
const openedAgain = (browser: Browser, products: number): Promise<Line[]> =>
  inWorld(async (world) => {
    await putCatalogue(world, products, 5, { image: undefined });
    const measure = async (how: BrowserContextOptions, processor: number): Promise<[again: number, reload: number]> => {
      const page = await openInventoryIn(browser, world, how, { processor });
      const row = page.locator("tbody tr[aria-rowindex]").first();
      await row.waitFor();
      while (!(await storedLists(page)).includes("/v1/app/catalogue")) await page.waitForTimeout(500);
      const [again, reload]: number[][] = [[], []];
      for (let load = 0; load < loads; load++) {
        await page.locator('a[href="/intransit"]:visible').first().click();
        await row.waitFor({ state: "detached" });
        again?.push(await page.evaluate(openInventory));
        await page.reload();
        await row.waitFor();
        reload?.push(await page.evaluate(() => performance.now()));
      }
      await page.context().close();
      return [median(again), median(reload)];
    };
    const [deskAgain, deskReload] = await measure(desk, 1);
    const [phoneAgain, phoneReload] = await measure(phone, 6);
    const of = `${(products * 5).toLocaleString("en-IN")} records`;
    return [
      { what: `${of} opened again in the tab at a desk`, figure: deskAgain, unit: "ms", budget: 100 },
      { what: "after a reload, from the device", figure: deskReload, unit: "ms", budget: 300 },
      { what: `${of} opened again on a phone, processor / 6`, figure: phoneAgain, unit: "ms" },
      { what: "after a reload, from the device", figure: phoneReload, unit: "ms", budget: 1_000 },
    ];
  });

/** Runs in the page. */
const openInventory = async (): Promise<number> => {
  const start = performance.now();
  document.querySelector<HTMLElement>('a[href="/inventory"]')?.click();
  while (!document.querySelector("tbody tr[aria-rowindex]")) await new Promise(requestAnimationFrame);
  return performance.now() - start;
};

const atSize = (browser: Browser, products: number): Promise<Line[]> =>
  inWorld(async (world) => {
    await putCatalogue(world, products, 5, { image: undefined });
    const open = (how: BrowserContextOptions, slow: Slow) => openInventoryIn(browser, world, how, slow);
    const carried = await medians(() => open(phone, { processor: 6, network: true }));
    const seated = await medians(() => open(desk, { processor: 1 }));
    const list = await medians(() => open(desk, { processor: 4 }), listWork);
    const dialog = await medians(() => open(desk, { processor: 4 }), dialogWork);
    const of = `${(products * 5).toLocaleString("en-IN")} records`;
    return [
      { what: `${of} on a phone, processor / 6: largest paint (LCP)`, figure: carried.lcp, unit: "ms", budget: 2_500 },
      { what: "rows visible", figure: carried.rows, unit: "ms", budget: 2_500 },
      { what: "layout shift (CLS)", figure: carried.cls, unit: "", budget: 0.05 },
      // The first drawing of shell and screen, in one piece: in slices it waited for the code of the screen under load.
      { what: "longest task", figure: carried.task, unit: "ms", budget: 300 },
      { what: "elements", figure: carried.elements, unit: "", budget: 1_500 },
      { what: `${of} at a desk: largest paint (LCP)`, figure: seated.lcp, unit: "ms", budget: 1_000 },
      { what: "search and sort, processor / 4 (INP)", figure: list.inp, unit: "ms", budget: 150 },
      // The first key mounts and measures the list of the combobox; 12 instead of 30 options would save a quarter.
      { what: "Update Stock and its search, processor / 4 (INP)", figure: dialog.inp, unit: "ms", budget: 300 },
    ];
  });

/** `rows`: milliseconds until the first row of the list. */
type Loaded = Omit<Measured, "press"> & { rows: number };

const medians = async (open: () => Promise<Page>, work?: (page: Page) => Promise<void>): Promise<Loaded> => {
  const all: Loaded[] = [];
  for (let load = 0; load < loads; load++) {
    const page = await open();
    await page.locator("tbody tr[aria-rowindex]").first().waitFor();
    const rows = await page.evaluate(() => performance.now());
    await work?.(page);
    const { press: _, ...figures } = await figuresOf(page);
    all.push({ ...figures, rows });
    await page.context().close();
  }
  const of = (figure: keyof Loaded) => median(all.map((one) => one[figure]));
  return {
    lcp: of("lcp"),
    rows: of("rows"),
    cls: of("cls"),
    task: of("task"),
    inp: of("inp"),
    elements: of("elements"),
  };
};

const openInventoryIn = (browser: Browser, world: TestWorld, how: BrowserContextOptions, slow: Slow): Promise<Page> =>
  openSlowed(browser, world, { who: world.executive, path: "/inventory", how, slow });

const listWork = async (page: Page): Promise<void> => {
  await page.getByPlaceholder("Search (P.ID/SKU/BC)").pressSequentially("romper", { delay: 60 });
  await settled(page);
  await page.getByRole("button", { name: "Quantity", exact: true }).click();
};

const dialogWork = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Update Stock" }).click();
  await page.getByRole("dialog").getByLabel("Product", { exact: true }).pressSequentially("muslin", { delay: 60 });
  await page.getByRole("option").first().waitFor();
};
