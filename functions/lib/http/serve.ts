// The middleware of every API call: it checks session, role and input, calls the handler, and answers.
import { createHash, randomUUID } from "node:crypto";
import middy from "@middy/core";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import {
  type Answer,
  type Api,
  api,
  type Call,
  type Parsed,
  type ParsedQuery,
  type Resource,
  type Route,
} from "#shared/api.ts";
import { dayOf } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import { mayAct } from "#shared/role.ts";
import { redeemTicket } from "../auth/export-ticket.ts";
import { authenticate, type Caller } from "../auth/session.ts";
import type { BatchGet, RowsByTable } from "../db/batch-reads.ts";
import { type Meter, newMeter, withMeter } from "../db/capacity-meter.ts";
import type { UserRow } from "../db/tables.ts";
import { log } from "../log.ts";
import { answer, failureAnswer, type Page, type Redirect } from "./answer.ts";
import { type Input, type ReadUpload, readInput } from "./input.ts";

/** What a handler gets. */
interface Request<R extends Route> {
  path: Record<string, string>;
  query: ParsedQuery<R>;
  body: Parsed<R>;
  file: Buffer | undefined;
  user: UserRow;
  /** Rows that `prefetch` asked for, read together with the user. */
  prefetched: RowsByTable;
  /** The caller's Idempotency-Key, or a new one. */
  key: string;
  /** Hash of route, path and parsed input: tells a retry from another request with the same key. */
  hash: string;
  now: Date;
  today: string;
}

export type Handlers<G extends Resource> = {
  [R in keyof Api[G] & Route]: (request: Request<R>) => Promise<Answer<R> | Page<Answer<R>> | Redirect>;
};

export interface ServeOptions<G extends Resource> {
  /** For resources that take files. */
  readUpload?: ReadUpload;
  /** Rows that a body names, by route: read together with the user, they cost no extra round trip. */
  prefetch?: { [R in keyof Api[G] & Route]?: (body: Parsed<R>) => BatchGet[] };
}

type AnyHandler = (request: Request<Route>) => Promise<unknown>;
type Prefetch = Record<string, ((body: never) => BatchGet[]) | undefined>;
type Event = APIGatewayProxyEventV2 & { call?: Call; request?: Request<Route> };

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

const idempotencyKey = (sent: string | undefined): string => {
  if (sent === undefined) return randomUUID();
  if (!uuid.test(sent)) throw new Failure("BAD_REQUEST", { field: "idempotency-key", message: "A UUID expected" });
  return sent.toLowerCase();
};

const noRows: RowsByTable = new Map();

/** Denies by default: 401 without a session, 403 below the required role. Only login needs no user. */
const authorize = async (call: Call, event: Event, now: Date, prefetch: () => Promise<BatchGet[]>): Promise<Caller> => {
  if (call.role === null) return { user: undefined as unknown as UserRow, prefetched: noRows };
  const caller = await identify(call, event, now, prefetch);
  if (!mayAct(caller.user.role, call.role)) throw new Failure("FORBIDDEN");
  return caller;
};

/** By bearer token, or for a download by a ticket for this path and query. */
const identify = async (call: Call, event: Event, now: Date, prefetch: () => Promise<BatchGet[]>): Promise<Caller> => {
  const { headers, routeKey, pathParameters, queryStringParameters: query = {} } = event;
  if (!call.download || !query.ticket) return authenticate(headers?.authorization, prefetch);
  const path = (routeKey.split(" ")[1] ?? "").replace(/\{(\w+)\}/, (_, name: string) => pathParameters?.[name] ?? "");
  return { user: await redeemTicket(query.ticket, path, query, now), prefetched: noRows };
};

/** Whether the answer is shown in the tab that a download opened. */
const wantsHtml = ({ call, headers }: Event): boolean =>
  call?.download === true && /\btext\/html\b/.test(headers?.accept ?? "");

const prepareRequest = async (
  call: Call,
  event: Event,
  readUpload?: ReadUpload,
  prefetch?: Prefetch,
): Promise<Request<Route>> => {
  const now = new Date();
  const rowsNamedBy = prefetch?.[event.routeKey];
  let reading: Promise<Input> | undefined;
  const read = () => (reading ??= readInput(call, event, readUpload));
  // Wrong input prefetches nothing here; it is refused below, after the caller's role was checked.
  const rowsToPrefetch = async () =>
    rowsNamedBy
      ? read().then(
          ({ body }) => rowsNamedBy(body as never),
          () => [],
        )
      : [];
  const { user, prefetched } = await authorize(call, event, now, rowsToPrefetch);
  const input = await read();
  const path = (event.pathParameters ?? {}) as Record<string, string>;
  const hash = createHash("sha256").update(JSON.stringify([event.routeKey, path, input.query, input.body]));
  if (input.file) hash.update(input.file);
  return {
    ...(input as Pick<Request<Route>, "query" | "body" | "file">),
    path,
    user,
    prefetched,
    key: idempotencyKey(event.headers?.["idempotency-key"]),
    hash: hash.digest("base64url"),
    now,
    today: dayOf(now),
  };
};

/** The Lambda handler of a resource. Calls are found by route key and not by path, which may end in a slash. */
export const serve = <G extends Resource>(
  resource: G,
  handlers: Handlers<G>,
  { readUpload, prefetch }: ServeOptions<G> = {},
) => {
  const calls = api[resource] as Record<string, Call>;

  const chain = middy<Event, APIGatewayProxyStructuredResultV2>()
    .before(async ({ event }) => {
      const call = calls[event.routeKey];
      if (!call) throw new Failure("RESOURCE_NOT_FOUND");
      event.call = call;
      event.request = await prepareRequest(call, event, readUpload, prefetch);
    })
    .onError((state) => {
      state.response = failureAnswer(state.error, state.event.requestContext?.requestId, wantsHtml(state.event));
    })
    .handler(async (event) => {
      const handler = handlers[event.routeKey as keyof typeof handlers] as unknown as AnyHandler;
      return answer((event.call as Call).status, await handler(event.request as Request<Route>), event);
    });

  return async (event: Event, context: Context): Promise<APIGatewayProxyStructuredResultV2> => {
    const meter = newMeter();
    const started = performance.now();
    const response = (await withMeter(meter, () => chain(event, context))) as APIGatewayProxyStructuredResultV2;
    logRequest(event, response, meter, performance.now() - started);
    return response;
  };
};

/** Logs one line per request. */
const logRequest = (
  event: Event,
  { statusCode: status }: APIGatewayProxyStructuredResultV2,
  meter: Meter,
  ms: number,
) =>
  log("INFO", "request", {
    route: event.routeKey,
    status,
    ms: Math.round(ms * 10) / 10,
    user: event.request?.user?._id,
    request_id: event.requestContext?.requestId,
    ...meter,
  });
