// A copy of a synthesized assembly for the emulator, changed only where the emulator misunderstands CloudFormation. A
// change means the same to AWS, or leaves out a resource and reports it.
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Json } from "#infra/local/assembly.ts";

/** Resource types that the emulator refuses to create. */
const unsupported = /^AWS::(Budgets::|CodeDeploy::|Logs::QueryDefinition$)/;

/** Copies the assembly and returns the resources that were left out, as `Stack: Type`. */
export const copyAssembly = (from: string, to: string): string[] => {
  cpSync(from, to, { recursive: true });
  return readdirSync(to)
    .filter((name) => name.endsWith(".template.json"))
    .flatMap((name) => {
      const { template, removed } = forEmulator(JSON.parse(readFileSync(join(to, name), "utf8")));
      writeFileSync(join(to, name), JSON.stringify(template));
      return removed.map((type) => `${name.split(".")[0]}: ${type}`);
    });
};

export const forEmulator = (template: Json): { template: Json; removed: string[] } => {
  const resources = Object.entries<Json>(template.Resources);
  const supported = resources.filter(([, { Type }]) => !unsupported.test(Type));
  const secrets = new Set(supported.flatMap(([id, { Type }]) => (Type === "AWS::SecretsManager::Secret" ? [id] : [])));
  const adapted = replaceRefs({ ...template, Resources: Object.fromEntries(supported.map(adaptResource)) }, secrets);
  return { template: adapted, removed: resources.flatMap(([, { Type }]) => (unsupported.test(Type) ? [Type] : [])) };
};

const adaptResource = ([id, resource]: [string, Json]): [string, Json] => {
  const { Type, Properties = {} } = resource;
  // The emulator reads CORS settings by the API's names, which start with a small letter, and not by the template's.
  if (Type === "AWS::ApiGatewayV2::Api" && Properties.CorsConfiguration)
    return [
      id,
      { ...resource, Properties: { ...Properties, CorsConfiguration: lowerCaseKeys(Properties.CorsConfiguration) } },
    ];
  // The emulator supports one metric per alarm: uses the first.
  if (Type === "AWS::CloudWatch::Alarm" && Properties.Metrics)
    return [id, { ...resource, Properties: firstMetricOnly(Properties) }];
  // Removes the CA file of Lambda's image from CDK's upload function, which must trust the emulator here.
  const { AWS_CA_BUNDLE: _, ...Variables } = Properties.Environment?.Variables ?? {};
  if (Type === "AWS::Lambda::Function")
    return [id, { ...resource, Properties: { ...Properties, Environment: { Variables } } }];
  return [id, resource];
};

const firstMetricOnly = ({ Metrics, ...settings }: Json): Json => {
  const { Metric, Period, Stat: Statistic } = Metrics.find(({ MetricStat }: Json) => MetricStat).MetricStat;
  return { ...settings, ...Metric, Period, Statistic };
};

const lowerCaseKeys = (settings: Json): Json =>
  Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [key.charAt(0).toLowerCase() + key.slice(1), value]),
  );

/** On AWS a Ref to a secret is its ARN, in the emulator its name. The attribute `Id` is the ARN in both. */
const replaceRefs = (value: Json, secrets: ReadonlySet<string>): Json => {
  if (Array.isArray(value)) return value.map((part) => replaceRefs(part, secrets));
  if (value === null || typeof value !== "object") return value;
  if (secrets.has(value.Ref)) return { "Fn::GetAtt": [value.Ref, "Id"] };
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, replaceRefs(part, secrets)]));
};
