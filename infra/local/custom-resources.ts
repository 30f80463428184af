// Creates and updates the custom resources whose Lambda is in the templates, by CloudFormation's protocol.
import { hash, randomUUID } from "node:crypto";
import type { Assembly, Json, Resource } from "./assembly.ts";
import type { Functions } from "./functions.ts";
import { listen, readBody } from "./http-server.ts";
import { readJson, writeJson } from "./json-file.ts";
import { UserError } from "./user-error.ts";

/** What CloudFormation stores about a resource it has created. */
interface CreatedResource {
  physicalId: string;
  /** Hash of the resolved properties; the Lambda is called again only when they change. */
  hash: string;
}

/** `file` stores the resources created in earlier runs. */
export const createCustomResources = async (assembly: Assembly, file: string, functions: Functions): Promise<void> => {
  const made: Record<string, CreatedResource> = readJson(file) ?? {};
  for (const resource of assembly.of(/^(Custom::|AWS::CloudFormation::CustomResource$)/)) {
    const properties = assembly.resolve(resource.properties, resource.stack);
    const name = String(properties.ServiceToken).split(":").at(-1) ?? "";
    const now = hash("sha256", JSON.stringify(properties), "hex");
    const earlier = made[resource.id];
    if (!functions.has(name) || earlier?.hash === now) continue;
    const physicalId = await sendRequest(resource, properties, earlier?.physicalId, (event) =>
      functions.invoke(name, event),
    );
    made[resource.id] = { physicalId, hash: now };
    writeJson(file, made);
  }
};

/** Milliseconds after which a function that has not reported counts as failed. */
const reportTimeout = 60_000;

const sendRequest = async (
  { stack, id, type }: Resource,
  properties: Json,
  physicalId: string | undefined,
  invoke: (event: unknown) => Promise<unknown>,
): Promise<string> => {
  const report = Promise.withResolvers<Json>();
  const path = `/${randomUUID()}`;
  const responseServer = await listen(async (request, response) => {
    if (request.url !== path) return void response.writeHead(403).end();
    report.resolve(JSON.parse((await readBody(request)).toString()));
    response.end();
  });
  const timer = setTimeout(() => report.resolve({ Reason: "its function did not report in time" }), reportTimeout);
  try {
    const event = {
      RequestType: physicalId ? "Update" : "Create",
      ResponseURL: `http://127.0.0.1:${responseServer.port}${path}`,
      StackId: `arn:aws:cloudformation:local:${stack}`,
      RequestId: randomUUID(),
      ResourceType: type,
      LogicalResourceId: id,
      ResourceProperties: properties,
      ...(physicalId && { PhysicalResourceId: physicalId, OldResourceProperties: properties }),
    };
    invoke(event).catch((error) => report.resolve({ Reason: error.message }));
    const { Status, Reason, PhysicalResourceId } = await report.promise;
    if (Status !== "SUCCESS") throw new UserError(`${id} could not be created: ${Reason ?? "no reason given"}.`);
    return PhysicalResourceId ?? id;
  } finally {
    clearTimeout(timer);
    await responseServer.stop();
  }
};
