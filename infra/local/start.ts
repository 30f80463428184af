// A local run from the first line to Ctrl-C: build, world, seed, Ready.
import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { buildWeb, hold, synthesize } from "./build.ts";
import { announce, take } from "./instance-lock.ts";
import { settings } from "./settings.ts";
import { Trouble } from "./user-error.ts";
import { startWorld, type World } from "./world.ts";

export interface Front {
  address: string;
  stop(): Promise<void>;
}

interface Run {
  /** Script that fills an empty world, run with what the Lambdas have in their environment. */
  seed?: string;
  /** Function that runs once when the world is filled, for what its schedule missed while this machine was off. */
  invoke?: string;
  /** A synthesized assembly; without one it is made of what stands in the rooms. */
  assembly?: string;
  /** Serves the web app in place of the built one. */
  front?: (world: World, port: number) => Promise<Front>;
  onLog?: (line: string) => void;
}

/** Never throws: says what is wrong in a sentence and ends the process. */
export const start = async (run: Run): Promise<void> => {
  const ends: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  let interrupted = false;
  onSignal(() => {
    interrupted = true;
    return stop();
  });
  try {
    await begin(run, ends);
  } catch (error) {
    if (interrupted) return;
    await stop();
    console.error(error instanceof Trouble ? error.message : error);
    process.exit(1);
  }
};

/** One Ctrl-C arrives twice, from the terminal and from npm; a later one means it. */
const onSignal = (stop: () => Promise<void>): void => {
  let since = 0;
  const end = () => {
    if (since && Date.now() - since > 1_000) process.exit(1);
    if (since) return;
    since = Date.now();
    // What has no end yet, because it is still starting, goes with the process.
    stop().finally(() => process.exit(0));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, end);
};

const begin = async (
  { seed, invoke, assembly, front, onLog }: Run,
  ends: (() => Promise<unknown>)[],
): Promise<void> => {
  const { site, apis, data, demo } = settings();
  const leave = await take(data);
  ends.push(async () => leave());
  const log = createWriteStream(join(data, "functions.log"));
  const built = assembly ?? (await synthesize("dev", await buildWeb()));
  hold(built);
  const world = await startWorld({
    assembly: built,
    data,
    ports: { site: front ? undefined : site, apis },
    onLog: onLog ?? ((line) => void log.write(`${line}\n`)),
    schedules: true,
  });
  ends.push(world.stop);
  const shown = front ? await front(world, site.number) : undefined;
  if (shown) ends.push(shown.stop);
  const address = shown?.address ?? world.site;
  ends.push((await announce(data, address, world)).stop);

  if (seed && demo) await plant(seed, world, ends);
  else sayPasswords(world);
  // Nobody waits for it, and a failure stands in the log.
  if (invoke) world.invoke(invoke).catch(() => {});
  console.log(`API: ${world.apis.join(", ")}`);
  console.log(`Data: ${data}, with the functions' log in functions.log`);
  await Promise.all([address, ...world.apis].map((each) => fetch(each)));
  console.log(`Ready: ${address}`);
};

const plant = (script: string, world: World, ends: (() => Promise<unknown>)[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const own = Object.entries(process.env).filter(([name]) => !name.startsWith("AWS_"));
    const env = { ...Object.fromEntries(own), ...world.env };
    const child = spawn(process.execPath, [script], { env, stdio: ["ignore", "inherit", "inherit"] });
    ends.push(async () => child.kill());
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Trouble(`${script} failed: see its message above.`)),
    );
  });

/** A generated password that an output names is shown by the run that made it, and never again. */
const sayPasswords = ({ said, secrets }: World): void => {
  for (const { description, value } of said())
    if (secrets.isNew(value)) console.log(`${description}: ${secrets.value(value)}`);
};
