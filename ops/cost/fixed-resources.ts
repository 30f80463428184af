// What stands in the templates whether it is used or not, counted there.
import { type Addresses, type Json, readAssembly } from "#infra/local/assembly.ts";
import type { Standing } from "./bill.ts";

export const standingIn = (assembly: string): Standing => {
  const addresses: Addresses = { region: "ap-south-1", apis: new Map(), storage: "" };
  const { of } = readAssembly(assembly, addresses);
  const memory = of("AWS::Lambda::Function").map(({ properties }) => Number(properties.MemorySize ?? 0));
  // An alarm costs by the metrics it looks at.
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
