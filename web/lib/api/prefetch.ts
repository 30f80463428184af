// The first read of a screen, started while the code of the screen is still loading.
import { config } from "./address.ts";
import { session } from "./session.ts";

/** Milliseconds a call may take. */
export const callTimeout = 15_000;
/** Milliseconds after which an unused answer is too old to be shown. */
const maxAge = 10_000;

let started: { url: string; token: string | null; at: number; response: Promise<Response> } | undefined;

const ask = async (url: string, token: string | null): Promise<Response> => {
  const { api } = await config();
  const headers = { authorization: `Bearer ${token}` };
  return fetch(new URL(url, api), { headers, signal: AbortSignal.timeout(callTimeout) });
};

/** Starts a read for the signed-in user. */
export const prefetch = (url: string): void => {
  const { token } = session();
  const response = ask(url, token);
  // Whoever takes the answer handles the failure.
  response.catch(() => undefined);
  started = { url, token, at: performance.now(), response };
};

/** The prefetched answer, once; undefined if it is too old or for another user. */
export const takePrefetched = (url: string, token: string | null): Promise<Response> | undefined => {
  if (!started || started.url !== url) return undefined;
  const { response, at, token: theirs } = started;
  started = undefined;
  return theirs === token && performance.now() - at < maxAge ? response : undefined;
};
