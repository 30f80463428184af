// Reads a synthesized cloud assembly: its resources, and the values they resolve to on this machine.
import { readdirSync, readFileSync } from "node:fs";
import { resolve as absolute, join } from "node:path";

// A template is JSON of any shape; the reader of each resource type picks the properties it expects.
// biome-ignore lint/suspicious/noExplicitAny: the shape is CloudFormation's
export type Json = any;

export interface Resource {
  stack: string;
  id: string;
  type: string;
  /** As in the template, unresolved. */
  properties: Json;
  /** The whole entry, with its policies and dependencies. */
  template: Json;
}

/** Addresses that are known only once the servers listen; read each time a value is resolved. */
export interface Addresses {
  region: string;
  /** URL by the logical id of the API, such as `http://localhost:3000`. */
  apis: Map<string, string>;
  /** Host and port of the S3 engine. */
  storage: string;
}

export interface Assembly {
  of(type: string | RegExp): Resource[];
  output(name: string): Json;
  /** The outputs that have a description, which are meant for the operator. */
  describedOutputs(): { description: string; value: Json }[];
  /** A value of a template with every intrinsic function evaluated. */
  resolve(value: Json, stack: string): Json;
  /** The resource that a Ref, Fn::GetAtt or Fn::ImportValue refers to. */
  target(value: Json, stack: string): Resource | undefined;
  /** Path of the asset that CDK would upload under an object key. */
  asset(key: string): string;
}

export const account = "000000000000";

export const readAssembly = (folder: string, addresses: Addresses): Assembly => {
  const read = (file: string): Json => JSON.parse(readFileSync(join(folder, file), "utf8"));
  const files = readdirSync(folder);
  const templates = files
    .filter((file) => file.endsWith(".template.json"))
    .map((file) => ({ stack: file.slice(0, -".template.json".length), template: read(file) }));

  const resources = new Map<string, Resource>();
  const outputs = new Map<string, { stack: string; value: Json; description?: string }>();
  for (const { stack, template } of templates) {
    for (const [id, entry] of Object.entries<Json>(template.Resources ?? {}))
      resources.set(`${stack}.${id}`, {
        stack,
        id,
        type: entry.Type,
        properties: entry.Properties ?? {},
        template: entry,
      });
    for (const [id, { Value, Export, Description }] of Object.entries<Json>(template.Outputs ?? {}))
      outputs.set(Export?.Name ?? id, { stack, value: Value, description: Description });
  }

  const assets = new Map<string, string>();
  for (const file of files.filter((name) => name.endsWith(".assets.json")))
    for (const { source, destinations } of Object.values<Json>(read(file).files))
      for (const { objectKey } of Object.values<Json>(destinations))
        assets.set(objectKey, absolute(folder, source.path));

  const named = <T>(map: Map<string, T>, name: string): T => {
    const found = map.get(name);
    if (found === undefined) throw new Error(`The template refers to ${name}, which does not exist.`);
    return found;
  };

  const resolve = (value: Json, stack: string): Json => {
    if (Array.isArray(value)) return value.map((part) => resolve(part, stack));
    if (value === null || typeof value !== "object") return value;
    const [name = "", ...more] = Object.keys(value);
    const intrinsic = more.length === 0 ? intrinsics[name] : undefined;
    if (intrinsic) return intrinsic(value[name], stack);
    if (more.length === 0 && name.startsWith("Fn::")) throw new Error(`infra/local does not implement ${name}.`);
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolve(part, stack)]));
  };

  const reference = (name: string, stack: string): Json => {
    if (name.startsWith("AWS::")) return pseudoParameter(name, stack, addresses.region);
    const resource = named(resources, `${stack}.${name}`);
    if (resource.type !== "AWS::Lambda::Alias") return physicalName(resource, addresses.region);
    const { FunctionName, Name } = resource.properties;
    return `${resolve({ "Fn::GetAtt": [target(FunctionName, stack)?.id, "Arn"] }, stack)}:${Name}`;
  };

  const intrinsics: Record<string, (argument: Json, stack: string) => Json> = {
    Ref: reference,
    "Fn::GetAtt": ([id, name]: [string, string], stack) =>
      attribute(named(resources, `${stack}.${id}`), name, addresses),
    "Fn::ImportValue": (name: string) => {
      const { stack, value } = named(outputs, name);
      return resolve(value, stack);
    },
    "Fn::Join": ([glue, parts]: [string, Json[]], stack) => resolve(parts, stack).join(glue),
    "Fn::Sub": (text: string, stack) => text.replace(/\$\{([\w:]+)\}/g, (_, name) => reference(name, stack)),
  };

  const target = (value: Json, stack: string): Resource | undefined => {
    if (value?.["Fn::ImportValue"]) {
      const imported = named(outputs, value["Fn::ImportValue"]);
      return target(imported.value, imported.stack);
    }
    return resources.get(`${stack}.${value?.Ref ?? value?.["Fn::GetAtt"]?.[0]}`);
  };

  return {
    of: (type) =>
      [...resources.values()].filter((one) => (type instanceof RegExp ? type.test(one.type) : type === one.type)),
    output: (name) => intrinsics["Fn::ImportValue"]?.(name, ""),
    describedOutputs: () =>
      [...outputs.values()].flatMap(({ stack, value, description }) =>
        description ? [{ description, value: resolve(value, stack) }] : [],
      ),
    resolve,
    target,
    asset: (key) => named(assets, key),
  };
};

