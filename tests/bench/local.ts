// The cost of the local run: memory after every call, the time of a second start and of a first response, and the check
// before the engine.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { startEngine } from "#infra/local/dynamodb-engine.ts";
import { startEngineProxy } from "#infra/local/engine-proxy.ts";
import { newCredentials } from "#infra/local/signature.ts";
import { calls, type Route } from "#shared/api.ts";
import { watchRun } from "#tests/support/local-run.ts";
import { samplesOf, send } from "#tests/support/samples.ts";
import { client, type TestWorld } from "#tests/support/world.ts";
import { inWorld } from "./in-world.ts";
import { inTurn, type Line } from "./report.ts";

export const localCosts = async (): Promise<Line[]> => {
  const data = mkdtempSync(join(tmpdir(), "local-bench-"));
  try {
    await stop(await start(data));
    const run = await start(data);
    await callEverything(run.output);
    const memory = residentMemory(run.child.pid ?? 0);
    await stop(run);
    const [direct, checked] = await engineCalls();
    return [
      { what: "second start with demo data until Ready", figure: run.took, unit: "ms", budget: 1_500 },
      { what: "fresh worker to its first 200", figure: await firstAnswer(), unit: "ms", budget: 120 },
      { what: "memory of all processes after every call", figure: memory, unit: "MB", budget: 450 },
      { what: "call of the engine, p50", figure: direct.p50, unit: "ms" },
      { what: "the same through the check of signatures", figure: checked.p50, unit: "ms" },
    ];
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
};

type Run = Awaited<ReturnType<typeof start>>;

const start = async (data: string) => {
  const started = performance.now();
  const own = { WEB_PORT: "0", API_PORT: "0", DEV_API_PORT: "0", DATA_DIR: data };
  const child = spawn(process.execPath, ["infra/local/start.ts", "--seed", "demo/seed.ts", "--invoke", "snapshot"], {
    env: { ...process.env, ...own },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { ready, ended } = watchRun(child);
  const output = await ready;
  if (!/^Ready: /m.test(output)) throw new Error(output);
  return { child, ended, output, took: performance.now() - started };
};

const stop = async ({ child, ended }: Run): Promise<void> => {
  child.kill("SIGINT");
  await ended;
};

const callEverything = async (output: string): Promise<void> => {
  const [, api = "", dev = ""] = /^API: (\S+), (\S+)$/m.exec(output) ?? [];
  const signIn = async (username: string, password: string) => {
    const { body } = await client(api).post("/v1/login", { username, password });
    return client(api, body.token, body.user._id, dev);
  };
  const root = await signIn("root", "inventory-demo");
  const own = { root, manager: root, executive: root, anonymous: client(api) };
  const samples = samplesOf({ ...own, signIn, api, dev } as TestWorld);
  for (const route of Object.keys(calls) as Route[]) {
    const { status } = await send(root, route, await samples[route](root));
    if (status !== calls[route].status) throw new Error(`${route}: ${status}`);
  }
};

/** Megabytes of a process and all that it has started; pages that several share count for each. */
const residentMemory = (pid: number): number => {
  const processes = execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const children = processes.map((line) => line.trim().split(/\s+/).map(Number)).filter(([, parent]) => parent === pid);
  const [, own = 0] = /^Rss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")) ?? [];
  return children.reduce((sum, [child = 0]) => sum + residentMemory(child), Number(own) / 1_024);
};

/** Milliseconds: the median of five worlds that have not answered for stocks before. */
const firstAnswer = async (): Promise<number> => {
  const took: number[] = [];
  for (let run = 0; run < 5; run++) took.push(await inWorld(askOnce));
  return took.toSorted((a, b) => a - b)[2] ?? Number.NaN;
};

const askOnce = async ({ executive }: TestWorld): Promise<number> => {
  const started = performance.now();
  await executive.get("/v1/stocks");
  return performance.now() - started;
};

/** A small call of a new engine, directly and through its proxy. */
const engineCalls = async () => {
  const engine = await startEngine();
  const credentials = newCredentials();
  const proxy = await startEngineProxy(engine.endpoint, engine.key, credentials);
  const callOf = (endpoint: string) => {
    const dynamo = new DynamoDBClient({ endpoint, region: "local", credentials });
    return () => dynamo.send(new ListTablesCommand({}));
  };
  const times = await inTurn(1_000, [callOf(engine.endpoint), callOf(proxy.endpoint)]);
  await proxy.stop();
  await engine.stop();
  return times;
};
