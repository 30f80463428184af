// Answers the one call the bundles make to Secrets Manager; values are made once and kept in a file.
import { randomInt, randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";
import type { Json } from "./assembly.ts";
import { readBody } from "./http-server.ts";
import { keep, recall } from "./json-file.ts";

interface Version {
  id: string;
  value: string;
  /** Seconds. */
  created?: number;
}

export interface Secrets {
  /** Makes a secret that does not exist yet, by the template's GenerateSecretString. */
  create(arn: string, rule: Json): void;
  value(arn: string): string;
  /** Whether this run made it. */
  isNew(arn: string): boolean;
  /** Makes a new current value; the one before stays readable as AWSPREVIOUS. */
  rotate(arn: string): void;
  listener: RequestListener;
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const digits = "0123456789";
const punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

const generate = ({ PasswordLength = 32, ExcludePunctuation = false, ExcludeCharacters = "" }: Json): string => {
  const alphabet = [...letters, ...digits, ...(ExcludePunctuation ? "" : punctuation)];
  const allowed = alphabet.filter((letter) => !ExcludeCharacters.includes(letter));
  return Array.from({ length: PasswordLength }, () => allowed[randomInt(allowed.length)]).join("");
};

export const openSecrets = (file: string): Secrets => {
  /** By ARN, newest version first. */
  const kept: Record<string, Version[]> = recall(file) ?? {};
  const rules = new Map<string, Json>();
  const made = new Set<string>();

  const add = (arn: string) => {
    const version = { id: randomUUID(), value: generate(rules.get(arn) ?? {}), created: Date.now() / 1_000 };
    kept[arn] = [version, ...(kept[arn] ?? [])].slice(0, 2);
    keep(file, kept);
  };

  const find = ({ SecretId, VersionStage = "AWSCURRENT" }: Json) => {
    const version = kept[SecretId]?.[VersionStage === "AWSPREVIOUS" ? 1 : 0];
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
      if (kept[arn]) return;
      made.add(arn);
      add(arn);
    },
    value: (arn) => kept[arn]?.[0]?.value ?? "",
    isNew: (arn) => made.has(arn),
    rotate: add,
    listener: async (request, response) => {
      const asked = JSON.parse((await readBody(request)).toString() || "{}");
      const known = request.headers["x-amz-target"] === "secretsmanager.GetSecretValue";
      const found = known ? find(asked) : undefined;
      const refusal = {
        __type: known ? "ResourceNotFoundException" : "InvalidRequestException",
        Message: "Secrets Manager can't find the specified secret.",
      };
      response.writeHead(found ? 200 : 400, { "content-type": "application/x-amz-json-1.1" });
      response.end(JSON.stringify(found ?? refusal));
    },
  };
};
