// The synthesized stacks, running on this machine: for `npm start` and for every test file.
import { mkdirSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { devNull, tmpdir } from "node:os";
import { join } from "node:path";
import { type Addresses, type Assembly, type Json, physical, type Resource, readAssembly } from "./assembly.ts";
import { makeCustomResources } from "./custom.ts";
import { startEngine } from "./engine.ts";
import { gateway, type Route } from "./gateway.ts";
import { Lambda } from "./lambda.ts";
import { listen } from "./listen.ts";
import { startSchedules } from "./schedule.ts";
import { openSecrets, type Secrets } from "./secrets.ts";
import { site } from "./site.ts";
import { startStorage } from "./storage.ts";
import { accessKey, createTables } from "./tables.ts";

export interface Options {
  /** Folder of the synthesized assembly. */
  assembly: string;
  /** Folder the data is kept in; without one it is gone after `stop`. */
  data?: string;
  /** Fixed ports, with the name of what sets each; others are free ones. APIs in the order of the templates. */
  ports?: { site?: Port; apis?: Port[] };
  /** Added to the environment of every Lambda. */
  env?: Record<string, string>;
  /** Modules that every Lambda loads before its bundle, as file addresses. */
  preload?: string[];
  /** Puts something between the Lambdas and the engine. */
  wrapDynamo?: (endpoint: string, region: string) => Promise<string>;
  onLog?: (line: string) => void;
}

export interface Port {
  number: number;
  use: string;
}

export interface World {
  /** Address of each API, in the order of the templates. */
  apis: string[];
  site: string;
  /** The DynamoDB engine itself, whatever stands before it. */
  dynamo: string;
  storage: string;
  /** What the Lambdas have in their environment, all of them together. */
  env: Record<string, string>;
  secrets: Secrets;
  /** Process of the engine, if it was started here. */
  engine?: number;
  output(name: string): string;
  /** Outputs with a description. */
  said(): { description: string; value: string }[];
  /** Runs a function by its name, or by what its name ends in after a dash. */
  invoke(name: string, event?: unknown): Promise<unknown>;
  lambda(name: string): Lambda;
  stop(): Promise<void>;
}

export const startWorld = async (options: Options): Promise<World> => {
  const ends: (() => unknown)[] = [];
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    return await build(options, ends, stop);
  } catch (error) {
    await stop();
    throw error;
  }
};

