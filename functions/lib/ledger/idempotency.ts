// Idempotency keys: the effect of a request is found again by an id that derives from user and key.
import { createHash, hash, randomUUID } from "node:crypto";
import { Failure } from "#shared/failure.ts";

/** Distinguishes a retry from another request with the same key. */
export interface RequestHashes {
  /**
   * Hash of the request as it was sent, with its key: the key is stored nowhere, so that nobody can guess a password in a
   * request by its hash.
   */
  sent?: string;
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** The key in a header, in lower case, or a new one; 400 unless it is a UUID. */
export const idempotencyKey = (header: string | undefined): string => {
  if (header === undefined) return randomUUID();
  if (!uuid.test(header)) throw new Failure("BAD_REQUEST", { field: "idempotency-key", message: "A UUID expected" });
  return header;
};

/** The id of the row that a user's request with this key creates: 19 digits and letters. */
export const idFromKey = (user: string, key: string): string =>
  BigInt(`0x${hash("sha256", `${user}#${key}`, "hex").slice(0, 24)}`)
    .toString(36)
    .padStart(19, "0");

export const hashOf = (request: unknown, files: readonly Buffer[]): string => {
  const all = createHash("sha256").update(asText(request));
  for (const file of files) all.update(file);
  return all.digest("base64url");
};

/** 400 for objects nested thousands deep, which JSON.parse reads and JSON.stringify cannot write. */
const asText = (request: unknown): string => {
  try {
    return JSON.stringify(request);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Failure("BAD_REQUEST", { field: "body", message: "Nested too deeply" });
  }
};

/** The row that a request with this key created before; 409 if that was another request. */
export const sameRequest = <R extends RequestHashes>(existing: R, { sent }: RequestHashes): R => {
  if (existing.sent === sent) return existing;
  throw new Failure("CONFLICT", { field: "idempotency-key", message: "Used for another request" });
};
