// `npm run setup`, which runs before every command and on any Node from 18: installs the lockfile if the installed
// packages differ from it, and checks that Node 24.7 is available.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const windows = process.platform === "win32";

/** @param {string} message */
const fail = (message) => {
  console.error(message);
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

/** Compares the installed packages with the lockfile, apart from optional packages, which depend on the platform. */
const isOutdated = () => {
  const installed = packages("node_modules/.package-lock.json");
  return Object.entries(packages("package-lock.json")).some(
    ([path, { version, optional, peer }]) => path && !optional && !peer && installed[path]?.version !== version,
  );
};

/** @type {(command: string, args: string[]) => number | null} */
const run = (command, args) => spawnSync(command, args, { cwd: root, stdio: "inherit", shell: windows }).status;

/** Whether a Node is new enough: the product needs its Argon2, which came with 24.7.
 * @param {string} command */
const isNewEnough = (command) => {
  const [, major, minor] = /^v(\d+)\.(\d+)/.exec(String(spawnSync(command, ["--version"]).stdout)) ?? [];
  return Number(major) > 24 || (Number(major) === 24 && Number(minor) >= 7);
};

if (isOutdated()) {
  console.log("Installing the packages of package-lock.json, about half a minute.");
  if (run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]) !== 0)
    fail("npm ci failed: see its message above.");
}

const installed = join(root, "node_modules", ".bin", windows ? "node.cmd" : "node");
if (!isNewEnough(existsSync(installed) ? installed : process.execPath))
  fail("There is no Node package for this platform: install Node 24.7 or later from https://nodejs.org and try again.");
