// A running deployment as a browser finds it: the site's URL, and through its config.json the URLs of the APIs.
import { UserError } from "#infra/local/user-error.ts";

export interface Deployment {
  /** Without a trailing slash, like the APIs. */
  site: string;
  api: string;
  /** The developer API. */
  dev: string;
}

export interface Reply {
  status: number;
  headers: Headers;
  bytes: Buffer;
  text: string;
  ms: number;
}

/** Sends one request; follows no redirect and does not retry. */
export const request = async (address: string, init: RequestInit = {}): Promise<Reply> => {
  const started = performance.now();
  const response = await fetch(address, { redirect: "manual", ...init }).catch((error: Error) => {
    throw new UserError(`${address} does not answer: ${(error.cause as Error)?.message ?? error.message}`);
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const { status, headers } = response;
  return { status, headers, bytes, text: bytes.toString(), ms: performance.now() - started };
};

const isUrl = (value: unknown): value is string => typeof value === "string" && URL.canParse(value);

export const openDeployment = async (url: string): Promise<Deployment> => {
  if (!URL.canParse(url))
    throw new UserError(`${url} is not a URL: pass the site's, such as --url https://example.com`);
  const site = new URL(url).origin;
  const { status, text } = await request(`${site}/config.json`);
  const { api, dev } = status === 200 && text.startsWith("{") ? JSON.parse(text) : {};
  if (!isUrl(api) || !isUrl(dev))
    throw new UserError(`${site}/config.json (${status}) does not name the two APIs: is this the site's URL?`);
  return { site, api: new URL(api).origin, dev: new URL(dev).origin };
};
