// Canary deployments with CodeDeploy: a new version of a Lambda serves a tenth of the requests before it serves all.
import { Stack } from "aws-cdk-lib";
import type { IAlarm } from "aws-cdk-lib/aws-cloudwatch";
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from "aws-cdk-lib/aws-codedeploy";
import { Role } from "aws-cdk-lib/aws-iam";
import { Alias, type Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { acknowledge } from "./acknowledge.ts";
import { ofAccount } from "./of-account.ts";

export class CanaryDeployment extends Construct {
  private readonly application = new LambdaApplication(this, "Application");
  private readonly role = new Role(this, "Role", { assumedBy: ofAccount("codedeploy.amazonaws.com", Stack.of(this)) });
  private readonly alarms: IAlarm[];

  /** While one of the alarms is on, no deployment starts and a running one is rolled back. */
  constructor(scope: Construct, id: string, alarms: IAlarm[]) {
    super(scope, id);
    this.alarms = alarms;
    acknowledge(this.role, {
      "AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]":
        "AWS's managed list of what CodeDeploy needs to shift an alias",
    });
  }

  /** The alias to integrate instead of the Lambda itself. */
  alias(id: string, lambda: LambdaFunction): Alias {
    const alias = new Alias(this, id, { aliasName: "live", version: lambda.currentVersion });
    new LambdaDeploymentGroup(this, `${id}-release`, {
      application: this.application,
      role: this.role,
      alias,
      alarms: this.alarms,
      // Long enough for a small seller's few requests to reach the new version.
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_10MINUTES,
    });
    return alias;
  }
}
