// The CDK app: synthesizes the stacks of one stage, for `cdk` and for the local run, and builds the web app for it where
// WEB_DIST names none. A finding of cdk-nag or of the template validator fails it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { bundle } from "./bundle.ts";
import { findStage } from "./config.ts";
import { context } from "./context.ts";
import { buildWeb } from "./local/build.ts";
import { addStacks } from "./stacks.ts";

const app = new App({ context });
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));

const stage = findStage(app.node.tryGetContext("stage") ?? process.env.STAGE ?? "dev");
const site = process.env.WEB_DIST ?? (await buildWeb());
const bundles = mkdtempSync(join(tmpdir(), "inventory-bundles-"));
try {
  await bundle(bundles);
  addStacks(app, { stage, bundles, site });
  app.synth();
} finally {
  rmSync(bundles, { recursive: true });
}
