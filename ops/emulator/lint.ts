// cfn-lint as a second opinion on templates, beside cdk-nag and the validator that run while they are made.
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Trouble } from "#infra/local/user-error.ts";
import { region } from "./emulator.ts";

const run = promisify(execFile);

/** Findings that are meant to be so. */
const acknowledged: Record<string, string> = {
  W3005: "CDK writes that a function waits for its role beside naming that role; the two say the same",
  W6001: "the operator finds the first password among the outputs of the stack that makes the first user",
};

/** Throws with what it finds in the templates of an assembly. */
export const lint = async (programs: string, assembly: string): Promise<void> => {
  const templates = readdirSync(assembly).filter((name) => name.endsWith(".template.json"));
  const ignored = Object.keys(acknowledged).flatMap((id) => ["--ignore-checks", id]);
  const args = ["--regions", region, "--format", "parseable", ...ignored, "--", ...templates];
  await run(join(programs, "cfn-lint"), args, { cwd: assembly, maxBuffer: 1 << 26 }).catch(({ stdout, stderr }) => {
    throw new Trouble(`cfn-lint finds fault with the templates:\n${stdout}${stderr}`);
  });
  console.log(`ok     cfn-lint finds no fault with ${templates.join(", ")}`);
};
