// Judges every call a Lambda makes to DynamoDB by the role its template gives it: the engine itself asks for no role.
import { request as ask, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Addresses, type Assembly, type Json, readAssembly } from "#infra/local/assembly.ts";

export interface Grants {
  wrap(endpoint: string): Promise<string>;
  /** What was asked without a right to it, as `function: action on resource`. */
  refused: Set<string>;
  stop(): void;
}

export const watchGrants = (assembly: string, region: string): Grants => {
  const allowed = readGrants(assembly, region);
  const refused = new Set<string>();
  let engine = "";

  const judge = (caller: string, operation: string, body: Record<string, unknown>) => {
    for (const call of callsOf(operation, body))
      if (!allowed.has(`${caller}: ${call}`)) refused.add(`${caller}: ${call}`);
  };

  const server = createServer((request, response) => {
    const { "x-amz-target": target, "user-agent": agent = "" } = request.headers;
    const [, caller = "somebody"] = / app\/(\S+)/.exec(agent) ?? [];
    const chunks: Buffer[] = [];
    const onward = ask(engine, { method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () =>
      judge(caller, String(target).split(".")[1] ?? "", JSON.parse(Buffer.concat(chunks).toString())),
    );
    request.pipe(onward);
  });

  return {
    refused,
    wrap: async (endpoint) => {
      engine = endpoint;
      await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

export interface Grant {
  /** Name of the function. */
  caller: string;
  /** As in `dynamodb:GetItem`. */
  action: string;
  /** As an ARN. */
  resource: string;
}

/** Each right that the role of each function gives, read from the templates. */
export const grantsIn = ({ of, resolve, target }: Assembly): Grant[] =>
  of("AWS::IAM::Policy").flatMap(({ stack, properties }) => {
    const lambdas = of("AWS::Lambda::Function").filter((lambda) => {
      const role = target(lambda.properties.Role, lambda.stack);
      return properties.Roles.some((one: unknown) => target(one, stack) === role);
    });
    return resolve(properties.PolicyDocument, stack).Statement.flatMap(({ Action, Resource }: Json) =>
      lambdas.flatMap(({ properties: { FunctionName: caller } }) =>
        [Action].flat().flatMap((action) => [Resource].flat().map((resource) => ({ caller, action, resource }))),
      ),
    );
  });

/** Rights to tables, as `function: action on table` or `… on table/index/name`. */
const readGrants = (folder: string, region: string): Set<string> => {
  const addresses: Addresses = { region, apis: new Map(), storage: "" };
  return new Set(
    grantsIn(readAssembly(folder, addresses)).map(
      ({ caller, action, resource }) => `${caller}: ${action} on ${String(resource).split(":table/")[1]}`,
    ),
  );
};

interface Asked {
  TableName?: string;
  IndexName?: string;
  RequestItems?: Record<string, unknown>;
  TransactItems?: Record<string, { TableName: string }>[];
}

/** A transaction needs the rights of its parts. */
const callsOf = (operation: string, { TableName, IndexName, RequestItems, TransactItems }: Asked): string[] => {
  if (TransactItems)
    return TransactItems.flatMap((item) =>
      Object.entries(item).map(([part, { TableName }]) => `dynamodb:${part}Item on ${TableName}`),
    );
  if (RequestItems) return Object.keys(RequestItems).map((table) => `dynamodb:${operation} on ${table}`);
  return [`dynamodb:${operation} on ${TableName}${IndexName ? `/index/${IndexName}` : ""}`];
};
