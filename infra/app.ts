// The CDK app: synthesizes the stacks of one stage, for `cdk` and for the local run. A finding of cdk-nag or of the
// template validator fails it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { bundle } from "./bundle.ts";
import { findStage } from "./config.ts";
import { context } from "./context.ts";
import { addStacks } from "./stacks.ts";

const app = new App({ context });
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
