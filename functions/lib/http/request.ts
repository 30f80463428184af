// The request that a handler gets: its user, checked by session or ticket and by role, and its parsed input.
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { JWTPayload } from "jose";
import type { Call, Parsed, ParsedQuery, Route } from "#shared/api.ts";
import { dayOf } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import { mayAct } from "#shared/role.ts";
import { scopesIn } from "#shared/scope.ts";
import { redeemTicket } from "../auth/export-ticket.ts";
import { readProgramToken } from "../auth/program-token.ts";
import { countCall } from "../auth/rate-limit.ts";
import { authenticate, authenticateProgram, type Caller } from "../auth/session.ts";
import { type BatchGet, getAll, type RowsByTable } from "../db/batch-reads.ts";
import type { UserRow } from "../db/tables.ts";
import { hashOf, idempotencyKey, type RequestHashes } from "../ledger/idempotency.ts";
import { type Input, parseInput, type ReadUpload, readBody, type SentBody } from "./input.ts";

export interface Request<R extends Route> extends RequestHashes {
  path: Record<string, string>;
  query: ParsedQuery<R>;
  body: Parsed<R>;
  file: Buffer | undefined;
  /** All of them, of a call that takes several. */
  files: readonly Buffer[];
  user: UserRow;
  /** The claims of the user's token; missing for a ticket. */
  session?: JWTPayload;
  /** Rows that `prefetch` asked for, read together with the user. */
  prefetched: RowsByTable;
  /** The caller's Idempotency-Key, or a new one. */
  key: string;
  /** The build of the app that asks, if it names one. */
  app: string | undefined;
  /** The caller's address as the gateway saw it; a header could be forged. */
  sourceIp: string;
  now: Date;
  today: string;
  /** When it was entered, if it waited on the caller's device for want of a network. */
  made_at?: string;
}

/** An event, with the facts known of its request even if it is refused, and the request once it is checked. */
export type Event = APIGatewayProxyEventV2 & {
  user?: UserRow;
  hashes?: RequestHashes;
  request?: Request<Route>;
  /** Headers of every answer to a program. */
  rate?: Record<string, string>;
};

/** The rows that the body and the path of a route name. */
export type Prefetch = Record<string, ((body: never, path: Request<Route>["path"]) => BatchGet[]) | undefined>;

const noRows: RowsByTable = new Map();

/** Denies by default: 401 without a session, 403 below the required role, then 400 or 413 for wrong input. */
export const prepareRequest = async (
  call: Call,
  event: Event,
  readUpload: ReadUpload | undefined,
  prefetch: Prefetch | undefined,
): Promise<Request<Route>> => {
  const now = new Date();
  let reading: Promise<SentBody> | undefined;
  let parsing: Promise<Input> | undefined;
  const read = () => (reading ??= readBody(call, event, readUpload));
  const parse = () => (parsing ??= read().then((sent) => parseInput(call, event, sent)));
  const path = (event.pathParameters ?? {}) as Record<string, string>;
  const rowsNamedBy = prefetch?.[event.routeKey];
  // Wrong input prefetches nothing here; it is refused below, after the caller's role was checked.
  const rowsToPrefetch = async () =>
    rowsNamedBy
      ? parse().then(
          ({ body }) => rowsNamedBy(body as never, path),
          () => [],
        )
      : [];
  const { user, prefetched, session } = await identify(call, event, now, rowsToPrefetch);
  const header = event.headers?.["idempotency-key"]?.toLowerCase();
  event.user = user;
  if (call.once)
    event.hashes = await read().then(
      ({ fields, files }) => ({ sent: hashOf([header, event.routeKey, path, fields], files) }),
      () => undefined,
    );
  if (call.role !== null && !mayAct(user.role, call.role)) throw new Failure("FORBIDDEN");
  if (user?.kind === "program" && !scopesIn(user.scope).includes(call.scope ?? ""))
    throw new Failure("FORBIDDEN", { field: "scope", message: `Needs ${call.scope}` });
  const { query, body } = await parse();
  const { files } = await read();
  return {
    ...event.hashes,
    ...({ query, body } as Pick<Request<Route>, "query" | "body">),
    file: files[0],
    files,
    path,
    user,
    ...(session && { session }),
    prefetched,
    key: idempotencyKey(header),
    app: appOf(event),
    sourceIp: event.requestContext?.http?.sourceIp ?? "",
    now,
    today: dayOf(now),
    ...madeAt(event.headers?.["entry-age"], now),
  };
};

/** A call whose row names no scope is closed to programs; 429 beyond the limits. */
const countProgram = async ({ scope }: Call, event: Event, user: UserRow, now: Date): Promise<void> => {
  if (!scope) throw new Failure("FORBIDDEN", { field: "scope", message: "Closed to programs" });
  const { wait, headers } = await countCall(user._id, now);
  event.rate = headers;
  if (wait > 0) throw new Failure("TOO_MANY_REQUESTS").retryIn(wait);
};

/** The build of an app, which its calls name. */
export const appOf = ({ headers }: Pick<Event, "headers">): string | undefined =>
  /^[0-9a-f]{12}$/.exec(headers?.["app-build"] ?? "")?.[0];

const maxAge = 366 * 24 * 60 * 60;

/** Derived from an age in seconds, since the device's clock may be wrong. An invalid age is ignored. */
const madeAt = (age: string | undefined, now: Date): Pick<Request<Route>, "made_at"> => {
  const seconds = Number(age);
  if (!(Number.isInteger(seconds) && seconds > 0 && seconds <= maxAge)) return {};
  return { made_at: new Date(now.getTime() - seconds * 1_000).toISOString() };
};

/** By bearer token of a session or a program, or for a download by a ticket for this path and query. Only login needs no user. */
const identify = async (call: Call, event: Event, now: Date, prefetch: () => Promise<BatchGet[]>): Promise<Caller> => {
  if (call.role === null) return { user: undefined as unknown as UserRow, prefetched: noRows };
  const { headers, routeKey, pathParameters, queryStringParameters: query = {} } = event;
  if (!call.download || !query.ticket) {
    const program = readProgramToken(headers?.authorization);
    if (!program) return authenticate(headers?.authorization, prefetch);
    const user = await authenticateProgram(program, now);
    event.user = user;
    await countProgram(call, event, user, now);
    return { user, prefetched: await getAll(...(await prefetch())) };
  }
  const path = (routeKey.split(" ")[1] ?? "").replace(/\{(\w+)\}/, (_, name: string) => pathParameters?.[name] ?? "");
  return { user: await redeemTicket(query.ticket, path, query, now), prefetched: noRows };
};
