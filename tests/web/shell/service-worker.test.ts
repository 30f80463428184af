// The app on the device: it opens without a network, and a new version takes over only where somebody accepts it.
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { expectAccessible, hangTimeout, open, type Page, type PageOptions } from "#tests/support/browser.ts";
import { newPerson } from "#tests/support/fixtures.ts";
import { buildNext, newSite, type Site } from "#tests/support/next-release.ts";
import { world } from "#tests/support/world.ts";
import { button, closeBy, follow, goTo, heading, press } from "#tests/web/page.ts";
import { remover } from "#web/worker-plugin.ts";

const next = buildNext();
afterAll(async () => rmSync(await next, { recursive: true }));

let site: Site;
beforeEach(async () => {
  site = await newSite(await world());
  onTestFinished(site.stop);
});

/** Messages of the browser without a network, and of the app when a list cannot be read. */
const mayLog = /net::ERR_|Failed to fetch|No connection/;

/** A page after a visit long enough for the worker to have kept the app. */
const visit = async (options: PageOptions = {}): Promise<Page> => {
  const page = await open(site.world, site.world.manager, { path: "/inventory", worker: true, mayLog, ...options });
  await heading(page, "Manage Inventory").waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  return page;
};

const newTab = async (page: Page, path: string): Promise<Page> => {
  const tab = await page.context().newPage();
  tab.setDefaultTimeout(hangTimeout);
  await tab.goto(path);
  return tab;
};

const deployNext = async (): Promise<void> => {
  site.release = await next;
};

/** The browser looks for a new version, as at each start, and installs it: "installed", or "redundant" if it failed. */
const lookForUpdate = (page: Page): Promise<string | undefined> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
    const found = registration?.installing;
    while (found?.state === "installing")
      await new Promise((changed) => found.addEventListener("statechange", changed, { once: true }));
    return found?.state;
  });

const offer = (page: Page) => page.getByRole("region", { name: "New version" });

/** Whether the tab has loaded scripts of the next release. */
const runsNext = (page: Page): Promise<boolean> =>
  page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("-next-")));

/** Paths of all cached files. */
const cachedFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const cached: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) cached.push(new URL(url).pathname);
    return cached.sort();
  });

test("one visit keeps every file of the app, its settings and the scanner, but no icons of the installed one, no notices, no writer of barcodes, and nothing of the API", {
  tags: "exhaustive",
}, async () => {
  const page = await visit();
  await goTo(page, "/products", "Manage Products");
  const folder = process.env.WEB_BUILT ?? "";
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (file) =>
        file.isFile() &&
        !/\.vite$|icons$/.test(file.parentPath) &&
        !/^(sw\.js|zxing_writer.*|.*\.txt)$/.test(file.name),
    )
    .map((file) => join(file.parentPath, file.name).slice(folder.length).replaceAll("\\", "/"));
  const expected = [...files, "/config.json"].sort();
  await expect.poll(async () => (await cachedFiles(page)).filter((path) => path !== "/open-tabs")).toEqual(expected);
});

test("without a network a deep link opens the app with nothing but calls of the API, then a form and the camera", async () => {
  const page = await visit();
  await expect.poll(async () => (await cachedFiles(page)).some((path) => path.endsWith(".wasm"))).toBe(true);
  const failed: string[] = [];
  // The next address ends what the page before still loads.
  page.on("requestfailed", (request) => {
    if (request.failure()?.errorText !== "net::ERR_ABORTED") failed.push(request.url());
  });
  await page.context().setOffline(true);
  await goTo(page, "/products?find=swaddle.json", "Manage Products");
  // The one in the empty list, which hides the one beside the title.
  await page.locator("[data-nothing]").getByRole("link", { name: "Add Product" }).click();
  await heading(page, "Add Product").waitFor();
  await goTo(page, "/v1.2", "Page Not Found");
  const scanner = await page.evaluate(async (file) => (await fetch(file)).headers.get("content-type"), scannerFile());
  expect(scanner).toBe("application/wasm");
  expect(failed.filter((url) => !url.startsWith(site.world.api))).toEqual([]);
});

