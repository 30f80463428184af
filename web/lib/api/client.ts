// The only client of the API, typed by the table of calls. A failed call is a value, not an exception.
import type { Answer, Body, Calls, Route } from "#shared/api.ts";
import { clientCalls, isDeveloperCall, listFacts } from "#shared/call-facts.ts";
import { codeOf, type Detail, Failure, isCode, unknownCall } from "#shared/failure.ts";
import { newEmitter } from "../emitter.ts";
import { address, config, ownServer, type Params } from "./address.ts";
import { keepAnswer } from "./offline-cache.ts";
import { append, isTruncated, markTruncated } from "./pages.ts";
import { isGone, isSignedOut, NoAnswer, type Refusal, type Result } from "./result.ts";
import { expireSession, isStillSignedIn, session } from "./session.ts";
import type { Files, Progress } from "./upload.ts";

type Sent<R extends Route> = [Body<R>] extends [undefined] ? unknown : { body: Body<R> };
type Upload<R extends Route> = Calls[R] extends { file: infer N extends string; files: number }
  ? { file?: Record<N, readonly File[]> }
  : Calls[R] extends { file: infer N extends string }
    ? { file: Record<N, File | undefined> }
    : unknown;

/**
 * What a route takes. `key` is the idempotency key of a posting, `age` the seconds since it was entered; `progress` is
 * called with the share uploaded.
 */
export type Input<R extends Route> = Params<R> &
  Sent<R> &
  Upload<R> & { key?: string; age?: number; signal?: AbortSignal; progress?: Progress };

/** Milliseconds a call may take. */
export const callTimeout = 15_000;
/** Milliseconds an upload may take. */
const uploadTimeout = 60_000;

interface Request {
  method: string;
  url: string;
  body?: unknown;
  file?: Files;
  key?: string;
  age?: number;
  signal?: AbortSignal;
  progress?: Progress;
}

const send = async (
  { method, url, body, file, key, age, signal, progress }: Request,
  token: string | null,
): Promise<Response> => {
  const { api, dev } = await config();
  const headers = new Headers({ "app-build": import.meta.env.BUILD });
  if (token) headers.set("authorization", `Bearer ${token}`);
  if (key) headers.set("idempotency-key", key);
  if (age) headers.set("entry-age", String(age));
  if (body !== undefined && !file) headers.set("content-type", "application/json");
  const timeout = AbortSignal.timeout(file ? uploadTimeout : callTimeout);
  const whole = new URL(url, isDeveloperCall(url) ? dev : api);
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

/** Whether the API's host answers anything. */
export const isReachable = async (): Promise<boolean> => {
  try {
    const { api } = await config();
    await fetch(api, { mode: "no-cors", signal: AbortSignal.timeout(callTimeout) });
    return true;
  } catch {
    return false;
  }
};

let server = "";
/** The build of the server that answered last. */
export const serverBuild = (): string => server;
const serverChanges = newEmitter();
export const onServerChange = serverChanges.subscribe;

/** Other answers without a build are the gateway's; a refusal is that of a server from before builds had names. */
const buildOf = ({ status, headers }: Response): string => headers.get("api-build") ?? (status === 400 ? "" : server);

const hearServer = (build: string): void => {
  if (build === server) return;
  server = build;
  serverChanges.emit();
};

/** Statuses of the gateway, whose bodies are not ours, beside its 5xx. */
const gatewayStatuses = [413, 429];

/**
 * Only a refusal by the API itself is believed: a proxy, or the gateway during an update, may not know the call, the
 * list or the session. For a 5xx or 429 the status is enough. The gateway of another server than this app's is believed that it
 * does not know a posting; of a list it is only said.
 */
const toFailure = async (response: Response, key: string | undefined): Promise<Refusal> => {
  const { status, headers } = response;
  const body: { code?: unknown; details?: unknown; message?: unknown } = await response.json().catch(() => ({}));
  const by = buildOf(response);
  const isOlder = status === 404 && by !== ownServer() && body?.message === "Not Found";
  if (isOlder && key) return Object.assign(new Failure("RESOURCE_NOT_FOUND", { message: unknownCall }), { server: by });
  if (!isCode(body?.code) && status < 500 && !gatewayStatuses.includes(status))
    return new NoAnswer(isOlder ? "The server is older and does not have this yet" : undefined);
  const details = Array.isArray(body?.details) ? (body.details as Detail[]) : [];
  const failure = new Failure(codeOf(status), ...details).retryIn(Number(headers.get("retry-after")));
  return Object.assign(failure, { server: by });
};

const nextOf = (response: Response): string | undefined =>
  response.headers.get("link")?.match(/<([^>]+)>\s*;\s*rel="?next"?/)?.[1];

/** The answer; the pages of a long one are joined. */
const read = async (request: Request, token: string | null): Promise<unknown> => {
  const { maxRows: most = Number.POSITIVE_INFINITY, isPart } = listFacts(request.url.split("?")[0] ?? "");
  const pages: string[] = [];
  let answer: unknown;
  for (let url: string | undefined = request.url; url; ) {
    const response: Response = await send({ ...request, url }, token);
    hearServer(buildOf(response));
    if (!response.ok) throw await toFailure(response, request.key);
    if (response.status === 204) return undefined;
    // Stored as text, since serializing a long list again would block the page.
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
  if (request.method === "GET" && !isPart) keepAnswer(token, request.url, pages, isTruncated(answer));
  return answer;
};

/** The address under which an answer is stored: a part is stored with the whole list. */
const keptAddress = (url: string): string => {
  const [path = ""] = url.split("?");
  return listFacts(path).isPart ? path : url;
};

const pathOf = (link: string, from: string): string => {
  const { pathname, search } = new URL(link, new URL(from, "http://api"));
  return pathname + search;
};

/** Never throws, except when the caller has cancelled. */
const ask = async (request: Request): Promise<Result<unknown>> => {
  const { token } = session();
  // Another tab may have signed out, or in as somebody else, in whose name nothing may be changed.
  if (request.method !== "GET" && !(await isStillSignedIn(token))) return { ok: false, failure: new NoAnswer() };
  try {
    return { ok: true, answer: await read(request, token) };
  } catch (cause) {
    if (request.signal?.aborted) throw cause;
    const failure = cause instanceof Failure || cause instanceof NoAnswer ? cause : new NoAnswer();
    console.error(`${request.method} ${request.url}: ${failure.message}`, failure.details, cause);
    // A refused login does not mean that the token is invalid.
    if (token && isSignedOut(failure) && request.url !== address(clientCalls.signIn)) expireSession(token);
    if (request.method === "GET" && isGone(failure)) keepAnswer(token, keptAddress(request.url), []);
    return { ok: false, failure };
  }
};

/** Makes a call and returns its outcome as a value. */
export const attempt = <R extends Route>(route: R, input: Input<R>): Promise<Result<Answer<R>>> => {
  const given = input as Omit<Request, "method" | "url">;
  const request = { ...given, method: route.slice(0, route.indexOf(" ")), url: address(route, input as object) };
  return ask(request) as Promise<Result<Answer<R>>>;
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

/** SWR's fetcher. */
export const readAddress = async (url: string): Promise<unknown> => {
  const answer = orThrow(await ask({ method: "GET", url }));
  answerTimes.set(keptAddress(url), Date.now());
  return answer;
};
