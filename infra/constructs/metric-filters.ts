// Metric filters on the logs, for events that AWS has no metric for. Each makes one metric over all Lambdas or over both APIs.
import type { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern, type LogGroup, MetricFilter } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { Route } from "#shared/api.ts";
import type { Stage } from "../config.ts";
import { callSeconds, uses } from "../uses.ts";

const login: Route = "POST /v1/login";

/** Milliseconds: 80% of the timeout of a call, and of the nightly job. */
const slowCall = callSeconds * 800;
const slowNightlyRun = (uses.snapshot.minutes ?? 0) * 48_000;

/**
 * Match lines of `functions/lib/log.ts`. A run that timed out writes none of them, so `slow` also matches Lambda's own
 * report.
 */
const logFilters = {
  nights: ['{ $.message = "night" && $.level = "INFO" }'],
  mismatches: ['{ $.message = "night" && $.mismatches = * }', "$.mismatches"],
  slow: [
    `{ ($.message = "request" && $.ms > ${slowCall}) || ($.message = "night" && $.ms > ${slowNightlyRun}) || ($.type = "platform.report" && $.record.status = "timeout") }`,
  ],
  late: ['{ $.message = "request" && $.ms >= 5000 }'],
  reads: ['{ $.message = "request" && $.rcu = * }', "$.rcu"],
  refusedSignIns: [`{ $.route = "${login}" && ($.status = 401 || $.status = 429) }`],
  guessing: ['{ $.message = "guessing" }'],
} satisfies Record<string, [pattern: string, value?: string]>;

/**
 * Match the gateway's access log, where all values are strings. Our own code answers 429 to password guessing; every
 * other one is the gateway's.
 */
const accessLogFilters = {
  throttles: ['{ $.status = "429" && $.lambda != "429" }'],
} satisfies Record<string, [pattern: string]>;

export type LogMetrics = Record<keyof typeof logFilters | keyof typeof accessLogFilters, Metric>;

export const addMetricFilters = (scope: Construct, { name }: Stage, log: LogGroup, access: LogGroup): LogMetrics => {
  const parent = new Construct(scope, "Counts");
  const addFilter =
    (logGroup: LogGroup) =>
    ([metricName, [pattern, metricValue = "1"]]: [string, [string, string?]]) => {
      const filter = new MetricFilter(parent, metricName, {
        logGroup,
        metricNamespace: `inventory-${name}`,
        metricName,
        filterPattern: FilterPattern.literal(pattern),
        metricValue,
      });
      return [metricName, filter.metric()];
    };
  return Object.fromEntries([
    ...Object.entries(logFilters).map(addFilter(log)),
    ...Object.entries(accessLogFilters).map(addFilter(access)),
  ]);
};
