// Saved queries of CloudWatch Logs Insights, one for each question that the runbook asks. docs/operations.md names them.
import { CfnQueryDefinition, type LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { Stage } from "../config.ts";

interface Query {
  /** The logs of the Lambdas, of the gateways, or both. */
  of: ("log" | "access")[];
  commands: string[];
}

const newest = "sort @timestamp desc";

const queries: Record<string, Query> = {
  "app errors": {
    of: ["log"],
    commands: [
      'filter message = "app error"',
      "stats count(*) as times, count_distinct(user) as people by app, kind, name, at",
      "sort times desc",
    ],
  },
  "calls by address": {
    of: ["access"],
    commands: ["stats count(*) as calls, sum(status >= 400) as refused by ip, route", "sort calls desc"],
  },
  "calls by build": {
    of: ["log"],
    commands: [
      'filter message = "request"',
      "stats count(*) as calls, count_distinct(user) as people, sum(status = 400) as refused, sum(status >= 500) as failures by app, build",
      "sort calls desc",
    ],
  },
  "reads by user": {
    of: ["log"],
    commands: [
      'filter message = "request"',
      "stats sum(rcu) as units, count(*) as calls by user, route",
      "sort units desc",
    ],
  },
  "calls by route": {
    of: ["log"],
    commands: [
      'filter message = "request"',
      "stats count(*) as calls, sum(status >= 500) as failures, pct(ms, 50) as p50, pct(ms, 99) as p99, avg(rcu) as reads, avg(wcu) as writes by route",
      "sort calls desc",
    ],
  },
  "differences from the ledger": {
    of: ["log"],
    commands: [
      'filter message = "mismatch" or message = "late-index" or message = "rebuilt"',
      "fields @timestamp, message, rebuild, @message",
      newest,
    ],
  },
  errors: {
    of: ["log"],
    commands: [
      'filter level = "ERROR"',
      "fields @timestamp, message, error.name, error.message, error.cause.message, step, request_id",
      newest,
    ],
  },
  "failed requests by route": {
    of: ["log"],
    commands: [
      'filter message = "request" and status >= 500',
      "stats count(*) as answers, sortsLast(request_id) as one_of_them by route, status",
      "sort answers desc",
    ],
  },
  guessing: { of: ["log"], commands: ['filter message = "guessing"', "fields @timestamp, limit, user", newest] },
  "nightly runs": {
    of: ["log"],
    commands: [
      'filter message = "night" or message = "step" or message = "rebuilt"',
      "fields @timestamp, message, day, closed, rebuilt, folded, planned, pruned, sealed, mismatches, late, ms, step, error.message",
      newest,
    ],
  },
  "one request": {
    of: ["log", "access"],
    commands: ['filter request_id = "ID"', "fields @timestamp, @log, @message", "sort @timestamp"],
  },
  "refused by the gateway": {
    of: ["access"],
    commands: [
      'filter status = "429" and lambda != "429"',
      "stats count(*) as refused, min(@timestamp) as first, max(@timestamp) as last by ip, route",
      "sort refused desc",
    ],
  },
  "refused sign-ins": {
    of: ["access"],
    commands: [
      'filter route = "POST /v1/login" and status like /^4/',
      "stats count(*) as refused, min(@timestamp) as first, max(@timestamp) as last by ip",
      "sort refused desc",
    ],
  },
  "slow calls": {
    of: ["log"],
    commands: ['filter message = "request"', "fields @timestamp, route, ms, user, rcu, wcu", "sort ms desc"],
  },
  // A run that timed out logs nothing of its own: the gateway's line names the request.
  "timed-out runs": {
    of: ["log", "access"],
    commands: [
      'filter (message = "access" and status like /^5/) or (type = "platform.report" and record.status = "timeout")',
      "fields coalesce(lambda_request_id, record.requestId) as run",
      "stats max(@timestamp) as at, sortsLast(route) as called, sortsLast(status) as answered, sortsLast(record.status) as outcome, max(record.metrics.durationMs) as duration by run",
      "sort at desc",
    ],
  },
  "what somebody did": {
    of: ["log"],
    commands: [
      'filter message = "request" and user = "ID"',
      "fields @timestamp, route, status, ms, request_id",
      newest,
    ],
  },
};

export const addQueries = (scope: Construct, { name: stage }: Stage, groups: Record<"log" | "access", LogGroup>) => {
  const parent = new Construct(scope, "Queries");
  for (const [name, { of, commands }] of Object.entries(queries))
    new CfnQueryDefinition(parent, name, {
      name: `inventory-${stage}/${name}`,
      logGroupNames: of.map((group) => groups[group].logGroupName),
      queryString: commands.join("\n| "),
    });
};
