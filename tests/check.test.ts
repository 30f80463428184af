// `tests/check.ts` over projects of a few tests, in a folder of their own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { outsideTests } from "#tests/support/environment.ts";

const root = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "check-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const config = `
import { existsSync, writeFileSync } from "node:fs";
import { playwright } from "@vitest/browser-playwright";
import { launchOptions } from "${join(root, "tests/support/chromium.ts")}";
import { OutcomesReporter } from "${join(root, "tests/support/outcomes.ts")}";

/** A renderer that dies once; as it dies the call has no answer. */
const crashOnce = ({ page }) => {
  if (existsSync("crashed")) return;
  writeFileSync("crashed", "");
  return page.goto("chrome://crash");
};

const node = { name: "node", include: ["tests/**/*.test.ts"], isolate: false, testTimeout: 2_000 };
const web = () => ({
  name: "web",
  include: ["tests/web/**/*.test.tsx"],
  browser: {
    enabled: true,
    headless: true,
    screenshotFailures: false,
    provider: playwright({ launchOptions: launchOptions() }),
    instances: [{ browser: "chromium" }],
    commands: { crashOnce },
  },
});

export default () => ({
  test: {
    // With one worker a project without isolation is one task, and a death takes all of its files.
    maxWorkers: 3,
    reporters: ["default", new OutcomesReporter()],
    projects: [
      { test: { ...node, globalSetup: existsSync("setup.ts") ? "setup.ts" : [] } },
      ...(existsSync("tests/web/crash.test.tsx") ? [{ test: web() }] : []),
    ],
  },
});
`;

/** What each file begins with: `isFirst(name)` is true once in a project, also over several runs. */
const head = `
import { existsSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
const isFirst = (name: string) => {
  if (existsSync(name)) return false;
  writeFileSync(name, "");
  return true;
};
`;

/** Runs the check over these files, and answers its exit code and last lines. */
const check = async (files: Record<string, string>) => {
  const project = mkdtempSync(join(folder, "project-"));
  symlinkSync(join(root, "node_modules"), join(project, "node_modules"));
  writeFileSync(join(project, "package.json"), '{ "type": "module" }');
  writeFileSync(join(project, "vitest.config.ts"), config);
  for (const [file, body] of Object.entries(files)) {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), file.endsWith(".test.ts") ? head + body : body);
  }
  const child = spawn(process.execPath, [join(root, "tests/check.ts")], {
    cwd: project,
    env: { ...outsideTests(), NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code, end: /^(Unstable|Failed):.*/ms.exec(out + errors)?.[0] ?? "" };
};

const passes = 'test("passes", () => {});';
const failsOnce = 'test("fails once", () => expect(isFirst("failed")).toBe(false));';
const fails = 'test("fails", () => expect(1).toBe(2));';

/** A hundred tests whose browsers find no font, and die. */
const dyingBrowsers = `
import { chromium } from "${join(root, "tests/support/chromium.ts")}";
import { newTab } from "${join(root, "tests/support/tabs.ts")}";
const { executablePath, env } = chromium();
writeFileSync("fonts.conf", "<fontconfig><dir>none</dir></fontconfig>");
writeFileSync("without-fonts", '#!/bin/sh\\nexec env FONTCONFIG_FILE="' + resolve("fonts.conf") + '" "' + executablePath + '" "$@"', { mode: 0o700 });
Object.assign(process.env, env, { CHROME_PATH: resolve("without-fonts") });
test.each(Array.from({ length: 100 }, (_, place) => place))("draws %d", async () => {
  const page = await newTab({ site: "http://localhost", phone: false, worker: false });
  await page.evaluate("document.body.innerHTML = '<h1>Name</h1><input placeholder=Name>'; document.body.offsetWidth");
});`;

test("a page that fails once, a time-out, and the deaths of a worker and of a browser are listed as unstable", async () => {
  const { code, end } = await check({
    "tests/web/page.test.ts": failsOnce,
    "tests/functions/slow.test.ts": 'test("hangs once", () => (isFirst("hung") ? new Promise(() => {}) : undefined));',
    "tests/functions/dies.test.ts": 'test("dies once", () => isFirst("dead") && process.kill(process.pid, "SIGKILL"));',
    "tests/web/crash.test.tsx":
      'import { test } from "vitest"; import { commands } from "vitest/browser"; test("crashes", () => commands.crashOnce());',
    "tests/shared/rule.test.ts": passes,
  });
  expect(end).toContain("tests/web/page.test.ts: fails once\n    AssertionError: expected true to be false");
  expect(end).toContain("tests/functions/slow.test.ts: hangs once\n    Error: Test timed out in 2000ms.");
  expect(end).toContain("tests/functions/dies.test.ts: the file\n    It did not run to its end");
  expect(end).toContain("tests/web/crash.test.tsx: the file\n    It did not run to its end");
  expect(end).not.toContain("rule.test.ts");
  expect(code).toBe(0);
});

test.each([
  [
    "an assertion that fails once outside of tests/web",
    { "tests/functions/race.test.ts": failsOnce },
    "tests/functions/race.test.ts failed, and not by chance.",
  ],
  [
    "a page that fails each time",
    { "tests/web/page.test.ts": fails, "tests/shared/rule.test.ts": passes },
    "tests/web/page.test.ts, 3 times.",
  ],
  [
    "a rejection after the end of its test",
    {
      "tests/shared/late.test.ts": `
        test("is late", () => void setTimeout(() => Promise.reject(new Error("too late")), 20));
        test("waits", () => new Promise((done) => setTimeout(done, 200)));`,
    },
    "Error: too late",
  ],
  [
    "an import that leads nowhere",
    { "tests/functions/import.test.ts": `import "./nowhere.ts"; ${passes}` },
    "tests/functions/import.test.ts failed, and not by chance.",
  ],
  [
    "a global setup that fails",
    { "setup.ts": 'throw new Error("no engine");', "tests/shared/rule.test.ts": passes },
    "Failed: ",
  ],
  [
    "a browser that dies in each test",
    { "tests/web/page.test.ts": dyingBrowsers },
    "12 browsers died of one cause: FATAL:",
  ],
  [
    "seven pages that fail",
    Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((page) => [`tests/web/${page}.test.ts`, fails])),
    "7 files: more than 6 do not fail by chance.",
  ],
])("%s fails the check", async (_, files, reason) => {
  const { code, end } = await check(files);
  expect(end).toContain(reason);
  expect(code).toBe(1);
});
