// The middleware of every API call: it checks session, role and input, calls the handler, and answers. What a request did
// before under its key is answered again.
import middy from "@middy/core";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { type Answer, type Api, api, type Call, type Parsed, type Resource, type Route } from "#shared/api.ts";
import { type Code, Failure } from "#shared/failure.ts";
import type { BatchGet } from "../db/batch-reads.ts";
import { type Meter, newMeter, withMeter } from "../db/capacity-meter.ts";
import { log } from "../log.ts";
import { answer, failureAnswer, type Page, type Redirect } from "./answer.ts";
import { idempotencyKey, idFromKey, type RequestHashes, sameRequest } from "./idempotency.ts";
import type { ReadUpload } from "./input.ts";
import { type Event, type Prefetch, prepareRequest, type Request } from "./request.ts";

export type Handlers<G extends Resource> = {
  [R in keyof Api[G] & Route]: (request: Request<R>) => Promise<Answer<R> | Page<Answer<R>> | Redirect>;
};

/** What a request has done, and its answer. */
export interface Done<A> {
  request: RequestHashes;
  answer: A;
}

/** The calls of a resource that honour an Idempotency-Key. */
type OnceRoute<G extends Resource> = {
  [R in keyof Api[G] & Route]: Api[G][R] extends { once: true } ? R : never;
}[keyof Api[G] & Route];

/** Finds what a request did by the id that derives from its user and key; nothing if it did nothing or not yet all. */
export type FindDone<G extends Resource> = {
  [R in OnceRoute<G>]: (id: string) => Promise<Done<Answer<R>> | undefined>;
};

interface CommonOptions<G extends Resource> {
  /** For resources that take files. */
  readUpload?: ReadUpload;
  /** Rows that a request names, by route: read together with the user, they cost no extra round trip. */
  prefetch?: { [R in keyof Api[G] & Route]?: (body: Parsed<R>, path: Record<string, string>) => BatchGet[] };
}

/** A resource with calls that honour a key says how what they did is found. */
export type ServeOptions<G extends Resource> = CommonOptions<G> &
  ([OnceRoute<G>] extends [never] ? { findDone?: undefined } : { findDone: FindDone<G> });

type OptionsArgument<G extends Resource> = [OnceRoute<G>] extends [never]
  ? [options?: ServeOptions<G>]
  : [options: ServeOptions<G>];

type AnyHandler = (request: Request<Route>) => Promise<unknown>;
type AnyFindDone = Partial<Record<string, (id: string) => Promise<Done<unknown> | undefined>>>;

/** Refusals of a request that do not count if it has taken effect before: what refuses it may be true only since. */
const refusals: ReadonlySet<Code> = new Set([
  "BAD_REQUEST",
  "FORBIDDEN",
  "RESOURCE_NOT_FOUND",
  "CONFLICT",
  "PAYLOAD_TOO_LARGE",
  "UNPROCESSABLE_CONTENT",
]);

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

  const run = async (call: Call, event: Event): Promise<unknown> => {
    try {
      const request = await prepareRequest(call, event, readUpload, prefetch);
      const handler = handlers[event.routeKey as keyof typeof handlers] as unknown as AnyHandler;
      return await handler(request);
    } catch (error) {
      const isRefused = error instanceof Failure && refusals.has(error.code);
      const done = call.once && isRefused ? await doneBefore(event, findDone) : undefined;
      if (!done) throw error;
      return done.answer;
    }
  };

  const chain = middy<Event, APIGatewayProxyStructuredResultV2>()
    .onError(({ error, event }) => {
      const asPage = wantsHtml(calls[event.routeKey], event);
      return failureAnswer(error, event.requestContext?.requestId, asPage);
    })
    .handler(async (event) => {
      const call = calls[event.routeKey];
      if (!call) throw new Failure("RESOURCE_NOT_FOUND");
      return answer(call.status, await run(call, event), event);
    });

  return async (event: Event, context: Context): Promise<APIGatewayProxyStructuredResultV2> => {
    const meter = newMeter();
    const started = performance.now();
    const response = (await withMeter(meter, () => chain(event, context))) as APIGatewayProxyStructuredResultV2;
    logRequest(event, response, meter, performance.now() - started);
    return response;
  };
};

/** What the request did under its key before it was refused; 409 if the key was used for another request. */
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
    user: event.user?._id,
    request_id: event.requestContext?.requestId,
    ...meter,
  });
