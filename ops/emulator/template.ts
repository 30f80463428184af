// A copy of a synthesized assembly for the emulator, written otherwise where the emulator does not understand what AWS
// does. Each change says the same thing to AWS, or leaves out what is named.
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Json } from "#infra/local/assembly.ts";

/** What the emulator refuses to make. */
const unknown = /^AWS::(Budgets|CodeDeploy)::/;

/** Copies the assembly; gives the resources that were left out, as `Stack: Type`. */
export const copyAssembly = (from: string, to: string): string[] => {
  cpSync(from, to, { recursive: true });
  return readdirSync(to)
    .filter((name) => name.endsWith(".template.json"))
    .flatMap((name) => {
      const { template, left } = forEmulator(JSON.parse(readFileSync(join(to, name), "utf8")));
      writeFileSync(join(to, name), JSON.stringify(template));
      return left.map((type) => `${name.split(".")[0]}: ${type}`);
    });
};

export const forEmulator = (template: Json): { template: Json; left: string[] } => {
  const resources = Object.entries<Json>(template.Resources);
  const kept = resources.filter(([, { Type }]) => !unknown.test(Type));
  const secrets = new Set(kept.flatMap(([id, { Type }]) => (Type === "AWS::SecretsManager::Secret" ? [id] : [])));
  const written = replaceRefs({ ...template, Resources: Object.fromEntries(kept.map(adapted)) }, secrets);
  return { template: written, left: resources.flatMap(([, { Type }]) => (unknown.test(Type) ? [Type] : [])) };
};

const adapted = ([id, resource]: [string, Json]): [string, Json] => {
  const { Type, Properties = {} } = resource;
  // It reads the settings of CORS by the names of the API, not of the template.
  if (Type === "AWS::ApiGatewayV2::Api" && Properties.CorsConfiguration)
    return [
      id,
      { ...resource, Properties: { ...Properties, CorsConfiguration: lowered(Properties.CorsConfiguration) } },
    ];
  // It knows no alarm over several metrics: such a one is made over its first.
  if (Type === "AWS::CloudWatch::Alarm" && Properties.Metrics)
    return [id, { ...resource, Properties: overFirst(Properties) }];
  // A file of Lambda's own image, by which CDK's upload trusts AWS: here it is the emulator that it has to trust.
  const { AWS_CA_BUNDLE: _, ...Variables } = Properties.Environment?.Variables ?? {};
  if (Type === "AWS::Lambda::Function")
    return [id, { ...resource, Properties: { ...Properties, Environment: { Variables } } }];
  return [id, resource];
};

const overFirst = ({ Metrics, ...settings }: Json): Json => {
  const { Metric, Period, Stat: Statistic } = Metrics.find(({ MetricStat }: Json) => MetricStat).MetricStat;
  return { ...settings, ...Metric, Period, Statistic };
};

const lowered = (settings: Json): Json =>
  Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [key.charAt(0).toLowerCase() + key.slice(1), value]),
  );

/** A reference to a secret is its ARN, in the emulator its name; the attribute `Id` is the ARN in both. */
const replaceRefs = (value: Json, secrets: ReadonlySet<string>): Json => {
  if (Array.isArray(value)) return value.map((part) => replaceRefs(part, secrets));
  if (value === null || typeof value !== "object") return value;
  if (secrets.has(value.Ref)) return { "Fn::GetAtt": [value.Ref, "Id"] };
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, replaceRefs(part, secrets)]));
};
