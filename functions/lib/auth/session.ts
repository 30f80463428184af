// Sessions: signed tokens that name a user and an epoch; role and validity come from the user's row, every time.
import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { type CryptoKey, decodeProtectedHeader, errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { Failure } from "#shared/failure.ts";
import { requestHandler } from "../db/aws-timeouts.ts";
import { type Found, getAll, type Wanted } from "../db/batch-reads.ts";
import { type UserRow, users } from "../db/tables.ts";
import { log, traced } from "../log.ts";

const secrets = new SecretsManagerClient({ requestHandler });
const issuer = "inventory-manager";
const audience = "inventory-manager-web";
const hours = 12;
/** Milliseconds between two readings of the secret that unknown key ids can cause, and after which it is read anyway. */
const rest = 10_000;
const longest = 300_000;

interface Key {
  kid: string;
  secret: CryptoKey;
}

let keys: Key[] = [];
/** Tokens whose signature these keys were seen to have made: from then on only time can end them. */
let good = new Map<string, JWTPayload>();
const mostGood = 1_000;
let readAt = Number.NEGATIVE_INFINITY;

const read = async (VersionStage: "AWSCURRENT" | "AWSPREVIOUS") => {
  const SecretId = process.env.SIGNING_SECRET;
  const { VersionId, SecretString, CreatedDate } = await secrets.send(
    new GetSecretValueCommand({ SecretId, VersionStage }),
  );
  return { kid: VersionId ?? "", secret: await hmacKey(SecretString ?? ""), made: CreatedDate?.getTime() ?? 0 };
};

/** The key that signs, and the one before for as long as its tokens live: whoever kept that one signs in no more. */
const readKeys = async (): Promise<Key[]> => {
  const current = await read("AWSCURRENT");
  if (Date.now() - current.made > hours * 3_600_000) return [current];
  try {
    return [current, await read("AWSPREVIOUS")];
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return [current];
    throw error;
  }
};

/** Imported once: from bytes, every check of a token would import it again. */
const hmacKey = (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", new TextEncoder().encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
    "verify",
  ]);

/** The key of this id, or the current one; a rotation keeps the previous one valid. */
const keyFor = async (kid?: string): Promise<Key> => {
  const known = () => (kid === undefined ? keys[0] : keys.find((key) => key.kid === kid));
  const age = Date.now() - readAt;
  if (age > longest || (!known() && age > rest)) {
    try {
      keys = await readKeys();
      readAt = Date.now();
      good = new Map();
    } catch (error) {
      if (!known()) throw error;
      // A store that is down signs nobody out; it is asked again after the rest.
      log("ERROR", "keys", { error: traced(error) });
      readAt = Date.now() - longest + rest;
    }
  }
  const key = known();
  if (!key) throw new Failure("UNAUTHORIZED");
  return key;
};

/** A token for a user, for twelve hours. */
export const openSession = async (user: UserRow, now: Date): Promise<string> => {
  const { kid, secret } = await keyFor();
  const seconds = Math.floor(now.getTime() / 1_000);
  return new SignJWT({ epoch: user.epoch })
    .setProtectedHeader({ alg: "HS256", kid })
    .setSubject(user._id)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + hours * 3_600)
    .sign(secret);
};

/** Who calls, and the rows that were read together with the user. */
export interface Caller {
  user: UserRow;
  found: Found;
}

/**
 * The user a bearer token speaks for; 401 unless it is ours, current, and the user still is. What else the call wants
 * to know is asked once the token is good, and read in the same round trip.
 */
export const readSession = async (
  authorization: string | undefined,
  wanted: () => Promise<Wanted[]>,
): Promise<Caller> => {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? "")?.[1];
  if (!token) throw new Failure("UNAUTHORIZED");
  const { sub = "", epoch } = await verified(token);
  const found = await getAll(users.wanted([sub]), ...(await wanted()));
  const user = users.among(found).get(sub);
  if (!user || user.epoch !== epoch) throw new Failure("UNAUTHORIZED");
  return { user, found };
};

const verified = async (token: string) => {
  try {
    const { secret } = await keyFor(decodeProtectedHeader(token).kid ?? "");
    const before = good.get(token);
    if (before && (before.exp ?? 0) * 1_000 > Date.now()) return before;
    const { payload } = await jwtVerify(token, secret, {
      issuer,
      audience,
      algorithms: ["HS256"],
      requiredClaims: ["exp", "sub", "epoch"],
    });
    if (good.size >= mostGood) good.clear();
    good.set(token, payload);
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) throw new Failure("UNAUTHORIZED");
    throw error;
  }
};
