// Custom resources whose function is one of ours, made as CloudFormation makes them.
import { createHash, randomUUID } from "node:crypto";
import type { Assembly, Json, Resource } from "./assembly.ts";
import type { Functions } from "./functions.ts";
import { listen, readBody } from "./http-server.ts";
import { keep, recall } from "./json-file.ts";
import { Trouble } from "./user-error.ts";

/** What CloudFormation would remember of a resource it made. */
interface Made {
  physicalId: string;
  /** Of the resolved properties: unchanged ones are not asked again. */
  hash: string;
}

/** `file` keeps what was made in earlier runs. */
export const makeCustomResources = async (assembly: Assembly, file: string, functions: Functions): Promise<void> => {
  const made: Record<string, Made> = recall(file) ?? {};
  for (const resource of assembly.of(/^(Custom::|AWS::CloudFormation::CustomResource$)/)) {
    const properties = assembly.resolve(resource.properties, resource.stack);
    const name = String(properties.ServiceToken).split(":").at(-1) ?? "";
    const hash = createHash("sha256").update(JSON.stringify(properties)).digest("hex");
    const earlier = made[resource.id];
    if (!functions.has(name) || earlier?.hash === hash) continue;
    const physicalId = await ask(resource, properties, earlier?.physicalId, (event) => functions.invoke(name, event));
    made[resource.id] = { physicalId, hash };
    keep(file, made);
  }
};

/** Milliseconds until a function that has not reported counts as failed. */
const patience = 60_000;

const ask = async (
  { stack, id, type }: Resource,
  properties: Json,
  physicalId: string | undefined,
  invoke: (event: unknown) => Promise<unknown>,
): Promise<string> => {
  const report = Promise.withResolvers<Json>();
  const listening = await listen(async (request, response) => {
    report.resolve(JSON.parse((await readBody(request)).toString()));
    response.end();
  });
  const timer = setTimeout(() => report.resolve({ Reason: "It did not report" }), patience);
  try {
    const event = {
      RequestType: physicalId ? "Update" : "Create",
      ResponseURL: `http://127.0.0.1:${listening.port}/`,
      StackId: `arn:aws:cloudformation:local:${stack}`,
      RequestId: randomUUID(),
      ResourceType: type,
      LogicalResourceId: id,
      ResourceProperties: properties,
      ...(physicalId && { PhysicalResourceId: physicalId, OldResourceProperties: properties }),
    };
    invoke(event).catch((error) => report.resolve({ Reason: error.message }));
    const { Status, Reason, PhysicalResourceId } = await report.promise;
    if (Status !== "SUCCESS") throw new Trouble(`${id} could not be made: ${Reason ?? "no reason given"}.`);
    return PhysicalResourceId ?? id;
  } finally {
    clearTimeout(timer);
    await listening.stop();
  }
};
