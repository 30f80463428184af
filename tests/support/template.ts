// The synthesized templates, with every reference resolved as on this machine.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { onTestFinished } from "vitest";
import type { Stage } from "#infra/config.ts";
import { context } from "#infra/context.ts";
import { type Assembly, type Json, readAssembly } from "#infra/local/assembly.ts";
import { synthesize } from "#infra/local/build.ts";
import { addStacks } from "#infra/stacks.ts";
import { uses } from "#infra/uses.ts";

interface Found {
  id: string;
  stack: string;
  type: string;
  properties: Json;
  /** With replacement and deletion policies. */
  template: Json;
}

export const region = "ap-south-1";

interface Templates {
  /** Resources by type. */
  of(type: string | RegExp): Found[];
  assembly: Assembly;
  folder: string;
}

/** The templates of a stage as they are deployed. */
export const templates = async (stage: "dev" | "prod"): Promise<Templates> => {
  const { ASSEMBLY: dev = "", WEB_BUILT: web = "" } = process.env;
  return read(stage === "dev" ? dev : await synthesize(stage, web));
};

/** The templates of a stage with a test's own settings, and empty files as bundles and web app. */
export const templatesOf = (stage: Stage): Templates => {
  const folder = mkdtempSync(join(tmpdir(), "templates-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [bundles, site, outdir] = [join(folder, "bundles"), join(folder, "site"), join(folder, "out")];
  for (const made of [...Object.keys(uses).map((name) => join(bundles, name)), site]) {
    mkdirSync(made, { recursive: true });
    writeFileSync(join(made, "index"), made);
  }
  synthesizeInto(outdir, { stage, bundles, site });
  return read(outdir);
};

/** Writes the templates of a stage, with these bundles and this web app, into a folder. */
export const synthesizeInto = (outdir: string, settings: Parameters<typeof addStacks>[1]): void => {
  const app = new App({
    outdir,
    treeMetadata: false,
    // Compiling CDK's validator takes seconds, and without the setting in `infra/app.ts` it only warns.
    builtinCloudFormationValidation: false,
    context,
  });
  addStacks(app, settings);
  app.synth();
};

const read = (folder: string): Templates => {
  const apis = new Map<string, string>();
  const assembly = readAssembly(folder, { region, apis, storage: "storage.local" });
  for (const { id } of assembly.of("AWS::ApiGatewayV2::Api")) apis.set(id, "https://api.local");
  const of = (type: string | RegExp): Found[] =>
    assembly.of(type).map(({ properties, ...found }) => ({
      ...found,
      properties: assembly.resolve(properties, found.stack),
    }));
  return { of, assembly, folder };
};
