// The CloudWatch dashboard: alarms, requests and latency, Lambdas, tables, nightly runs.
// A dashboard of up to 50 metrics is free; a larger one costs 3 $ a month.
import { Duration, Stack } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  LogQueryVisualizationType,
  LogQueryWidget,
} from "aws-cdk-lib/aws-cloudwatch";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { Stage } from "../config.ts";
import type { LogMetrics } from "./metric-filters.ts";

interface Props {
  stage: Stage;
  alarms: Alarm[];
  apis: Record<string, HttpApi>;
  tables: Record<string, ITable>;
  metrics: LogMetrics;
  log: LogGroup;
}

const week = Duration.days(7);

export const addDashboard = (scope: Construct, { stage, alarms, apis, tables, metrics, log }: Props): void => {
  const ofApis = metricOfEach(apis);
  const ofTables = metricOfEach(tables);
  const dashboard = new Dashboard(scope, "Dashboard", {
    // Dashboards belong to the account, not to a region.
    dashboardName: `inventory-${stage.name}-${Stack.of(scope).region}`,
    defaultInterval: week,
  });
  dashboard.addWidgets(
    new AlarmStatusWidget({ title: "Alarms (what to do: docs/operations.md)", alarms, width: 24, height: 3 }),
  );
  dashboard.addWidgets(
    graph(
      "Requests",
      ofApis((api, label) => api.metricCount({ label, statistic: "Sum" })),
    ),
    graph(
      "5xx answers",
      ofApis((api, label) => api.metricServerError({ label, statistic: "Sum" })),
    ),
    // The calls below have the usual ones too.
    graph(
      "Latency in milliseconds, p99",
      ofApis((api, label) => api.metricLatency({ label, statistic: "p99" })),
    ),
  );
  dashboard.addWidgets(
    // Over all functions: a metric for each would not leave room for the tables. The calls below show each of them.
    graph("Lambdas of the account", [
      LambdaFunction.metricAllErrors({ label: "errors", statistic: "Sum" }),
      LambdaFunction.metricAllThrottles({ label: "throttled" }),
      LambdaFunction.metricAllConcurrentExecutions({ label: "at a time", statistic: "Maximum" }),
    ]),
    graph("Nightly runs, mismatches, refused sign-ins", [
      metrics.nights.with({ label: "nights", statistic: "Sum", period: Duration.days(1) }),
      metrics.mismatches.with({ label: "mismatches", statistic: "Maximum", period: Duration.days(1) }),
      metrics.refusedSignIns.with({ label: "refused sign-ins", statistic: "Sum", period: Duration.days(1) }),
    ]),
  );
  dashboard.addWidgets(
    graph(
      "Tables: read units",
      ofTables((table, label) => table.metricConsumedReadCapacityUnits({ label })),
    ),
    graph(
      "Tables: write units",
      ofTables((table, label) => table.metricConsumedWriteCapacityUnits({ label })),
    ),
  );
  dashboard.addWidgets(
    new LogQueryWidget({
      title: "Calls: number, failures, milliseconds, capacity units per call",
      logGroupNames: [log.logGroupName],
      view: LogQueryVisualizationType.TABLE,
      queryLines: [
        'filter message = "request"',
        "stats count(*) as calls, sum(status >= 500) as failures, pct(ms, 50) as p50, pct(ms, 99) as p99, max(ms) as longest, avg(rcu) as reads, avg(wcu) as writes by route",
        "sort calls desc",
      ],
      width: 24,
    }),
  );
};

const metricOfEach =
  <T>(named: Record<string, T>) =>
  (metric: (one: T, label: string) => IMetric): IMetric[] =>
    Object.entries(named).map(([label, one]) => metric(one, label));

const graph = (title: string, left: IMetric[]): GraphWidget => new GraphWidget({ title, left, width: 8 });
