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
import { redeemTicket } from "../auth/export-ticket.ts";
import { type Caller, readSession } from "../auth/session.ts";
import type { Found, Wanted } from "../db/batch-reads.ts";
import { type Meter, metered, newMeter } from "../db/capacity-meter.ts";
import type { UserRow } from "../db/tables.ts";
import { log } from "../log.ts";
import { answer, failure, type Page, type Redirect } from "./answer.ts";
import { type Input, type ReadUpload, readInput } from "./input.ts";

/** What a handler gets. */
interface Request<R extends Route> {
  path: Record<string, string>;
  query: ParsedQuery<R>;
  body: Parsed<R>;
  file: Buffer | undefined;
  user: UserRow;
  /** Rows that were wanted of the body, read together with the user. */
  found: Found;
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

/** What some resources do besides. */
export interface Extras<G extends Resource> {
  /** Reads a multipart body. */
  readUpload?: ReadUpload;
  /** What a body names, by route: read with the user, it costs no round trip of its own. */
  wants?: { [R in keyof Api[G] & Route]?: (body: Parsed<R>) => Wanted[] };
}

type AnyHandler = (request: Request<Route>) => Promise<unknown>;
type Wants = Record<string, ((body: never) => Wanted[]) | undefined>;
type Event = APIGatewayProxyEventV2 & { call?: Call; request?: Request<Route> };

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

const idempotencyKey = (sent: string | undefined): string => {
  if (sent === undefined) return randomUUID();
  if (!uuid.test(sent)) throw new Failure("BAD_REQUEST", { field: "idempotency-key", message: "A UUID expected" });
  return sent.toLowerCase();
};

const nothing: Found = new Map();

/** Deny by default: no session, no rank, no handler. Login alone has no role and no user. */
const admit = async (call: Call, event: Event, now: Date, wanted: () => Promise<Wanted[]>): Promise<Caller> => {
  if (call.role === null) return { user: undefined as unknown as UserRow, found: nothing };
  const caller = await whoCalls(call, event, now, wanted);
  if (!mayAct(caller.user.role, call.role)) throw new Failure("FORBIDDEN");
  return caller;
};

/** A download is fetched by a form, with a ticket for this very path and query. */
const whoCalls = async (call: Call, event: Event, now: Date, wanted: () => Promise<Wanted[]>): Promise<Caller> => {
  const { headers, routeKey, pathParameters, queryStringParameters: query = {} } = event;
  if (!call.download || query.ticket === undefined) return readSession(headers?.authorization, wanted);
  const path = (routeKey.split(" ")[1] ?? "").replace(/\{(\w+)\}/, (_, name: string) => pathParameters?.[name] ?? "");
  return { user: await redeemTicket(query.ticket, path, query, now), found: nothing };
};

/** The tab that a download opened, not a program. */
const isForPerson = ({ call, headers }: Event): boolean =>
  call?.download === true && /\btext\/html\b/.test(headers?.accept ?? "");

const prepare = async (call: Call, event: Event, readUpload?: ReadUpload, wants?: Wants): Promise<Request<Route>> => {
  const now = new Date();
  const want = wants?.[event.routeKey];
  let reading: Promise<Input> | undefined;
  const read = () => (reading ??= readInput(call, event, readUpload));
  // Wrong input wants nothing, and is judged only after the caller is.
  const wanted = async () =>
    want
      ? read().then(
          ({ body }) => want(body as never),
          () => [],
        )
      : [];
  const { user, found } = await admit(call, event, now, wanted);
  const input = await read();
  const path = (event.pathParameters ?? {}) as Record<string, string>;
  const print = createHash("sha256").update(JSON.stringify([event.routeKey, path, input.query, input.body]));
  if (input.file) print.update(input.file);
  return {
    ...(input as Pick<Request<Route>, "query" | "body" | "file">),
    path,
    user,
    found,
    key: idempotencyKey(event.headers?.["idempotency-key"]),
    hash: print.digest("base64url"),
    now,
    today: dayOf(now),
  };
};

/** A Lambda of the resource: its handlers by route key, which decides, since a path may end in a slash. */
export const serve = <G extends Resource>(
  resource: G,
  handlers: Handlers<G>,
  { readUpload, wants }: Extras<G> = {},
) => {
  const known = api[resource] as Record<string, Call>;

  const chain = middy<Event, APIGatewayProxyStructuredResultV2>()
    .before(async ({ event }) => {
      const call = known[event.routeKey];
      if (!call) throw new Failure("RESOURCE_NOT_FOUND");
      event.call = call;
      event.request = await prepare(call, event, readUpload, wants);
    })
    .onError((state) => {
      state.response = failure(state.error, state.event.requestContext?.requestId, isForPerson(state.event));
    })
    .handler(async ({ call, request, routeKey, headers }) => {
      const handler = handlers[routeKey as keyof typeof handlers] as unknown as AnyHandler;
      return answer((call as Call).status, await handler(request as Request<Route>), headers);
    });

  return async (event: Event, context: Context): Promise<APIGatewayProxyStructuredResultV2> => {
    const meter = newMeter();
    const started = performance.now();
    const response = (await metered(meter, () => chain(event, context))) as APIGatewayProxyStructuredResultV2;
    note(event, response, meter, performance.now() - started);
    return response;
  };
};

/** One line a request. */
const note = (event: Event, { statusCode: status }: APIGatewayProxyStructuredResultV2, meter: Meter, ms: number) =>
  log("INFO", "request", {
    route: event.routeKey,
    status,
    ms: Math.round(ms * 10) / 10,
    user: event.request?.user?._id,
    request_id: event.requestContext?.requestId,
    ...meter,
  });
