// The synthesized stacks, running on this machine: for `npm start` and for every test file.
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { devNull, tmpdir } from "node:os";
import { join } from "node:path";
import { type Addresses, type Assembly, physical, readAssembly } from "./assembly.ts";
import { makeCustomResources } from "./custom-resources.ts";
import { startEngine } from "./dynamodb-engine.ts";
import { accessKey, createTables } from "./dynamodb-tables.ts";
import { readFunctions } from "./functions.ts";
import { listen } from "./http-server.ts";
import type { Lambda } from "./lambda.ts";
import { type Ports, takeDoors } from "./listeners.ts";
import { startStorage } from "./s3.ts";
import { startSchedules } from "./schedule.ts";
import { openSecrets, type Secrets } from "./secrets.ts";

export interface Options {
  /** Folder of the synthesized assembly. */
  assembly: string;
  /** Folder the data is kept in; without one it is gone after `stop`. */
  data?: string;
  /** Fixed ports; others are free ones. */
  ports?: Ports;
  /** Added to the environment of every Lambda. */
  env?: Record<string, string>;
  /** Modules that every Lambda loads before its bundle, as file addresses. */
  preload?: string[];
  /** Puts something between the Lambdas and an engine. */
  wrapDynamo?: (endpoint: string, region: string) => Promise<string>;
  wrapStorage?: (endpoint: string) => Promise<string>;
  wrapSecrets?: (endpoint: string) => Promise<string>;
  onLog?: (line: string) => void;
  /** Fires the schedules of the templates. */
  schedules?: boolean;
}

export interface World {
  /** Address of each API, in the order of the templates. */
  apis: string[];
  site: string;
  /** The engines themselves, whatever stands before them. */
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

type OnEnd = (end: () => unknown) => void;

export const startWorld = async (options: Options): Promise<World> => {
  const ends: (() => unknown)[] = [];
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    return { ...(await build(options, (end) => ends.push(end))), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const build = async (options: Options, onEnd: OnEnd): Promise<Omit<World, "stop">> => {
  const { ports = {}, env = {}, preload = [], onLog = () => {} } = options;
  const straight = async (endpoint: string) => endpoint;
  const { wrapDynamo = straight, wrapStorage = straight, wrapSecrets = straight } = options;
  const data = folderOf(options.data, onEnd);
  // A region of its own keeps worlds that share one DynamoDB Local apart.
  const region = options.data ? "local" : `local-${randomBytes(4).toString("hex")}`;
  const addresses: Addresses = { region, apis: new Map(), storage: "" };
  const assembly = readAssembly(options.assembly, addresses);

  const doors = await takeDoors(assembly, addresses, ports, onEnd);
  const ending = <T extends { stop(): unknown }>(started: T): T => {
    onEnd(started.stop);
    return started;
  };
  const [engine, storage] = await Promise.all([
    startEngine(options.data && join(data, "dynamo")).then(ending),
    startStorage(join(data, "s3"), bucketsOf(assembly, region)).then(ending),
  ]);
  addresses.storage = storage.host;
  await createTables(assembly, engine.endpoint, region);
  const secrets = await startSecrets(assembly, join(data, "secrets.json"), onEnd);

  const given = {
    AWS_ENDPOINT_URL_DYNAMODB: await wrapDynamo(engine.endpoint, region),
    AWS_ENDPOINT_URL_S3: await wrapStorage(`http://${storage.host}`),
    AWS_ENDPOINT_URL_SECRETS_MANAGER: await wrapSecrets(secrets.endpoint),
    ...account(region),
    ...env,
  };
  const functions = readFunctions(assembly, { env: given, preload, onLog });
  onEnd(functions.stop);
  await makeCustomResources(assembly, join(data, "custom.json"), functions);
  if (options.schedules) onEnd(startSchedules(assembly, functions.invoke).stop);
  doors.open(functions);

  return {
    apis: [...addresses.apis.values()],
    site: doors.site,
    dynamo: engine.endpoint,
    storage: `http://${storage.host}`,
    env: functions.env,
    secrets,
    engine: engine.pid,
    output: assembly.output,
    said: assembly.said,
    invoke: functions.invoke,
    lambda: functions.get,
  };
};

const folderOf = (kept: string | undefined, onEnd: OnEnd): string => {
  if (kept) mkdirSync(kept, { recursive: true });
  const folder = kept ?? mkdtempSync(join(tmpdir(), "world-"));
  if (!kept) onEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

const bucketsOf = (assembly: Assembly, region: string): string[] =>
  assembly.of("AWS::S3::Bucket").map((bucket) => physical(bucket, region));

const startSecrets = async (assembly: Assembly, file: string, onEnd: OnEnd) => {
  const secrets = openSecrets(file);
  for (const { id, stack, properties } of assembly.of("AWS::SecretsManager::Secret"))
    secrets.create(assembly.resolve({ Ref: id }, stack), properties.GenerateSecretString ?? {});
  const { port, stop } = await listen(secrets.listener);
  onEnd(stop);
  return { ...secrets, endpoint: `http://127.0.0.1:${port}` };
};

const account = (region: string) => ({
  AWS_REGION: region,
  AWS_DEFAULT_REGION: region,
  AWS_ACCESS_KEY_ID: accessKey,
  AWS_SECRET_ACCESS_KEY: accessKey,
  // Or the settings of whoever develops here would be read.
  AWS_CONFIG_FILE: devNull,
  AWS_SHARED_CREDENTIALS_FILE: devNull,
});
