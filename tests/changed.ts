// `npm run test:changed [-- COMMIT]`: lints, checks types, and tests files changed since a commit, by default the last.
import { execFileSync, spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const root = join(import.meta.dirname, "..");
const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
const [since = "HEAD"] = process.argv.slice(2);
const changed = [
  ...git("diff", "--name-only", "--diff-filter=d", since),
  ...git("ls-files", "--others", "--exclude-standard"),
];
const tests = globSync("tests/**/*.test.{ts,tsx}", { cwd: root });

const stem = (file: string) => basename(file).replace(/\..*$/, "").replace(/s$/, "");
const hasNameOf = (file: string) => (test: string) =>
  stem(file) === stem(test) || stem(file).startsWith(`${stem(test)}-`);

/** Tests in the folder that mirrors a file's, or in the nearest one above it: tests/functions/db/ for functions/lib/db/. */
const mirrored = (file: string): string[] => {
  let folder = file.startsWith("tests/")
    ? dirname(file)
    : join("tests", dirname(file).replace("functions/lib", "functions"));
  for (;;) {
    const found = tests.filter((test) => test.startsWith(`${folder}/`));
    if (found.length > 0) return found;
    folder = dirname(folder);
  }
};

const testsOf = (file: string): string[] => {
  if (!/\.(tsx?|mjs|css)$/.test(file)) return ["tests/papers.test.ts"];
  if (tests.includes(file)) return [file];
  // Every test depends on tests/support/, so only the whole check tests a change of it.
  if (file.startsWith("tests/support/")) return [];
  // The tests of shared/ always run; its nouns are tested in other folders too.
  if (file.startsWith("shared/")) return tests.filter(hasNameOf(file));
  const near = mirrored(file);
  const named = near.filter(hasNameOf(file));
  return named.length > 0 ? named : near;
};

/** Most files to run; `npm test` runs all. A file that opens pages takes as long as three that do not. */
const limit = 6;
const costOf = (file: string): number => (/^tests\/web\/.*\.test\.ts$/.test(file) ? 3 : 1);
const all = [...new Set(changed.flatMap(testsOf))];
const near = all.filter((_, index) => all.slice(0, index + 1).reduce((sum, file) => sum + costOf(file), 0) <= limit);
if (all.length > near.length) console.log(`${all.length - near.length} more files test this: npm test runs them too.`);

const run = (bin: string, ...args: string[]) => {
  const { status } = spawnSync(process.execPath, [join(root, "node_modules", bin), ...args], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
};
if (changed.length > 0)
  run("@biomejs/biome/bin/biome", "check", "--error-on-warnings", "--no-errors-on-unmatched", ...changed);
run("typescript/bin/tsc", "-b");
run("vitest/vitest.mjs", "run", "--tags-filter=!exhaustive", "tests/shared/", "tests/infra/walls.test.ts", ...near);
