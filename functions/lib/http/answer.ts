// HTTP answers: JSON, compressed when that pays, and failures.
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { Failure } from "#shared/failure.ts";
import { isOutage } from "../db/dynamo.ts";
import { log, traced } from "../log.ts";
import { errorPage } from "./error-page.ts";

/** One page of a list, and the query of the next page. */
export class Page<T> {
  readonly rows: T;
  readonly next: URLSearchParams | undefined;
  readonly path: string;

  constructor(rows: T, path: string, next?: Record<string, string>) {
    this.rows = rows;
    this.path = path;
    this.next = next && new URLSearchParams(next);
  }
}

/** Redirects to a file. */
export class Redirect {
  readonly location: string;

  constructor(location: string) {
    this.location = location;
  }
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** In order of preference: Brotli gives a fifth fewer bytes for twice the few milliseconds. */
const encodings = {
  br: (body: string) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
  gzip: (body: string) => gzipped(body, { level: constants.Z_BEST_SPEED }),
};
/** Characters up to which compression does not pay. */
const maxUncompressedLength = 1_024;
/** Characters, of up to three bytes each, that always fit in the 6 MB limit of a Lambda's answer. */
const maxSafeLength = 2_000_000;

const baseHeaders = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

/** The answer to a call that succeeded. */
export const answer = async (
  statusCode: number,
  result: unknown,
  requestHeaders: Record<string, string | undefined> = {},
): Promise<APIGatewayProxyStructuredResultV2> => {
  if (statusCode === 204) return { statusCode };
  if (result instanceof Redirect)
    return { statusCode: 303, headers: { location: result.location, "cache-control": "no-store" } };
  const headers: Record<string, string> = { ...baseHeaders, vary: "accept-encoding" };
  if (result instanceof Page && result.next) headers.link = `<${result.path}?${result.next}>; rel="next"`;
  const body = JSON.stringify(result instanceof Page ? result.rows : result);
  const accepted = acceptedEncodings(requestHeaders["accept-encoding"], body.length);
  const encoding = (["br", "gzip"] as const).find((name) => accepted.includes(name));
  if (body.length <= maxUncompressedLength || !encoding) return { statusCode, headers, body };
  const compressed = await encodings[encoding](body);
  return {
    statusCode,
    headers: { ...headers, "content-encoding": encoding },
    body: compressed.toString("base64"),
    isBase64Encoded: true,
  };
};

/** A client without the header may be sent any encoding (RFC 9110, 12.5.3): gzip, if the plain body might be too large. */
const acceptedEncodings = (header: string | undefined, length: number): string[] =>
  header?.split(/[\s,;]+/) ?? (length > maxSafeLength ? ["gzip"] : []);

/** Seconds until a retry makes sense. */
const retryAfter: Partial<Record<string, string>> = { SERVICE_UNAVAILABLE: "1", TOO_MANY_REQUESTS: "900" };

/** The answer to a failure. Its cause, or an unexpected error, is logged but not revealed. */
export const failureAnswer = (
  error: unknown,
  request_id?: string,
  asPage = false,
): APIGatewayProxyStructuredResultV2 => {
  const isFailure = error instanceof Failure;
  const failure = isFailure ? error : new Failure(isOutage(error) ? "SERVICE_UNAVAILABLE" : "INTERNAL_SERVER_ERROR");
  // Anything can be thrown, and be a cause: an unexpected `undefined` is logged too.
  if (!isFailure || failure.cause !== undefined)
    log("ERROR", "failure", { request_id, error: traced(isFailure ? failure.cause : error) });
  const { code, message, details, status } = failure;
  const wait = retryAfter[code];
  const page = asPage ? errorPage(failure) : undefined;
  return {
    statusCode: status,
    headers: { ...baseHeaders, ...(wait && { "retry-after": wait }), ...page?.headers },
    body: page?.body ?? JSON.stringify({ code, message, ...(details.length > 0 && { details }) }),
  };
};
