// Builds the web app and synthesizes the stacks, each only when what it is made from has changed.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Trouble } from "./user-error.ts";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

/** The folder of the built web app. */
export const buildWeb = (): Promise<string> =>
  made("dist", "web", ["web", "shared", "package-lock.json", "infra/local/build.ts"], (folder) => [
    join(root, "node_modules/vite/bin/vite.js"),
    ["build", "web", "--outDir", folder, "--emptyOutDir", "--logLevel", "warn"],
    // A test runner's own would build React for development, and the next start would serve it.
    { NODE_ENV: "production" },
  ]);

/** The folder of the synthesized assembly of a stage. */
export const synthesize = async (stage: string, web: string): Promise<string> =>
  made("cdk.out", stage, ["infra", "functions", "shared", "package-lock.json", web], (folder) => [
    join(root, "infra/app.ts"),
    [],
    { STAGE: stage, WEB_DIST: web, CDK_OUTDIR: folder },
  ]);

type Command = [script: string, args: string[], env: Record<string, string>];

/**
 * Every state of the inputs has its own folder, put in place whole: who still runs on an older one keeps it, and two
 * that build at once do not meet.
 */
const made = async (
  parent: string,
  name: string,
  inputs: string[],
  command: (folder: string) => Command,
): Promise<string> => {
  const folder = join(root, parent, `${name}-${stamp(inputs)}`);
  if (existsSync(folder)) return folder;
  console.error(`Building ${parent}/${name}…`);
  const unfinished = join(root, parent, `.${name}-${process.pid}`);
  const [script, args, env] = command(unfinished);
  try {
    await run(process.execPath, [script, ...args], { cwd: root, env: { ...process.env, ...env } });
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (existsSync(folder)) return folder;
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Trouble(`${script.slice(root.length + 1)} failed:\n${stdout}${stderr || error}`);
  }
  prune(join(root, parent), `${name}-`, folder);
  return folder;
};

const stamp = (inputs: string[]): string => {
  const hash = createHash("sha256");
  for (const input of inputs) {
    // A built folder is named by the stamp of what it was built from.
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

/** Hours a state is kept for those who still run on it; whoever does, touches it. */
const kept = 2;

const prune = (parent: string, prefix: string, newest: string): void => {
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name);
    // Another process may have put it in place, or removed it, since.
    const changed = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
    const old = changed !== undefined && changed < Date.now() - kept * 60 * 60 * 1_000;
    // With a dot before it: what was broken off while it was made.
    if (name.replace(".", "").startsWith(prefix) && folder !== newest && old)
      rmSync(folder, { recursive: true, force: true });
  }
};

/** Keeps a state from being pruned while this process runs on it. */
export const hold = (folder: string): void => {
  const touch = () => utimesSync(folder, new Date(), new Date());
  touch();
  setInterval(touch, (kept / 4) * 60 * 60 * 1_000).unref();
};
