// The CDK app: synthesizes the stacks of one stage, for `cdk` and for the local run. A finding of cdk-nag or of the
// template validator fails it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { bundle } from "./bundle.ts";
import { findStage } from "./config.ts";
import { addStacks } from "./stacks.ts";

// Context is set here because only the CLI reads cdk.json, and `node infra/app.ts` must make the same checks.
const app = new App({
  context: {
    "@aws-cdk/core:validateAgainstDefaultRules": true,
    "@aws-cdk/core:defaultCrossStackReferences": "strong",
  },
});
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));

const stage = findStage(app.node.tryGetContext("stage") ?? process.env.STAGE ?? "dev");
const site = process.env.WEB_DIST ?? join(import.meta.dirname, "../dist/web");
const bundles = mkdtempSync(join(tmpdir(), "inventory-bundles-"));
try {
  await bundle(bundles);
  addStacks(app, { stage, bundles, site });
  app.synth();
} finally {
  rmSync(bundles, { recursive: true });
}
