// Firefox and WebKit, driven as their packages for Debian allow: Firefox over Marionette, WebKit over its own WebDriver.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "#infra/local/dynamodb-engine.ts";
import { installed } from "./chromium.ts";

/** Sends a command of WebDriver: its name in Marionette, its path over HTTP, and its arguments. */
type Send = (name: string, path: string, body: Record<string, unknown>) => Promise<unknown>;

type Element = Record<string, string>;
/** The key under which WebDriver names an element. */
const elementKey = "element-6066-11e4-a52e-4f735466cecf";

/** Keys without a character. */
export const keys = { control: "\uE009", delete: "\uE017", enter: "\uE007", escape: "\uE00C" };

/** Milliseconds until something must have happened. */
const hangTimeout = 40_000;

export interface Driver {
  open: (url: string) => Promise<void>;
  /** Runs the body of a function in the page, with these arguments. */
  run: <T>(body: string, ...args: unknown[]) => Promise<T>;
  /** Waits until this body returns a truthy value. */
  until: <T>(body: string, ...args: unknown[]) => Promise<T>;
  /** Presses the element that a body returns, as a mouse does, once it exists. */
  press: (body: string, ...args: unknown[]) => Promise<void>;
  /** Types into the element that a body returns, as a keyboard does. */
  type: (text: string, body: string, ...args: unknown[]) => Promise<void>;
  close: () => Promise<void>;
}

const driverOf = (send: Send, close: () => Promise<void>): Driver => {
  const run: Driver["run"] = async (script, ...args) =>
    ((await send("WebDriver:ExecuteScript", "/execute/sync", { script, args })) as { value: never }).value;
  const until: Driver["until"] = async (body, ...args) => {
    for (const end = Date.now() + hangTimeout; Date.now() < end; await wait(100)) {
      const found = await run<never>(body, ...args);
      if (found) return found;
    }
    throw new Error(
      `Not in ${hangTimeout} ms: ${args.join(", ")}\n${await run("return location + (document.querySelector('[role=dialog]') ?? document.body).innerText.slice(0, 900)")}`,
    );
  };
  const element = async (body: string, args: unknown[]) => (await until<Element>(body, ...args))[elementKey];
  return {
    // Firefox drops a navigation while the page before is still loading.
    open: async (url) => {
      do await send("WebDriver:Navigate", "/url", { url });
      while ((await run<string>("return location.pathname")) !== new URL(url).pathname);
    },
    run,
    until,
    press: async (body, ...args) => {
      const id = await element(body, args);
      await send("WebDriver:ElementClick", `/element/${id}/click`, { id });
    },
    type: async (text, body, ...args) => {
      const id = await element(body, args);
      await send("WebDriver:ElementSendKeys", `/element/${id}/value`, { id, text });
    },
    close,
  };
};

const startProcess = (command: string, args: string[], env: NodeJS.ProcessEnv = {}) => {
  const child = spawn(command, args, { stdio: "ignore", detached: true, env: { ...process.env, ...env } });
  return () => {
    try {
      if (child.pid) process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  };
};

/** Firefox without a window; undefined where it is not installed. */
export const startFirefox = async (): Promise<Driver | undefined> => {
  const program = installed("firefox-esr") ?? installed("firefox");
  if (!program) return undefined;
  const profile = mkdtempSync(join(tmpdir(), "firefox-"));
  const preferences = {
    "marionette.port": 0,
    // Without a window nothing would have the focus.
    "focusmanager.testmode": true,
    "browser.shell.checkDefaultBrowser": false,
    "datareporting.policy.dataSubmissionEnabled": false,
  };
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${value});\n`);
  writeFileSync(join(profile, "user.js"), lines.join(""));
  const stop = startProcess(program, ["--headless", "--marionette", "--no-remote", "--profile", profile]);
  const portFile = join(profile, "MarionetteActivePort");
  for (const end = Date.now() + hangTimeout; !existsSync(portFile); await wait(100))
    if (Date.now() > end) throw new Error("Firefox did not start");
  const { send, end } = await marionette(Number(readFileSync(portFile, "utf8")));
  await send("WebDriver:NewSession", "", {});
  await send("WebDriver:SetTimeouts", "", { script: hangTimeout });
  return driverOf(send, async () => {
    end();
    stop();
    await wait(200);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  });
};

/** Messages are JSON with their length before them: [0, id, name, parameters], answered by [1, id, error, result]. */
const marionette = async (port: number): Promise<{ send: Send; end: () => void }> => {
  const socket: Socket = connect(port, "127.0.0.1");
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  let buffer = Buffer.alloc(0);
  socket.on("data", (data) => {
    buffer = Buffer.concat([buffer, data]);
    for (;;) {
      const colon = buffer.indexOf(":");
      const length = Number(buffer.subarray(0, colon));
      if (colon < 0 || buffer.length < colon + 1 + length) return;
      const message = JSON.parse(buffer.subarray(colon + 1, colon + 1 + length).toString());
      buffer = buffer.subarray(colon + 1 + length);
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message;
      if (error) waiting.get(id)?.reject(new Error(`${error.error}: ${error.message}`));
      else waiting.get(id)?.resolve(result);
    }
  });
  let last = 0;
  const send: Send = (name, _, body) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve, reject });
      const message = Buffer.from(JSON.stringify([0, id, name, body]));
      socket.write(`${message.length}:${message}`);
    });
  await new Promise((resolve) => socket.once("connect", resolve));
  return { send, end: () => socket.destroy() };
};

const miniBrowsers = ["x86_64", "aarch64"].map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`);

/** WebKit in a window of a virtual display; undefined where it or the display is not installed. */
export const startWebKit = async (): Promise<Driver | undefined> => {
  const program = installed("WebKitWebDriver");
  const display = installed("Xvfb");
  const binary = miniBrowsers.find((file) => existsSync(file));
  if (!program || !display || !binary) return undefined;
  const number = 90 + (process.pid % 900);
  const stopDisplay = startProcess(display, [`:${number}`, "-screen", "0", "1366x768x24"]);
  const port = await freePort();
  const stop = startProcess(program, [`--port=${port}`, "--host=127.0.0.1"], { DISPLAY: `:${number}` });
  const ask = async (path: string, body: unknown): Promise<{ value: never }> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", body: JSON.stringify(body) });
    const json = await answer.json();
    if (!answer.ok) throw new Error(`${json.value.error}: ${json.value.message}`);
    return json;
  };
  const options = { "webkitgtk:browserOptions": { binary, args: ["--automation", "--geometry=1366x768"] } };
  const start = async (): Promise<string> => {
    for (const end = Date.now() + hangTimeout; ; await wait(200))
      try {
        return ((await ask("/session", { capabilities: { alwaysMatch: options } })).value as { sessionId: string })
          .sessionId;
      } catch (error) {
        if (Date.now() > end) throw error;
      }
  };
  const session = await start();
  return driverOf(
    (_, path, body) => ask(`/session/${session}${path}`, body),
    async () => {
      stop();
      stopDisplay();
    },
  );
};
