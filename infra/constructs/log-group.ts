// A log group of a stage. It outlives its stack: the log of what users did must survive a mistake with the stacks.
import { RemovalPolicy } from "aws-cdk-lib";
import { LogGroup, type RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { Stage } from "../config.ts";

/** AWS keeps one policy, of limited length, for the log groups that its services write to; these need no entry in it. */
const prefix = "/aws/vendedlogs";

/** `inventory-<stage>` under the prefix, followed by the part's name if it has one. */
export const logGroupName = ({ name }: Stage, part = ""): string =>
  `${prefix}/inventory-${[name, part].filter(Boolean).join("-")}`;

/** `retention`: days, the stage's own by default. */
export const addLogGroup = (
  scope: Construct,
  id: string,
  stage: Stage,
  { part, retention = stage.logs }: { part?: string; retention?: RetentionDays } = {},
): LogGroup =>
  new LogGroup(scope, id, {
    logGroupName: logGroupName(stage, part),
    retention,
    // Yet deleted if its first deployment fails, or the next one would find the name taken.
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
