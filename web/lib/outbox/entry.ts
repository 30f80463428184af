// An entry: a call that takes effect once, from the moment a person submits it until the server has answered.
import type { Calls, Route } from "#shared/api.ts";
import type { Code, Detail } from "#shared/failure.ts";
import type { Input } from "../api/client.ts";
import type { Item } from "../queue/item.ts";

/** The calls that take effect once, however often they are sent. */
export type OnceRoute = { [R in Route]: Calls[R] extends { once: true } ? R : never }[Route];

export type EntryInput<R extends OnceRoute> = Omit<Input<R>, "key" | "signal" | "progress">;

/** The input of a call, of any route. */
export interface SentInput {
  path?: Record<string, string>;
  body?: unknown;
  file?: Record<string, File | undefined>;
}

/** A sent call with its route: a form may switch between stock in and stock out. */
export interface SentRequest {
  route: OnceRoute;
  input: SentInput;
}

export interface Entry extends Item, SentRequest {
  kind: "posting";
  /** Requests sent before under the same key, which may have taken effect; the latest last. */
  earlier?: readonly SentRequest[];
  /** A name for its id, from its form, such as the container's. */
  about?: string;
  /** It was sent at least once, so it may have taken effect. */
  sent: boolean;
  /** The person knows that it waits. Until then, its form waits too. */
  kept?: true;
  /** The person has confirmed it, although it is more than a day old. */
  confirmed?: true;
  /** The key under which it is reversed as soon as it is answered, in whichever tab. */
  undo?: string;
  /** Consecutive answers of a server in trouble. */
  troubles?: number;
  /** The last such answer while it went on waiting, or an expired session. */
  trouble?: Code;
  /** Why the server refused it, or the trouble for which it stepped aside. */
  refusal?: { code: Code; details: readonly Detail[] };
  /** An earlier request under its key, which took effect instead. */
  effective?: SentRequest;
}

const day = 24 * 60 * 60 * 1_000;

/** An entry that has never left the device may be outdated after a day, so the person has to confirm it. */
export const needsConfirmation = ({ sent, confirmed, made_at }: Entry, now = Date.now()): boolean =>
  !sent && !confirmed && now - made_at > day;

export const isRefused = ({ refusal }: { refusal?: unknown }): boolean => refusal !== undefined;

/** Whether it is sent without any action of the person. */
export const isWaiting = (entry: Entry, now = Date.now()): boolean =>
  !isRefused(entry) && !needsConfirmation(entry, now);

const namesKey = ({ field }: Detail): boolean => field === "idempotency-key";

/** Its key was used for another request. */
export const isKeyTaken = (refusal: { details: readonly Detail[] } | undefined): boolean =>
  refusal?.details.some(namesKey) ?? false;

/** Whether both requests have the same effect. */
export const isSameRequest = (one: SentRequest, other: SentRequest): boolean => textOf(one) === textOf(other);

/** Compares a file by its properties, since a stored one is another object. */
const textOf = ({ route, input: { path, body, file } }: SentRequest): string =>
  JSON.stringify([
    route,
    path,
    body,
    Object.values(file ?? {}).map((one) => one && [one.name, one.size, one.lastModified]),
  ]);
