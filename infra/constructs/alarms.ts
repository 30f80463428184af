// Everything that mails the operator: the alarms and the budget. Few alarms cover everything, since beyond ten free
// metrics each one that an alarm watches costs 0.10 $ a month; they watch eighteen. Each alarm has a section in
// docs/operations.md.
import { Duration, Stack } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { CfnBudget } from "aws-cdk-lib/aws-budgets";
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
import { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Stage } from "../config.ts";
import type { LogMetrics } from "./metric-filters.ts";

interface Props {
  stage: Stage;
  /** The main API comes first. */
  apis: [HttpApi, ...HttpApi[]];
  deadLetters: Queue;
  metrics: LogMetrics;
}

type AlarmRow = Pick<AlarmProps, "metric" | "threshold"> & Partial<AlarmProps>;

const fiveMinuteSum = { period: Duration.minutes(5), statistic: "Sum" };

const alarmRows = ({ stage: { people }, apis, deadLetters, metrics }: Props) =>
  ({
    errors: { metric: sumOf(apis.map((api) => api.metricServerError(fiveMinuteSum))), threshold: 3 },
    // Lambda's concurrency limit is the account's, so the metric over all its functions counts.
    throttles: {
      metric: sumOf([
        metrics.throttles.with(fiveMinuteSum),
        new Metric({ namespace: "AWS/Lambda", metricName: "Throttles", ...fiveMinuteSum }),
      ]),
      threshold: 5,
    },
    slow: { metric: metrics.slow.with(fiveMinuteSum), threshold: 1 },
    // One is enough: a small shop's canary meets one posting in ten minutes.
    refusals: { metric: metrics.refusedPostings.with(fiveMinuteSum), threshold: 1 },
    // Per cent of the main API's calls, preflights included. In two successive periods and not of a few, since devices that come
    // back in the morning are signed out too, once each. No release is rolled back for it, so it stops none that mends it.
    sessions: {
      metric: new MathExpression({
        expression: "IF(m0 >= 20, 100 * m0 / m1, 0)",
        usingMetrics: { m0: metrics.signedOut.with(fiveMinuteSum), m1: apis[0].metricCount(fiveMinuteSum) },
        period: fiveMinuteSum.period,
      }),
      threshold: 33,
      evaluationPeriods: 2,
    },
    // A screen that fails for all, not for one person: a session tells of five in a day.
    screens: { metric: metrics.appErrors.with({ ...fiveMinuteSum, period: Duration.minutes(15) }), threshold: 10 },
    // Forty people send some 200 in five minutes, and ten times that in a busy moment; one route lets 6,000 through. Of the
    // main API only: the other one has a single route.
    flood: { metric: apis[0].metricCount(fiveMinuteSum), threshold: 125 * people },
    // Read units of DynamoDB: few calls can be dear. At 10,000 products a person's first minutes, with every list and a day's
    // ledger, take 10,000 (ops/cost/measured.json).
    reads: { metric: metrics.reads.with(fiveMinuteSum), threshold: 15_000 * people },
    // A count and not a percentile, which one long report decides in a quiet shop; in two successive periods, so that it
    // is not one person's.
    latency: { metric: metrics.late.with(fiveMinuteSum), threshold: 5, evaluationPeriods: 2 },
    // Per cent of what the account may run at a time, whatever AWS grants it meanwhile.
    concurrency: {
      metric: new MathExpression({
        expression: "100 * m0 / SERVICE_QUOTA(m0)",
        usingMetrics: { m0: LambdaFunction.metricAllConcurrentExecutions({ statistic: "Maximum" }) },
        period: fiveMinuteSum.period,
      }),
      threshold: 80,
    },
    // Two user names, each guessed at until it is refused.
    "sign-ins": {
      metric: metrics.refusedSignIns.with({ ...fiveMinuteSum, period: Duration.minutes(15) }),
      threshold: 10,
    },
    guessing: { metric: metrics.guessing.with(fiveMinuteSum), threshold: 1 },
    "dead-letters": {
      metric: deadLetters.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(5),
        statistic: "Maximum",
      }),
      threshold: 1,
    },
    // The job runs every 24 hours; two more hours are for its retries.
    "snapshot-late": {
      metric: metrics.nights.with({ period: Duration.hours(1), statistic: "Sum" }),
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      threshold: 1,
      evaluationPeriods: 26,
      treatMissingData: TreatMissingData.BREACHING,
    },
    // Missing data keeps the state: only a nightly run without a difference ends the alarm.
    mismatch: {
      metric: metrics.mismatches.with({ period: Duration.hours(1), statistic: "Maximum" }),
      threshold: 1,
      treatMissingData: TreatMissingData.IGNORE,
    },
  }) satisfies Record<string, AlarmRow>;

/** `FILL`, because a metric without data in a period would leave the whole sum without data. */
const sumOf = (metrics: IMetric[]): MathExpression =>
  new MathExpression({
    expression: metrics.map((_, index) => `FILL(m${index}, 0)`).join(" + "),
    usingMetrics: Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric])),
    period: fiveMinuteSum.period,
  });

type AlarmName = keyof ReturnType<typeof alarmRows>;

export class Alarms extends Construct {
  readonly all: Record<AlarmName, Alarm>;

  constructor(scope: Stack, id: string, props: Props) {
    super(scope, id);
    const { stage } = props;
    const mail = new SnsAction(this.topic(stage));
    const alarm = (name: string, row: AlarmRow): Alarm => {
      const created = new Alarm(this, name, {
        alarmName: `inventory-${stage.name}-${name}`,
        alarmDescription: `What to do: "${name}" in docs/operations.md`,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        evaluationPeriods: 1,
        treatMissingData: TreatMissingData.NOT_BREACHING,
        ...row,
      });
      created.addAlarmAction(mail);
      created.addOkAction(mail);
      return created;
    };
    const created = Object.entries<AlarmRow>(alarmRows(props)).map(([name, row]) => [name, alarm(name, row)]);
    this.all = Object.fromEntries(created);
  }

  private topic({ email }: Stage): Topic {
    const topic = new Topic(this, "Mail", { enforceSSL: true });
    // `enforceSSL` adds a policy, which replaces the default one that lets the account's alarms publish.
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

/**
 * A budget for the whole account, since AWS reports the cost of a tag only after somebody activates that tag for
 * billing.
 */
export const addBudget = (scope: Construct, { email, budget }: Stage): void => {
  if (!email) return;
  const mail = (notificationType: "ACTUAL" | "FORECASTED", threshold: number) => ({
    notification: { notificationType, comparisonOperator: "GREATER_THAN", threshold, thresholdType: "PERCENTAGE" },
    subscribers: [{ subscriptionType: "EMAIL", address: email }],
  });
  // No fixed name: a new address replaces the budget, and during the replacement two of one name would clash.
  new CfnBudget(scope, "Budget", {
    budget: {
      budgetType: "COST",
      timeUnit: "MONTHLY",
      budgetLimit: { amount: budget, unit: "USD" },
    },
    notificationsWithSubscribers: [mail("ACTUAL", 80), mail("FORECASTED", 100)],
  });
};
