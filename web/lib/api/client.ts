// The only client of the API, typed by the table of calls. A failed call is a value, not an exception.
import type { Answer, Body, Calls, Route } from "#shared/api.ts";
import { codeOf, type Detail, Failure } from "#shared/failure.ts";
import { address, config, type Params } from "./address.ts";
import { keepAnswer } from "./offline-cache.ts";
import { append, isTruncated, markTruncated } from "./pages.ts";
import { callTimeout, takePrefetched } from "./prefetch.ts";
import { expireSession, session } from "./session.ts";
import type { Progress } from "./upload.ts";

type Sent<R extends Route> = [Body<R>] extends [undefined] ? unknown : { body: Body<R> };
type Upload<R extends Route> = Calls[R] extends { file: infer N extends string }
  ? { file: Record<N, File | undefined> }
  : unknown;

/**
 * What a route takes. `key` is the idempotency key of a posting, `age` the seconds since it was entered; `progress` is
 * called with the share uploaded.
 */
export type Input<R extends Route> = Params<R> &
  Sent<R> &
  Upload<R> & { key?: string; age?: number; signal?: AbortSignal; progress?: Progress };

/** The network failed or 15 s passed. Whether the call took effect is unknown. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
  readonly details: Detail[] = [];
  constructor() {
    super("No connection, try again");
  }
}

export type Refusal = Failure | NoAnswer;

/** Whether a failure proves that the call had no effect. */
export const isKnownOutcome = (failure: Refusal): boolean => failure instanceof Failure && failure.status < 500;

/** Whether the data on the screen may be out of date: somebody else changed it, or the outcome is unknown. */
export const makesStale = (failure: Refusal): boolean =>
  !isKnownOutcome(failure) || (failure instanceof Failure && [404, 409, 422].includes(failure.status));

export type Result<T> = { ok: true; answer: T } | { ok: false; failure: Refusal };

/** Milliseconds an upload may take. */
const uploadTimeout = 60_000;

interface Request {
  method: string;
  url: string;
  body?: unknown;
  file?: Record<string, File | undefined>;
  key?: string;
  age?: number;
  signal?: AbortSignal;
  progress?: Progress;
}

/** Rows after which a list is truncated and the user is asked for a shorter range. */
const maxRows: Record<string, number> = { "/v1/transactions": 20_000, "/v1/picklists": 5_000, "/v1/audit": 10_000 };

const send = async (
  { method, url, body, file, key, age, signal, progress }: Request,
  token: string | null,
): Promise<Response> => {
  const early = method === "GET" && takePrefetched(url, token);
  if (early) return early;
  const { api, dev } = await config();
  const headers = new Headers();
  if (token) headers.set("authorization", `Bearer ${token}`);
  if (key) headers.set("idempotency-key", key);
  if (age) headers.set("entry-age", String(age));
  if (body !== undefined && !file) headers.set("content-type", "application/json");
  const timeout = AbortSignal.timeout(file ? uploadTimeout : callTimeout);
  const whole = new URL(url, url.startsWith("/v1/dev/") ? dev : api);
  const sent = {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
  if (!file) return fetch(whole, sent);
  // Few screens send files.
  const { multipart, upload } = await import("./upload.ts");
  const form = { ...sent, body: multipart(body, file) };
  return progress ? upload(whole, form, progress) : fetch(whole, form);
};

/** A posting believes only a refusal of the API itself: a proxy, or the gateway in mid-update, may know nothing of it. */
const toFailure = async (response: Response, isPosting: boolean): Promise<Refusal> => {
  const { status, headers } = response;
  const said: { code?: unknown; details?: unknown } = await response.json().catch(() => ({}));
  if (isPosting && said?.code === undefined && ![401, 413, 429].includes(status)) return new NoAnswer();
  const details = Array.isArray(said?.details) ? (said.details as Detail[]) : [];
  return new Failure(codeOf(status), ...details).retryIn(Number(headers.get("retry-after")));
};

const nextOf = (response: Response): string | undefined =>
  response.headers.get("link")?.match(/<([^>]+)>\s*;\s*rel="?next"?/)?.[1];

/** The answer; the pages of a long one are joined. */
const read = async (request: Request, token: string | null): Promise<unknown> => {
  const most = maxRows[request.url.split("?")[0] ?? ""] ?? Number.POSITIVE_INFINITY;
  const pages: string[] = [];
  let answer: unknown;
  for (let url: string | undefined = request.url; url; ) {
    const response: Response = await send({ ...request, url }, token);
    if (!response.ok) throw await toFailure(response, request.key !== undefined);
    if (response.status === 204) return undefined;
    // Stored as it came, since writing JSON of a long list would block the page.
    const text = await response.text();
    pages.push(text);
    const page: unknown = JSON.parse(text);
    if (answer) append(answer, page);
    else answer = page;
    // Only the path and query of the link are used: the token is never sent to another host.
    const next = nextOf(response);
    url = next && pathOf(next, request.url);
    if (url && Array.isArray(answer) && answer.length >= most) {
      markTruncated(answer);
      break;
    }
  }
  if (request.method === "GET") keepAnswer(token, request.url, pages, isTruncated(answer));
  return answer;
};

const pathOf = (link: string, from: string): string => {
  const { pathname, search } = new URL(link, new URL(from, "http://api"));
  return pathname + search;
};

/** Never throws, except when the caller has cancelled. */
const ask = async (request: Request): Promise<Result<unknown>> => {
  const { token } = session();
  try {
    return { ok: true, answer: await read(request, token) };
  } catch (cause) {
    if (request.signal?.aborted) throw cause;
    const failure = cause instanceof Failure ? cause : new NoAnswer();
    console.error(`${request.method} ${request.url}: ${failure.message}`, failure.details, cause);
    // A login that is refused says nothing about the token.
    const isOfToken = failure instanceof Failure && failure.code === "UNAUTHORIZED" && request.url !== "/v1/login";
    if (token && isOfToken) expireSession(token);
    // The list is gone, or no longer for this user.
    if (request.method === "GET" && failure instanceof Failure && [403, 404].includes(failure.status))
      keepAnswer(token, request.url, []);
    return { ok: false, failure };
  }
};

/** Makes a call and returns its outcome as a value. */
export const attempt = <R extends Route>(route: R, input: Input<R>): Promise<Result<Answer<R>>> => {
  const { body, file, key, age, signal, progress } = input as Partial<Request>;
  const request = {
    method: route.slice(0, route.indexOf(" ")),
    url: address(route, input as object),
    body,
    file,
    key,
    age,
    signal,
    progress,
  };
  return ask(request as Request) as Promise<Result<Answer<R>>>;
};

const orThrow = <T>(result: Result<T>): T => {
  if (result.ok) return result.answer;
  throw result.failure;
};

/** Makes a call and throws if it fails. */
export const call = async <R extends Route>(route: R, input: Input<R>): Promise<Answer<R>> =>
  orThrow(await attempt(route, input));

const answerTimes = new Map<string, number>();

/** When an address last answered, even if the data had not changed. */
export const answeredAt = (url: string): number | undefined => answerTimes.get(url);

/** Whether the same request may succeed soon: nobody answered, or only that there is trouble. */
export const isTemporary = (failure: Refusal): boolean =>
  !(failure instanceof Failure) || failure.status === 429 || failure.status >= 500;

/** SWR's fetcher. */
export const readAddress = async (url: string): Promise<unknown> => {
  const answer = orThrow(await ask({ method: "GET", url }));
  answerTimes.set(url, Date.now());
  return answer;
};
