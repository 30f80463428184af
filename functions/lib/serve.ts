// The one chain around every handler: session, role and input before it, answer and failure after it.
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
import { answer, failure, type Page, type Redirect } from "./answer.ts";
import { type ReadUpload, readInput } from "./input.ts";
import { type Meter, metered, newMeter } from "./meter.ts";
import { readSession } from "./session.ts";
import type { UserRow } from "./tables.ts";
import { redeemTicket } from "./ticket.ts";

/** What a handler gets. */
export interface Request<R extends Route> {
  path: Record<string, string>;
  query: ParsedQuery<R>;
  body: Parsed<R>;
  file: Buffer | undefined;
  user: UserRow;
  /** Idempotency-Key of the caller, or one of our own. */
  key: string;
  /** Of route, path values and parsed input: tells a retry from another request under the same key. */
  hash: string;
  now: Date;
  today: string;
}

export type Handlers<G extends Resource> = {
  [R in keyof Api[G] & Route]: (request: Request<R>) => Promise<Answer<R> | Page<Answer<R>> | Redirect>;
};

type AnyHandler = (request: Request<Route>) => Promise<unknown>;
type Event = APIGatewayProxyEventV2 & { call?: Call; request?: Request<Route> };

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

const idempotencyKey = (sent: string | undefined): string => {
  if (sent === undefined) return randomUUID();
  if (!uuid.test(sent)) throw new Failure("BAD_REQUEST", { field: "idempotency-key", message: "A UUID expected" });
  return sent.toLowerCase();
};

/** Deny by default: no session, no rank, no handler. Login alone has no role and no user. */
const admit = async (call: Call, event: Event, now: Date): Promise<UserRow> => {
  if (call.role === null) return undefined as unknown as UserRow;
  const user = await whoCalls(call, event, now);
  if (!mayAct(user.role, call.role)) throw new Failure("FORBIDDEN");
  return user;
};

/** A download is fetched by a form, with a ticket for this very path and query. */
const whoCalls = (call: Call, { headers, routeKey, pathParameters, queryStringParameters }: Event, now: Date) => {
  const query = queryStringParameters ?? {};
  if (!call.download || query.ticket === undefined) return readSession(headers?.authorization);
  const path = (routeKey.split(" ")[1] ?? "").replace(/\{(\w+)\}/, (_, name: string) => pathParameters?.[name] ?? "");
  return redeemTicket(query.ticket, path, query, now);
};

/** The tab that a download opened, not a program. */
const isForPerson = ({ call, headers }: Event): boolean =>
  call?.download === true && /\btext\/html\b/.test(headers?.accept ?? "");

const prepare = async (call: Call, event: Event, readUpload?: ReadUpload): Promise<Request<Route>> => {
  const now = new Date();
  const user = await admit(call, event, now);
  const input = await readInput(call, event, readUpload);
  const path = (event.pathParameters ?? {}) as Record<string, string>;
  const print = createHash("sha256").update(JSON.stringify([event.routeKey, path, input.query, input.body]));
  if (input.file) print.update(input.file);
  return {
    ...(input as Pick<Request<Route>, "query" | "body" | "file">),
    path,
    user,
    key: idempotencyKey(event.headers?.["idempotency-key"]),
    hash: print.digest("base64url"),
    now,
    today: dayOf(now),
  };
};

/** A Lambda of the resource: its handlers by route key, which decides, since a path may end in a slash. */
export const serve = <G extends Resource>(resource: G, handlers: Handlers<G>, readUpload?: ReadUpload) => {
  const known = api[resource] as Record<string, Call>;

  const chain = middy<Event, APIGatewayProxyStructuredResultV2>()
    .before(async ({ event }) => {
      const call = known[event.routeKey];
      if (!call) throw new Failure("RESOURCE_NOT_FOUND");
      event.call = call;
      event.request = await prepare(call, event, readUpload);
    })
    .onError((state) => {
      state.response = failure(state.error, isForPerson(state.event));
    })
    .handler(async ({ call, request, routeKey, headers }) => {
      const handler = handlers[routeKey as keyof typeof handlers] as unknown as AnyHandler;
      return answer((call as Call).status, await handler(request as Request<Route>), headers);
    });

  return async (event: Event, context: Context): Promise<APIGatewayProxyStructuredResultV2> => {
    const meter = newMeter();
    const started = performance.now();
    const response = (await metered(meter, () => chain(event, context))) as APIGatewayProxyStructuredResultV2;
    log(event, response, meter, performance.now() - started);
    return response;
  };
};

/** One line a request; never a token, password, query or body. */
const log = (event: Event, { statusCode: status }: APIGatewayProxyStructuredResultV2, meter: Meter, ms: number) =>
  console.log(
    JSON.stringify({
      level: "INFO",
      message: "request",
      route: event.routeKey,
      status,
      ms: Math.round(ms * 10) / 10,
      user: event.request?.user?._id,
      request_id: event.requestContext?.requestId,
      ...meter,
    }),
  );
