// The deployment of a stage, as `cdk` and the local run synthesize it: a finding of cdk-nag or the validator fails it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { bundle } from "./bundle.ts";
import { stageNamed } from "./config.ts";
import { addStacks } from "./stacks.ts";

// Context is set here and not in cdk.json, which only the CLI reads: `node infra/app.ts` must find the same faults.
const app = new App({
  context: {
    "@aws-cdk/core:validateAgainstDefaultRules": true,
    "@aws-cdk/core:defaultCrossStackReferences": "strong",
  },
});
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));

const stage = stageNamed(app.node.tryGetContext("stage") ?? process.env.STAGE ?? "dev");
const site = process.env.WEB_DIST ?? join(import.meta.dirname, "../dist/web");
const bundles = mkdtempSync(join(tmpdir(), "inventory-bundles-"));
try {
  await bundle(bundles);
  addStacks(app, { stage, bundles, site });
  app.synth();
} finally {
  rmSync(bundles, { recursive: true });
}
