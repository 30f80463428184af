// Signature Version 4 of AWS, made by its own library: signs requests, and checks by signing again whether a request
// was signed with the credentials of this run.
import { createHash, createHmac, type Hash, type Hmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { SignatureV4 } from "@smithy/signature-v4";

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/** Known to this run and the processes it starts, and never stored. */
export const newCredentials = (): Credentials => ({
  accessKeyId: `LOCAL${randomBytes(10).toString("hex").toUpperCase()}`,
  secretAccessKey: randomBytes(30).toString("base64url"),
});

/** The hash in the form that the library expects. */
class Sha256 {
  readonly #hash: Hash | Hmac;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret ? createHmac("sha256", secret as Buffer) : createHash("sha256");
  }

  update(content: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(content as Buffer);
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}

/** Does not escape paths: S3's are signed as they are sent, and other services have none. */
const signerOf = (credentials: Credentials, region: string, service: string): SignatureV4 =>
  new SignatureV4({ credentials, region, service, sha256: Sha256, uriEscapePath: false });

interface RequestToSign {
  method: string;
  /** Path and query, as sent. */
  url: string;
  /** With `host`. */
  headers: Record<string, string>;
  body?: string;
}

/** Only the first question mark ends the path. */
const splitUrl = (url: string): [path: string, query: URLSearchParams] => {
  const [path = "/", ...rest] = url.split("?");
  return [path, new URLSearchParams(rest.join("?"))];
};

/** A request in the form that the library expects. */
const parsed = ({ method, url, headers, body }: RequestToSign) => {
  const [path, names] = splitUrl(url);
  const query = Object.fromEntries([...names.keys()].map((name) => [name, names.getAll(name)]));
  return { protocol: "http:", hostname: "127.0.0.1", method, path, query, headers, body };
};

/** The headers to send: those given, without `host`, and those that sign them. */
export const sign = async (
  request: RequestToSign,
  service: string,
  region: string,
  credentials: Credentials,
): Promise<Record<string, string>> => {
  const { host: _, ...headers } = (await signerOf(credentials, region, service).sign(parsed(request))).headers;
  return headers;
};

type SignedRequest = Pick<IncomingMessage, "method" | "url" | "headers">;

export type Refusal = "unsigned" | "wrong key" | "wrong signature" | "expired";

const refusalAnswer = (type: string, message: string): string =>
  JSON.stringify({ __type: `com.amazon.coral.service#${type}`, message });

/** As DynamoDB and Secrets Manager write them. */
export const jsonRefusals: Record<Refusal, string> = {
  unsigned: refusalAnswer("MissingAuthenticationTokenException", "Missing Authentication Token"),
  "wrong key": refusalAnswer("UnrecognizedClientException", "The security token included in the request is invalid."),
  "wrong signature": refusalAnswer(
    "InvalidSignatureException",
    "The request signature we calculated does not match the signature you provided.",
  ),
  expired: refusalAnswer("InvalidSignatureException", "Signature expired."),
};

/**
 * Compares a given body with the signed hash; S3 gives none, since its bodies are long. A signed link has its signature
 * and the seconds for which it is valid in the query.
 */
export const refusalOf = async (
  request: SignedRequest,
  credentials: Credentials,
  body?: Buffer,
): Promise<Refusal | undefined> => {
  const claim = claimOf(request);
  if (!claim) return "unsigned";
  if (claim.key !== credentials.accessKeyId) return "wrong key";
  if (body && request.headers["x-amz-content-sha256"] !== hash("sha256", body, "hex")) return "wrong signature";
  const expected = Buffer.from(await signatureOf(request, claim, credentials));
  const given = Buffer.from(claim.signature);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return "wrong signature";
  return claim.expiresIn !== undefined && Date.now() > claim.date.getTime() + claim.expiresIn * 1_000
    ? "expired"
    : undefined;
};

/** The parts of a request that belong to its signature. */
interface Claim {
  key: string;
  region: string;
  service: string;
  date: Date;
  signedHeaders: Set<string>;
  signature: string;
  /** Seconds that a signed link is valid for. */
  expiresIn?: number;
}

const claimOf = ({ url = "/", headers }: SignedRequest): Claim | undefined => {
  const [, query] = splitUrl(url);
  const inQuery = query.get("X-Amz-Signature");
  const inHeader = /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]+)$/.exec(
    headers.authorization ?? "",
  );
  // As on AWS, a request is signed in one way only.
  if (inHeader && inQuery === null) {
    const [, credential, names, signature] = inHeader;
    return claim(credential, header(headers, "x-amz-date"), names, signature);
  }
  if (inQuery === null || headers.authorization !== undefined) return undefined;
  const [credential, date, names, seconds] = ["Credential", "Date", "SignedHeaders", "Expires"].map(
    (name) => query.get(`X-Amz-${name}`) ?? "",
  );
  return claim(credential, date, names, inQuery, Number(seconds || Number.NaN));
};

const claim = (credential = "", time = "", names = "", signature = "", expiresIn?: number): Claim | undefined => {
  const [key = "", , region = "", service = ""] = credential.split("/");
  const date = new Date(time.replace(/^(....)(..)(..T..)(..)(..Z)$/, "$1-$2-$3:$4:$5"));
  const signedHeaders = new Set(names.split(";"));
  const isWhole = signature && signedHeaders.has("host") && !Number.isNaN(date.getTime());
  // AWS takes links for a week at most.
  const isInTime = expiresIn === undefined || (expiresIn >= 0 && expiresIn <= 7 * 86_400);
  return isWhole && isInTime ? { key, region, service, date, signedHeaders, signature, expiresIn } : undefined;
};

const header = (headers: IncomingHttpHeaders, name: string): string => [headers[name] ?? ""].flat().join(",");

/** The signature that the request should have. */
const signatureOf = async (
  { method = "GET", url = "/", headers: all }: SignedRequest,
  claim: Claim,
  credentials: Credentials,
): Promise<string> => {
  const { region, service, date: signingDate, signedHeaders, expiresIn } = claim;
  const signer = signerOf(credentials, region, service);
  const headers = Object.fromEntries([...signedHeaders].map((name) => [name, header(all, name)]));
  const unsigned = parsed({ method, url, headers });
  if (expiresIn !== undefined) {
    // The library leaves a body that it cannot hash out of the signature, as in all links.
    const link = { ...unsigned, body: {} };
    const { query } = await signer.presign(link, { signingDate, expiresIn, unhoistableHeaders: signedHeaders });
    return String(query?.["X-Amz-Signature"]);
  }
  const signed = await signer.sign(unsigned, { signingDate, signableHeaders: signedHeaders });
  return signed.headers.authorization?.split("Signature=")[1] ?? "";
};
