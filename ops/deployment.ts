// A running deployment as a browser finds it: the address of its site, and from there its APIs.
import { Trouble } from "#infra/local/user-error.ts";

export interface Deployment {
  /** Without a closing slash, like the APIs. */
  site: string;
  api: string;
  /** The developers' API. */
  dev: string;
}

export interface Reply {
  status: number;
  headers: Headers;
  bytes: Buffer;
  text: string;
  ms: number;
}

/** Asks once and follows nothing. */
export const ask = async (address: string, init: RequestInit = {}): Promise<Reply> => {
  const started = performance.now();
  const response = await fetch(address, { redirect: "manual", ...init }).catch((error: Error) => {
    throw new Trouble(`${address} does not answer: ${(error.cause as Error)?.message ?? error.message}`);
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const { status, headers } = response;
  return { status, headers, bytes, text: bytes.toString(), ms: performance.now() - started };
};

const isAddress = (value: unknown): value is string => typeof value === "string" && URL.canParse(value);

export const openDeployment = async (url: string): Promise<Deployment> => {
  if (!URL.canParse(url)) throw new Trouble(`${url} is no address: give the site's, as in --url https://example.com`);
  const site = new URL(url).origin;
  const { status, text } = await ask(`${site}/config.json`);
  const { api, dev } = status === 200 && text.startsWith("{") ? JSON.parse(text) : {};
  if (!isAddress(api) || !isAddress(dev))
    throw new Trouble(`${site}/config.json (${status}) does not name the two APIs: is this the site's address?`);
  return { site, api: new URL(api).origin, dev: new URL(dev).origin };
};
