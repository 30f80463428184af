// A Secrets Manager with the one call that the Lambdas make, GetSecretValue. Values are generated once and stored in a
// file.
import { randomInt, randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";
import type { Json } from "./assembly.ts";
import { readBody } from "./http-server.ts";
import { readJson, writeJson } from "./json-file.ts";
import { type Credentials, jsonRefusals, refusalOf } from "./signature.ts";

interface Version {
  id: string;
  value: string;
  /** Epoch seconds. */
  created?: number;
}

export interface Secrets {
  /** Generates a secret that does not exist yet, by the template's GenerateSecretString. */
  create(arn: string, rule: Json): void;
  value(arn: string): string;
  isNew(arn: string): boolean;
  /** Generates a new current value; the previous one stays readable as AWSPREVIOUS. */
  rotate(arn: string): void;
  listener: RequestListener;
}

const contentType = { "content-type": "application/x-amz-json-1.1" };

/** Bytes of a request's body, which only names a secret. */
const maxBytes = 64 * 1_024;

/** The templates exclude punctuation. */
const alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

const generate = ({ PasswordLength = 32 }: Json): string =>
  Array.from({ length: PasswordLength }, () => alphabet[randomInt(alphabet.length)]).join("");

export const openSecrets = (file: string, credentials: Credentials): Secrets => {
  /** By ARN, newest version first. */
  const versions: Record<string, Version[]> = readJson(file) ?? {};
  const rules = new Map<string, Json>();
  const generated = new Set<string>();

  const add = (arn: string) => {
    const version = { id: randomUUID(), value: generate(rules.get(arn) ?? {}), created: Date.now() / 1_000 };
    versions[arn] = [version, ...(versions[arn] ?? [])].slice(0, 2);
    writeJson(file, versions);
  };

  const find = ({ SecretId, VersionStage = "AWSCURRENT" }: Json) => {
    const version = versions[SecretId]?.[VersionStage === "AWSPREVIOUS" ? 1 : 0];
    if (!version) return undefined;
    return {
      ARN: SecretId,
      Name: SecretId,
      SecretString: version.value,
      VersionId: version.id,
      CreatedDate: version.created,
      VersionStages: [VersionStage],
    };
  };

  return {
    create: (arn, rule) => {
      rules.set(arn, rule);
      if (versions[arn]) return;
      generated.add(arn);
      add(arn);
    },
    value: (arn) => versions[arn]?.[0]?.value ?? "",
    isNew: (arn) => generated.has(arn),
    rotate: add,
    listener: async (request, response) => {
      const body = await readBody(request, maxBytes);
      if (!body) return void response.writeHead(413).end();
      const refusal = await refusalOf(request, credentials, body);
      if (refusal) return void response.writeHead(400, contentType).end(jsonRefusals[refusal]);
      const input = JSON.parse(body.toString() || "{}");
      const isSupported = request.headers["x-amz-target"] === "secretsmanager.GetSecretValue";
      const found = isSupported ? find(input) : undefined;
      const failure = {
        __type: isSupported ? "ResourceNotFoundException" : "InvalidRequestException",
        Message: "Secrets Manager can't find the specified secret.",
      };
      response.writeHead(found ? 200 : 400, contentType);
      response.end(JSON.stringify(found ?? failure));
    },
  };
};
