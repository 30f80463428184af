// `npm start`: builds, starts the local world, seeds it, prints Ready, and stops everything on Ctrl-C.
// `--seed FILE` runs a script that fills the data, `--invoke NAME` then runs a function, `--assembly DIR` skips the
// build, as does the variable ASSEMBLY.
import "./compile-cache.ts";
import { spawn } from "node:child_process";
import { createWriteStream, type WriteStream } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildWeb, preventPruning, synthesize } from "./build.ts";
import { acquireLock, announceInstance } from "./instance-lock.ts";
import { readSettings } from "./settings.ts";
import { isFullDisk, reportFailure, UserError } from "./user-error.ts";
import { siteConfigIn, startWorld, type World } from "./world.ts";

/**
 * The log of the Lambdas in the data folder; replaces that of an earlier run. It survives a full disk: lines are lost while
 * there is no room, and the terminal reports that once.
 */
const openLog = (file: string): ((line: string) => void) => {
  let stream: WriteStream | undefined = createWriteStream(file);
  let failed = false;
  const onError = (error: Error) => {
    stream = undefined;
    if (failed) return;
    failed = true;
    console.error(
      isFullDisk(error)
        ? "The disk is full, so nothing can be saved: make room, and work goes on by itself."
        : `The log cannot be written: ${error.message}.`,
    );
  };
  const onWritten = (error?: Error | null) => {
    if (error || !failed) return;
    failed = false;
    console.error("There is room again.");
  };
  stream.once("error", onError);
  return (line) => {
    // After an error a stream takes no more lines.
    stream ??= createWriteStream(file, { flags: "a" }).once("error", onError);
    stream.write(`${line}\n`, onWritten);
  };
};

export interface DevServer {
  address: string;
  stop(): Promise<void>;
}

interface StartOptions {
  /**
   * Script that fills an empty world. It gets the environment variables of all Lambdas together, and `SITE_CONFIG`, a file
   * whose members are added to the `config.json` of the site.
   */
  seed?: string;
  /** Function to run once at the start, for runs that its schedule missed while the machine was off. */
  invoke?: string;
  /** Folder of a synthesized assembly; without it the web app and the templates are built. */
  assembly?: string;
  /** Serves the web app instead of the built one. */
  devServer?: (world: World, port: number) => Promise<DevServer>;
  onLog?: (line: string) => void;
}

type Stop = () => unknown;

export const startOptions = (): StartOptions => {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ options: { seed: text, invoke: text, assembly: text } });
  const { ASSEMBLY: assembly } = process.env;
  return { ...(assembly && { assembly }), ...values };
};

/** Never throws: prints an error and ends the process. */
export const start = async (options: StartOptions): Promise<void> => {
  const started: Stop[] = [];
  const stop = async () => {
    for (const stopPart of started.splice(0).reverse()) await stopPart();
  };
  let interrupted = false;
  stopOnSignal(() => {
    interrupted = true;
    return stop();
  });
  try {
    await startRun(options, (stopPart) => started.push(stopPart));
  } catch (error) {
    if (interrupted) return;
    await stop();
    reportFailure(error);
    process.exit();
  }
};

/** One Ctrl-C sends two signals, from the terminal and from npm; a signal over a second later forces the exit. */
const stopOnSignal = (stop: () => Promise<void>): void => {
  let since = 0;
  const onSignal = () => {
    if (since && Date.now() - since > 1_000) process.exit(1);
    if (since) return;
    since = Date.now();
    // Parts that are still starting cannot be stopped yet; they end with the process.
    stop().finally(() => process.exit(0));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, onSignal);
};

const startRun = async (
  { seed, invoke, assembly, devServer, onLog }: StartOptions,
  onStop: (stop: Stop) => void,
): Promise<void> => {
  const { site, apis, data, demo } = readSettings();
  onStop(await acquireLock(data));
  const built = assembly ?? (await synthesize("dev", await buildWeb()));
  preventPruning(built);
  const world = await startWorld({
    assembly: built,
    data,
    ports: { site: devServer ? undefined : site, apis },
    onLog: onLog ?? openLog(join(data, "functions.log")),
    schedules: true,
    lowMemory: true,
  });
  onStop(world.stop);
  const dev = await devServer?.(world, site.number);
  if (dev) onStop(dev.stop);
  const address = dev?.address ?? world.site;
  onStop((await announceInstance(data, address, world)).stop);

  if (seed && demo) await runSeed(seed, world, onStop);
  else printNewPasswords(world);
  // Runs in the background; the log shows if it fails.
  if (invoke) world.invoke(invoke).catch(() => {});
  console.log(`API: ${world.apis.join(", ")}`);
  console.log(`Data: ${data} (Lambda logs in functions.log)`);
  await Promise.all([address, ...world.apis].map((url) => fetch(url)));
  console.log(`Ready: ${address}`);
};

const runSeed = (script: string, world: World, onStop: (stop: Stop) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    // Without the AWS settings of this shell, which would lead the SDK elsewhere.
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("AWS_"));
    const env = { ...Object.fromEntries(inherited), ...world.env, SITE_CONFIG: siteConfigIn(world.data) };
    const child = spawn(process.execPath, [script], { env, stdio: ["ignore", "inherit", "inherit"] });
    onStop(() => child.kill());
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new UserError(`${script} failed: see its message above.`)),
    );
  });

/** Prints the generated passwords that a described output names, only in the run that generated them. */
const printNewPasswords = ({ describedOutputs, secrets }: World): void => {
  for (const { description, value } of describedOutputs())
    if (secrets.isNew(value)) console.log(`${description}: ${secrets.value(value)}`);
};

if (import.meta.main) await start(startOptions());