test("a start under the worker has nothing to warn of", { tags: "exhaustive" }, async () => {
  const page = await visit();
  const warnings: string[] = [];
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  await page.reload();
  await page.getByText("No stock yet").waitFor();
  expect(warnings).toEqual([]);
});

const scannerFile = (): string =>
  `/assets/${readdirSync(join(process.env.WEB_BUILT ?? "", "assets")).find((name) => /^zxing_reader.*wasm$/.test(name))}`;

test("while the server is down a second tab opens", { tags: "exhaustive" }, async () => {
  const page = await visit();
  site.down = true;
  const tab = await newTab(page, "/warehouses");
  await heading(tab, "Warehouse List").waitFor();
});

test("a new version asks in every tab; where it is not accepted the tab goes on with its own code, and asks still", async () => {
  const page = await visit();
  const other = await newTab(page, "/inventory");
  await heading(other, "Manage Inventory").waitFor();
  await deployNext();
  expect(await lookForUpdate(page)).toBe("installed");
  for (const tab of [page, other]) await offer(tab).getByText("A new version is ready").waitFor();
  await expectAccessible(page);
  await page.reload();
  await offer(page).waitFor();
  expect(await runsNext(page)).toBe(false);

  const loads: string[] = [];
  other.on("load", () => loads.push(other.url()));
  await press(offer(page), "Load it");
  await expect.poll(() => runsNext(page)).toBe(true);
  await heading(page, "Manage Inventory").waitFor();
  expect(await offer(page).count()).toBe(0);

  site.requested = [];
  await follow(other, "Manage Products");
  await page.context().setOffline(true);
  await follow(other, "Warehouse List");
  expect(site.requested.filter((path) => path.startsWith("/assets/"))).toEqual([]);
  expect([loads, await runsNext(other)]).toEqual([[], false]);

  expect((await cachedFiles(other)).filter(isOldScript)).not.toEqual([]);

  // Still without a network.
  await press(offer(other), "Load it");
  await expect.poll(() => runsNext(other)).toBe(true);
  await heading(other, "Warehouse List").waitFor();
  // Nobody runs the old version any more, so its scripts go, at this start or at the next one.
  await other.reload();
  await expect.poll(async () => (await cachedFiles(other)).filter(isOldScript)).toEqual([]);
  await heading(other, "Warehouse List").waitFor();
});

const isOldScript = (path: string): boolean => /^\/assets\/.*\.js$/.test(path) && !path.includes("-next-");

test("the first start after an update works offline, also after reloads", { tags: "exhaustive" }, async () => {
  const page = await visit();
  await deployNext();
  expect(await lookForUpdate(page)).toBe("installed");
  for (let reloads = 0; reloads < 2; reloads += 1) {
    await page.reload();
    await heading(page, "Manage Inventory").waitFor();
  }
  await page.context().setOffline(true);
  await press(offer(page), "Load it");
  await expect.poll(() => runsNext(page)).toBe(true);
  await heading(page, "Manage Inventory").waitFor();
  await goTo(page, "/warehouses", "Warehouse List");
});

test("after an hour a tab finds a new version, and an offer put off comes again", { tags: "exhaustive" }, async () => {
  const page = await visit();
  await page.clock.install();
  await page.addInitScript(() => {
    const { register } = ServiceWorkerContainer.prototype;
    ServiceWorkerContainer.prototype.register = async function registered(...input) {
      const registration = await register.apply(this, input);
      document.documentElement.dataset.registered = "yes";
      return registration;
    };
    const { update } = ServiceWorkerRegistration.prototype;
    ServiceWorkerRegistration.prototype.update = function look() {
      document.documentElement.dataset.looked = String(Number(document.documentElement.dataset.looked ?? 0) + 1);
      return update.call(this);
    };
  });
  await page.reload();
  await heading(page, "Manage Inventory").waitFor();
  await page.locator("html[data-registered]").waitFor({ state: "attached" });
  await deployNext();
  const comeBack = async (after: string) => {
    await page.clock.fastForward(after);
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    return page.evaluate(() => document.documentElement.dataset.looked);
  };
  expect([await comeBack("00:59:00"), await comeBack("00:02:00"), await comeBack("00:02:00")]).toEqual([
    undefined,
    "1",
    "1",
  ]);
  await offer(page).waitFor();
  await closeBy(offer(page), "Later");
  await comeBack("01:01:00");
  await offer(page).waitFor();
});

