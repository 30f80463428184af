// Python with the packages of requirements.txt, in a folder of its own that is made once.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");
const wanted = join(import.meta.dirname, "requirements.txt");

/** What this machine lacks, so that nothing can be checked on it. */
export class Lacking extends Error {
  override readonly name = "Lacking";
}

/** The folder of Python's programs, with those of the packages. */
export const python = async (): Promise<string> => {
  const hash = createHash("sha256").update(readFileSync(wanted)).digest("hex").slice(0, 12);
  const folder = join(root, ".cache", `python-${hash}`);
  const programs = join(folder, "bin");
  const whole = join(folder, "whole");
  if (existsSync(whole)) return programs;
  rmSync(folder, { recursive: true, force: true });
  console.error("Installing the emulator and cfn-lint, about half a minute…");
  await run("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 10))"]).catch(() => {
    throw new Lacking("there is no Python 3.10 or later");
  });
  await run("python3", ["-m", "venv", folder]).catch(() => {
    throw new Lacking("this Python makes no virtual environments (on Debian: apt-get install python3-venv)");
  });
  const install = ["install", "--quiet", "--disable-pip-version-check", "--retries", "2", "-r", wanted];
  await run(join(programs, "pip"), install).catch(({ stderr }) => {
    throw new Lacking(
      `Python's package index does not give what it takes:\n${String(stderr).trim().split("\n").at(-1)}`,
    );
  });
  writeFileSync(whole, "");
  return programs;
};
