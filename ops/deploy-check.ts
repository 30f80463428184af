// `npm run deploy:check`: deploys both stages to an emulator of AWS, and runs the smoke check and the nightly job on each.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stages } from "#infra/config.ts";
import { buildWeb, synthesize } from "#infra/local/build.ts";
import { UserError } from "#infra/local/user-error.ts";
import { stackName } from "#infra/stacks.ts";
import { runDeployJob } from "./deploy-job.ts";
import { bootstrap, tail } from "./emulator/bootstrap.ts";
import { invoke, readSecret } from "./emulator/calls.ts";
import { type Emulator, startEmulator } from "./emulator/emulator.ts";
import { lint } from "./emulator/lint.ts";
import { runCheck } from "./emulator/prerequisite.ts";
import { installPython } from "./emulator/python.ts";
import { copyAssembly } from "./emulator/template.ts";

/** The gaps of this check: the list at the end of docs/operations.md. */
const knownGaps = (): string => {
  const text = readFileSync(join(import.meta.dirname, "../docs/operations.md"), "utf8");
  return text.split("### What the emulator does not show")[1]?.trim() ?? "";
};

const smoke = (emulator: Emulator, site: string, password: string): Promise<number> => {
  // The emulator refuses trailing slashes and does not compress.
  const known = ["slash", "compressed"].flatMap((name) => ["--known", name]);
  const args = [join(import.meta.dirname, "smoke.ts"), "--url", site, "--write", ...known];
  const env = { ...emulator.env, SMOKE_PASSWORD: password };
  return new Promise((resolve) => {
    spawn(process.execPath, args, { env, stdio: "inherit" }).once("exit", (code) => resolve(code ?? 1));
  });
};

/** Outputs by stack. */
type Outputs = Record<string, Record<string, string>>;

/** By the commands of the workflow's job, which may start no other process. */
const deploy = async (emulator: Emulator, assembly: string): Promise<Outputs> => {
  const file = `${assembly}-outputs.json`;
  // Prod may lack the address for its alarms, without which an operator cannot deploy it.
  const options = ["--ignore-errors", "--outputs-file", file];
  const job = { folder: `${assembly}-checkout`, assembly, env: { ...emulator.env, HOME: process.env.HOME }, options };
  const { code, output, others } = await runDeployJob(job);
  if (code !== 0) throw new UserError(`The job that deploys failed:\n${tail(output)}`);
  if (others.length > 0) throw new UserError(`The job that deploys also starts:\n${others.join("\n")}`);
  return JSON.parse(readFileSync(file, "utf8"));
};

const outputOf = (values: Record<string, string> = {}, name: string): string => {
  const value = values[name];
  if (!value) throw new UserError(`The stack has no output ${name}.`);
  return value;
};

/** Deploys a stage and checks it there. Returns the resources left out of its templates. */
const checkStage = async (emulator: Emulator, stage: string, built: string, folder: string): Promise<string[]> => {
  const assembly = join(folder, stage);
  const removed = copyAssembly(built, assembly);
  const outputs = await deploy(emulator, assembly);
  console.log(`ok     The three stacks of ${stage} deploy, by the workflow's commands and no other process`);
  const site = outputOf(outputs[stackName(stage, "Web")], "Address").replace(
    /\.cloudfront\.net$/,
    `.cloudfront.localhost:${emulator.port}`,
  );
  const code = await smoke(
    emulator,
    site,
    await readSecret(emulator, outputOf(outputs[stackName(stage, "Api")], "FirstSignIn")),
  );
  if (code !== 0) throw new UserError(`The smoke check of ${stage} failed. The emulator's log: ${emulator.log}`);
  const night = (await invoke(emulator, `inventory-${stage}-snapshot`, { pause: 0 })) as { mismatches?: number };
  if (night.mismatches !== 0) throw new UserError(`The nightly job of ${stage} reports ${JSON.stringify(night)}.`);
  console.log(`ok     The nightly job of ${stage} runs with its role, and stock agrees with the ledger`);
  return removed;
};

const deployAndCheck = async (): Promise<void> => {
  const programs = await installPython();
  const web = await buildWeb();
  const folder = mkdtempSync(join(tmpdir(), "deploy-check-"));
  const built = new Map<string, string>();
  for (const stage of Object.keys(stages)) built.set(stage, await synthesize(stage, web));
  for (const assembly of built.values()) await lint(programs, assembly);
  const emulator = await startEmulator(programs, folder);
  const removed = new Set<string>();
  try {
    for (const [stage, assembly] of built) {
      await bootstrap(emulator, folder, stage, assembly);
      for (const resource of await checkStage(emulator, stage, assembly, folder)) removed.add(resource);
    }
  } finally {
    emulator.stop();
  }
  rmSync(folder, { recursive: true, force: true });
  for (const resource of removed) console.log(`NOT DEPLOYED  ${resource}, which the emulator does not support`);
  console.log(`\nNot tested here, since the emulator differs from AWS:\n\n${knownGaps()}`);
};

await runCheck("deploy:check", deployAndCheck);
