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

/** Whether a Node has what the product asks for: Argon2 came with 24.7.
 * @param {string} command */
const suffices = (command) => {
  const [, major, minor] = /^v(\d+)\.(\d+)/.exec(String(spawnSync(command, ["--version"]).stdout)) ?? [];
  return Number(major) > 24 || (Number(major) === 24 && Number(minor) >= 7);
};

if (stale()) {
  console.log("Installing the packages of package-lock.json, about half a minute.");
  if (run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]) !== 0)
    say("npm ci failed: see its message above.");
}

const own = join(root, "node_modules", ".bin", windows ? "node.cmd" : "node");
if (!suffices(existsSync(own) ? own : process.execPath))
  say("There is no Node package for this platform: install Node 24.7 or later from https://nodejs.org and try again.");
