// `npm run test:changed [-- COMMIT]`: linter, types, and the tests of what differs from a commit, else from the last one.
// Tests that come in over HTTP import nothing of the product, so they are found by name and place, and by who imports it.
import { execFileSync, spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const root = join(import.meta.dirname, "..");
const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
const [since = "HEAD"] = process.argv.slice(2);
const changed = [
  ...git("diff", "--name-only", "--diff-filter=d", since),
  ...git("ls-files", "--others", "--exclude-standard"),
];

const sources = globSync("{shared,functions,infra,web,demo,ops,tests}/**/*.{ts,tsx}", {
  cwd: root,
  exclude: (name) => name === "node_modules",
});
const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const tests = sources.filter(isTest);

/** Of each file, those that import it. */
const importers = new Map<string, string[]>();
for (const file of sources)
  for (const [, from = ""] of readFileSync(join(root, file), "utf8").matchAll(/(?:from|import)[ (]"([#.][^"]+)"/g)) {
    const imported = from.startsWith("#") ? from.slice(1) : join(dirname(file), from);
    importers.set(imported, [...(importers.get(imported) ?? []), file]);
  }

const stem = (file: string) => basename(file).replace(/\..*$/, "").replace(/s$/, "");
const room = (file: string) => file.split("/")[0];

/** Tests that bear a file's name, or begin it, in its own room; those of a shared noun in all rooms. */
const named = (file: string): string[] =>
  tests.filter((test) => {
    if (room(file) !== "shared" && !test.startsWith(`tests/${room(file)}/`)) return false;
    return stem(file) === stem(test) || stem(file).startsWith(`${stem(test)}-`);
  });

/** A file's own tests, else those of the files that import it, and so on. */
const testsOf = (file: string): string[] => {
  const seen = new Set([file]);
  for (let level = [file]; level.length > 0; ) {
    const found = level.flatMap((one) => (isTest(one) ? [one] : named(one)));
    if (found.length > 0) return found;
    level = level.flatMap((one) => importers.get(one) ?? []).filter((one) => !seen.has(one));
    for (const one of level) seen.add(one);
  }
  return [];
};

/** More take longer than one waits; the whole check runs them. */
const most = 6;
const all = [...new Set(changed.flatMap(testsOf))];
if (all.length > most) console.log(`${all.length - most} more files test this: npm test runs them too.`);

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
run("vitest/vitest.mjs", "run", "tests/shared/", "tests/infra/walls.test.ts", ...all.slice(0, most));
