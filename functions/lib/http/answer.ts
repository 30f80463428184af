// HTTP answers: JSON, compressed when that pays and in pages when it is too large; redirects, and failures.
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { Failure } from "#shared/failure.ts";
import { isOutage } from "../db/dynamo.ts";
import { log, serializeError } from "../log.ts";
import { baseHeaders } from "./base-headers.ts";
import { acceptedCodings, type Encoded, encode } from "./content-coding.ts";
import { errorPage } from "./error-page.ts";
import { countRows, pageFrom, rowName, slice } from "./pages.ts";

/** One page of a list, and the query of the next page. */
export class Page<T> {
  readonly rows: T;
  readonly next: Record<string, string> | undefined;

  constructor(rows: T, next?: Record<string, string>) {
    this.rows = rows;
    this.next = next;
  }
}

export class Redirect {
  readonly location: string;

  constructor(location: string) {
    this.location = location;
  }
}

/** Bytes that a body may have: a Lambda answers 6 MB at most, with status and headers. */
const maxBytes = 6 * 2 ** 20 - 16 * 1_024;

type Asked = Pick<APIGatewayProxyEventV2, "routeKey" | "headers" | "pathParameters" | "queryStringParameters">;

export const answer = async (
  statusCode: number,
  result: unknown,
  asked: Asked,
): Promise<APIGatewayProxyStructuredResultV2> => {
  if (statusCode === 204) return { statusCode };
  if (result instanceof Redirect)
    return { statusCode: 303, headers: { location: result.location, "cache-control": "no-store" } };
  const { encoded, next } = await encodePage(result, asked);
  const { bytes, headers, ...body } = encoded;
  const link = next && { link: `<${pathOf(asked)}?${new URLSearchParams(next)}>; rel="next"` };
  return { statusCode, headers: { ...baseHeaders, vary: "accept-encoding", ...link, ...headers }, ...body };
};

const pathOf = ({ routeKey, pathParameters = {} }: Asked): string =>
  (routeKey.split(" ")[1] ?? "").replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(pathParameters[name] ?? ""),
  );

/** As many rows as fit into an answer, and the query of the next page. */
const encodePage = async (
  result: unknown,
  { routeKey, headers, queryStringParameters: { from, ...query } = {} }: Asked,
): Promise<{ encoded: Encoded; next?: Record<string, string> | undefined }> => {
  const accepted = acceptedCodings(headers?.["accept-encoding"]);
  const isRead = routeKey.startsWith("GET ");
  const { rows: whole, next } = result instanceof Page ? result : { rows: result };
  const rows = isRead && from ? pageFrom(whole, from) : whole;
  const total = countRows(rows);
  for (let count = total; ; ) {
    const encoded = await encode(JSON.stringify(slice(rows, 0, count)), accepted, maxBytes);
    if (encoded.bytes <= maxBytes)
      return { encoded, next: isRead && count < total ? { ...query, from: rowName(rows, count) } : next };
    // A posting has taken effect: it answers without its rows, which the list of transactions has.
    const fewer = isRead ? Math.floor((count * maxBytes * 0.95) / encoded.bytes) : 0;
    if (count === 0 || (isRead && fewer === 0)) throw new Failure("BAD_REQUEST", tooLarge);
    count = fewer;
  }
};

const tooLarge = { field: "accept-encoding", message: "The answer is too large, accept br or gzip" };

/** Seconds until a retry makes sense, unless the failure says so itself. */
const retryAfter: Partial<Record<string, number>> = { SERVICE_UNAVAILABLE: 1 };

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
    log("ERROR", "failure", { request_id, error: serializeError(isFailure ? failure.cause : error) });
  const { code, message, details, status } = failure;
  const wait = failure.retryAfter ?? retryAfter[code];
  const page = asPage ? errorPage(failure) : undefined;
  return {
    statusCode: status,
    headers: { ...baseHeaders, ...(wait && { "retry-after": String(wait) }), ...page?.headers },
    body: page?.body ?? JSON.stringify({ code, message, ...(details.length > 0 && { details }) }),
  };
};