test("while a release is uploaded, a mix of its files and old ones is not kept", { tags: "exhaustive" }, async () => {
  const page = await visit();
  const cached = await cachedFiles(page);
  await deployNext();
  site.uploaded = (path) => path !== "/index.html";
  expect(await lookForUpdate(page)).toBe("redundant");
  const added = (await cachedFiles(page)).filter((path) => !cached.includes(path) && !path.endsWith(".wasm"));
  expect(added).toEqual([]);
  expect(await offer(page).count()).toBe(0);
  delete site.uploaded;
  expect(await lookForUpdate(page)).toBe("installed");
  await offer(page).waitFor();
});

test("a first version that cannot be installed, on a page without a worker, is told of", async () => {
  site.bodies["/manifest.json"] = "{}";
  const page = await open(site.world, site.world.executive, { path: "/login", worker: true, mayLog: /./ });
  const told = page.waitForRequest(
    (request) => /\/v1\/app\/errors$/.test(request.url()) && request.method() === "POST",
  );
  await page.goto("/inventory");
  expect((await told).postDataJSON()).toMatchObject({ kind: "worker", name: expect.stringMatching(/^[\w-]+$/) });
});

test("a deployment of settings and headers alone reaches the app, both at once", { tags: "exhaustive" }, async () => {
  const page = await visit();
  const started = async () => {
    const reading = page.waitForResponse("**/config.json");
    const answer = await page.goto("/inventory");
    await heading(page, "Manage Inventory").waitFor();
    return { policy: answer?.headers()["content-security-policy"], settings: await (await reading).json() };
  };
  const { policy = "", settings } = await started();
  const moved = {
    policy: policy.replace("font-src 'self'", "font-src 'none'"),
    settings: { ...settings, moved: true },
  };
  site.headers["content-security-policy"] = moved.policy;
  site.bodies["/config.json"] = JSON.stringify(moved.settings);
  const starts = [await started()];
  await expect.poll(async () => starts[starts.push(await started()) - 1]?.policy).toBe(moved.policy);
  for (const start of starts) expect([{ policy, settings }, moved]).toContainEqual(start);
});

test("the development server removes the worker of a built app on its port", { tags: "exhaustive" }, async () => {
  const page = await visit();
  site.bodies["/sw.js"] = remover;
  site.bodies["/inventory"] = "<!doctype html><h1>Development</h1>";
  await lookForUpdate(page);
  await press(offer(page), "Load it");
  await heading(page, "Development").waitFor();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

test.each([
  ["missing", () => Object.defineProperty(Navigator.prototype, "serviceWorker", { value: undefined })],
  [
    "refused",
    () => {
      ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException("blocked", "SecurityError"));
    },
  ],
])(
  "where workers are %s the app runs without them, and nothing is logged",
  { tags: "exhaustive" },
  async (_, block) => {
    // Of a session that has told of no errors, since the server takes five.
    const { client } = await newPerson(site.world, "manager");
    const page = await open(site.world, client, { path: "/login", worker: true, mayLog: /^$/ });
    await page.addInitScript(block);
    await page.goto("/inventory", { waitUntil: "networkidle" });
    await heading(page, "Manage Inventory").waitFor();
    expect(await button(page, "Update Stock").count()).toBe(1);
  },
);

test("Chromium can install the app: manifest and icons are served and complete", { tags: "exhaustive" }, async () => {
  const page = await visit();
  const session = await page.context().newCDPSession(page);
  const { errors, data, url } = await session.send("Page.getAppManifest");
  expect([errors, url, JSON.parse(data ?? "{}").name]).toEqual([
    [],
    `${site.world.site}/manifest.json`,
    "Inventory Manager",
  ]);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // Each test has a private window.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
  for (const { src } of JSON.parse(data ?? "{}").icons) {
    const { status, headers } = await fetch(site.world.site + src);
    expect([status, headers.get("content-type")]).toEqual([200, "image/png"]);
  }
});
