// Where a call goes: the hosts from /config.json, and the path and query of a route, which are also its cache key.
import type { Query, Route } from "#shared/api.ts";

interface Config {
  api: string;
  dev: string;
  /** The build of the API that it was deployed with. */
  build?: string;
  /** Only in a local run that holds demo data: people who may sign in. */
  demo?: Demo;
}

export interface Demo {
  password: string;
  people: readonly { username: string; name: string }[];
}

let reading: Promise<Config> | undefined;
/** Started early by theme.js: a page that the service worker controls would not use a preload. */
let begun = (globalThis as { settings?: Promise<Response> }).settings;

const read = async (): Promise<Config> => {
  const response = await (begun ?? fetch("/config.json"));
  begun = undefined;
  if (!response.ok) throw new TypeError(`config.json answered ${response.status}`);
  const settings: Config = await response.json();
  own = settings.build;
  return settings;
};

let own: string | undefined;
/** The build of the API that this app was deployed with, once the settings are read. */
export const ownServer = (): string | undefined => own;

/** Read once; after a failure the next call reads it again. */
export const config = (): Promise<Config> => {
  reading ??= read();
  reading.catch(() => {
    reading = undefined;
    begun = undefined;
  });
  return reading;
};

type Names<P extends string> = P extends `${string}{${infer N}}${infer Rest}` ? N | Names<Rest> : never;
type Need<K extends string, T> = [T] extends [undefined | never] ? unknown : { [k in K]: T };
type Path<R extends string> = [Names<R>] extends [never] ? unknown : { path: Record<Names<R>, string> };

export type Params<R extends Route> = Path<R> & Need<"query", Query<R>>;

type Loose = { path?: Record<string, string>; query?: Record<string, unknown> };

/** With its query sorted and without empty values, so that equal queries have one cache key. */
export const address = (route: Route, params: Loose = {}): string => {
  const path = route
    .slice(route.indexOf(" ") + 1)
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params.path?.[name] ?? ""));
  const query = Object.entries(params.query ?? {})
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => [name, String(value)] as [string, string])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return query.length ? `${path}?${new URLSearchParams(query)}` : path;
};
