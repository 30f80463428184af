// Builds the web app and synthesizes the stacks, each only when its inputs have changed.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { UserError } from "./user-error.ts";

const root = join(import.meta.dirname, "../..");
const runCommand = promisify(execFile);

/** The folder of the built web app. */
export const buildWeb = (): Promise<string> =>
  buildOnce("dist", "web", ["web", "shared", "package-lock.json", "infra/local/build.ts"], (folder, build) => [
    join(root, "node_modules/vite/bin/vite.js"),
    ["build", "web", "--outDir", folder, "--emptyOutDir", "--logLevel", "warn"],
    // A test runner sets NODE_ENV to test, which would build React's development version and leave it for `npm start`.
    { NODE_ENV: "production", BUILD: build },
  ]);

/** The build that an app in such a folder names in its calls. */
export const webBuildOf = (folder: string): string => /-([0-9a-f]{12})$/.exec(folder)?.[1] ?? "development";

/** The folder of the synthesized assembly of a stage. */
export const synthesize = async (stage: string, web: string): Promise<string> =>
  buildOnce("cdk.out", stage, ["infra", "functions", "shared", "package-lock.json", web], (folder) => [
    join(root, "infra/app.ts"),
    [],
    { STAGE: stage, WEB_DIST: web, CDK_OUTDIR: folder },
  ]);

type Command = [script: string, args: string[], env: Record<string, string>];

/**
 * Builds into a folder named by the hash of the inputs and renames it when complete: a process that runs on an older
 * build keeps it, and two simultaneous builds do not interfere.
 */
const buildOnce = async (
  parent: string,
  name: string,
  inputs: string[],
  command: (folder: string, build: string) => Command,
): Promise<string> => {
  const build = hashInputs(inputs);
  const folder = join(root, parent, `${name}-${build}`);
  if (existsSync(folder)) return folder;
  console.error(`Building ${parent}/${name}…`);
  const unfinished = join(root, parent, `.${name}-${process.pid}`);
  const [script, args, env] = command(unfinished, build);
  try {
    await runCommand(process.execPath, [script, ...args], { cwd: root, env: { ...process.env, ...env } });
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (existsSync(folder)) return folder;
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new UserError(`${script.slice(root.length + 1)} failed:\n${stdout}${stderr || error}`);
  }
  prune(join(root, parent), `${name}-`, folder);
  return folder;
};

const hashInputs = (inputs: string[]): string => {
  const hash = createHash("sha256");
  for (const input of inputs) {
    // An absolute path is a built folder, whose name contains the hash of its inputs.
    if (input.startsWith("/") || input.includes(":")) hash.update(input.slice(root.length));
    else for (const file of filesOf(join(root, input))) hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest("hex").slice(0, 12);
};

const filesOf = (path: string): string[] => {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  const files = readdirSync(path, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile() && !file.name.endsWith(".tsbuildinfo"))
    .map((file) => join(file.parentPath, file.name))
    .sort();
};

/** Hours after which an older build is deleted; a process that runs on it keeps touching it. */
const keptHours = 2;

const prune = (parent: string, prefix: string, newest: string): void => {
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name);
    // Another process may just have renamed or removed it.
    const changed = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
    const old = changed !== undefined && changed < Date.now() - keptHours * 60 * 60 * 1_000;
    // A leading dot marks an unfinished build that was interrupted.
    if (name.replace(".", "").startsWith(prefix) && folder !== newest && old)
      rmSync(folder, { recursive: true, force: true });
  }
};

/** Keeps a build from being pruned while this process runs on it. */
export const preventPruning = (folder: string): void => {
  const touch = () => utimesSync(folder, new Date(), new Date());
  touch();
  setInterval(touch, (keptHours / 4) * 60 * 60 * 1_000).unref();
};
