// The deployment: three stacks that depend one way, data <- api <- web.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { ApiStack } from "./api-stack.ts";
import { bundle } from "./bundle.ts";
import { stageNamed } from "./config.ts";
import { DataStack } from "./data-stack.ts";
import { WebStack } from "./web-stack.ts";

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
  const name = (part: string) => `Inventory${stage.name[0]?.toUpperCase()}${stage.name.slice(1)}${part}`;
  const data = new DataStack(app, name("Data"), {});
  const api = new ApiStack(app, name("Api"), { stage, data, bundles });
  new WebStack(app, name("Web"), { apis: api.addresses, ...data.buckets, site });
  app.synth();
} finally {
  rmSync(bundles, { recursive: true });
}
