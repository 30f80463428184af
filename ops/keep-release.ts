// `npm run keep-release -- REF FILE`: builds a tag or commit anew, and archives what of it runs: its assembly, with Lambdas and site.
// `ASSEMBLY=<the unpacked folder> npm start` runs it. No archive is stored in the project, since a commit always builds the same;
// kept-releases.json names the commits, the newest last, beside which tests run what is new.
import { execFile, execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { reportFailure, UserError } from "#infra/local/user-error.ts";
import kept from "./kept-releases.json" with { type: "json" };

const root = join(import.meta.dirname, "..");
const run = promisify(execFile);

/** The commit of the newest release that is kept. */
export const lastKept: string = kept.at(-1) ?? "";

const commitOf = (ref: string): string => {
  try {
    const args = ["rev-parse", "--verify", "--quiet", `${ref}^{commit}`];
    return execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  } catch {
    throw new UserError(`There is no ${ref} in this clone. If it is a shallow one: git fetch --unshallow --tags`);
  }
};

/** What git has of a commit, with the packages of its lockfile. */
const checkOut = async (commit: string, folder: string): Promise<void> => {
  const archive = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 1 << 28 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  const [own, other] = [root, folder].map((of) => readFileSync(join(of, "package-lock.json"), "utf8"));
  if (own === other) symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  else await run("npm", ["ci", "--ignore-scripts"], { cwd: folder, shell: process.platform === "win32" });
};

/** The folder of the assembly that a tag or commit builds for a stage; made once. */
export const buildRelease = async (ref: string, stage = "dev"): Promise<string> => {
  const commit = commitOf(ref);
  const folder = join(root, ".cache/releases", `${stage}-${commit.slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  console.error(`Building release ${commit.slice(0, 12)}…`);
  const checkout = realpathSync(mkdtempSync(join(tmpdir(), "release-")));
  const unfinished = `${folder}.${process.pid}`;
  try {
    await checkOut(commit, checkout);
    mkdirSync(dirname(folder), { recursive: true });
    const env = { ...process.env, STAGE: stage, WEB_DIST: undefined, CDK_OUTDIR: unfinished };
    await run(process.execPath, [join(checkout, "infra/app.ts")], { cwd: checkout, env });
    renameSync(unfinished, folder);
  } finally {
    for (const made of [checkout, unfinished]) rmSync(made, { recursive: true, force: true });
  }
  return folder;
};

if (import.meta.main) {
  const [, , ref = "HEAD", file = "release.tar.xz"] = process.argv;
  try {
    const folder = await buildRelease(ref);
    // The one file that is zipped is the command line of AWS, with which the CDK's Lambda uploads the site.
    execFileSync("tar", ["-cJf", file, "--exclude=asset.*.zip", "-C", folder, "."]);
    console.log(`${file}: ${commitOf(ref)}`);
  } catch (error) {
    reportFailure(error);
  }
}
