// `npm run simulate` as a person runs it, outside the tests.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { outsideTests } from "#tests/support/environment.ts";

const script = fileURLToPath(new URL("simulate.ts", import.meta.url));

test("the history of a seed and of its devices is run and agrees", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [script, "--seeds", "1"], { env: outsideTests() });
  expect(stdout).toMatch(/^1 of 1 histories, 0 differ, /);
});
