// Alarms as CloudWatch judges them, by the expressions of the templates over lines of the logs.
import { runInNewContext } from "node:vm";
import type { Json } from "#infra/local/assembly.ts";
import { matches } from "./filter-pattern.ts";
import type { templates } from "./template.ts";

/** A line of the Lambdas, or of the gateway's access log, in a minute of the recording. */
export interface Logged {
  minute: number;
  line: Json;
}

/** The parts of a metric's name, as an alarm has them alone and in an expression. */
type MetricOf = Pick<Json, "Namespace" | "MetricName" | "Dimensions">;

const statistics: Record<string, (values: number[]) => number> = {
  Sum: (values) => values.reduce((sum, value) => sum + value, 0),
  Maximum: (values) => Math.max(...values),
};

/** What the account may run at once, and what functions of expressions do; a metric without a value in a period is NaN. */
const functions = {
  SERVICE_QUOTA: () => 1_000,
  FILL: (value: number, other: number) => (Number.isNaN(value) ? other : value),
  IF: (is: boolean, one: number, other: number) => (is ? one : other),
};

const compare: Record<string, (value: number, threshold: number) => boolean> = {
  GreaterThanOrEqualToThreshold: (value, threshold) => value >= threshold,
  LessThanThreshold: (value, threshold) => value < threshold,
};

/** Names of the alarms that ring in a recording of so many minutes; periods that it does not cover are not judged. */
export const ringing = ({ of }: Awaited<ReturnType<typeof templates>>, logged: Logged[], minutes: number): string[] => {
  const filters = of("AWS::Logs::MetricFilter").map(({ properties }) => properties);
  const [main] = of("AWS::ApiGatewayV2::Api");
  const isAccess = ({ line }: Logged) => line.message === "access";

  const valuesOf = ({ Namespace, MetricName, Dimensions = [] }: MetricOf, lines: Logged[]): number[] => {
    if (Namespace === "AWS/ApiGateway") {
      if (!Dimensions.some(({ Value }: Json) => Value === main?.id)) return [];
      const counts = { Count: () => 1, "5xx": ({ line }: Logged) => Number(/^5/.test(line.status)) };
      const ofMain = ({ line }: Logged) => !line.route.includes(" /v1/dev/");
      return lines.filter((one) => isAccess(one) && ofMain(one)).map(counts[MetricName as "Count"]);
    }
    // Metrics of AWS that no line tells of.
    if (Namespace.startsWith("AWS/")) return [];
    return filters.flatMap(({ LogGroupName, FilterPattern, MetricTransformations: [to] }) => {
      if (to.MetricNamespace !== Namespace || to.MetricName !== MetricName) return [];
      const counted = lines.filter(
        (one) => isAccess(one) === LogGroupName.endsWith("-access") && matches(FilterPattern, one.line),
      );
      const [, field] = /^\$\.(\w+)$/.exec(to.MetricValue) ?? [];
      return counted.map(({ line }) => (field ? line[field] : Number(to.MetricValue)));
    });
  };
  const statisticOf = (metric: MetricOf, statistic: string, lines: Logged[]): number => {
    const values = valuesOf(metric, lines);
    return values.length > 0 ? (statistics[statistic]?.(values) ?? Number.NaN) : Number.NaN;
  };
  const judged = (alarm: Json, lines: Logged[]): number => {
    if (!alarm.Metrics) return statisticOf(alarm, alarm.Statistic, lines);
    const stats = alarm.Metrics.filter(({ MetricStat }: Json) => MetricStat);
    const values = stats.map(({ Id, MetricStat: { Metric, Stat } }: Json) => [Id, statisticOf(Metric, Stat, lines)]);
    const { Expression } = alarm.Metrics.find(({ ReturnData }: Json) => ReturnData !== false);
    return Number(runInNewContext(Expression, { ...functions, ...Object.fromEntries(values) }));
  };
  const rings = (alarm: Json): boolean => {
    const period = (alarm.Period ?? alarm.Metrics.find(({ MetricStat }: Json) => MetricStat).MetricStat.Period) / 60;
    const breaches = Array.from({ length: Math.floor(minutes / period) }, (_, at) => {
      const lines = logged.filter(({ minute }) => Math.floor(minute / period) === at);
      const value = judged(alarm, lines);
      if (Number.isNaN(value)) return alarm.TreatMissingData === "breaching";
      return compare[alarm.ComparisonOperator]?.(value, alarm.Threshold) ?? true;
    });
    return breaches.some(
      (_, at) =>
        breaches.length - at >= alarm.EvaluationPeriods &&
        breaches.slice(at, at + alarm.EvaluationPeriods).every(Boolean),
    );
  };
  return of("AWS::CloudWatch::Alarm").flatMap(({ properties }) =>
    rings(properties) ? [properties.AlarmName.replace(/^inventory-\w+-/, "")] : [],
  );
};
