// Loading times in the browser: Manage Inventory on a slow phone and on a desktop, the median of cold loads.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type BrowserContextOptions, chromium as launcher, type Page } from "playwright-core";
import { openSignedIn } from "#tests/support/browser-session.ts";
import { args, chromium } from "#tests/support/chromium.ts";
import { engine } from "#tests/support/engine.ts";
import type { TestWorld } from "#tests/support/world.ts";
import { inWorld } from "./in-world.ts";
import type { Line } from "./report.ts";
import { catalogue } from "./seed.ts";

const loads = 5;
const desk: BrowserContextOptions = { viewport: { width: 1366, height: 768 } };
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Throttling of a browser: a processor slowed by a factor, and 1.6 Mbit/s with 150 ms of latency. */
interface Slow {
  processor: number;
  network?: boolean;
}

export const webCosts = async (): Promise<Line[]> => {
  const executablePath = await chromium();
  const browser = await launcher.launch({ executablePath, args });
  try {
    const lines: Line[] = [];
    for (const products of [400, 2_000]) lines.push(...(await atSize(browser, products)));
    return lines;
  } finally {
    await browser.close();
  }
};

const atSize = (browser: Browser, products: number): Promise<Line[]> =>
  inWorld(async (world) => {
    const { places, cold, hot } = catalogue(products, 5);
    await engine(world).put("warehouses", places);
    await engine(world).put(
      "products",
      cold.map(({ image: _, ...row }) => row),
    );
    await engine(world).put("stocks", hot);
    const open = (how: BrowserContextOptions, slow: Slow) => opened(browser, world, how, slow);
    const carried = await medians(() => open(phone, { processor: 4, network: true }));
    const seated = await medians(() => open(desk, { processor: 1 }));
    const list = await medians(() => open(desk, { processor: 4 }), listWork);
    const dialog = await medians(() => open(desk, { processor: 4 }), dialogWork);
    const of = `${(products * 5).toLocaleString("en-IN")} records`;
    return [
      { what: `${of} on a phone: largest paint (LCP)`, figure: carried.lcp, unit: "ms", budget: 2_500 },
      { what: "rows visible", figure: carried.rows, unit: "ms", budget: 2_500 },
      { what: "layout shift (CLS)", figure: carried.cls, unit: "", budget: 0.05 },
      { what: "longest task", figure: carried.task, unit: "ms", budget: 200 },
      { what: "elements", figure: carried.elements, unit: "", budget: 1_500 },
      { what: `${of} at a desk: largest paint (LCP)`, figure: seated.lcp, unit: "ms", budget: 1_000 },
      { what: "search and sort, processor / 4 (INP)", figure: list.inp, unit: "ms", budget: 150 },
      { what: "Update Stock and its search, processor / 4 (INP)", figure: dialog.inp, unit: "ms", budget: 200 },
    ];
  });

/** Measured by the page, in milliseconds except for `cls` and `elements`. */
interface Measured {
  lcp: number;
  rows: number;
  cls: number;
  task: number;
  inp: number;
  elements: number;
}

const medians = async (open: () => Promise<Page>, work?: (page: Page) => Promise<void>): Promise<Measured> => {
  const all: Measured[] = [];
  for (let load = 0; load < loads; load++) {
    const page = await open();
    await page.locator("tbody tr[aria-rowindex]").first().waitFor();
    const rows = await page.evaluate(() => performance.now());
    await work?.(page);
    await settled(page);
    all.push({ ...(await page.evaluate(read)), rows });
    await page.context().close();
  }
  const median = (of: keyof Measured) => all.map((one) => one[of]).sort((a, b) => a - b)[loads >> 1] ?? Number.NaN;
  return {
    lcp: median("lcp"),
    rows: median("rows"),
    cls: median("cls"),
    task: median("task"),
    inp: median("inp"),
    elements: median("elements"),
  };
};

const opened = async (
  browser: Browser,
  world: TestWorld,
  how: BrowserContextOptions,
  { processor, network }: Slow,
): Promise<Page> => {
  const context = await browser.newContext({ ...how, baseURL: world.site });
  await openSignedIn(context, world, world.executive);
  await context.addInitScript({ content: `${vitals}\n(${measure})();` });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: processor });
  if (network) {
    const perSecond = (1.6 * 1_000_000) / 8;
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 150,
      downloadThroughput: perSecond,
      uploadThroughput: perSecond,
    });
  }
  await page.goto("/inventory");
  return page;
};

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

/** Waits for two frames, so that the last interaction has been painted. */
const settled = (page: Page) =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));

/** Defines `webVitals` in a page. */
const vitals = readFileSync(createRequire(import.meta.url).resolve("web-vitals"), "utf8");

/** Runs in the page, before its own scripts. */
const measure = () => {
  const { webVitals } = globalThis as unknown as { webVitals: typeof import("web-vitals") };
  const measured = { lcp: 0, cls: 0, inp: 0, task: 0 };
  Object.assign(globalThis, { measured });
  const into = (of: keyof typeof measured) => (metric: { value: number }) => {
    measured[of] = metric.value;
  };
  const all = { reportAllChanges: true };
  webVitals.onLCP(into("lcp"), all);
  webVitals.onCLS(into("cls"), all);
  webVitals.onINP(into("inp"), { ...all, durationThreshold: 16 });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) measured.task = Math.max(measured.task, duration);
  }).observe({ type: "longtask", buffered: true });
};

/** Runs in the page. */
const read = () => ({
  ...(globalThis as unknown as { measured: Omit<Measured, "rows" | "elements"> }).measured,
  elements: document.querySelectorAll("*").length,
});
