// The three stacks of a stage, which depend on each other one way: data <- api <- web.
import { Annotations, type App, DefaultStackSynthesizer } from "aws-cdk-lib";
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

export const stackName = (stage: string, part: "Data" | "Api" | "Web"): string =>
  `Inventory${stage[0]?.toUpperCase()}${stage.slice(1)}${part}`;

export const addStacks = (app: App, { stage, bundles, site }: Props): void => {
  const name = (part: Parameters<typeof stackName>[1]) => stackName(stage.name, part);
  const common = () => ({
    stage,
    // Each stage has a bootstrap of its own, so that the roles that deploy one cannot deploy another.
    synthesizer: new DefaultStackSynthesizer({ qualifier: `inv${stage.name}` }),
    terminationProtection: stage.protect,
    // CloudFormation adds these tags to every resource, so that the bill can be divided by them.
    tags: { application: "inventory-manager", stage: stage.name },
  });
  const data = new DataStack(app, name("Data"), common());
  const api = new ApiStack(app, name("Api"), { ...common(), data, bundles });
  new WebStack(app, name("Web"), { ...common(), apis: api.addresses, apiBuild: api.build, ...data.buckets, site });
  if (stage.email) return;
  const problem = "Alarms reach nobody: set the stage's email in infra/config.ts";
  // With an error the CLI refuses to deploy; the templates can still be made and checked.
  if (stage.protect) Annotations.of(api).addError(problem);
  else Annotations.of(api).addWarningV2("inventory:no-email", problem);
};
