// `npm run exhaustive`: the tests that go through every case. `npm test` has a short form of each.
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const files = globSync("tests/**/*.test.{ts,tsx}", { cwd: root }).filter((file) =>
  readFileSync(join(root, file), "utf8").includes('tags: "exhaustive"'),
);
const check = join(root, "tests/check.ts");
const { status } = spawnSync(process.execPath, [check, "--tags-filter=exhaustive", ...files], {
  cwd: root,
  stdio: "inherit",
});
process.exit(status ?? 1);
