// The world: the synthesized stacks running on this machine, for `npm start` and for every test file.
import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { devNull, tmpdir } from "node:os";
import { join } from "node:path";
import { type Addresses, type Assembly, physicalName, readAssembly } from "./assembly.ts";
import { createCustomResources } from "./custom-resources.ts";
import { makePrivate } from "./data-folder.ts";
import { startEngine } from "./dynamodb-engine.ts";
import { createTables, deleteTables } from "./dynamodb-tables.ts";
import { startEngineProxy } from "./engine-proxy.ts";
import { readFunctions } from "./functions.ts";
import { listen } from "./http-server.ts";
import type { Lambda } from "./lambda.ts";
import { openListeners } from "./listeners.ts";
import { startS3 } from "./s3.ts";
import { startSchedules } from "./schedule.ts";
import { openSecrets, type Secrets } from "./secrets.ts";
import type { Ports } from "./settings.ts";
import { type Credentials, newCredentials } from "./signature.ts";

export interface Options {
  assembly: string;
  /** Folder that keeps the data; without one it is deleted by `stop`. */
  data?: string;
  /** Region of the tables; a data folder has the same in every run. */
  region?: string;
  /** Fixed ports; by default free ones. */
  ports?: Ports;
  /** Added to the environment of every Lambda. */
  env?: Record<string, string>;
  /** URLs of modules that every Lambda loads before its bundle. */
  preload?: string[];
  /** Put a proxy between the Lambdas and an engine: each gets the engine's URL and returns the proxy's. */
  wrapDynamo?: (endpoint: string, region: string) => Promise<string>;
  wrapStorage?: (endpoint: string) => Promise<string>;
  wrapSecrets?: (endpoint: string) => Promise<string>;
  onLog?: (line: string) => void;
  /** Run the schedules of the templates. */
  schedules?: boolean;
  /** Use little memory, on a machine where people work; tests are faster without it. */
  lowMemory?: boolean;
  /** False removes the templates' limits on requests a second. */
  throttled?: boolean;
  /** The Lambdas reach the DynamoDB engine without the proxy that checks signatures, for tests of something else. */
  unproxied?: boolean;
}

export interface World {
  /** URL of each API, in the order of the templates. */
  apis: string[];
  site: string;
  data: string;
  /** URLs of the engines, past any proxy of `Options`. */
  dynamo: string;
  storage: string;
  /** The environment variables of all Lambdas together. */
  env: Record<string, string>;
  secrets: Secrets;
  /** Process id of the DynamoDB engine, if this world started it. */
  engine?: number;
  output(name: string): string;
  /** The stacks' outputs that have a description. */
  describedOutputs(): { description: string; value: string }[];
  /** Invokes a Lambda by its full name, or by the part after `inventory-<stage>-`. */
  invoke(name: string, event?: unknown): Promise<unknown>;
  lambda(name: string): Lambda;
  /** Deletes what tables and buckets hold, and creates the custom resources anew. The Lambdas stay warm. */
  empty(): Promise<void>;
  stop(): Promise<void>;
}

type OnStop = (stop: () => unknown) => void;

