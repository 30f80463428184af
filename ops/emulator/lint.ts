// Runs cfn-lint on templates, a second opinion besides cdk-nag and the validator that run during synthesis.
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { UserError } from "#infra/local/user-error.ts";
import { region } from "./emulator.ts";

const run = promisify(execFile);

/** Intended findings, each with its reason. */
const acknowledged: Record<string, string> = {
  W3005: "CDK adds a DependsOn on the role that a function refers to anyway; harmless",
  W6001: "an output names the secret with the first password, in the stack that creates the first user",
};

/** Throws if cfn-lint has findings in the templates of an assembly. */
export const lint = async (programs: string, assembly: string): Promise<void> => {
  const templates = readdirSync(assembly).filter((name) => name.endsWith(".template.json"));
  const ignored = Object.keys(acknowledged).flatMap((id) => ["--ignore-checks", id]);
  const args = ["--regions", region, "--format", "parseable", ...ignored, "--", ...templates];
  await run(join(programs, "cfn-lint"), args, { cwd: assembly, maxBuffer: 1 << 26 }).catch(({ stdout, stderr }) => {
    throw new UserError(`cfn-lint has findings:\n${stdout}${stderr}`);
  });
  console.log(`ok     cfn-lint has no findings in ${templates.join(", ")}`);
};
