// Careful releases: an alias that moves to a new version of a Lambda by way of a tenth of the requests.

import type { IAlarm } from "aws-cdk-lib/aws-cloudwatch";
import {
  LambdaDeploymentConfig as Config,
  LambdaDeploymentGroup as Group,
  LambdaApplication,
} from "aws-cdk-lib/aws-codedeploy";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Alias, type Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { acknowledge } from "./acknowledge.ts";

export class Canary extends Construct {
  private readonly application = new LambdaApplication(this, "Application");
  private readonly role = new Role(this, "Role", { assumedBy: new ServicePrincipal("codedeploy.amazonaws.com") });
  private readonly alarms: IAlarm[];

  /** While one of the alarms rings no release begins, and one that has begun is taken back. */
  constructor(scope: Construct, id: string, alarms: IAlarm[]) {
    super(scope, id);
    this.alarms = alarms;
    acknowledge(this.role, {
      "AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]":
        "AWS's own list of what CodeDeploy needs to move an alias",
    });
  }

  /** The alias to call instead of the Lambda. */
  of(id: string, lambda: LambdaFunction): Alias {
    const alias = new Alias(this, id, { aliasName: "live", version: lambda.currentVersion });
    new Group(this, `${id}-release`, {
      application: this.application,
      role: this.role,
      alias,
      alarms: this.alarms,
      // Ten minutes: a small seller's requests are few.
      deploymentConfig: Config.CANARY_10PERCENT_10MINUTES,
    });
    return alias;
  }
}
