// What rings: few alarms over everything, since each metric of one costs 0.10 $ a month beyond ten.
// A name here is a line of docs/operations.md, and the other way round.
import { Duration, Stack } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import {
  Alarm,
  type AlarmProps,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { Effect, PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Stage } from "../config.ts";
import type { Counts } from "./metric-filters.ts";

interface Props {
  stage: Stage;
  apis: HttpApi[];
  missed: Queue;
  counts: Counts;
}

type Row = Pick<AlarmProps, "metric" | "threshold"> & Partial<AlarmProps>;

const some = { period: Duration.minutes(5), statistic: "Sum" };

const rows = ({ apis, missed, counts }: Omit<Props, "stage">) =>
  ({
    errors: { metric: sum(apis.map((api) => api.metricServerError(some))), threshold: 3 },
    // Lambda's limit belongs to the account, so whatever runs into it counts.
    throttles: {
      metric: sum([
        counts.throttles.with(some),
        new Metric({ namespace: "AWS/Lambda", metricName: "Throttles", ...some }),
      ]),
      threshold: 5,
    },
    slow: { metric: counts.slow.with(some), threshold: 1 },
    // Two names that were guessed at until they closed.
    "sign-ins": { metric: counts.refusedSignIns.with({ ...some, period: Duration.minutes(15) }), threshold: 10 },
    "dead-letters": {
      metric: missed.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(5), statistic: "Maximum" }),
      threshold: 1,
    },
    // It runs once in 24 hours; two more are for its retries.
    "snapshot-late": {
      metric: counts.nights.with({ period: Duration.hours(1), statistic: "Sum" }),
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      threshold: 1,
      evaluationPeriods: 26,
      treatMissingData: TreatMissingData.BREACHING,
    },
    // Once it rings, only a night without a difference ends it.
    mismatch: {
      metric: counts.mismatches.with({ period: Duration.hours(1), statistic: "Maximum" }),
      threshold: 1,
      treatMissingData: TreatMissingData.IGNORE,
    },
  }) satisfies Record<string, Row>;

/** An hour without requests has no data, which would make the sum none either. */
const sum = (metrics: IMetric[]): MathExpression =>
  new MathExpression({
    expression: metrics.map((_, index) => `FILL(m${index}, 0)`).join(" + "),
    usingMetrics: Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric])),
    period: some.period,
  });

type AlarmName = keyof ReturnType<typeof rows>;

export class Alarms extends Construct {
  readonly all: Record<AlarmName, Alarm>;

  constructor(scope: Stack, id: string, { stage, ...watched }: Props) {
    super(scope, id);
    const mail = new SnsAction(this.topic(stage));
    const alarm = (name: string, row: Row): Alarm => {
      const made = new Alarm(this, name, {
        alarmName: `inventory-${stage.name}-${name}`,
        alarmDescription: `What to do: "${name}" in docs/operations.md`,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        evaluationPeriods: 1,
        treatMissingData: TreatMissingData.NOT_BREACHING,
        ...row,
      });
      made.addAlarmAction(mail);
      made.addOkAction(mail);
      return made;
    };
    const made = Object.entries<Row>(rows(watched)).map(([name, row]) => [name, alarm(name, row)]);
    this.all = Object.fromEntries(made);
  }

  private topic({ email }: Stage): Topic {
    const topic = new Topic(this, "Mail", { enforceSSL: true });
    // A policy of its own replaces the one by which the account's alarms may write to a topic.
    topic.addToResourcePolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
        actions: ["sns:Publish"],
        resources: [topic.topicArn],
        conditions: { StringEquals: { "aws:SourceAccount": Stack.of(this).account } },
      }),
    );
    if (email) topic.addSubscription(new EmailSubscription(email));
    return topic;
  }
}
