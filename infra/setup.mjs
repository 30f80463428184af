// Before any command, on any Node from 18: installs exactly the lockfile when needed, and finds Node 24.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const windows = process.platform === "win32";

/** @param {string} sentence */
const say = (sentence) => {
  console.error(sentence);
  process.exit(1);
};

/** @param {string} file */
const packages = (file) => {
  try {
    return JSON.parse(readFileSync(join(root, file), "utf8")).packages;
  } catch {
    return {};
  }
};

/** What npm wrote at the last install against what the lockfile asks for; optional packages depend on the platform. */
const stale = () => {
  const installed = packages("node_modules/.package-lock.json");
  return Object.entries(packages("package-lock.json")).some(
    ([path, { version, optional, peer }]) => path && !optional && !peer && installed[path]?.version !== version,
  );
};

/** @type {(command: string, args: string[]) => number | null} */
const run = (command, args) => spawnSync(command, args, { cwd: root, stdio: "inherit", shell: windows }).status;

/** Node's major version, 0 where it does not run.
 * @param {string} command */
const major = (command) => Number(/^v(\d+)/.exec(String(spawnSync(command, ["--version"]).stdout))?.[1] ?? 0);

if (stale()) {
  console.log("Installing the packages of package-lock.json, about half a minute.");
  if (run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]) !== 0)
    say("npm ci failed: see its message above.");
}

const own = join(root, "node_modules", ".bin", windows ? "node.cmd" : "node");
const found = existsSync(own) ? major(own) : major(process.execPath);
if (found < 24)
  say("There is no Node 24 package for this platform: install Node 24 from https://nodejs.org and try again.");
