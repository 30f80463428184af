// What goes back: JSON, compressed when it pays, and the catalogue's failures.
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { Failure } from "#shared/failure.ts";
import { isOutage } from "../db/dynamo.ts";
import { log, traced } from "../log.ts";
import { refusalPage } from "./refusal-page.ts";

/** A part of a list and the query that asks for the next one. */
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

/** Leads to a file elsewhere. */
export class Redirect {
  readonly location: string;

  constructor(location: string) {
    this.location = location;
  }
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** The better first: a fifth fewer bytes for twice the few milliseconds. */
const encodings = {
  br: (body: string) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
  gzip: (body: string) => zip(body, { level: constants.Z_BEST_SPEED }),
};
/** Bytes under which compression does not pay. */
const small = 1_024;
/** Characters, of up to three bytes, that surely fit in the 6 MB of a Lambda's answer. */
const fitting = 2_000_000;

const plain = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

/** A success, as the call's status says. */
export const answer = async (
  statusCode: number,
  result: unknown,
  asked: Record<string, string | undefined> = {},
): Promise<APIGatewayProxyStructuredResultV2> => {
  if (statusCode === 204) return { statusCode };
  if (result instanceof Redirect)
    return { statusCode: 303, headers: { location: result.location, "cache-control": "no-store" } };
  const headers: Record<string, string> = { ...plain, vary: "accept-encoding" };
  if (result instanceof Page && result.next) headers.link = `<${result.path}?${result.next}>; rel="next"`;
  const body = JSON.stringify(result instanceof Page ? result.rows : result);
  const accepted = acceptedBy(asked["accept-encoding"], body.length);
  const encoding = (["br", "gzip"] as const).find((name) => accepted.includes(name));
  if (body.length <= small || !encoding) return { statusCode, headers, body };
  const compressed = await encodings[encoding](body);
  return {
    statusCode,
    headers: { ...headers, "content-encoding": encoding },
    body: compressed.toString("base64"),
    isBase64Encoded: true,
  };
};

/** Who does not say what he reads may be sent any encoding (RFC 9110, 12.5.3), and is where nothing else would do. */
const acceptedBy = (said: string | undefined, length: number): string[] =>
  said?.split(/[\s,;]+/) ?? (length > fitting ? ["gzip"] : []);

/** Seconds after which asking again makes sense. */
const retryAfter: Partial<Record<string, string>> = { SERVICE_UNAVAILABLE: "1", TOO_MANY_REQUESTS: "900" };

/** A refusal as the catalogue has it; what it comes from, or nobody foresaw, is logged and answered without a word of it. */
export const failure = (error: unknown, request_id?: string, asPage = false): APIGatewayProxyStructuredResultV2 => {
  const known =
    error instanceof Failure ? error : new Failure(isOutage(error) ? "SERVICE_UNAVAILABLE" : "INTERNAL_SERVER_ERROR");
  const cause = known === error ? known.cause : error;
  if (cause) log("ERROR", "failure", { request_id, error: traced(cause) });
  const { code, message, details, status } = known;
  const wait = retryAfter[code];
  const page = asPage ? refusalPage(known) : undefined;
  return {
    statusCode: status,
    headers: { ...plain, ...(wait && { "retry-after": wait }), ...page?.headers },
    body: page?.body ?? JSON.stringify({ code, message, ...(details.length > 0 && { details }) }),
  };
};