const build = async (options: Options, ends: (() => unknown)[], stop: () => Promise<void>): Promise<World> => {
  const { ports = {}, env = {}, preload = [], onLog = () => {}, wrapDynamo = async (endpoint) => endpoint } = options;
  const data = options.data ?? mkdtempSync(join(tmpdir(), "world-"));
  if (!options.data) ends.push(() => rm(data, { recursive: true, force: true }));
  else mkdirSync(data, { recursive: true });
  // A region of its own keeps worlds that share one DynamoDB Local apart.
  const region = options.data ? "local" : `local-${process.pid}-${++worlds}`;
  const addresses: Addresses = { region, apis: new Map(), storage: "" };
  const assembly = readAssembly(options.assembly, addresses);

  const lambdas = new Map<string, Lambda>();
  const lambda = (name: string): Lambda => {
    const found = lambdas.get(name) ?? [...lambdas.values()].find(({ settings }) => settings.name.endsWith(`-${name}`));
    if (!found) throw new Error(`There is no function ${name}; there are ${[...lambdas.keys()].join(", ")}.`);
    return found;
  };

  // Ports first, so that one in use is said before anything else has started; what comes too early waits.
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => {});
  const later = (make: () => import("node:http").RequestListener) => {
    let made: import("node:http").RequestListener | undefined;
    return async (...call: Parameters<import("node:http").RequestListener>) => {
      await ready.promise;
      made ??= make();
      return made(...call);
    };
  };
  const serve = async (make: Parameters<typeof later>[0], port?: Port) => {
    const listening = await listen(later(make), port?.number, port?.use);
    ends.push(listening.stop);
    return `http://localhost:${listening.port}`;
  };
  const apis = assembly.of("AWS::ApiGatewayV2::Api");
  for (const [index, api] of apis.entries()) {
    const make = () => gateway(api.id, routesOf(assembly, api, lambda), corsOf(assembly, api));
    addresses.apis.set(api.id, await serve(make, ports.apis?.[index]));
  }
  const siteAddress = await serve(
    () => site(assembly, addresses.storage) ?? ((_, response) => response.writeHead(404).end()),
    ports.site,
  );

  const secrets = openSecrets(join(data, "secrets.json"));
  for (const { id, stack, properties } of assembly.of("AWS::SecretsManager::Secret"))
    secrets.create(assembly.resolve({ Ref: id }, stack), properties.GenerateSecretString ?? {});
  const secretServer = await listen(secrets.listener);
  ends.push(secretServer.stop);

  const buckets = assembly.of("AWS::S3::Bucket").map((bucket) => physical(bucket, region));
  const [engine, storage] = await Promise.all([
    startEngine(options.data && join(data, "dynamo")),
    startStorage(join(data, "s3"), buckets),
  ]);
  ends.push(engine.stop, storage.stop);
  addresses.storage = storage.host;
  await createTables(assembly, engine.endpoint, region);

  const given = {
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_ACCESS_KEY_ID: accessKey,
    AWS_SECRET_ACCESS_KEY: accessKey,
    AWS_ENDPOINT_URL_DYNAMODB: await wrapDynamo(engine.endpoint, region),
    AWS_ENDPOINT_URL_S3: `http://${storage.host}`,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${secretServer.port}`,
    // Or the settings of whoever develops here would be read.
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    ...env,
  };
  for (const one of assembly.of("AWS::Lambda::Function").map((resource) => settingsOf(assembly, resource)))
    if (one) lambdas.set(one.name, new Lambda({ ...one, env: { ...one.env, ...given }, preload, onLog }));
  ends.push(() => Promise.all([...lambdas.values()].map((one) => one.stop())));

  const invoke = async (name: string, event: unknown = {}) =>
    JSON.parse(await lambda(name).invoke(JSON.stringify(event)));
  await makeCustomResources(assembly, join(data, "custom.json"), (name) => lambdas.has(name), invoke);
  const schedules = startSchedules(assembly, invoke);
  ends.push(schedules.stop);
  ready.resolve();

  return {
    apis: [...addresses.apis.values()],
    site: siteAddress,
    dynamo: engine.endpoint,
    storage: `http://${storage.host}`,
    env: Object.assign({}, ...[...lambdas.values()].map(({ settings }) => settings.env)),
    secrets,
    engine: engine.pid,
    output: assembly.output,
    said: assembly.said,
    invoke,
    lambda,
    stop,
  };
};

let worlds = 0;

const corsOf = (assembly: Assembly, { stack, properties }: Resource): Json =>
  assembly.resolve(properties.CorsConfiguration, stack);

const routesOf = (assembly: Assembly, api: Resource, lambda: (name: string) => Lambda): Route[] =>
  assembly
    .of("AWS::ApiGatewayV2::Route")
    .filter(({ stack, properties }) => assembly.target(properties.ApiId, stack) === api)
    .map(({ stack, properties }) => {
      const integration = assembly.target(properties.Target["Fn::Join"][1].at(-1), stack);
      const handler = integration && assembly.target(integration.properties.IntegrationUri, stack);
      if (!handler) throw new Error(`${properties.RouteKey} leads to no function.`);
      return { key: properties.RouteKey, lambda: lambda(physical(handler, "")) };
    });

/** Undefined for what CDK runs while deploying: it is not written in JavaScript. */
const settingsOf = (assembly: Assembly, resource: Resource) => {
  const {
    Code,
    Handler,
    Runtime,
    Environment,
    MemorySize = 128,
    Timeout = 3,
  } = assembly.resolve(resource.properties, resource.stack);
  if (!Runtime?.startsWith("nodejs")) return undefined;
  return {
    name: assembly.resolve({ Ref: resource.id }, resource.stack) as string,
    arn: assembly.resolve({ "Fn::GetAtt": [resource.id, "Arn"] }, resource.stack) as string,
    code: assembly.asset(Code.S3Key),
    handler: Handler as string,
    env: (Environment?.Variables ?? {}) as Record<string, string>,
    memory: MemorySize as number,
    timeout: Timeout as number,
  };
};
