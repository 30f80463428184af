// Counts the resources in the templates that cost money even when unused.
import { type Addresses, type Json, readAssembly } from "#infra/local/assembly.ts";
import type { FixedResources } from "./bill.ts";

export const countFixedResources = (assembly: string): FixedResources => {
  const addresses: Addresses = { region: "ap-south-1", apis: new Map(), storage: "" };
  const { of } = readAssembly(assembly, addresses);
  const memory = of("AWS::Lambda::Function").map(({ properties }) => Number(properties.MemorySize ?? 0));
  // An alarm is billed by the metrics it watches.
  const watched = of("AWS::CloudWatch::Alarm").flatMap(({ properties: { Metrics } }) =>
    Metrics ? Metrics.filter(({ MetricStat }: Json) => MetricStat) : [1],
  );
  return {
    alarms: watched.length,
    metrics: of("AWS::Logs::MetricFilter").length,
    dashboards: of("AWS::CloudWatch::Dashboard").length,
    secrets: of("AWS::SecretsManager::Secret").length,
    memory: Math.max(...memory),
  };
};
