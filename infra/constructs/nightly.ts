// The nightly job's schedule, and a dead-letter queue for runs that could not start or failed for good.
import { type CfnElement, Duration, Stack, TimeZone } from "aws-cdk-lib";
import { PolicyStatement, Role } from "aws-cdk-lib/aws-iam";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Schedule, ScheduleExpression } from "aws-cdk-lib/aws-scheduler";
import { LambdaInvoke } from "aws-cdk-lib/aws-scheduler-targets";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Stage } from "../config.ts";
import { acknowledge } from "./acknowledge.ts";
import { ofAccount } from "./of-account.ts";

interface Props {
  stage: Stage;
  lambda: LambdaFunction;
}

export class NightlySchedule extends Construct {
  /** Runs that the schedule could not start, and runs that failed after Lambda's two retries. */
  readonly deadLetters: Queue;

  constructor(scope: Stack, name: string, { stage, lambda }: Props) {
    super(scope, `${name}Nightly`);
    this.deadLetters = new Queue(this, "Missed", { enforceSSL: true, retentionPeriod: Duration.days(14) });
    acknowledge(this.deadLetters, { "AwsSolutions-SQS3": "It is the dead-letter queue" });
    // The schedule retries only until Lambda accepts the event; only Lambda knows whether the run then failed.
    const { queueArn } = this.deadLetters;
    lambda.configureAsyncInvoke({ onFailure: { bind: () => ({ destination: queueArn }) } });
    lambda.addToRolePolicy(new PolicyStatement({ actions: ["sqs:SendMessage"], resources: [queueArn] }));

    const role = new Role(this, "Scheduler", { assumedBy: ofAccount("scheduler.amazonaws.com", scope) });
    const id = Stack.of(this).getLogicalId(lambda.node.defaultChild as CfnElement);
    acknowledge(role, {
      [`AwsSolutions-IAM5[Resource::<${id}.Arn>:*]`]: "Covers the versions of the one function it invokes",
    });
    new Schedule(this, "Schedule", {
      scheduleName: `inventory-${stage.name}-${name.toLowerCase()}`,
      // Half an hour after midnight in the business time zone, when the day to close is over.
      schedule: ScheduleExpression.cron({ hour: "0", minute: "30", timeZone: TimeZone.ASIA_KOLKATA }),
      target: new LambdaInvoke(lambda, {
        role,
        deadLetterQueue: this.deadLetters,
        retryAttempts: 5,
        maxEventAge: Duration.hours(6),
      }),
    });
  }
}
