// The Lambdas of the templates by name, and the API routes that lead to them.
import { type Assembly, type Json, physicalName, type Resource } from "./assembly.ts";
import type { Route } from "./gateway.ts";
import { Lambda } from "./lambda.ts";

export interface Functions {
  /** Finds a Lambda by its full name, or by the part after `inventory-<stage>-`. */
  get(name: string): Lambda;
  has(name: string): boolean;
  /** Invokes a Lambda with an event and returns its answer; throws if it fails. */
  invoke(name: string, event?: unknown): Promise<unknown>;
  /** The environment variables of all Lambdas together. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

interface SharedSettings {
  env: Record<string, string>;
  preload: string[];
  lowMemory?: boolean;
  onLog(line: string): void;
}

export const readFunctions = (assembly: Assembly, { env, ...settings }: SharedSettings): Functions => {
  const common = { ...settings, ...(settings.lowMemory && { onCall: stopLeastRecentlyUsed() }) };
  const lambdas = new Map<string, Lambda>();
  for (const resource of assembly.of("AWS::Lambda::Function")) {
    const own = settingsOf(assembly, resource);
    if (own) lambdas.set(own.name, new Lambda({ ...own, ...common, env: { ...own.env, ...env } }));
  }
  const all = [...lambdas.values()];
  const get = (name: string): Lambda => {
    const found = lambdas.get(name) ?? all.find(({ settings }) => settings.name.endsWith(`-${name}`));
    if (!found) throw new Error(`There is no function ${name}; there are ${[...lambdas.keys()].join(", ")}.`);
    return found;
  };
  return {
    get,
    has: (name) => lambdas.has(name),
    invoke: async (name, event = {}) => JSON.parse(await get(name).invoke(JSON.stringify(event))),
    env: Object.assign({}, ...all.map(({ settings }) => settings.env)),
    stop: async () => {
      await Promise.all(all.map((lambda) => lambda.stop()));
    },
  };
};

/** Idle workers that stay, of some 25 MB each: most screens follow from what the device keeps, so they call few Lambdas. */
const warm = 4;

/** Like AWS, ends a worker that has had no call for a while; the next call starts a new one in about 0.1 s. */
const stopLeastRecentlyUsed = () => {
  const byLastCall = new Set<Lambda>();
  return (called: Lambda): void => {
    byLastCall.delete(called);
    byLastCall.add(called);
    for (const lambda of byLastCall) {
      if (byLastCall.size <= warm) return;
      if (lambda.isBusy) continue;
      byLastCall.delete(lambda);
      void lambda.stop();
    }
  };
};

/** Undefined for the Lambdas that CDK itself adds for deployments, which are not JavaScript. */
const settingsOf = (assembly: Assembly, { id, stack, properties }: Resource) => {
  const { Code, Handler, Runtime, Environment, MemorySize, Timeout }: Json = assembly.resolve(properties, stack);
  if (!Runtime?.startsWith("nodejs")) return undefined;
  return {
    name: assembly.resolve({ Ref: id }, stack) as string,
    arn: assembly.resolve({ "Fn::GetAtt": [id, "Arn"] }, stack) as string,
    code: assembly.asset(Code.S3Key),
    handler: Handler as string,
    env: (Environment?.Variables ?? {}) as Record<string, string>,
    // Lambda's own defaults.
    memory: (MemorySize ?? 128) as number,
    timeout: (Timeout ?? 3) as number,
  };
};

export const routesOf = (assembly: Assembly, api: Resource, functions: Functions): Route[] =>
  assembly
    .of("AWS::ApiGatewayV2::Route")
    .filter(({ stack, properties }) => assembly.target(properties.ApiId, stack) === api)
    .map(({ stack, properties: { RouteKey, Target } }) => {
      const integration = assembly.target(Target["Fn::Join"][1].at(-1), stack);
      const handler = integration && functionOf(assembly, integration.properties.IntegrationUri, stack);
      if (!handler) throw new Error(`${RouteKey} leads to no function.`);
      return { key: RouteKey, lambda: functions.get(physicalName(handler, "")) };
    });

/** Follows an alias to its function, since only one version exists here. */
const functionOf = (assembly: Assembly, value: Json, stack: string): Resource | undefined => {
  const found = assembly.target(value, stack);
  return found?.type === "AWS::Lambda::Alias"
    ? functionOf(assembly, found.properties.FunctionName, found.stack)
    : found;
};
