// `npm start` from the terminal: Ready, Ctrl-C, the next start, and one sentence when it cannot start.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, expect, test } from "vitest";
import { listen } from "#infra/local/http-server.ts";
import { type LocalRun, watchRun } from "#tests/support/local-run.ts";
import { client } from "#tests/support/world.ts";

const root = join(import.meta.dirname, "../../..");
const data = mkdtempSync(join(tmpdir(), "start-"));
const running = new Set<ChildProcess>();
const ports = { WEB_PORT: "", API_PORT: "", DEV_API_PORT: "" };

/** The next free port, below the ephemeral range, so that no other process is given it meanwhile. */
const freePort = async (from: number): Promise<number> => {
  try {
    const { port, stop } = await listen(() => {}, from);
    await stop();
    return port;
  } catch {
    return freePort(from + 1);
  }
};

beforeAll(async () => {
  let last = 20_000 + (process.pid % 10_000);
  for (const name of Object.keys(ports) as (keyof typeof ports)[]) {
    last = await freePort(last + 1);
    ports[name] = String(last);
  }
});

afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  if (!existsSync(join(data, "keep"))) rmSync(data, { recursive: true, force: true });
});

const start = (env: Record<string, string> = {}, args: string[] = []): LocalRun =>
  run(["infra/local/start.ts", "--assembly", process.env.ASSEMBLY ?? "", ...args], env);

const run = (command: string[], env: Record<string, string>): LocalRun => {
  const own = { ...process.env, ...ports, DATA_DIR: data, DEMO: "off", ...env };
  const child = spawn(process.execPath, command, { env: own, cwd: root });
  running.add(child);
  return watchRun(child);
};

const engines = (): string[] =>
  execFileSync("ps", ["-eo", "command="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(data) && !line.startsWith("/bin/sh"));

const login = async (password: string) =>
  (await client(`http://localhost:${ports.API_PORT}`).post("/v1/login", { username: "root", password })).status;

test("the first start shows the first password once, Ctrl-C ends everything, and the next start has the data", async () => {
  writeFileSync(join(data, "keep"), "");
  const first = start();
  const text = await first.ready;
  const [, password = ""] = /^Password of the first user, root: (\w{20})$/m.exec(text) ?? [];
  expect(text.trimEnd().split("\n").at(-1)).toBe(`Ready: http://localhost:${ports.WEB_PORT}`);
  expect(await login(password)).toBe(200);
  expect((await fetch(`http://localhost:${ports.WEB_PORT}/`)).status).toBe(200);
  expect(await (await fetch(`http://localhost:${ports.WEB_PORT}/config.json`)).json()).toEqual({
    api: `http://localhost:${ports.API_PORT}`,
    dev: `http://localhost:${ports.DEV_API_PORT}`,
    build: expect.stringMatching(/^[0-9a-f]{12}$/),
  });

  const second = start({ WEB_PORT: "0", API_PORT: "0", DEV_API_PORT: "0" });
  expect(await second.ready).toBe(`Already running on this data folder: http://localhost:${ports.WEB_PORT}\n`);
  expect(await second.ended).toBe(1);

  first.child.kill("SIGINT");
  first.child.kill("SIGINT");
  expect(await first.ended).toBe(0);
  expect(engines()).toEqual([]);

  // An empty file, as a full disk leaves it.
  writeFileSync(join(data, "running.json"), "");
  const next = start();
  expect(await next.ready).not.toMatch(/Password/);
  expect(await login(password)).toBe(200);
  // After SIGKILL no process is left running and the data is intact.
  next.child.kill("SIGKILL");
  await next.ended;
  await expect.poll(engines, { timeout: 5_000 }).toEqual([]);
  const after = start();
  expect(await after.ready).toMatch(/^Ready: /m);
  expect(engines()).toHaveLength(1);
  expect(await login(password)).toBe(200);
  after.child.kill("SIGTERM");
  expect(await after.ended).toBe(0);
  expect(engines()).toEqual([]);
  rmSync(join(data, "keep"));
}, 120_000);

test("of two starts at once on a new data folder one is refused", { tags: "exhaustive" }, async () => {
  const [one, two] = ["0", "0"].map((port) => start({ WEB_PORT: port, API_PORT: port, DEV_API_PORT: port }));
  const text = [await one?.ready, await two?.ready];
  expect(text.filter((text) => text?.includes("Ready: "))).toHaveLength(1);
  expect(text.join("")).toMatch(
    /^(Already running|Process \d+ is already starting|Another process has just started) on this data folder.*$/m,
  );
  expect(engines()).toHaveLength(1);
});

const dev = (env: Record<string, string>): LocalRun => run(["infra/dev.ts"], env);

test.each([
  ["DEV_API_PORT", "start", start],
  ["WEB_PORT", "run dev", dev],
] as const)(
  "a %s in use is reported by npm %s in one sentence, and nothing is left running",
  async (name, _, begin) => {
    const taken = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => taken.once("listening", resolve));
    const { port } = taken.address() as { port: number };
    const { ended, output } = begin({ [name]: String(port) });
    expect(await ended).toBe(1);
    // If a source file changed after the test run began, the start rebuilds first.
    const message = output().replace(/^Building .*\n/gm, "");
    expect(message).toBe(`Port ${port} is in use: stop what uses it or set ${name}.\n`);
    expect(engines()).toEqual([]);
    taken.close();
  },
);

