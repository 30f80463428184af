// Alarms: they count lines that the product really logs, reach an operator and cost little.
import { describe, expect, test } from "vitest";
import { type Stage, stages } from "#infra/config.ts";
import type { Json } from "#infra/local/assembly.ts";
import measured from "#ops/cost/measured.json" with { type: "json" };
import { alarmMeanings } from "#shared/alarms.ts";
import { engine } from "#tests/support/engine.ts";
import { matches } from "#tests/support/filter-pattern.ts";
import { newStockLine } from "#tests/support/stock.ts";
import { region, templates, templatesOf } from "#tests/support/template.ts";
import { proxiedWorld } from "#tests/support/world.ts";

describe.each(["dev", "prod"] as const)("stage %s", async (stage) => {
  const { of } = await templates(stage);
  const alarms = of("AWS::CloudWatch::Alarm").map(({ properties }) => properties);
  const named = (name: string) => alarms.find(({ AlarmName }) => AlarmName === `inventory-${stage}-${name}`);
  /** Metrics of an alarm, also those it sums up. */
  const metricsOf = ({ Metrics, MetricName, Namespace }: Json): { Namespace: string; MetricName: string }[] =>
    Metrics ? Metrics.flatMap(({ MetricStat }: Json) => MetricStat?.Metric ?? []) : [{ MetricName, Namespace }];

  test("each alarm names its section of the runbook, and is explained on the status screen", () => {
    expect(Object.keys(alarmMeanings).sort()).toEqual(
      alarms.map(({ AlarmName }) => AlarmName.replace(`inventory-${stage}-`, "")).sort(),
    );
    for (const { AlarmName, AlarmDescription } of alarms)
      expect(AlarmDescription).toContain(`"${AlarmName.replace(`inventory-${stage}-`, "")}" in docs/operations.md`);
  });

  test("each alarm sends a mail when it starts and when it ends, by a topic open to alarms of this account only", () => {
    const [topic] = of("AWS::SNS::Topic");
    for (const { AlarmActions, OKActions } of alarms)
      expect([AlarmActions, OKActions]).toEqual([[topic?.id], [topic?.id]]);
    const [policy] = of("AWS::SNS::TopicPolicy");
    const allowed = {
      ...{ Effect: "Allow", Action: "sns:Publish", Principal: { Service: "cloudwatch.amazonaws.com" } },
      Condition: { StringEquals: { "aws:SourceAccount": "000000000000" } },
    };
    expect(policy?.properties.PolicyDocument.Statement).toContainEqual(expect.objectContaining(allowed));
  });

  test("a flood, calls that get slow for ten minutes, and Lambdas near the account's limit ring before anything fails", () => {
    expect(named("flood")).toMatchObject({ MetricName: "Count", Statistic: "Sum", Period: 300, Threshold: 5_000 });
    // One route alone lets enough through to ring.
    expect(stages[stage].throttle.rate * 300).toBeGreaterThan(5_000);
    expect(named("reads")).toMatchObject({ MetricName: "reads", Statistic: "Sum", Period: 300, Threshold: 600_000 });
    const { of: ofTen } = templatesOf({ ...stages[stage], people: 10 });
    const thresholds = ofTen("AWS::CloudWatch::Alarm").flatMap(({ properties: { AlarmName, Threshold } }) =>
      /-(flood|reads)$/.test(AlarmName) ? [Threshold] : [],
    );
    expect(thresholds).toEqual([1_250, 150_000]);
    expect(named("latency")).toMatchObject({
      MetricName: "late",
      Statistic: "Sum",
      EvaluationPeriods: 2,
      Threshold: 5,
    });
    const { Metrics, Threshold } = named("concurrency");
    const [{ Expression }, { MetricStat }] = Metrics;
    expect([Expression, Threshold]).toEqual(["100 * m0 / SERVICE_QUOTA(m0)", 80]);
    const Metric = { MetricName: "ConcurrentExecutions", Namespace: "AWS/Lambda" };
    expect(MetricStat).toEqual({ Metric, Period: 300, Stat: "Maximum" });
  });

  test("guessing at two usernames until both are refused, with five tries each, raises the alarm", () => {
    expect(named("sign-ins")).toMatchObject({ Threshold: 10, Period: 900, EvaluationPeriods: 1, Statistic: "Sum" });
  });

  test("the metrics of filters and dashboard are free, but for one, and those of alarms cost 80 cents a month", () => {
    const filters = of("AWS::Logs::MetricFilter").map(({ properties }) => properties.MetricTransformations[0]);
    const counted = filters.map(({ MetricNamespace, MetricName }: Json) => `${MetricNamespace} ${MetricName}`);
    const watched = alarms.flatMap(metricsOf);
    for (const { Namespace, MetricName } of watched)
      if (!Namespace.startsWith("AWS/")) expect(counted).toContain(`${Namespace} ${MetricName}`);
    // Ten are free of either, and any other costs 30 cents, and 10 watched by an alarm: docs/operations.md.
    expect(watched.length).toBe(18);
    expect(counted.length).toBe(11);
    const [dashboard] = of("AWS::CloudWatch::Dashboard");
    const { widgets } = JSON.parse(dashboard?.properties.DashboardBody);
    expect(widgets.flatMap(({ properties }: Json) => properties.metrics ?? []).length).toBeLessThanOrEqual(50);
  });

  test("one dashboard shows the alarms, the APIs, every table, and every call of the log", () => {
    const dashboards = of("AWS::CloudWatch::Dashboard");
    expect(dashboards.map(({ properties }) => properties.DashboardName)).toEqual([`inventory-${stage}-${region}`]);
    const body = dashboards[0]?.properties.DashboardBody ?? "";
    const { widgets } = JSON.parse(body);
    expect(widgets[0].properties.alarms).toHaveLength(alarms.length);
    const shown = [...of("AWS::ApiGatewayV2::Api").map(({ id }) => id)];
    for (const { stack, id } of of("AWS::DynamoDB::Table")) shown.push(`${stack}-${id}`);
    for (const one of shown) expect(body).toContain(`"${one}"`);
    expect(body).toMatch(/stats count\(\*\) as calls, sum\(status >= 500\) as failures.* by route/);
  });
});

