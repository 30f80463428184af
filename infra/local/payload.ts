// Payload format 2.0 of HTTP APIs: the event made from a request, and the response made from a function's answer.
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { account, type Json } from "./assembly.ts";

/** Bodies of these types are passed as text, all others as base64. */
const isText = (type = ""): boolean => /^(text\/|application\/(json|javascript|xml)\b)/i.test(type);

export interface RouteMatch {
  routeKey: string;
  pathParameters: Record<string, string>;
}

export const toEvent = (
  request: IncomingMessage,
  { routeKey, pathParameters }: RouteMatch,
  body: Buffer,
  apiId: string,
) => {
  const { method = "GET", url = "/", httpVersion, socket } = request;
  const [path = "/", query = ""] = splitUrl(url);
  const { cookie, ...headers } = joinHeaders(request);
  const parameters = new URLSearchParams(query);
  const text = isText(headers["content-type"]) && !headers["content-encoding"];
  return {
    version: "2.0",
    routeKey,
    rawPath: path,
    rawQueryString: query,
    ...(cookie && { cookies: cookie.split(/;\s*/) }),
    headers: {
      ...headers,
      "x-forwarded-for": socket.remoteAddress ?? "",
      "x-forwarded-port": String(socket.localPort),
      "x-forwarded-proto": "http",
    },
    ...(query && {
      queryStringParameters: Object.fromEntries(
        [...new Set(parameters.keys())].map((key) => [key, parameters.getAll(key).join(",")]),
      ),
    }),
    requestContext: {
      accountId: account,
      apiId,
      domainName: headers.host ?? "",
      domainPrefix: headers.host?.split(".")[0] ?? "",
      http: {
        method,
        path,
        protocol: `HTTP/${httpVersion}`,
        sourceIp: socket.remoteAddress ?? "",
        userAgent: headers["user-agent"] ?? "",
      },
      requestId: randomUUID(),
      routeKey,
      stage: "$default",
      timeEpoch: Date.now(),
    },
    ...(Object.keys(pathParameters).length > 0 && { pathParameters }),
    ...(body.length > 0 && { body: body.toString(text ? "utf8" : "base64") }),
    isBase64Encoded: body.length > 0 && !text,
  };
};

export const splitUrl = (url: string): [path: string, query: string] => {
  const [path = "/", ...rest] = url.replace(/#.*$/, "").split("?");
  return [path, rest.join("?")];
};

/** Joins repeated headers with a comma, as the gateway does. */
const joinHeaders = (request: IncomingMessage): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (const [name, values] of Object.entries(request.headersDistinct))
    headers[name] = (values ?? []).join(name === "cookie" ? "; " : ",");
  return headers;
};

export interface LambdaResponse {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/** Undefined for an answer that the gateway would reject with 500. */
export const parseResponse = (json: string): LambdaResponse | undefined => {
  const answer: Json = JSON.parse(json);
  const isFullResponse = answer !== null && typeof answer === "object" && "statusCode" in answer;
  if (!isFullResponse)
    return {
      status: 200,
      headers: { "content-type": "application/json" },
      body: Buffer.from(typeof answer === "string" ? answer : json),
    };
  const { statusCode, headers = {}, cookies, body = "", isBase64Encoded = false } = answer;
  if (!Number.isInteger(statusCode) || statusCode < 100 || statusCode > 599 || typeof body !== "string")
    return undefined;
  const ownHeaders = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return {
    status: statusCode,
    headers: {
      "content-type": "text/plain;charset=UTF-8",
      ...Object.fromEntries(ownHeaders),
      ...(cookies?.length && { "set-cookie": cookies }),
    },
    body: Buffer.from(body, isBase64Encoded ? "base64" : "utf8"),
  };
};
