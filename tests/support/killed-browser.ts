// A browser with a profile on the disk that can be killed as by a crash or a power key, and started again.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium as launcher, type Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { hangTimeout } from "./browser.ts";
import { args, chromium } from "./chromium.ts";

/** The address for driving it, which its process prints. */
const addressOf = async (process: ChildProcess): Promise<string> => {
  for await (const line of createInterface({ input: process.stderr as NodeJS.ReadableStream })) {
    const [, address] = /^DevTools listening on (ws:.*)$/.exec(line) ?? [];
    if (address) return address;
  }
  throw new Error("Chromium did not start");
};

interface KillableBrowser {
  /** Starts it, or starts it again, at a path of the site. */
  start(path: string): Promise<Page>;
  /** Kills all its processes, so that nothing can still be written. */
  kill(): Promise<void>;
}

export const killableBrowser = (site: string): KillableBrowser => {
  const profile = mkdtempSync(join(tmpdir(), "profile-"));
  let running: ChildProcess | undefined;
  const kill = async () => {
    if (!running?.pid) return;
    const { pid } = running;
    const ended = new Promise((resolve) => running?.once("exit", resolve));
    running = undefined;
    // The whole group: it is the leader of one of its own.
    process.kill(-pid, "SIGKILL");
    await ended;
  };
  onTestFinished(async () => {
    await kill();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  });
  return {
    kill,
    start: async (path) => {
      const own = ["--headless", "--remote-debugging-port=0", `--user-data-dir=${profile}`, "--no-first-run"];
      const { executablePath, env } = chromium();
      running = spawn(executablePath, [...args, ...own, "about:blank"], {
        env,
        detached: true,
        stdio: ["ignore", "ignore", "pipe"],
      });
      const browser = await launcher.connectOverCDP(await addressOf(running));
      const [context] = browser.contexts();
      const page = context?.pages()[0] ?? (await context?.newPage());
      if (!page) throw new Error("Chromium has no page");
      page.setDefaultTimeout(hangTimeout);
      await page.goto(site + path);
      return page;
    },
  };
};
