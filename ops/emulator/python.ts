// Python virtual environments with the packages of a requirements file, created once and cached.
import { execFile } from "node:child_process";
import { hash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { MissingPrerequisite } from "./prerequisite.ts";

const execute = promisify(execFile);
const root = join(import.meta.dirname, "../..");

/** The purpose of an environment, and the file that names its packages. */
export interface PythonPackages {
  what: string;
  requirements: string;
}

const ofEmulator: PythonPackages = {
  what: "the emulator and cfn-lint",
  requirements: join(import.meta.dirname, "requirements.txt"),
};

/** The `bin` folder of the environment, with Python and the programs of the packages. */
export const installPython = async ({ what, requirements } = ofEmulator): Promise<string> => {
  const folder = join(root, ".cache", `python-${hash("sha256", readFileSync(requirements), "hex").slice(0, 12)}`);
  const programs = join(folder, "bin");
  const complete = join(folder, "complete");
  if (existsSync(complete)) return programs;
  rmSync(folder, { recursive: true, force: true });
  console.error(`Installing ${what}, about half a minute…`);
  await execute("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 10))"]).catch(() => {
    throw new MissingPrerequisite("there is no Python 3.10 or later");
  });
  await execute("python3", ["-m", "venv", folder]).catch(() => {
    throw new MissingPrerequisite(
      "this Python cannot create virtual environments (on Debian: apt-get install python3-venv)",
    );
  });
  const install = ["install", "--quiet", "--disable-pip-version-check", "--retries", "2", "-r", requirements];
  await execute(join(programs, "pip"), install).catch(({ stderr }) => {
    if (String(stderr).includes("DO NOT MATCH THE HASHES")) throw new Error(stderr);
    throw new MissingPrerequisite(`pip could not install the packages:\n${String(stderr).trim().split("\n").at(-1)}`);
  });
  writeFileSync(complete, "");
  return programs;
};
