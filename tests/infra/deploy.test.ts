// `npx cdk deploy --all` is the whole deployment: the command line deploys the templates that all other tests check.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { templates } from "#tests/support/template.ts";

const root = join(import.meta.dirname, "../..");
const out = mkdtempSync(join(tmpdir(), "deploy-"));
afterAll(() => rmSync(out, { recursive: true }));

test("the command line takes the build of the web app and synthesizes exactly the templates of its stage, but deploys no prod without an address for alarms", {
  tags: "exhaustive",
}, async () => {
  const cdk = join(root, "node_modules/aws-cdk/bin/cdk");
  const args = ["synth", "--all", "--quiet", "-c", "stage=prod", "-o", out];
  // Without the test runner's NODE_ENV. Validation is off, since `npm run synth` has validated the same templates.
  const { NODE_ENV: _, ...own } = process.env;
  const env = { ...own, CDK_VALIDATION: "false" };
  const { stderr, status } = spawnSync(process.execPath, [cdk, ...args], { cwd: root, env, encoding: "utf8" });
  const { folder } = await templates("prod");
  const read = (from: string) =>
    Object.fromEntries(
      readdirSync(from)
        .filter((file) => file.endsWith(".template.json"))
        .map((file) => [file, JSON.parse(readFileSync(join(from, file), "utf8"))]),
    );
  expect(Object.keys(read(out))).toHaveLength(3);
  expect(read(out)).toEqual(read(folder));
  // The templates are made, but no command goes on with them.
  expect([status, stderr]).toEqual([1, expect.stringContaining("Alarms reach nobody: set the stage's email in")]);
});
