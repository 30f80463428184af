// Checks every call of a Lambda to DynamoDB against the role of its template, which the local engine does not.
import { type Addresses, type Assembly, type Json, readAssembly } from "#infra/local/assembly.ts";

/** Module that makes a worker report its calls; for `preload` of a world. */
export const reportCalls = new URL("./calls-of-worker.mjs", import.meta.url).href;

/** The key is JSON text, but no quote or backslash is in a key's beginning. */
const line = /^\{"called":"(.+?)(?: key (.+))?"\}$/;

export interface Grants {
  /** Whether a line of a log reports a call, which is then checked. */
  checks(line: string): boolean;
  /** Calls that the role does not allow, as `function: action on resource`. */
  refused: Set<string>;
}

export const watchGrants = (assembly: string): Grants => {
  const allowed = readGrants(assembly);
  const refused = new Set<string>();
  return {
    refused,
    checks: (text) => {
      const [, call, key] = line.exec(text) ?? [];
      if (!call) return false;
      const grant = allowed.get(call);
      if (!grant) refused.add(call);
      else if (key && grant.keys && !grant.keys.some((pattern) => covers(pattern, key)))
        refused.add(`${call}, key ${key}`);
      return true;
    },
  };
};

interface Grant {
  /** Name of the function. */
  caller: string;
  /** As in `dynamodb:GetItem`. */
  action: string;
  /** As an ARN. */
  resource: string;
  /** Patterns of the keys it is limited to. */
  keys?: string[];
}

const covers = (pattern: string, key: string): boolean =>
  pattern.endsWith("*") ? key.startsWith(pattern.slice(0, -1)) : key === pattern;

/** Each action that the role of each function allows, read from the templates. */
export const grantsIn = ({ of, resolve, target }: Assembly): Grant[] =>
  of("AWS::IAM::Policy").flatMap(({ stack, properties }) => {
    const lambdas = of("AWS::Lambda::Function").filter((lambda) => {
      const role = target(lambda.properties.Role, lambda.stack);
      return properties.Roles.some((one: unknown) => target(one, stack) === role);
    });
    return resolve(properties.PolicyDocument, stack).Statement.flatMap(({ Action, Resource, Condition }: Json) => {
      const keys = Condition?.["ForAllValues:StringLike"]?.["dynamodb:LeadingKeys"];
      return lambdas.flatMap(({ properties: { FunctionName: caller } }) =>
        [Action]
          .flat()
          .flatMap((action) =>
            [Resource].flat().map((resource) => ({ caller, action, resource, keys: keys && [keys].flat() })),
          ),
      );
    });
  });

/** What is allowed on tables, by `function: action on table` or `… on table/index/name`. */
const readGrants = (folder: string): Map<string, Grant> => {
  const addresses: Addresses = { region: "any", apis: new Map(), storage: "" };
  const grants = grantsIn(readAssembly(folder, addresses));
  return new Map(
    grants.map((grant) => [`${grant.caller}: ${grant.action} on ${String(grant.resource).split(":table/")[1]}`, grant]),
  );
};
