// The three stacks of a stage, which depend on each other one way: data <- api <- web.
import { Annotations, type App } from "aws-cdk-lib";
import { ApiStack } from "./api-stack.ts";
import type { Stage } from "./config.ts";
import { DataStack } from "./data-stack.ts";
import { WebStack } from "./web-stack.ts";

interface Props {
  stage: Stage;
  /** Folder that holds `<Lambda>/index.cjs` for every Lambda. */
  bundles: string;
  /** Folder of the built web app. */
  site: string;
}

export const addStacks = (app: App, { stage, bundles, site }: Props): void => {
  const name = (part: string) => `Inventory${stage.name[0]?.toUpperCase()}${stage.name.slice(1)}${part}`;
  const common = { stage, terminationProtection: stage.protect };
  const data = new DataStack(app, name("Data"), common);
  const api = new ApiStack(app, name("Api"), { ...common, data, bundles });
  new WebStack(app, name("Web"), { ...common, apis: api.addresses, ...data.buckets, site });
  if (!stage.email)
    Annotations.of(api).addWarningV2(
      "inventory:no-email",
      "Alarms reach nobody: set the stage's email in infra/config.ts",
    );
};
