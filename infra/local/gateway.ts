// An HTTP API (API Gateway v2) of the templates, with the real one's rules on routes, throttling, sizes, timeouts and CORS.
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Json } from "./assembly.ts";
import { readBody } from "./http-server.ts";
import type { Lambda } from "./lambda.ts";
import { type LambdaResponse, parseResponse, type RouteMatch, splitUrl, toEvent } from "./payload.ts";
import { type Throttle, unthrottled } from "./throttle.ts";

export interface Route {
  /** Such as `GET /v1/things/{id}`. */
  key: string;
  lambda: Lambda;
}

/** AWS quotas of HTTP APIs and Lambda, in bytes; `time` in milliseconds. */
export const quotas = { request: 10 * 2 ** 20, event: 6 * 2 ** 20, answer: 6 * 2 ** 20, headers: 10_240, time: 30_000 };

export const gateway = (
  id: string,
  routes: Route[],
  cors: Json,
  { limits = quotas, throttle = unthrottled }: { limits?: typeof quotas; throttle?: Throttle } = {},
): RequestListener => {
  const find = routeMatcher(routes);
  return async (request, response) => {
    const allowed = cors ? corsHeaders(cors, request) : {};
    if (cors && request.method === "OPTIONS") return void response.writeHead(204, preflight(cors, allowed)).end();
    const answer = await handle(request, find, id, limits, throttle);
    for (const name of Object.keys(answer.headers))
      if (cors && name.startsWith("access-control-")) delete answer.headers[name];
    send(request, response, { ...answer, headers: { ...answer.headers, ...allowed } });
  };
};

const handle = async (
  request: IncomingMessage,
  find: FindRoute,
  id: string,
  limits: typeof quotas,
  throttle: Throttle,
): Promise<LambdaResponse> => {
  if (request.rawHeaders.join("").length + (request.url ?? "").length > limits.headers)
    return errorResponse(431, "Request Header Fields Too Large");
  const body = await readBody(request, limits.request);
  if (!body) return errorResponse(413, "Request Entity Too Large");
  const found = find(request.method ?? "GET", splitUrl(request.url ?? "/")[0]);
  if (found === "malformed") return errorResponse(400, "Bad Request");
  if (!found) return errorResponse(404, "Not Found");
  if (!throttle(found.routeKey)) return errorResponse(429, "Too Many Requests");
  const event = JSON.stringify(toEvent(request, found, body, id));
  if (Buffer.byteLength(event) > limits.event) return errorResponse(413, "Request Entity Too Large");

  const read = (json: string) => (Buffer.byteLength(json) > limits.answer ? undefined : parseResponse(json));
  const answer = found.lambda
    .invoke(event)
    .then(read)
    .catch(() => undefined);
  return withTimeout(answer, limits.time);
};

const withTimeout = (answer: Promise<LambdaResponse | undefined>, most: number): Promise<LambdaResponse> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(errorResponse(503, "Service Unavailable")), most);
    answer.then((given) => {
      clearTimeout(timer);
      resolve(given ?? errorResponse(500, "Internal Server Error"));
    });
  });

const errorResponse = (status: number, message: string): LambdaResponse => ({
  status,
  headers: { "content-type": "application/json" },
  body: Buffer.from(JSON.stringify({ message })),
});

const send = (request: IncomingMessage, response: ServerResponse, { status, headers, body }: LambdaResponse): void => {
  // The rest of a body that is too long is not read, so the connection cannot be reused.
  if (!request.complete) response.setHeader("connection", "close");
  const { "content-length": _, ...rest } = headers;
  const bodiless = status === 204 || status === 304;
  response.writeHead(status, { ...rest, ...(!bodiless && { "content-length": body.length }) });
  response.end(bodiless ? undefined : body);
};

type FindRoute = (method: string, path: string) => (RouteMatch & { lambda: Lambda }) | "malformed" | undefined;

/** The most specific route wins: a literal before a parameter. */
const routeMatcher = (routes: Route[]): FindRoute => {
  const known = routes.map(({ key, lambda }) => {
    const [method = "", path = ""] = key.split(" ");
    const names: string[] = [];
    const parts = path.split(/\{([^}]+)\}/).map((part, index) => {
      if (index % 2 === 0) return part.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
      names.push(part);
      return "([^/]+)";
    });
    const rank = path.replace(/\{[^}]+\}/g, "\uffff");
    return { key, lambda, method, names, rank, pattern: new RegExp(`^${parts.join("")}$`) };
  });
  known.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return (method, path) => {
    // As on AWS, one trailing slash still matches the route without it; two do not.
    const requested = path.length > 1 ? path.replace(/\/$/, "") : path;
    for (const route of known) {
      const values = route.method === method ? route.pattern.exec(requested) : null;
      if (!values) continue;
      try {
        const pathParameters = Object.fromEntries(
          route.names.map((name, i) => [name, decodeURIComponent(values[i + 1] ?? "")]),
        );
        return { routeKey: route.key, pathParameters, lambda: route.lambda };
      } catch {
        return "malformed";
      }
    }
    return undefined;
  };
};

/** The CORS headers of every answer; none for an origin that is not allowed. */
const corsHeaders = (cors: Json, request: IncomingMessage): Record<string, string> => {
  const { AllowOrigins = [], ExposeHeaders = [] } = cors;
  const { origin } = request.headers;
  const any = AllowOrigins.includes("*");
  if (!origin || !(any || AllowOrigins.includes(origin))) return {};
  return {
    "access-control-allow-origin": any ? "*" : origin,
    ...(ExposeHeaders.length > 0 && { "access-control-expose-headers": ExposeHeaders.join(",") }),
  };
};

const preflight = (cors: Json, allowed: Record<string, string>): Record<string, string> =>
  Object.keys(allowed).length === 0
    ? {}
    : {
        ...allowed,
        "access-control-allow-methods": (cors.AllowMethods ?? []).join(","),
        "access-control-allow-headers": (cors.AllowHeaders ?? []).join(","),
        ...(cors.MaxAge && { "access-control-max-age": String(cors.MaxAge) }),
      };
