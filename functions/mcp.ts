// What AI assistants ask, over the Model Context Protocol. It has no rights of its own: a tool is a call of the API, made with the
// caller's token.
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { Failure } from "#shared/failure.ts";
import type { Self } from "#shared/user.ts";
import { baseHeaders } from "./lib/http/base-headers.ts";
import { maxJsonBytes } from "./lib/http/input.ts";
import { log, serializeError } from "./lib/log.ts";
import { type Answered, ask } from "./lib/mcp/ask.ts";
import { answerTo, readMessage, resultOf } from "./lib/mcp/protocol.ts";
import { toolCall, toolResult, toolsOf } from "./lib/mcp/tool.ts";

export const handler = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  const started = performance.now();
  const request_id = event.requestContext?.requestId;
  const { status, body, headers } = await reply(event).catch((error) => failed(error, request_id));
  const ms = Math.round((performance.now() - started) * 10) / 10;
  // As of any call, one that is refused before anything was read is in the gateway's log alone.
  if (status !== 401)
    log("INFO", "request", { route: event.routeKey, status, ms, request_id, build: process.env.BUILD });
  if (body === undefined) return { statusCode: status, headers: headers ?? {} };
  return { statusCode: status, headers: { ...baseHeaders, ...headers }, body: JSON.stringify(body) };
};

type Reply = Pick<Answered, "status"> & Partial<Answered>;

const failed = (error: unknown, request_id?: string): Reply => {
  const isFailure = error instanceof Failure;
  if (!isFailure) log("ERROR", "failure", { request_id, error: serializeError(error) });
  const { status, code, message, details } = isFailure ? error : new Failure("INTERNAL_SERVER_ERROR");
  return { status, body: { code, message, ...(details.length > 0 && { details }) } };
};

const reply = async ({ headers: sent, body = "", isBase64Encoded }: APIGatewayProxyEventV2): Promise<Reply> => {
  const { authorization = "", origin } = sent;
  if (!/^Bearer \S+$/i.test(authorization)) throw new Failure("UNAUTHORIZED");
  // The protocol asks which sites may call: none, since assistants are programs.
  if (origin !== undefined) throw new Failure("FORBIDDEN", { field: "origin", message: "Not for web pages" });
  const bytes = Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
  if (bytes.length > maxJsonBytes) throw new Failure("PAYLOAD_TOO_LARGE", { field: "body", message: "At most 256 KB" });

  const { message, fault } = readMessage(bytes.toString("utf8"), sent);
  const isRequest = message?.id !== undefined;
  const call = isRequest && !fault && message.method === "tools/call" ? toolCall(message.params) : undefined;
  const isMade = call?.mistakes.length === 0;
  // A call judges its caller by itself. Whoever sends anything else is asked who they are before they are told anything.
  const answered = await ask(isMade ? call.path : "/v1/users/me", authorization);
  const { link: _, ...headers } = answered.headers;
  if (answered.status === 401 || (!isMade && answered.status !== 200)) return { ...answered, headers };
  if (!message || fault) return { ...answerTo(message, fault ?? {}, sent), headers };
  if (!isRequest) return { status: 202, headers };
  const result = call ? toolResult(call, answered) : resultOf(message, sent, toolsOf(answered.body as Self));
  return { ...answerTo(message, result, sent), headers };
};
