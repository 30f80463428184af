// An HTTP client of the product, typed by shared/api.ts, that retries until an answer is final.
import { setTimeout as wait } from "node:timers/promises";
import { type Answer, type Body, type Call, calls, type Query, type Route } from "#shared/api.ts";

/** An answer with an error status; the message contains its body. */
export class ApiError extends Error {
  readonly status: number;

  constructor(route: string, status: number, body: string) {
    super(`${route} answered ${status}: ${body}`);
    this.status = status;
  }
}

/** The query of a GET, or the body of any other call; a form if it includes a file. */
type Payload<R extends Route> = R extends `GET ${string}` ? Query<R> : Body<R> | FormData;

/**
 * Sends a call and retries after network errors, 5xx and the gateway's throttling. Pass an idempotency key with a posting, so that a retry does
 * not post twice. `id` replaces `{id}` in the route.
 */
export type CallApi = <R extends Route>(route: R, sent?: Payload<R>, key?: string, id?: string) => Promise<Answer<R>>;

/** Whether the gateway held it back. A 429 of our own code, which says when, refuses a password. */
const isThrottled = (answer: Response | Error): boolean =>
  answer instanceof Response && answer.status === 429 && !answer.headers.has("retry-after");
const isTransient = (answer: Response | Error): boolean => answer instanceof Error || answer.status >= 500;

/** Milliseconds before each retry. */
const pauses = [100, 300, 1_000, 3_000, 9_000];
/** The gateway lets so many calls of a route through each second: whoever sends more has to wait, and has not failed. */
const throttledPauses = Array.from({ length: 60 }, () => 1_000);

const toFormData = (body: object): FormData => {
  const form = new FormData();
  for (const [field, value] of Object.entries(body)) if (value !== undefined) form.append(field, String(value));
  return form;
};

export const apiClient = (api: string, token?: string): CallApi => {
  const once = async (route: Route, sent: unknown, key?: string, id = ""): Promise<Response> => {
    const [method, path] = route.replace("{id}", id).split(" ");
    const query = method === "GET" && sent ? `?${new URLSearchParams(sent as Record<string, string>)}` : "";
    const body = method === "GET" ? undefined : sent;
    const form = sent instanceof FormData ? sent : (calls[route] as Call).file ? toFormData(body as object) : undefined;
    return fetch(api + path + query, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { "idempotency-key": key }),
        ...(body !== undefined && !form && { "content-type": "application/json" }),
      },
      body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
  };
  return async <R extends Route>(route: R, sent?: Payload<R>, key?: string, id?: string): Promise<Answer<R>> => {
    const [failed, throttled] = [[...pauses], [...throttledPauses]];
    for (;;) {
      const answer = await once(route, sent, key, id).catch((error: Error) => error);
      if (answer instanceof Response && answer.status === 204) return undefined as Answer<R>;
      if (answer instanceof Response && answer.ok) return (await answer.json()) as Answer<R>;
      const left = isThrottled(answer) ? throttled : isTransient(answer) ? failed : [];
      const pause = left.shift();
      if (pause !== undefined) await wait(pause);
      else if (answer instanceof Error) throw new Error(`${route}: no answer from ${api}`, { cause: answer });
      else throw new ApiError(route, answer.status, await answer.text());
    }
  };
};

export const signIn = async (api: string, username: string, password: string): Promise<CallApi> => {
  const { token } = await apiClient(api)("POST /v1/login", { username, password });
  return apiClient(api, token);
};
