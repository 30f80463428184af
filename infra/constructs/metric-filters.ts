// Metric filters on the logs, for events that AWS has no metric for. Each makes one metric over all Lambdas or over both APIs.
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern, type ILogGroup, LogGroup, MetricFilter } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { api, type Call, calls, developerApi, type Route } from "#shared/api.ts";
import type { Stage } from "../config.ts";
import { callSeconds, uses } from "../uses.ts";
import { logGroupName } from "./log-group.ts";

const login: Route = "POST /v1/login";
const logout: Route = "POST /v1/logout";
/** A wrong password is answered 401 too, and an end ticket that is spent; programs call the developer API. */
const notOfSessions = [login, logout, ...developerApi.flatMap((resource) => Object.keys(api[resource]))];

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
  appErrors: ['{ $.message = "app error" }'],
  guessing: ['{ $.message = "guessing" }'],
} satisfies Record<string, [pattern: string, value?: string]>;

/**
 * Match the gateway's access log, where all values are strings. Our own code answers 429 to password guessing; every
 * other one is the gateway's.
 */
const accessLogFilters = {
  throttles: ['{ $.status = "429" && $.lambda != "429" }'],
  signedOut: [`{ $.lambda = "401" && ${notOfSessions.map((route) => `$.route != "${route}"`).join(" && ")} }`],
} satisfies Record<string, [pattern: string]>;

/** Postings of stock. App and API judge them by the same schemas, so 400 is a fault; forms and imports answer it rightly. */
const postings = (Object.entries(calls) as [Route, Call][]).flatMap(([route, { once }]) =>
  once && /^POST \/v1\/(transactions|shipments\/\{id\})\//.test(route) ? [`$.route = "${route}"`] : [],
);

const refusedPostings = "refusedPostings";

export type LogMetrics = Record<
  keyof typeof logFilters | keyof typeof accessLogFilters | typeof refusedPostings,
  Metric
>;

const namespaceOf = ({ name }: Stage): string => `inventory-${name}`;

const addFilter = (
  scope: Construct,
  stage: Stage,
  logGroup: ILogGroup,
  metricName: string,
  [pattern, metricValue = "1"]: [string, string?],
): Metric =>
  new MetricFilter(scope, metricName, {
    logGroup,
    metricNamespace: namespaceOf(stage),
    metricName,
    filterPattern: FilterPattern.literal(pattern),
    metricValue,
  }).metric();

export const addMetricFilters = (scope: Construct, stage: Stage, log: LogGroup, access: LogGroup): LogMetrics => {
  const parent = new Construct(scope, "Counts");
  const added = (group: LogGroup, filters: Record<string, [string, string?]>) =>
    Object.entries(filters).map(([name, filter]) => [name, addFilter(parent, stage, group, name, filter)]);
  return {
    ...Object.fromEntries([...added(log, logFilters), ...added(access, accessLogFilters)]),
    [refusedPostings]: new Metric({ namespace: namespaceOf(stage), metricName: refusedPostings }),
  };
};

/**
 * Of the app that the site serves, in whose stack it is: while a release of the API is tried out, that is the app before it.
 * Older ones in open windows, and programs, which name no build, do not count.
 */
export const countRefusedPostings = (scope: Construct, stage: Stage, app: string): void => {
  const log = LogGroup.fromLogGroupName(scope, "Log", logGroupName(stage));
  const pattern = `{ $.message = "request" && $.status = 400 && $.app = "${app}" && (${postings.join(" || ")}) }`;
  addFilter(scope, stage, log, refusedPostings, [pattern]);
};
