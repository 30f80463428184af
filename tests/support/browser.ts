// A browser on a world's site: each user gets a page of their own, and any error it logs fails the test.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type axe from "axe-core";
import type { Locator, Page, Route } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { codeOf } from "#shared/failure.ts";
import { storeCurrent, storedSession, storeSession } from "./browser-session.ts";
import { newTab } from "./tabs.ts";
import type { Client, TestWorld } from "./world.ts";

export type { JSHandle, Locator, Page, Request, Route } from "playwright-core";

export interface PageOptions {
  path?: string;
  /** 390 px wide and touched, instead of 1366 px and a mouse. */
  phone?: boolean;
  /** Console errors that the test provokes, such as "409": the browser logs a refused request. */
  mayLog?: RegExp;
  /** With the service worker. */
  worker?: boolean;
}

/** Milliseconds. It only ends tests that hang: a test must not fail because the machine is busy. */
export const hangTimeout = 30_000;

/** A page at a path of the site, for a client of the world or, with null, for somebody who has not signed in. */
export const open = async (world: TestWorld, who: Client | null, options: PageOptions = {}): Promise<Page> => {
  const { path = "/", phone = false, mayLog, worker = false } = options;
  const page = await newTab({ site: world.site, phone, worker });
  page.setDefaultTimeout(hangTimeout);
  const context = page.context();
  if (who) await storeSession(page, world, who);
  const errors: string[] = [];
  context.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  context.on("weberror", (problem) => errors.push(String(problem.error())));
  onTestFinished(() => expect(errors.filter((error) => !mayLog?.test(error))).toEqual([]));
  await page.goto(path);
  return page;
};

/** Half the size of `axe.source`; each page compiles it anew. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

const wcag: axe.RunOnly = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] };
const everything: axe.RunOnly = { type: "tag", values: [...wcag.values, "best-practice"] };
/** Of these the rules about colours: another theme changes nothing else. */
const colours: axe.RunOnly = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/** No WCAG 2.2 AA violation on the page as it stands, in light and in dark. */
export const expectAccessible = async (page: Page): Promise<void> =>
  expect(
    await violationsOf(page, [
      ["light", wcag],
      ["dark", colours],
    ]),
  ).toEqual([]);

/** Violations of all rules of axe, best practices too, in light and in dark. */
export const checkEverything = (page: Page): Promise<string[]> =>
  violationsOf(page, [
    ["light", everything],
    ["dark", everything],
  ]);

type Look = [colorScheme: "light" | "dark", rules: axe.RunOnly];

const violationsOf = async (page: Page, looks: Look[]): Promise<string[]> => {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
  const found: string[] = [];
  for (const [colorScheme, runOnly] of looks) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await page.evaluate(violations, runOnly)).map((violation) => `${colorScheme}: ${violation}`));
  }
  await page.emulateMedia({ colorScheme: null });
  return found;
};

/** Runs in the page. */
const violations = async (runOnly: axe.RunOnly): Promise<string[]> => {
  // What is pressed is pale, and a tap lasts for some frames.
  while (document.querySelector(":active")) await new Promise(requestAnimationFrame);
  const fading = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(fading.map(({ finished }) => finished));
  const found = await (globalThis as unknown as { axe: typeof axe }).axe.run({ runOnly, resultTypes: ["violations"] });
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
};

/**
 * A read that fails until `retry` presses Retry; then the API answers it, or `json` does. Automatic retries wait for that
 * press too.
 */
export const failingRead = async (page: Page, address: string, json?: unknown) => {
  let failing = true;
  const pressed = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (failing) return fulfill(route, {}, 500);
    await pressed.promise;
    return json === undefined ? route.continue() : fulfill(route, json);
  });
  return {
    retry: async () => {
      failing = false;
      await page.getByRole("button", { name: "Retry" }).click();
      pressed.resolve();
    },
  };
};

/** Answers a request in place of the API, which is of another origin than the page. */
export const fulfill = (route: Route, json: unknown, status = 200, headers = {}): Promise<void> =>
  route.fulfill({ status, json, headers: { "access-control-allow-origin": "*", ...headers } });

/** The next request to an address is refused with a status. */
export const refuseOnce = (page: Page, address: string, status: number): Promise<unknown> =>
  page.route(address, (route) => fulfill(route, { code: codeOf(status), message: "Refused" }, status), { times: 1 });

/** Requests to an address wait until the returned function is called. */
export const hold = async (page: Page, address: string | RegExp): Promise<() => void> => {
  const held = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
};