export const startWorld = async (options: Options): Promise<World> => {
  const started: (() => unknown)[] = [];
  const stop = async () => {
    for (const stopPart of started.splice(0).reverse()) await stopPart();
  };
  try {
    return { ...(await startParts(options, (stopPart) => started.push(stopPart))), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const startParts = async (options: Options, onStop: OnStop): Promise<Omit<World, "stop">> => {
  const { ports = {}, env = {}, preload = [], onLog = () => {} } = options;
  const unwrapped = async (endpoint: string) => endpoint;
  const { wrapDynamo = unwrapped, wrapStorage = unwrapped, wrapSecrets = unwrapped } = options;
  const data = dataFolder(options.data, onStop);
  // A random region separates worlds that share one DynamoDB Local.
  const region = options.region ?? (options.data ? "local" : `local-${randomBytes(4).toString("hex")}`);
  const credentials = newCredentials();
  const addresses: Addresses = { region, apis: new Map(), storage: "" };
  const assembly = readAssembly(options.assembly, addresses);

  const siteConfig = siteConfigIn(data);
  const listeners = await openListeners(assembly, addresses, ports, onStop, options.throttled ?? true, siteConfig);
  const buckets = bucketNames(assembly, region);
  const stoppable = <T extends { stop(): unknown }>(part: T): T => {
    onStop(part.stop);
    return part;
  };
  const [engine, storage] = await Promise.all([
    startEngine(options.data && join(data, "dynamo")).then(stoppable),
    startS3(join(data, "s3"), buckets, credentials).then(stoppable),
  ]);
  const dynamo = options.unproxied
    ? engine.endpoint
    : stoppable(await startEngineProxy(engine.endpoint, engine.key, credentials)).endpoint;
  addresses.storage = storage.host;
  const tables = [assembly, dynamo, region, credentials] as const;
  await createTables(...tables);
  const secrets = await startSecrets(assembly, join(data, "secrets.json"), credentials, onStop);

  const lambdaEnv = {
    AWS_ENDPOINT_URL_DYNAMODB: await wrapDynamo(dynamo, region),
    AWS_ENDPOINT_URL_S3: await wrapStorage(`http://${storage.host}`),
    AWS_ENDPOINT_URL_SECRETS_MANAGER: await wrapSecrets(secrets.endpoint),
    ...awsEnvironment(region, credentials),
    ...env,
  };
  const functions = readFunctions(assembly, { env: lambdaEnv, preload, onLog, lowMemory: options.lowMemory });
  onStop(functions.stop);
  const customResources = join(data, "custom.json");
  await createCustomResources(assembly, customResources, functions);
  if (options.schedules) onStop(startSchedules(assembly, functions.invoke).stop);
  listeners.serve(functions, storage.read);

  return {
    apis: [...addresses.apis.values()],
    site: listeners.site,
    data,
    dynamo,
    storage: `http://${storage.host}`,
    env: functions.env,
    secrets,
    engine: engine.pid,
    output: assembly.output,
    describedOutputs: assembly.describedOutputs,
    invoke: functions.invoke,
    lambda: functions.get,
    empty: async () => {
      await Promise.all([
        deleteTables(...tables).then(() => createTables(...tables)),
        rm(customResources),
        ...buckets.map((bucket) => emptyFolder(join(data, "s3", bucket))),
      ]);
      await createCustomResources(assembly, customResources, functions);
    },
  };
};

/** A file that a seed script may write, for the `config.json` of the site. */
export const siteConfigIn = (data: string): string => join(data, "site.json");

const emptyFolder = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
};

const dataFolder = (permanent: string | undefined, onStop: OnStop): string => {
  const folder = permanent ?? mkdtempSync(join(tmpdir(), "world-"));
  makePrivate(folder);
  if (!permanent) onStop(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

const bucketNames = (assembly: Assembly, region: string): string[] =>
  assembly.of("AWS::S3::Bucket").map((bucket) => physicalName(bucket, region));

const startSecrets = async (assembly: Assembly, file: string, credentials: Credentials, onStop: OnStop) => {
  const secrets = openSecrets(file, credentials);
  for (const { id, stack, properties } of assembly.of("AWS::SecretsManager::Secret"))
    secrets.create(assembly.resolve({ Ref: id }, stack), properties.GenerateSecretString ?? {});
  const { port, stop } = await listen(secrets.listener);
  onStop(stop);
  return { ...secrets, endpoint: `http://127.0.0.1:${port}` };
};

const awsEnvironment = (region: string, { accessKeyId, secretAccessKey }: Credentials) => ({
  AWS_REGION: region,
  AWS_DEFAULT_REGION: region,
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
  // Keeps the SDK away from the developer's own AWS profile.
  AWS_CONFIG_FILE: devNull,
  AWS_SHARED_CREDENTIALS_FILE: devNull,
});