test("a stage with an e-mail address sends alarms and budget there, others none", { tags: "exhaustive" }, () => {
  const { of } = templatesOf({ ...stages.prod, email: "ops@shop.example", budget: 12 });
  const subscribed = of("AWS::SNS::Subscription").map(({ properties }) => properties);
  expect(subscribed).toMatchObject([{ Protocol: "email", Endpoint: "ops@shop.example" }]);
  const [budget] = of("AWS::Budgets::Budget");
  expect(budget?.properties.Budget).toMatchObject({ BudgetLimit: { Amount: 12, Unit: "USD" }, TimeUnit: "MONTHLY" });
  // A new address replaces the budget, and both exist for a moment, which one fixed name would forbid.
  expect(budget?.properties.Budget).not.toHaveProperty("BudgetName");
  const Subscribers = [{ Address: "ops@shop.example" }];
  expect(budget?.properties.NotificationsWithSubscribers).toMatchObject([
    { Notification: { NotificationType: "ACTUAL", Threshold: 80 }, Subscribers },
    { Notification: { NotificationType: "FORECASTED", Threshold: 100 }, Subscribers },
  ]);
  const silent = templatesOf({ ...stages.prod, email: undefined });
  expect(silent.of(/Subscription|Budget/)).toEqual([]);
});

