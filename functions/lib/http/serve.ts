// The middleware of every API call: it checks session, role and input, calls the handler, and answers. A repeated
// request is answered as the first one with its key.
import middy from "@middy/core";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { type Answer, type Api, api, type Call, type Parsed, type Resource, type Route } from "#shared/api.ts";
import { type Code, Failure, unknownCall } from "#shared/failure.ts";
import type { BatchGet } from "../db/batch-reads.ts";
import { type Meter, newMeter, withMeter } from "../db/capacity-meter.ts";
import { idempotencyKey, idFromKey, type RequestHashes, sameRequest } from "../ledger/idempotency.ts";
import { log } from "../log.ts";
import { answer, failureAnswer, type Page, type Redirect } from "./answer.ts";
import type { ReadUpload } from "./input.ts";
import { appOf, type Event, type Prefetch, prepareRequest, type Request } from "./request.ts";

export type Handlers<G extends Resource> = {
  [R in keyof Api[G] & Route]: (request: Request<R>) => Promise<Answer<R> | Page<Answer<R>> | Redirect>;
};

/** A request that has taken effect, and its answer. */
export interface Done<A> {
  request: RequestHashes;
  answer: A;
}

/** The calls of a resource that honour an Idempotency-Key. */
type OnceRoute<G extends Resource> = {
  [R in keyof Api[G] & Route]: Api[G][R] extends { once: true } ? R : never;
}[keyof Api[G] & Route];

/** Finds a request that has wholly taken effect, by the id that derives from its user and key. */
export type FindDone<G extends Resource> = {
  [R in OnceRoute<G>]: (id: string) => Promise<Done<Answer<R>> | undefined>;
};

interface CommonOptions<G extends Resource> {
  readUpload?: ReadUpload;
  /** Rows that a request names, by route: read together with the user, they cost no extra round trip. */
  prefetch?: { [R in keyof Api[G] & Route]?: (body: Parsed<R>, path: Record<string, string>) => BatchGet[] };
}

/** `findDone` is required if a call of the resource honours an Idempotency-Key. */
export type ServeOptions<G extends Resource> = CommonOptions<G> &
  ([OnceRoute<G>] extends [never] ? { findDone?: undefined } : { findDone: FindDone<G> });

type OptionsArgument<G extends Resource> = [OnceRoute<G>] extends [never]
  ? [options?: ServeOptions<G>]
  : [options: ServeOptions<G>];

type AnyHandler = (request: Request<Route>) => Promise<unknown>;
type AnyFindDone = Partial<Record<string, (id: string) => Promise<Done<unknown> | undefined>>>;

/** A repeated request that has taken effect is not refused with these: their reason may have arisen since. */
const refusals: ReadonlySet<Code> = new Set([
  "BAD_REQUEST",
  "FORBIDDEN",
  "RESOURCE_NOT_FOUND",
  "CONFLICT",
  "PAYLOAD_TOO_LARGE",
  "UNPROCESSABLE_CONTENT",
]);

const isRefusal = (error: unknown): boolean => error instanceof Failure && refusals.has(error.code);

/** The Lambda handler of a resource. Calls are found by route key and not by path, which may end in a slash. */
export const serve = <G extends Resource>(
  resource: G,
  handlers: Handlers<G>,
  ...[options = {} as ServeOptions<G>]: OptionsArgument<G>
) => {
  const { readUpload } = options;
  const prefetch = options.prefetch as Prefetch | undefined;
  const findDone = (options.findDone ?? {}) as AnyFindDone;
  const calls = api[resource] as Record<string, Call>;

  const callOf = ({ routeKey }: Event): Call => {
    const call = calls[routeKey];
    // The gateway knows calls that an older release behind it, after a rollback, does not.
    if (!call) throw new Failure("RESOURCE_NOT_FOUND", { message: unknownCall });
    return call;
  };

  const chain = middy<Event, unknown>()
    .before(async ({ event }) => {
      event.request = await prepareRequest(callOf(event), event, readUpload, prefetch);
    })
    .after(async (step) => {
      step.response = await answer(callOf(step.event).status, step.response, step.event);
    })
    .onError(async ({ error, event }) => {
      const call = calls[event.routeKey];
      try {
        const done = call?.once && isRefusal(error) ? await doneBefore(event, findDone) : undefined;
        if (!call || !done) throw error;
        return await answer(call.status, done.answer, event);
      } catch (failure) {
        return failureAnswer(failure, event.requestContext?.requestId, wantsHtml(call, event));
      }
    })
    .handler((event) => {
      const handler = handlers[event.routeKey as keyof typeof handlers] as unknown as AnyHandler;
      return handler(event.request as Request<Route>);
    });

  return async (event: Event, context: Context): Promise<APIGatewayProxyStructuredResultV2> => {
    const meter = newMeter();
    const started = performance.now();
    const answered = (await withMeter(meter, () => chain(event, context))) as APIGatewayProxyStructuredResultV2;
    const response = event.rate ? { ...answered, headers: { ...answered.headers, ...event.rate } } : answered;
    // A call that was refused before anything was read is in the gateway's log alone: a flood of invalid tokens stays cheap.
    if (response.statusCode !== 401 || meter.reads + meter.writes > 0)
      logRequest(event, response, meter, performance.now() - started);
    return response;
  };
};

/** The effect of an earlier request with the same key; 409 if that was another request. */
const doneBefore = async (
  { user, hashes, headers, routeKey }: Event,
  findDone: AnyFindDone,
): Promise<Done<unknown> | undefined> => {
  const key = headers?.["idempotency-key"]?.toLowerCase();
  if (!user || !hashes || key === undefined) return undefined;
  const done = await findDone[routeKey]?.(idFromKey(user._id, idempotencyKey(key)));
  if (done) sameRequest(done.request, hashes);
  return done;
};

/** Whether the answer is shown in the tab that a download opened. */
const wantsHtml = (call: Call | undefined, { headers }: Event): boolean =>
  call?.download === true && /\btext\/html\b/.test(headers?.accept ?? "");

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
    user: event.user?._id,
    request_id: event.requestContext?.requestId,
    build: process.env.BUILD,
    app: appOf(event),
    ...meter,
  });
