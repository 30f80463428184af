// `npm run deploy:check`: deploys the stacks of stage dev to an emulator of AWS and uses what stands there.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildWeb, synthesize } from "#infra/local/build.ts";
import { Trouble } from "#infra/local/user-error.ts";
import { invoke, secret } from "./emulator/calls.ts";
import { bootstrap, deploy } from "./emulator/deploy.ts";
import { type Emulator, startEmulator } from "./emulator/emulator.ts";
import { lint } from "./emulator/lint.ts";
import { said } from "./emulator/prerequisite.ts";
import { python } from "./emulator/python.ts";
import { copyAssembly } from "./emulator/template.ts";

/** What this does not show: the list at the end of docs/operations.md. */
const gaps = (): string => {
  const text = readFileSync(join(import.meta.dirname, "../docs/operations.md"), "utf8");
  return text.split("### What the emulator does not show")[1]?.trim() ?? "";
};

const smoke = (emulator: Emulator, site: string, password: string): Promise<number> => {
  const known = ["slash", "compressed"].flatMap((name) => ["--known", name]);
  const args = [join(import.meta.dirname, "smoke.ts"), "--url", site, "--write", ...known];
  const env = { ...emulator.env, SMOKE_PASSWORD: password };
  return new Promise((resolve) => {
    spawn(process.execPath, args, { env, stdio: "inherit" }).once("exit", (code) => resolve(code ?? 1));
  });
};

const only = (values: Record<string, string> = {}, name: string): string => {
  const value = values[name];
  if (!value) throw new Trouble(`The stack has no output ${name}.`);
  return value;
};

const check = async (): Promise<void> => {
  const programs = await python();
  const built = await synthesize("dev", await buildWeb());
  await lint(programs, built);
  const folder = mkdtempSync(join(tmpdir(), "deploy-check-"));
  const emulator = await startEmulator(programs, folder);
  try {
    const assembly = join(folder, "assembly");
    const left = copyAssembly(built, assembly);
    await bootstrap(emulator, folder, assembly);
    const { InventoryDevApi: api, InventoryDevWeb: web } = await deploy(emulator, folder, assembly);
    console.log("ok     The three stacks deploy, each role with the rights that its template gives it");
    const site = only(web, "Address").replace(/\.cloudfront\.net$/, `.cloudfront.localhost:${emulator.port}`);
    const code = await smoke(emulator, site, await secret(emulator, only(api, "FirstSignIn")));
    if (code !== 0) throw new Trouble(`The smoke check failed. The emulator's log: ${emulator.log}`);
    const night = (await invoke(emulator, "inventory-dev-snapshot", { pause: 0 })) as { mismatches?: number };
    if (night.mismatches !== 0) throw new Trouble(`The nightly job says ${JSON.stringify(night)}.`);
    console.log("ok     The nightly job runs with its role, and the books agree with the ledger");
    for (const what of left) console.log(`left   ${what} is not known to the emulator`);
  } finally {
    emulator.stop();
  }
  rmSync(folder, { recursive: true, force: true });
  console.log(`\nNot shown here, since the emulator does otherwise than AWS:\n\n${gaps()}`);
};

await said("deploy:check", check);