describe("what the metrics count", async () => {
  const { of } = await templates("dev");
  const { databaseProxy: proxy, ...here } = await proxiedWorld();
  const { log, invoke, anonymous, manager, executive } = here;
  const filter = (name: string) =>
    of("AWS::Logs::MetricFilter").find(({ properties }) => properties.MetricTransformations[0].MetricName === name)
      ?.properties;
  /** Values of a metric for log lines: one for each line that counts. */
  const count = (name: string, lines: Json[]): number[] => {
    const { FilterPattern, MetricTransformations } = filter(name);
    const [{ MetricValue }] = MetricTransformations;
    return lines
      .filter((line) => matches(FilterPattern, line))
      .map((line) => (MetricValue.startsWith("$.") ? line[MetricValue.slice(2)] : Number(MetricValue)));
  };
  /** The log lines of some work. */
  const linesOf = async (work: () => Promise<unknown>): Promise<Json[]> => {
    const before = log.length;
    await work();
    return log.slice(before).flatMap((line) => (line.startsWith("{") ? JSON.parse(line) : []));
  };
  const all = ["nights", "mismatches", "slow", "late", "refusedSignIns", "guessing"];
  const counts = async (work: () => Promise<unknown>) => {
    const lines = await linesOf(work);
    return Object.fromEntries(all.map((name) => [name, count(name, lines)]));
  };
  const quiet = { nights: [], mismatches: [], slow: [], late: [], refusedSignIns: [], guessing: [] };

  test("a nightly run that succeeded counts as one, with its number of mismatches", async () => {
    expect(await counts(() => invoke("snapshot"))).toEqual({ ...quiet, nights: [1], mismatches: [0] });
    const { product, warehouse } = await newStockLine(manager, 5);
    await engine(here).put("stocks", [{ _id: product, held: { [warehouse]: 6 }, sold: {} }]);
    expect(await counts(() => invoke("snapshot", { pause: 0 }))).toEqual({ ...quiet, nights: [1], mismatches: [1] });
  });

  test("a nightly run with a failed step does not count, names the step, and fails so that Lambda retries it", async () => {
    proxy.decide = (operation) => (operation === "Scan" ? "deny" : "forward");
    const lines = await linesOf(() => expect(invoke("snapshot")).rejects.toThrow("The nightly job is incomplete"));
    proxy.decide = () => "forward";
    expect([count("nights", lines), count("mismatches", lines)]).toEqual([[], []]);
    const steps = lines.filter(({ message }) => message === "step").map(({ step, error }) => [step, error.name]);
    expect(steps).toContainEqual(["mismatches", "AccessDeniedException"]);
  });

  test("wrong passwords and locked usernames count as refused sign-ins, correct sign-ins and ended sessions do not", async () => {
    const guess = () => anonymous.post("/v1/login", { username: "nobody", password: "a wrong password" });
    expect(await counts(guess)).toEqual({ ...quiet, refusedSignIns: [1] });
    for (let n = 0; n < 4; n++) await guess();
    expect(await counts(guess)).toEqual({ ...quiet, refusedSignIns: [1] });
    const right = () => anonymous.post("/v1/login", { username: "executive", password: "executive-password" });
    expect(await counts(right)).toEqual(quiet);
    expect(await counts(() => anonymous.get("/v1/stocks"))).toEqual(quiet);
  });

  test("the guess that takes the last of a username's day counts once, those before and after it do not", async () => {
    const username = "asha.rao";
    const expires = Math.floor(Date.now() / 1_000) + 3_600;
    const count48 = { key: `login#username#${username}`, failures: 48, expires, addresses: {} };
    await engine(here).put("keys", [count48]);
    const guess = () => anonymous.post("/v1/login", { username, password: "a wrong password" });
    expect(await counts(guess)).toEqual({ ...quiet, refusedSignIns: [1] });
    const lines = await linesOf(guess);
    expect([count("guessing", lines), count("refusedSignIns", lines)]).toEqual([[1], [1]]);
    expect(lines.find(({ message }) => message === "guessing")).toMatchObject({ level: "INFO", limit: "username" });
    expect(JSON.stringify(lines)).not.toMatch(/asha|127\.0|::1/);
    expect(await counts(guess)).toEqual({ ...quiet, refusedSignIns: [1] });
  });

  test("the tenth failure with a device token counts once", async () => {
    const [username, password] = ["executive", "executive-password"];
    const { device } = (await anonymous.post("/v1/login", { username, password })).body;
    const guess = () => anonymous.post("/v1/login", { username, password: "a wrong password", device });
    for (let n = 0; n < 9; n++) expect(await counts(guess)).toEqual({ ...quiet, refusedSignIns: [1] });
    const lines = await linesOf(guess);
    expect(count("guessing", lines)).toEqual([1]);
    const line = { limit: "device token", user: executive._id };
    expect(lines.find(({ message }) => message === "guessing")).toMatchObject(line);
    expect(await counts(guess)).toEqual({ ...quiet, refusedSignIns: [1] });
  });

  test("a call counts as late from five seconds on and as slow from four fifths of its timeout on, a nightly run as slow", async () => {
    const [call] = await linesOf(() => executive.get("/v1/stocks"));
    const night = (await linesOf(() => invoke("snapshot", { pause: 0 }))).find(({ message }) => message === "night");
    const timed = [22_300, 22_500].map((ms) => ({ ...call, ms }));
    const nights = [719_000, 721_000].map((ms) => ({ ...night, ms }));
    expect(count("slow", timed)).toEqual([1]);
    expect(count("late", [...timed, { ...call, ms: 4_999.9 }, { ...call, ms: 5_000 }, ...nights])).toEqual([1, 1, 1]);
    expect(count("slow", nights)).toEqual([1]);
  });

  test("each request counts with the units that it read, so that the dearest list at its limit rings within five minutes", async () => {
    const lines = await linesOf(() => manager.get("/v1/products"));
    const [{ rcu }] = lines;
    expect(rcu).toBeGreaterThan(0);
    expect(count("reads", lines)).toEqual([rcu]);
    // At 10,000 products, of whoever has one session, for three minutes.
    const uses = measured.find(({ products }) => products === 10_000)?.uses;
    const { routeThrottles, throttle }: Stage = stages.prod;
    const { rate } = routeThrottles["GET /v1/transactions"] ?? throttle;
    expect((uses?.["ledger of a day"].rcu ?? 0) * rate * 180).toBeGreaterThan(600_000);
  });

  test("a run that timed out logs no line of its own, and counts as slow by Lambda's report", () => {
    const report = (status: string): Json => ({
      time: "2026-11-20T06:00:00.000Z",
      type: "platform.report",
      record: { requestId: "6f747e00-0d45-4a2a-9c1b-5f1f3c0a9d11", metrics: { durationMs: 28_000 }, status },
    });
    expect(count("slow", [report("timeout"), report("success"), report("error")])).toEqual([1]);
  });

  test("a request throttled by the gateway counts as throttled, also a sign-in; one that our code refused does not", () => {
    const [stage] = of("AWS::ApiGatewayV2::Stage");
    /** A line of the access log; the gateway writes "-" for what it does not know. */
    const line = (status: string, lambda: string, route: string) => {
      const values: Json = { status, "integration.status": lambda, routeKey: route };
      const format: string = stage?.properties.AccessLogSettings.Format;
      return JSON.parse(format.replace(/\$context\.([\w.]+)/g, (whole, name) => values[name] ?? whole));
    };
    for (const route of ["GET /v1/stocks", "POST /v1/login"]) {
      expect(count("throttles", [line("429", "-", route), line("200", "200", route)])).toEqual([1]);
      expect(count("throttles", [line("429", "429", route)])).toEqual([]);
    }
  });
});
