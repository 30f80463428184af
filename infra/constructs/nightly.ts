// The nightly job: its schedule, and a queue for what did not run or has failed for good.
import { type CfnElement, Duration, Stack, TimeZone } from "aws-cdk-lib";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Schedule, ScheduleExpression } from "aws-cdk-lib/aws-scheduler";
import { LambdaInvoke } from "aws-cdk-lib/aws-scheduler-targets";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Stage } from "../config.ts";
import { acknowledge } from "./acknowledge.ts";

interface Props {
  stage: Stage;
  lambda: LambdaFunction;
}

export class Nightly extends Construct {
  /** Runs that the schedule could not start, and runs that failed after Lambda's two retries. */
  readonly missed: Queue;

  /** Runs when the business day has closed. */
  constructor(scope: Stack, name: string, { stage, lambda }: Props) {
    super(scope, `${name}Nightly`);
    this.missed = new Queue(this, "Missed", { enforceSSL: true, retentionPeriod: Duration.days(14) });
    acknowledge(this.missed, { "AwsSolutions-SQS3": "It is the dead-letter queue" });
    // The schedule's own retries end when Lambda has accepted the event; how the run went is Lambda's to tell.
    lambda.configureAsyncInvoke({ onFailure: { bind: () => ({ destination: this.missed.queueArn }) } });
    lambda.addToRolePolicy(new PolicyStatement({ actions: ["sqs:SendMessage"], resources: [this.missed.queueArn] }));

    const role = new Role(this, "Scheduler", { assumedBy: new ServicePrincipal("scheduler.amazonaws.com") });
    const id = Stack.of(this).getLogicalId(lambda.node.defaultChild as CfnElement);
    acknowledge(role, { [`AwsSolutions-IAM5[Resource::<${id}.Arn>:*]`]: "Versions of the one function it invokes" });
    new Schedule(this, "Schedule", {
      scheduleName: `inventory-${stage.name}-${name.toLowerCase()}`,
      schedule: ScheduleExpression.cron({ hour: "0", minute: "30", timeZone: TimeZone.ASIA_KOLKATA }),
      target: new LambdaInvoke(lambda, {
        role,
        deadLetterQueue: this.missed,
        retryAttempts: 5,
        maxEventAge: Duration.hours(6),
      }),
    });
  }
}
