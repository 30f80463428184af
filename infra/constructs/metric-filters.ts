// What is counted in the logs: metrics that AWS does not have of itself. Each is one metric over all Lambdas or APIs.

import type { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern, type LogGroup, MetricFilter } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { Route } from "#shared/api.ts";
import type { Stage } from "../config.ts";
import { callSeconds, uses } from "../uses.ts";

const login: Route = "POST /v1/login";

/** Milliseconds: four fifths of the time that a call, or the night, has. */
const slowCall = callSeconds * 800;
const slowNight = (uses.snapshot.minutes ?? 0) * 48_000;

/** Of the lines that `functions/lib/log.ts` writes, and of Lambda's own of a run whose time was up: that wrote none. */
const inLog = {
  nights: ['{ $.message = "night" && $.level = "INFO" }'],
  mismatches: ['{ $.message = "night" && $.mismatches = * }', "$.mismatches"],
  slow: [
    `{ ($.message = "request" && $.ms > ${slowCall}) || ($.message = "night" && $.ms > ${slowNight}) || ($.type = "platform.report" && $.record.status = "timeout") }`,
  ],
  refusedSignIns: [`{ $.route = "${login}" && ($.status = 401 || $.status = 429) }`],
} satisfies Record<string, [pattern: string, value?: string]>;

/** Of the lines that the gateway writes, whose values are all text. A sign-in is answered with 429 by ourselves. */
const inAccess = {
  throttles: [`{ $.status = "429" && $.route != "${login}" }`],
} satisfies Record<string, [pattern: string]>;

export type Counts = Record<keyof typeof inLog | keyof typeof inAccess, Metric>;

export const countIn = (scope: Construct, { name }: Stage, log: LogGroup, access: LogGroup): Counts => {
  const folder = new Construct(scope, "Counts");
  const count =
    (logGroup: LogGroup) =>
    ([metricName, [pattern, metricValue = "1"]]: [string, [string, string?]]) => {
      const filter = new MetricFilter(folder, metricName, {
        logGroup,
        metricNamespace: `inventory-${name}`,
        metricName,
        filterPattern: FilterPattern.literal(pattern),
        metricValue,
      });
      return [metricName, filter.metric()];
    };
  return Object.fromEntries([...Object.entries(inLog).map(count(log)), ...Object.entries(inAccess).map(count(access))]);
};
