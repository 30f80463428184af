// One instance per data folder. The lock file running.json keeps a second instance out, names the engine that a crashed
// one left behind, and has the address of the running one for `npm run invoke`.
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Json } from "./assembly.ts";
import { checkForm, makePrivate } from "./data-folder.ts";
import { killGroup } from "./dynamodb-engine.ts";
import { listen, readBody } from "./http-server.ts";
import { readJson, writeJson } from "./json-file.ts";
import { UserError } from "./user-error.ts";
import type { World } from "./world.ts";

interface Instance {
  pid: number;
  /** This and the fields below are missing while the instance starts. */
  site?: string;
  /** URL of the control server. */
  control?: string;
  /** The control server's password, known to whoever can read the data folder. */
  token?: string;
  /** Process id of the DynamoDB engine. */
  engine?: number;
}

const lockFile = (data: string): string => join(data, "running.json");

/** A truncated lock file, as one that another process has just removed, counts as no lock. */
const readLock = (data: string): Instance | undefined => {
  try {
    return readJson(lockFile(data));
  } catch (error) {
    if (!(error instanceof SyntaxError) && (error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    rmSync(lockFile(data), { force: true });
    return undefined;
  }
};

const askInstance = ({ control = "", token = "" }: Instance, path: string, body?: string): Promise<Response> =>
  fetch(control + path, { method: "POST", headers: { authorization: token }, body });

/** The running instance, if any; cleans up after a crashed one. */
const runningInstance = async (data: string): Promise<Instance | undefined> => {
  const running = readLock(data);
  if (!running) return undefined;
  const answers = await askInstance(running, "/").then(
    ({ ok }) => ok,
    () => false,
  );
  // An instance that starts or stops does not answer, but its process runs a script in infra/.
  if (answers || (running.pid !== process.pid && commandOf(running.pid).includes("infra/"))) return running;
  killLeftoverEngine(running.engine, data);
  // Another process may have acquired the lock meanwhile.
  if (readLock(data)?.pid === running.pid) rmSync(lockFile(data), { force: true });
  return undefined;
};

/**
 * Command line of a process, to see whether its id has been reused; empty when the process is gone or `ps` is missing.
 */
const commandOf = (pid: number): string => {
  try {
    const args = ["-o", "command=", "-p", String(pid)];
    return execFileSync("ps", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return "";
  }
};

const killLeftoverEngine = (pid: number | undefined, data: string): void => {
  if (pid && commandOf(pid).includes(data)) killGroup(pid);
};

/**
 * Acquires the lock for this process and returns how to release it; throws if another instance holds it, or if
 * this release cannot read the data.
 */
export const acquireLock = async (data: string): Promise<() => void> => {
  const running = await runningInstance(data);
  if (running) throw alreadyRunning(running);
  makePrivate(data);
  try {
    writeFileSync(lockFile(data), JSON.stringify({ pid: process.pid } satisfies Instance), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new UserError("Another process has just started on this data folder.");
  }
  const release = () => rmSync(lockFile(data), { force: true });
  try {
    checkForm(data);
  } catch (error) {
    release();
    throw error;
  }
  return release;
};

const alreadyRunning = ({ site, pid }: Instance): UserError =>
  new UserError(
    site ? `Already running on this data folder: ${site}` : `Process ${pid} is already starting on this data folder.`,
  );

/** Starts the control server, through which other processes invoke functions, and adds it to the lock. */
export const announceInstance = async (
  data: string,
  site: string,
  world: World,
): Promise<{ stop(): Promise<void> }> => {
  const token = randomUUID();
  const { port, stop } = await listen(async (request, response) => {
    if (request.headers.authorization !== token) return void response.writeHead(403).end();
    const [, command, name = ""] = (request.url ?? "").split("/");
    if (command !== "invoke") return void response.end();
    const event = JSON.parse((await readBody(request)).toString() || "{}");
    const [status, answer] = await world.invoke(decodeURIComponent(name), event).then(
      (result) => [200, result] as const,
      (error: Error) => [500, error.message] as const,
    );
    response.writeHead(status).end(JSON.stringify(answer ?? null));
  });
  const running: Instance = {
    pid: process.pid,
    site,
    control: `http://127.0.0.1:${port}`,
    token,
    engine: world.engine,
  };
  writeJson(lockFile(data), running);
  return { stop };
};

/** Invokes a function in the instance that runs on the data folder; undefined when none runs. */
export const invokeInRunningInstance = async (
  data: string,
  name: string,
  event: Json,
): Promise<{ answer: Json } | undefined> => {
  const running = await runningInstance(data);
  if (!running) return undefined;
  if (!running.control) throw alreadyRunning(running);
  const response = await askInstance(running, `/invoke/${encodeURIComponent(name)}`, JSON.stringify(event));
  const answer = await response.json();
  if (!response.ok) throw new UserError(String(answer));
  return { answer };
};
