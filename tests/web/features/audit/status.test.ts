// The status screen, as root users meet it: before the first night, after one, with differences, and when one is late.
import { expect, test } from "vitest";
import { expectAccessible, fulfill, open } from "#tests/support/browser.ts";
import { engine } from "#tests/support/engine.ts";
import { newPerson } from "#tests/support/fixtures.ts";
import { newWorld } from "#tests/support/world.ts";

const here = await newWorld();
const { put } = engine(here);
const { client: root } = await newPerson(here, "root");

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const night = { at: hoursAgo(6), ms: 7_300, closed: 1, folded: 1, planned: 1_204, pruned: 310, mismatches: 0, late: 0 };
const openStatus = async (stored?: object) => {
  if (stored) await put("keys", [{ key: "night", succeeded: hoursAgo(6), ...stored }]);
  return open(here, root, { path: "/status" });
};

test.each<[string, object | undefined, string[]]>([
  ["before the first night", undefined, ["No night yet", "The first run is at half past midnight."]],
  ["in order", { night: { ...night, failed: [], differences: [] } }, ["In order", "1,204", "Not known here"]],
  [
    "with differences",
    {
      night: {
        ...night,
        mismatches: 4,
        failed: ["planned"],
        differences: [
          { book: "stock", key: "p1042#w3", units: 6 },
          { book: "folds", key: "p1042#2026-11-20#amazon", units: -2 },
          { book: "seals", key: "2026-11-20#m1", units: 0 },
          { book: "seals", key: "2026-11-20#m2", units: -1 },
        ],
      },
    },
    [
      ...["Differs from the ledger", "Stock p1042#w3: +6", "amazon: −2", "Products planned"],
      ...["Sealed entry 2026-11-20#m1: changed", "Sealed entry 2026-11-20#m2: gone"],
    ],
  ],
  [
    "late",
    { succeeded: hoursAgo(27), night: { ...night, failed: ["closed"], differences: [] } },
    ["The night is late", "No nightly run has succeeded since"],
  ],
])("%s", async (title, stored, texts) => {
  const page = await openStatus(stored);
  for (const text of texts) await page.getByText(text).first().waitFor();
  const alert = page.getByRole("alert").filter({ hasText: "Nothing is lost" });
  expect(await alert.count()).toBe(title === "late" ? 1 : 0);
  await page.getByText("dead-letters").waitFor();
  await expectAccessible(page);
});

test("a screen that throws is told of by name and places alone, and counted here by the build of its app", async () => {
  const page = await open(here, root, { path: "/status", mayLog: /./ });
  await page.route("**/v1/users", (route) => fulfill(route, [null]));
  const telling = page.waitForRequest(
    (request) => request.url().endsWith("/v1/app/errors") && request.method() === "POST",
  );
  await page.goto("/users");
  await page.getByRole("heading", { name: "This screen failed" }).waitFor();
  const told = await telling;
  expect(told.postDataJSON()).toEqual({
    kind: "screen",
    name: "TypeError",
    at: expect.arrayContaining([expect.stringMatching(/^assets\/[\w-]+\.js:\d+:\d+$/)]),
  });
  expect((await told.response())?.status()).toBe(204);
  await page.goto("/status");
  const build = await told.headerValue("app-build");
  await page
    .getByRole("region", { name: /^Errors of apps/ })
    .getByText(String(build))
    .waitFor();
});

test("errors of the service worker and breaches of the content policy are told of, but none of an addition to the browser", async () => {
  const page = await open(here, root, { path: "/status", worker: true, mayLog: /./ });
  const told: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/v1/app/errors") && request.method() === "POST") told.push(request.postDataJSON());
  });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(() => {
    setTimeout(() => {
      throw new RangeError("12 Park Street");
    });
  });
  await expect.poll(() => told).toEqual([{ kind: "worker", name: "RangeError", at: [] }]);
  await page.evaluate(() => {
    const breach = { blockedURI: "inline", violatedDirective: "style-src-elem", effectiveDirective: "style-src-elem" };
    for (const origin of ["chrome-extension://abc", location.origin])
      document.dispatchEvent(
        new SecurityPolicyViolationEvent("securitypolicyviolation", {
          ...{ ...breach, documentURI: location.href, originalPolicy: "", disposition: "enforce", statusCode: 200 },
          ...{ sourceFile: `${origin}/assets/app-1.js`, lineNumber: 3, columnNumber: 14 },
        }),
      );
  });
  await expect
    .poll(() => told.slice(1))
    .toEqual([{ kind: "policy", name: "style-src-elem", at: ["assets/app-1.js:3:14"] }]);
});
