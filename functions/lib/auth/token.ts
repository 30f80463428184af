// Signed tokens (JWT, HS256) that name a user and an epoch, and the signing keys that sign and verify them.
import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { type CryptoKey, decodeProtectedHeader, errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { Failure } from "#shared/failure.ts";
import { awsTimeouts } from "../db/aws-timeouts.ts";
import type { UserRow } from "../db/tables.ts";
import { log, serializeError } from "../log.ts";

const secrets = new SecretsManagerClient({ requestHandler: awsTimeouts });
const issuer = "inventory-manager";
/** What a token is for: a session token is not valid as a device token, nor the reverse. */
export type Audience = "inventory-manager-web" | "inventory-manager-end" | "inventory-manager-device";
/** Length of a session, for which the previous signing key stays valid after a rotation. */
export const sessionHours = 12;
/** Milliseconds between two reloads of the keys that unknown key ids can cause. */
const minKeyAge = 10_000;
/** Milliseconds after which keys are reloaded anyway. */
const maxKeyAge = 300_000;

interface Key {
  kid: string;
  secret: CryptoKey;
}

let keys: Key[] = [];
/** Payloads of tokens whose signature was verified with these keys: only their expiry is left to check. */
let verifiedTokens = new Map<string, JWTPayload>();
const maxVerifiedTokens = 1_000;
let keysReadAt = Number.NEGATIVE_INFINITY;

const readKey = async (VersionStage: "AWSCURRENT" | "AWSPREVIOUS") => {
  const SecretId = process.env.SIGNING_SECRET;
  const { VersionId, SecretString, CreatedDate } = await secrets.send(
    new GetSecretValueCommand({ SecretId, VersionStage }),
  );
  return { kid: VersionId ?? "", secret: await hmacKey(SecretString ?? ""), created: CreatedDate?.getTime() ?? 0 };
};

/** The current key, and the previous one while its sessions may still be valid: a leaked old key must not stay usable. */
const readKeys = async (): Promise<Key[]> => {
  const current = await readKey("AWSCURRENT");
  if (Date.now() - current.created > sessionHours * 3_600_000) return [current];
  try {
    return [current, await readKey("AWSPREVIOUS")];
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return [current];
    throw error;
  }
};

/** As a CryptoKey: given bytes, jose would import them again for every token. */
const hmacKey = (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", new TextEncoder().encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
    "verify",
  ]);

/** The key with this id, or the current one; 401 if there is none. */
const signingKey = async (kid?: string): Promise<Key> => {
  const find = () => (kid === undefined ? keys[0] : keys.find((key) => key.kid === kid));
  const age = Date.now() - keysReadAt;
  if (age > maxKeyAge || (!find() && age > minKeyAge)) {
    try {
      keys = await readKeys();
      keysReadAt = Date.now();
      verifiedTokens = new Map();
    } catch (error) {
      if (!find()) throw error;
      // An outage of Secrets Manager signs nobody out: the keys stay in use and are read again after `minKeyAge`.
      log("ERROR", "keys", { error: serializeError(error) });
      keysReadAt = Date.now() - maxKeyAge + minKeyAge;
    }
  }
  const key = find();
  if (!key) throw new Failure("UNAUTHORIZED");
  return key;
};

/** A token for a user, with this id, valid for so many hours and until the epoch changes. */
export const signToken = async (
  audience: Audience,
  { _id, epoch }: UserRow,
  now: Date,
  hours: number,
  jti: string,
): Promise<string> => {
  const { kid, secret } = await signingKey();
  const seconds = Math.floor(now.getTime() / 1_000);
  return new SignJWT({ epoch, jti })
    .setProtectedHeader({ alg: "HS256", kid })
    .setSubject(_id)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + hours * 3_600)
    .sign(secret);
};

/** The claims of a token; 401 unless its signature is valid, it is for this audience and has not expired. */
export const verifyToken = async (audience: Audience, token: string): Promise<JWTPayload> => {
  try {
    const { secret } = await signingKey(decodeProtectedHeader(token).kid ?? "");
    const verified = verifiedTokens.get(`${audience} ${token}`);
    if (verified && (verified.exp ?? 0) * 1_000 > Date.now()) return verified;
    const { payload } = await jwtVerify(token, secret, {
      issuer,
      audience,
      algorithms: ["HS256"],
      requiredClaims: ["exp", "sub", "epoch"],
    });
    if (verifiedTokens.size >= maxVerifiedTokens) verifiedTokens.clear();
    verifiedTokens.set(`${audience} ${token}`, payload);
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) throw new Failure("UNAUTHORIZED");
    throw error;
  }
};
