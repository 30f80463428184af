// A page in a slowed browser that measures itself.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type BrowserContextOptions, chromium as launcher, type Page } from "playwright-core";
import { storeSession } from "#tests/support/browser-session.ts";
import { args, chromium } from "#tests/support/chromium.ts";
import type { Client, TestWorld } from "#tests/support/world.ts";

export const desk: BrowserContextOptions = { viewport: { width: 1366, height: 768 } };
export const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Throttling of a browser: a processor slowed by a factor, and 1.6 Mbit/s with 150 ms of latency. */
export interface Slow {
  processor: number;
  network?: boolean;
}

export const withBrowser = async <T>(measure: (browser: Browser) => Promise<T>): Promise<T> => {
  const browser = await launcher.launch({ ...chromium(), args });
  try {
    return await measure(browser);
  } finally {
    await browser.close();
  }
};

interface Opened {
  who: Client;
  path: string;
  how: BrowserContextOptions;
  slow: Slow;
}

/** A page of a context of its own. */
export const openSlowed = async (browser: Browser, world: TestWorld, opened: Opened): Promise<Page> => {
  const { who, path, how, slow } = opened;
  const context = await browser.newContext({ ...how, baseURL: world.site });
  await context.addInitScript({ content: `${vitals}\n(${measure})();` });
  const page = await context.newPage();
  await storeSession(page, world, who);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slow.processor });
  if (slow.network) {
    const perSecond = (1.6 * 1_000_000) / 8;
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 150,
      downloadThroughput: perSecond,
      uploadThroughput: perSecond,
    });
  }
  await page.goto(path);
  return page;
};

/** In milliseconds, except for `cls` and `elements`. */
export interface Measured {
  lcp: number;
  cls: number;
  task: number;
  /** The longest press of the page (INP). */
  inp: number;
  /** What was pressed then, and how long it waited, was handled and was painted. */
  press: string;
  elements: number;
}

/** What the page has measured since it was opened. */
export const figuresOf = async (page: Page): Promise<Measured> => {
  await settled(page);
  return page.evaluate(read);
};

/** Waits until the last interaction has been painted and reported: the browser tells of it later, and web-vitals when idle. */
export const settled = async (page: Page): Promise<void> => {
  await page.waitForTimeout(300);
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle, { timeout: 5_000 })));
};

export const median = (figures: readonly number[] = []): number =>
  figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? Number.NaN;

/** Defines `webVitals` in a page. */
const vitals = readFileSync(createRequire(import.meta.url).resolve("web-vitals/attribution"), "utf8");

/** Runs in the page, before its own scripts. */
const measure = () => {
  const { webVitals } = globalThis as unknown as { webVitals: typeof import("web-vitals/attribution") };
  const measured = { lcp: 0, cls: 0, inp: 0, press: "", task: 0 };
  Object.assign(globalThis, { measured });
  const into = (of: "lcp" | "cls") => (metric: { value: number }) => {
    measured[of] = metric.value;
  };
  const all = { reportAllChanges: true };
  webVitals.onLCP(into("lcp"), all);
  webVitals.onCLS(into("cls"), all);
  webVitals.onINP(
    ({ value, attribution }) => {
      const { interactionType, interactionTarget, inputDelay, processingDuration, presentationDelay } = attribution;
      const parts = [inputDelay, processingDuration, presentationDelay].map(Math.round).join(" + ");
      Object.assign(measured, { inp: value, press: `${interactionType} on ${interactionTarget}, ${parts}` });
    },
    { ...all, durationThreshold: 16 },
  );
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) measured.task = Math.max(measured.task, duration);
  }).observe({ type: "longtask", buffered: true });
};

/** Runs in the page. */
const read = () => ({
  ...(globalThis as unknown as { measured: Omit<Measured, "elements"> }).measured,
  elements: document.querySelectorAll("*").length,
});
