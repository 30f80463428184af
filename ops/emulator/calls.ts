// Calls to AWS services in the emulator, over TLS with its self-signed certificate.
import { readFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { UserError } from "#infra/local/user-error.ts";
import { type Emulator, region } from "./emulator.ts";

const agentOf = ({ env }: Emulator) => new Agent({ ca: readFileSync(env.AWS_CA_BUNDLE ?? "") });

export const readSecret = async (emulator: Emulator, SecretId: string): Promise<string> => {
  const client = new SecretsManagerClient({
    region,
    endpoint: emulator.env.AWS_ENDPOINT_URL,
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
    requestHandler: { httpsAgent: agentOf(emulator) },
  });
  const { SecretString = "" } = await client.send(new GetSecretValueCommand({ SecretId }));
  return SecretString;
};

/** Invokes a Lambda with an event and returns its answer. */
export const invoke = (emulator: Emulator, name: string, event: object): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const day = new Date().toISOString().slice(0, 10).replaceAll("-", "");
    const scope = `test/${day}/${region}/lambda/aws4_request`;
    const sent = request(
      `${emulator.env.AWS_ENDPOINT_URL}/2015-03-31/functions/${name}/invocations`,
      {
        method: "POST",
        agent: agentOf(emulator),
        // The emulator does not verify the signature of its root account.
        headers: { authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=none` },
      },
      async (answer) => {
        const text = (await answer.toArray()).join("");
        if (answer.statusCode !== 200 || answer.headers["x-amz-function-error"])
          return reject(new UserError(`${name} failed: ${answer.statusCode} ${text}`));
        resolve(JSON.parse(text));
      },
    );
    sent.once("error", reject);
    sent.end(JSON.stringify(event));
  });