/** The next posting leaves the page: by then it is stored on the device. */
export const nextPost = (page: Page): Promise<unknown> => page.waitForRequest((request) => request.method() === "POST");

/** The next request to an address arrives, and its answer is lost on the way back. */
export const loseAnswer = (page: Page, address: string): Promise<unknown> =>
  page.route(
    address,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );

/** POST requests to an address arrive, and their answers are lost, until the page unroutes the address. */
export const loseAnswers = (page: Page, address: string): Promise<unknown> =>
  page.route(address, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    // The page may be left meanwhile.
    await route
      .fetch()
      .then(() => route.abort())
      .catch(() => undefined);
  });

interface Post {
  /** Its idempotency key. */
  key: string;
  body: Record<string, unknown>;
}

/** The POST requests of a page from now on; the list grows while the test runs. */
export const recordPosts = (page: Page): Post[] => {
  const posts: Post[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST")
      posts.push({ key: request.headers()["idempotency-key"] ?? "none", body: request.postDataJSON() });
  });
  return posts;
};

/** The user leaves the tab for a minute at a time, from `from` on, until `seen` is true. */
export const awayUntil = async (page: Page, seen: () => Promise<boolean>, from = Date.now()): Promise<void> => {
  let now = from;
  const comeBack = async () => {
    now += 60_000;
    await page.clock.setFixedTime(now);
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    return seen();
  };
  await expect.poll(comeBack, { timeout: hangTimeout }).toBe(true);
};

/** The session of this browser ends in another tab: the server has refused its token. */
export const expireElsewhere = async (page: Page): Promise<void> => {
  const { user } = (await storedSession(page)) ?? {};
  if (user) await storeCurrent(page, { user, endedBy: "expired" });
};

/** Clears a number field and types into it key by key: setting its value would hide a field that refills itself. */
export const retype = async (field: Locator, digits: string): Promise<void> => {
  await field.press("Control+A");
  await field.press("Delete");
  expect(await field.inputValue()).toBe("");
  await field.pressSequentially(digits);
};

/** Cells copied from a spreadsheet, and Ctrl V. */
export const paste = async (page: Page, cells: readonly (readonly (string | number)[])[]): Promise<void> => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((text) => navigator.clipboard.writeText(text), cells.map((row) => row.join("\t")).join("\r\n"));
  await page.keyboard.press("Control+V");
};

/** Ends of a scanned code; iOS makes a Down arrow of the line feed of CRLF. */
const scanEnds = {
  Enter: ["Enter"],
  Tab: ["Tab"],
  CRLF: ["Enter", "Enter"],
  iOS: ["Enter", "ArrowDown"],
  none: [],
} as const;

const keyCodes: Record<string, number> = { Enter: 13, Tab: 9, ArrowDown: 40, " ": 32 };

interface Scanned {
  /** Milliseconds before each key but the first. */
  gaps?: readonly number[];
  /** For a keyboard of another layout: what each key types (`key`) and which it is (`code`). */
  keys?: readonly { key: string; code: string }[];
  end?: keyof typeof scanEnds;
  /** When the first key is pressed, in seconds of the real clock. */
  from?: number;
}

/**
 * A code from a wedge scanner: keys some milliseconds apart, however busy this machine is, and how the scanner ends it. Returns
 * when the last key was pressed.
 */
export const scan = async (
  page: Page,
  code: string,
  {
    gaps = [],
    keys = [...code].map((key) => ({ key, code: "" })),
    end = "Enter",
    // By the real clock, like keys that a test presses itself.
    from = (performance.timeOrigin + performance.now()) / 1_000,
  }: Scanned = {},
): Promise<number> => {
  const session = await page.context().newCDPSession(page);
  let timestamp = from;
  const press = ({ key, code }: { key: string; code: string }, at: number) => {
    timestamp += at === 0 ? 0 : (gaps[at - 1] ?? 4) / 1_000;
    const event = { key, code, timestamp, windowsVirtualKeyCode: keyCodes[key] };
    const text = key === "Enter" ? "\r" : key.length === 1 ? key : undefined;
    return [
      session.send("Input.dispatchKeyEvent", { type: "keyDown", text, ...event }),
      session.send("Input.dispatchKeyEvent", { type: "keyUp", ...event }),
    ];
  };
  await Promise.all([...keys, ...scanEnds[end].map((key) => ({ key, code: "" }))].flatMap(press));
  await session.detach();
  return timestamp;
};
