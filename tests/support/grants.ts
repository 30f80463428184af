// Checks every call of a Lambda to DynamoDB against the role of its template, which the local engine does not.
import { type Addresses, type Assembly, type Json, readAssembly } from "#infra/local/assembly.ts";

/** Module that makes a worker report its calls; for `preload` of a world. */
export const reportCalls = new URL("./calls-of-worker.mjs", import.meta.url).href;

const line = /^\{"called":"(.+)"\}$/;

interface Grants {
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
      const [, call] = line.exec(text) ?? [];
      if (call && !allowed.has(call)) refused.add(call);
      return call !== undefined;
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
}

/** Each action that the role of each function allows, read from the templates. */
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

/** Allowed actions on tables, as `function: action on table` or `… on table/index/name`. */
const readGrants = (folder: string): Set<string> => {
  const addresses: Addresses = { region: "any", apis: new Map(), storage: "" };
  return new Set(
    grantsIn(readAssembly(folder, addresses)).map(
      ({ caller, action, resource }) => `${caller}: ${action} on ${String(resource).split(":table/")[1]}`,
    ),
  );
};
