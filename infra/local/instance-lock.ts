// Which instance runs on a data folder: so that a second one is refused, a dead one's engine ended, and it can be asked.
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Json } from "./assembly.ts";
import { kill } from "./dynamodb-engine.ts";
import { listen, readBody } from "./http-server.ts";
import { keep, recall } from "./json-file.ts";
import { Trouble } from "./user-error.ts";
import type { World } from "./world.ts";

interface Running {
  pid: number;
  /** Not there while it starts. */
  site?: string;
  control?: string;
  /** Only who can read the folder may ask. */
  token?: string;
  engine?: number;
}

const file = (data: string): string => join(data, "running.json");

/** A file that was cut off tells of nobody, as one that has gone by now. */
const read = (data: string): Running | undefined => {
  try {
    return recall(file(data));
  } catch (error) {
    if (!(error instanceof SyntaxError) && (error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    rmSync(file(data), { force: true });
    return undefined;
  }
};

const ask = ({ control = "", token = "" }: Running, path: string, body?: string): Promise<Response> =>
  fetch(control + path, { method: "POST", headers: { authorization: token }, body });

/** The running instance; what a dead one left behind is ended. */
const alive = async (data: string): Promise<Running | undefined> => {
  const running = read(data);
  if (!running) return undefined;
  const answers = await ask(running, "/").then(
    ({ ok }) => ok,
    () => false,
  );
  // One that starts or stops does not answer, but is one of the commands in infra/.
  if (answers || (running.pid !== process.pid && commandOf(running.pid).includes("infra/"))) return running;
  endEngine(running.engine, data);
  // Another start may have taken the data since.
  if (read(data)?.pid === running.pid) rmSync(file(data), { force: true });
  return undefined;
};

/** A process id may have gone to another process since; empty when it is gone, or nobody can tell. */
const commandOf = (pid: number): string => {
  try {
    const args = ["-o", "command=", "-p", String(pid)];
    return execFileSync("ps", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return "";
  }
};

const endEngine = (pid: number | undefined, data: string): void => {
  if (pid && commandOf(pid).includes(data)) kill(pid);
};

/** Takes the data for this process before anything is built, or refuses; gives how it is left. */
export const take = async (data: string): Promise<() => void> => {
  const running = await alive(data);
  if (running) throw already(running);
  mkdirSync(data, { recursive: true });
  try {
    writeFileSync(file(data), JSON.stringify({ pid: process.pid } satisfies Running), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new Trouble("Another start on this data was a moment earlier.");
  }
  return () => rmSync(file(data), { force: true });
};

const already = ({ site, pid }: Running): Trouble =>
  new Trouble(site ? `It runs on this data already: ${site}` : `Process ${pid} has begun on this data already.`);

/** Says that this instance runs, until `stop`. */
export const announce = async (data: string, site: string, world: World): Promise<{ stop(): Promise<void> }> => {
  const token = randomUUID();
  const { port, stop } = await listen(async (request, response) => {
    if (request.headers.authorization !== token) return void response.writeHead(403).end();
    const [, word, name = ""] = (request.url ?? "").split("/");
    if (word !== "invoke") return void response.end();
    const event = JSON.parse((await readBody(request)).toString() || "{}");
    const [status, answer] = await world.invoke(decodeURIComponent(name), event).then(
      (result) => [200, result] as const,
      (error: Error) => [500, error.message] as const,
    );
    response.writeHead(status).end(JSON.stringify(answer ?? null));
  });
  const running: Running = { pid: process.pid, site, control: `http://127.0.0.1:${port}`, token, engine: world.engine };
  keep(file(data), running);
  return { stop };
};

/** Runs a function in the instance that runs on the data; undefined when there is none. */
export const invokeThere = async (data: string, name: string, event: Json): Promise<{ answer: Json } | undefined> => {
  const running = await alive(data);
  if (!running) return undefined;
  if (!running.control) throw already(running);
  const response = await ask(running, `/invoke/${encodeURIComponent(name)}`, JSON.stringify(event));
  const answer = await response.json();
  if (!response.ok) throw new Trouble(String(answer));
  return { answer };
};
