// Bootstraps the emulator with the CDK of the lockfile, as an operator does a new region.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { UserError } from "#infra/local/user-error.ts";
import { type Emulator, region } from "./emulator.ts";

const run = promisify(execFile);
const cdk = join(import.meta.dirname, "../../node_modules/aws-cdk/bin/cdk");

/** The end of a long output, which is printed only when its command fails. */
export const tail = (text = ""): string => text.trim().split("\n").slice(-25).join("\n");

export const bootstrap = async (emulator: Emulator, folder: string, stage: string, assembly: string): Promise<void> => {
  const options = ["--qualifier", `inv${stage}`, "--toolkit-stack-name", `CDKToolkit-${stage}`, "--app", assembly];
  const args = [cdk, "bootstrap", `aws://000000000000/${region}`, ...options, "--no-notices", "--ci"];
  await run(process.execPath, args, { env: emulator.env, cwd: folder, timeout: 300_000, maxBuffer: 1 << 26 }).catch(
    ({ stdout, stderr }) => {
      throw new UserError(`cdk bootstrap failed:\n${tail(stdout)}\n${tail(stderr)}`);
    },
  );
};
