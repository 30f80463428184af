// Creates the first root user of a new deployment, with the password that the stack generated. A CloudFormation custom
// resource.
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import type { CloudFormationCustomResourceEvent } from "aws-lambda";
import { Failure } from "#shared/failure.ts";
import { newUser } from "./lib/auth/user.ts";
import { awsTimeouts } from "./lib/db/aws-timeouts.ts";
import { writeAll } from "./lib/db/tables.ts";

export const handler = async (event: CloudFormationCustomResourceEvent): Promise<void> => {
  const outcome = await createRoot(event).then(
    () => ({ Status: "SUCCESS" }),
    (error: Error) => ({ Status: "FAILED", Reason: error.message }),
  );
  const { StackId, RequestId, LogicalResourceId } = event;
  const body = JSON.stringify({ ...outcome, StackId, RequestId, LogicalResourceId, PhysicalResourceId: "first-root" });
  await fetch(event.ResponseURL, { method: "PUT", body, headers: { "content-type": "" } });
};

/** Idempotent: if there is or was a root, nothing changes. */
const createRoot = async ({ RequestType }: CloudFormationCustomResourceEvent): Promise<void> => {
  if (RequestType === "Delete") return;
  const secret = await new SecretsManagerClient({ requestHandler: awsTimeouts }).send(
    new GetSecretValueCommand({ SecretId: process.env.ROOT_SECRET }),
  );
  const form = { name: "Root", username: "root", password: secret.SecretString, role: "root" as const };
  const { writes } = await newUser(form, new Date().toISOString(), true);
  try {
    await writeAll(writes);
  } catch (error) {
    if (!(error instanceof Failure && error.code === "CONFLICT")) throw error;
  }
};
