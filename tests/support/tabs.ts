// Browser tabs, which tests reuse: a new one takes three times as long as one that is reset.
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium as launcher,
  type Page,
} from "playwright-core";
import { onTestFinished } from "vitest";
import { blank } from "./browser-session.ts";
import { launchOptions } from "./chromium.ts";
import { ahead } from "./clock.ts";
import { moveDate } from "./move-date.ts";

const desktop: BrowserContextOptions = { viewport: { width: 1366, height: 768 } };
const handheld: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

interface TabOptions {
  /** Origin of the app. */
  site: string;
  /** 390 px wide and touched, instead of 1366 px and a mouse. */
  phone: boolean;
  /** With the service worker. */
  worker: boolean;
}

interface Tab extends TabOptions {
  context: BrowserContext;
  page: Page;
  /** Milliseconds that its clock is ahead. */
  ahead: number;
  /** A test has changed something that cannot be reset. */
  spoilt?: boolean;
}

/** One Chromium and its idle tabs for all files of this process, with which they end. */
const acrossFiles = globalThis as { chromium?: Promise<Browser>; idle?: Tab[] };
acrossFiles.idle ??= [];
const { idle } = acrossFiles;

/** A new one after a crash, which fails the test that met it, and none of those that follow. */
export const browser = (): Promise<Browser> => (acrossFiles.chromium ??= launch());

const forget = (): void => {
  acrossFiles.chromium = undefined;
  idle.length = 0;
};

const launch = async (): Promise<Browser> => {
  try {
    return (await launcher.launch(launchOptions())).once("disconnected", forget);
  } catch (error) {
    forget();
    throw error;
  }
};

/** A page of its own context, with no history, storage or permission, until the test is finished. */
export const newTab = async (options: TabOptions): Promise<Page> => {
  // A world that has ended leaves tabs of its site behind.
  for (const other of takeIdle(({ site }) => site !== options.site)) await other.context.close();
  const [tab = await openTab(options)] = takeIdle(
    ({ phone, ahead: clock }) => !options.worker && phone === options.phone && clock === ahead(),
    1,
  );
  onTestFinished(async ({ task }) => {
    const like = !tab.spoilt && !tab.worker && task.result?.state !== "fail" && (await makeLikeNew(tab));
    if (like) idle.push(tab);
    else await tab.context.close();
  });
  return tab.page;
};

const takeIdle = (fits: (tab: Tab) => boolean, most = idle.length): Tab[] => {
  const taken = idle.filter(fits).slice(0, most);
  for (const tab of taken) idle.splice(idle.indexOf(tab), 1);
  return taken;
};

const openTab = async (options: TabOptions): Promise<Tab> => {
  const context = await (await browser()).newContext({
    ...(options.phone ? handheld : desktop),
    baseURL: options.site,
    // Otherwise blocked: it costs time, and `route` does not see its answers.
    serviceWorkers: options.worker ? "allow" : "block",
    // Without animations nothing is checked halfway through one.
    reducedMotion: "reduce",
    locale: "en-US",
    timezoneId: "America/New_York",
  });
  if (ahead() > 0) await context.addInitScript(moveDate, ahead());
  const page = await context.newPage();
  const tab: Tab = { ...options, context, page, ahead: ahead() };
  const spoil = () => {
    tab.spoilt = true;
  };
  for (const part of [context, page]) watchCalls(part, ["addInitScript", "exposeFunction", "exposeBinding"], spoil);
  watchCalls(page.clock, ["install", "setFixedTime", "setSystemTime"], spoil);
  return tab;
};

const watchCalls = <T extends object>(owner: T, names: (keyof T)[], onCall: () => void): void => {
  for (const name of names) {
    const method = owner[name] as (...given: unknown[]) => unknown;
    owner[name] = ((...given: unknown[]) => {
      onCall();
      return method.apply(owner, given);
    }) as T[typeof name];
  }
};

/** False if the tab or its site is gone. */
const makeLikeNew = async ({ context, page, site, phone }: Tab): Promise<boolean> => {
  try {
    for (const part of [context, page]) {
      await part.unrouteAll({ behavior: "ignoreErrors" });
      for (const event of ["console", "weberror", "page", "request", "requestfailed", "response"])
        part.removeAllListeners(event);
    }
    for (const event of ["dialog", "download", "load"]) page.removeAllListeners(event);
    await context.setOffline(false);
    await context.clearPermissions();
    await page.emulateMedia({ media: null, colorScheme: null, forcedColors: null, contrast: null });
    await page.setViewportSize((phone ? handheld : desktop).viewport ?? { width: 0, height: 0 });
    await page.goto(`${site}${blank}`);
    // Only now can no script of the page open another one.
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.evaluate(() => sessionStorage.clear());
    const session = await context.newCDPSession(page);
    await session.send("Storage.clearDataForOrigin", { origin: site, storageTypes: "all" });
    await session.send("Page.resetNavigationHistory");
    await session.detach();
    return true;
  } catch {
    return false;
  }
};
