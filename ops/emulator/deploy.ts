// Deploys an assembly to the emulator with the CDK of the lockfile, as an operator would.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { UserError } from "#infra/local/user-error.ts";
import { type Emulator, region } from "./emulator.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");

/** Outputs by stack. */
type Outputs = Record<string, Record<string, string>>;

const cdk = async ({ env }: Emulator, folder: string, assembly: string, args: string[]): Promise<void> => {
  const script = join(root, "node_modules/aws-cdk/bin/cdk");
  const all = [script, ...args, "--app", assembly, "--no-notices", "--ci"];
  // CDK's output is long, and printed only when it fails.
  await run(process.execPath, all, { env, cwd: folder, timeout: 300_000, maxBuffer: 1 << 26 }).catch((error) => {
    throw new UserError(`cdk ${args[0]} failed:\n${tail(error.stdout)}\n${tail(error.stderr)}`);
  });
};

const tail = (text = ""): string => text.trim().split("\n").slice(-25).join("\n");

export const bootstrap = (emulator: Emulator, folder: string, stage: string, assembly: string): Promise<void> => {
  const options = ["--qualifier", `inv${stage}`, "--toolkit-stack-name", `CDKToolkit-${stage}`];
  return cdk(emulator, folder, assembly, ["bootstrap", `aws://000000000000/${region}`, ...options]);
};

export const deploy = async (emulator: Emulator, folder: string, assembly: string): Promise<Outputs> => {
  const file = join(folder, "outputs.json");
  // Prod may lack the address for its alarms, without which an operator cannot deploy it.
  const options = ["--require-approval", "never", "--ignore-errors", "--outputs-file", file];
  await cdk(emulator, folder, assembly, ["deploy", "--all", ...options]);
  return JSON.parse(readFileSync(file, "utf8"));
};
