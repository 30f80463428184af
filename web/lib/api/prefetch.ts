// The first read of a screen, begun while the code of the screen is still on its way.
import { config } from "./address.ts";
import { session } from "./session.ts";

/** Milliseconds a call may take. */
export const callTimeout = 15_000;
/** Milliseconds after which an answer nobody took is too old to be shown. */
const lasts = 10_000;

let begun: { url: string; token: string | null; at: number; response: Promise<Response> } | undefined;

const ask = async (url: string, token: string | null): Promise<Response> => {
  const { api } = await config();
  const headers = { authorization: `Bearer ${token}` };
  return fetch(new URL(url, api), { headers, signal: AbortSignal.timeout(callTimeout) });
};

/** Begins a read for whoever is signed in. */
export const prefetch = (url: string): void => {
  const { token } = session();
  const response = ask(url, token);
  // Who takes it hears of it.
  response.catch(() => undefined);
  begun = { url, token, at: performance.now(), response };
};

/** The answer of a read that was begun in time and for the same person; once. */
export const takePrefetched = (url: string, token: string | null): Promise<Response> | undefined => {
  if (!begun || begun.url !== url) return undefined;
  const { response, at, token: theirs } = begun;
  begun = undefined;
  return theirs === token && performance.now() - at < lasts ? response : undefined;
};