test.each([
  ["a port that is none", { WEB_PORT: "many" }, /^WEB_PORT is not a valid port: many\.\n$/],
  [
    "an engine that is missing",
    { DYNAMODB_ENGINE: "local", PATH: "/nowhere" },
    /^There is no DynamoDB engine for this platform: install Java 17 or newer, or set DYNAMODB_ENDPOINT to a running one\.\n$/,
  ],
])("%s is reported in one sentence", async (_, env, sentence) => {
  const run = start(env);
  expect(await run.ended).toBe(1);
  expect(run.output()).toMatch(sentence);
});

test("data of release 0.1.0, or of a later form, is refused in one sentence and stays as it is", async () => {
  for (const [release, file] of [
    ["release 0.1.0", "dynamo"],
    ["a later release", "form.json"],
  ] as const) {
    mkdirSync(data, { recursive: true });
    writeFileSync(join(data, file), "2");
    const { ended, output } = start();
    expect(await ended).toBe(1);
    expect(output()).toBe(
      `The data in ${data} was written by ${release} and cannot be read: move the folder away, or set DATA_DIR to another one, and start again.\n`,
    );
    expect(readdirSync(data)).toEqual([file]);
    rmSync(data, { recursive: true });
  }
});

test("what a seed has for the site stands in its config.json, in later starts too", async () => {
  const seed = join(tmpdir(), `seed-${process.pid}.mjs`);
  writeFileSync(seed, 'import { writeFileSync } from "node:fs"; writeFileSync(process.env.SITE_CONFIG, `{"demo":1}`);');
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, "keep"), "");
  for (const args of [["--seed", seed], []]) {
    const run = start({ DEMO: "on" }, args);
    await run.ready;
    const settings = await (await fetch(`http://localhost:${ports.WEB_PORT}/config.json`)).json();
    expect(settings).toEqual({ api: expect.any(String), dev: expect.any(String), build: expect.any(String), demo: 1 });
    run.child.kill("SIGINT");
    await run.ended;
  }
  rmSync(seed);
  rmSync(data, { recursive: true });
});

test("a failing seed stops the start with its message", async () => {
  const seed = join(tmpdir(), `seed-${process.pid}.mjs`);
  writeFileSync(seed, 'console.error("No such catalogue."); process.exit(process.env.USERS_TABLE ? 3 : 4);');
  const run = start({ DEMO: "on" }, ["--seed", seed]);
  expect(await run.ended).toBe(1);
  expect(run.output()).toMatch(/^No such catalogue\.\n.* failed: see its message above\.\n$/);
  expect(engines()).toEqual([]);
  rmSync(seed);
});
