// Asks the API as its callers do: over HTTP, with the caller's own token. Role, scope, limits and log are those of the call.
import { failureCatalogue } from "#shared/failure.ts";
import { log, serializeError } from "../log.ts";

export interface Answered {
  status: number;
  body: unknown;
  /** Those of `kept` that it has. */
  headers: Record<string, string>;
}

const kept = ["link", "ratelimit", "ratelimit-policy", "retry-after"];

/** Milliseconds: shorter than a Lambda has, so that no answer is an answer too. */
const patience = 25_000;

export const ask = async (path: string, authorization: string): Promise<Answered> => {
  try {
    const signal = AbortSignal.timeout(patience);
    // A connection that was kept while Lambda froze the process may have ended meanwhile.
    const headers = { authorization, connection: "close" };
    const answer = await fetch(process.env.API_ADDRESS + path, { headers, redirect: "error", signal });
    const found = kept.flatMap((name) => [[name, answer.headers.get(name)]].filter(([, value]) => value !== null));
    return { status: answer.status, body: await answer.json(), headers: Object.fromEntries(found) };
  } catch (error) {
    log("ERROR", "failure", { error: serializeError(error) });
    const { status, message } = failureCatalogue.SERVICE_UNAVAILABLE;
    return { status, body: { code: "SERVICE_UNAVAILABLE", message }, headers: { "retry-after": "1" } };
  }
};