const pseudoParameter = (name: string, stack: string, region: string): string => {
  const values: Record<string, string> = {
    "AWS::Region": region,
    "AWS::AccountId": account,
    "AWS::Partition": "aws",
    "AWS::URLSuffix": "amazonaws.com",
    "AWS::StackName": stack,
    "AWS::StackId": `arn:aws:cloudformation:${region}:${account}:stack/${stack}/local`,
  };
  const value = values[name];
  if (value === undefined) throw new Error(`infra/local does not implement ${name}.`);
  return value;
};

/**
 * The value of a Ref: the name in the template, or one made from the logical id, so that it is the same in every run.
 */
export const physicalName = (resource: Resource, region: string): string => {
  const { stack, id, type, properties } = resource;
  if (type === "AWS::DynamoDB::Table") return properties.TableName ?? `${stack}-${id}`;
  if (type === "AWS::S3::Bucket") return properties.BucketName ?? `${stack}-${id}`.toLowerCase();
  if (type === "AWS::Lambda::Function") return properties.FunctionName ?? `${stack}-${id}`;
  if (type === "AWS::Logs::LogGroup") return properties.LogGroupName ?? id;
  if (type === "AWS::SecretsManager::Secret") return arn(resource, region);
  return id;
};

const arn = (resource: Resource, region: string): string => {
  const { id, type } = resource;
  if (type === "AWS::SecretsManager::Secret") return `arn:aws:secretsmanager:${region}:${account}:secret:${id}-local0`;
  const name = physicalName(resource, region);
  if (type === "AWS::S3::Bucket") return `arn:aws:s3:::${name}`;
  if (type === "AWS::DynamoDB::Table") return `arn:aws:dynamodb:${region}:${account}:table/${name}`;
  if (type === "AWS::Lambda::Function") return `arn:aws:lambda:${region}:${account}:function:${name}`;
  return `arn:aws:${type.split("::")[1]?.toLowerCase()}:${region}:${account}:${name}`;
};

const attribute = (resource: Resource, name: string, { region, apis, storage }: Addresses): string => {
  if (name === "Arn") return arn(resource, region);
  if (name === "ApiEndpoint") return apis.get(resource.id) ?? "";
  if (name === "RegionalDomainName" || name === "DomainName") return storage;
  return `${resource.id}.${name}`;
};
