// An entry: a call that takes effect once, from the moment a person submits it until the server has answered. This file
// is its rules, without storage, network or clock: `stateOf` reads a stored row as one state, and `next` gives the row
// after an event.
//
//   submitted -> queued -> sent -> answered: deleted, or a reversal that was asked for follows it
//                queued -> outdated, after a day -> queued again, once confirmed
//                          sent -> refused, failed or superseded: it stands aside until it is submitted again or discarded
//                          sent -> ahead, of an older server, while later entries are sent -> sent again once that changes
//
// Tabs of an earlier and a later release share the rows, so no stored field changes its name or meaning.
import type { Calls, Route } from "#shared/api.ts";
import { clientCalls } from "#shared/call-facts.ts";
import { type Code, type Detail, type Failure, failureCatalogue, unknownCall, unknownField } from "#shared/failure.ts";
import type { Input } from "../api/client.ts";
import type { Files } from "../api/upload.ts";
import type { Item, NewItem } from "../queue/item.ts";

/** The calls that take effect once, however often they are sent. */
export type OnceRoute = { [R in Route]: Calls[R] extends { once: true } ? R : never }[Route];

export type EntryInput<R extends OnceRoute> = Omit<Input<R>, "key" | "signal" | "progress">;

/** The input of a call, of any route. */
export interface SentInput {
  path?: Record<string, string>;
  body?: unknown;
  file?: Files;
}

/** A sent call with its route: a form may switch between stock in and stock out. */
export interface SentRequest {
  route: OnceRoute;
  input: SentInput;
}

export interface Refusal {
  code: Code;
  details: readonly Detail[];
}

/** The stored row. Screens, badge and forms read its state, never its flags. */
export interface Entry extends Item, SentRequest {
  kind: "posting";
  /** Requests sent before under the same key, which may have taken effect; the latest last. */
  earlier?: readonly SentRequest[];
  /** A name for its id, from its form, such as the container's. */
  about?: string;
  /** Set before it first leaves this device: from then on it may have taken effect. */
  sent: boolean;
  /** The person was told that it waits, and has left its form. Until then that waits too, or shows the server's trouble. */
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
  refusal?: Refusal;
  /** An earlier request under its key, which took effect instead. */
  effective?: SentRequest;
  /** The build of the server that its app was deployed with; empty in those of an earlier app that had not heard one. */
  server?: string;
  /** The build of another server, which did not know one of its fields; empty if it named none. */
  older?: string;
}

type Undo = Pick<Entry, "undo">;

/** The outbox sends it by itself. */
type Waiting =
  /** It has not left this device. */
  | { is: "queued"; kept: boolean }
  /** It had no effect on a server that is older than this app, after a rollback, and waits for the next one. */
  | ({ is: "ahead"; kept: boolean } & Undo)
  /** It may have taken effect. `trouble`: the server's last answer, if there was one. */
  | ({ is: "sent"; kept: boolean } & Undo & Pick<Entry, "trouble">);

/** It waits for the person, and later entries are sent. */
export type Aside =
  /** It had no effect. */
  | { is: "refused"; refusal: Refusal }
  /** The server failed on it, and answered or refused a later entry. It may have taken effect. */
  | ({ is: "failed"; refusal: Refusal } & Undo)
  /** An earlier request under its key took effect instead: `effective`, where it is known which. */
  | ({ is: "superseded"; refusal: Refusal } & Undo & Pick<Entry, "effective">);

/** "outdated": it is a day old and has had no effect anywhere, so the person has to confirm it. */
export type EntryState = Waiting | Aside | { is: "outdated" };

/** Milliseconds. */
export const day = 24 * 60 * 60 * 1_000;

export const stateOf = (entry: Entry, now: number): EntryState => {
  const { sent, kept = false, confirmed, undo, trouble, made_at, older } = entry;
  const aside = asideOf(entry);
  if (aside) return aside;
  if (!sent && !confirmed && now - made_at > day) return { is: "outdated" };
  if (older !== undefined) return { is: "ahead", kept, undo };
  return sent ? { is: "sent", kept, undo, trouble } : { is: "queued", kept };
};

/** Its state if it stands aside, which no time changes. */
export const asideOf = ({ refusal, undo, effective }: Entry): Aside | undefined => {
  if (!refusal) return undefined;
  if (isKeyTaken(refusal)) return { is: "superseded", refusal, undo, effective };
  return failureCatalogue[refusal.code].status < 500 ? { is: "refused", refusal } : { is: "failed", refusal, undo };
};

/** Only these states have `kept`. */
export const isWaiting = (state: { is: EntryState["is"] }): state is Waiting => "kept" in state;

const isWithoutEffect = (entry: Entry): boolean => asideOf(entry)?.is === "refused";

export type EntryEvent =
  /** By its form again, or as the correction of a refused entry. */
  | { is: "submitted"; request: SentRequest; now: number }
  /** After the server refused it as a likely double: its body says that it is meant again. */
  | { is: "added again"; now: number }
  /** The person still means it, although it is outdated. */
  | { is: "confirmed" }
  /** It is about to leave. */
  | { is: "sent" }
  /** Its form no longer waits: no answer came in time, the connection was lost, the session ended, or it was closed. */
  | { is: "kept" }
  /** The server is in trouble, or the session has expired. */
  | { is: "troubled"; code: Code }
  /** `request`: the one under its key that took effect; `movement`: the id of the movement that it made, if any. */
  | { is: "answered"; request: SentRequest; movement: string; now: number }
  /** By a server, of this build, that is older than this app. `isFirst`: it had not been sent before. */
  | { is: "ahead"; request: SentRequest; server: string; isFirst: boolean }
  /** By the server, or put aside since the server keeps failing on it: its state then is "failed". */
  | { is: "refused"; request: SentRequest; refusal: Refusal }
  /** Its form shows why it was refused. */
  | { is: "shown" }
  /** `reversal`: the key to reverse it under, if it may have taken effect. */
  | { is: "taken back"; reversal: string }
  | { is: "discarded" };

/** What is stored after an event: nothing, the row as it was or changed, or its reversal, which goes to the end. */
export const next = (entry: Entry, event: EntryEvent): Entry | NewItem<Entry> | undefined => {
  switch (event.is) {
    case "submitted":
      return withRequest(entry, event.request, event.now);
    case "added again": {
      const { route, input } = entry;
      const again = { route, input: { ...input, body: { ...(input.body as object), again: true } } };
      return asideOf(entry) ? withRequest(entry, again, event.now) : entry;
    }
    case "sent": {
      // Another server may know all of it: from now on it may have taken effect.
      const { older: _older, ...rest } = entry;
      return { ...rest, sent: true };
    }
    case "confirmed":
    case "kept":
      // The flag of that name.
      return { ...entry, [event.is]: true };
    case "troubled": {
      const isTrouble = failureCatalogue[event.code].status >= 500;
      return { ...entry, trouble: event.code, troubles: isTrouble ? (entry.troubles ?? 0) + 1 : 0 };
    }
    case "answered": {
      if (entry.undo) return reversalOf(entry, entry.undo, event.movement, event.now);
      if (isSameRequest(entry, event.request)) return undefined;
      const { route, input } = event.request;
      return { ...entry, refusal: keyTaken, effective: { route, input } };
    }
    case "ahead":
      if (!isSameRequest(entry, event.request)) return entry;
      // A newer server may have answered an earlier try, before the rollback, and the answer been lost.
      if (!event.isFirst) return { ...entry, older: event.server };
      return entry.undo ? undefined : { ...entry, sent: false, older: event.server };
    case "refused": {
      // The request that replaced it is still to be answered.
      if (!isSameRequest(entry, event.request)) return entry;
      const refused: Entry = { ...entry, refusal: event.refusal };
      // There is nothing to undo.
      return entry.undo && isWithoutEffect(refused) ? undefined : refused;
    }
    case "shown":
      // A form that was closed while it waited has shown nobody anything, so the entry stays.
      return isWithoutEffect(entry) && !entry.kept ? undefined : entry;
    case "taken back":
      if (asideOf(entry)) return entry;
      return entry.sent ? { ...entry, undo: event.reversal } : undefined;
    case "discarded":
      return undefined;
  }
};

/** Submitted again: it forgets its refusal, troubles and wish to be undone, and keeps whether it was sent and what took effect. */
const withRequest = (entry: Entry, request: SentRequest, now: number): Entry => {
  const { undo: _undo, kept: _kept, older: _older, refusal, trouble: _trouble, troubles: _troubles, ...open } = entry;
  const { tries: _tries, next_at: _next, ...rest } = open;
  if (isSameRequest(entry, request)) return rest;
  // The request that it replaces may still take effect.
  const earlier = entry.sent ? [...(entry.earlier ?? []), { route: entry.route, input: entry.input }] : entry.earlier;
  // A correction after a refusal is made now; what only waited keeps the time at which it was first submitted.
  const time = refusal && { made_at: now };
  return { ...rest, ...request, ...time, ...(earlier && { earlier }) };
};

const reversalOf = ({ user }: Entry, key: string, movement: string, made_at: number): NewItem<Entry> => ({
  kind: "posting",
  key,
  user,
  route: clientCalls.reverse,
  input: { path: { id: movement }, body: {} },
  made_at,
  sent: false,
  kept: true,
});

/** The API's refusal of a key that was used for another request. */
const keyTaken: Refusal = {
  code: "CONFLICT",
  details: [{ field: "idempotency-key", message: "What was sent before took effect instead" }],
};

const namesKey = ({ field }: Detail): boolean => field === "idempotency-key";

/** Its key was used for another request. */
export const isKeyTaken = (refusal: { details: readonly Detail[] }): boolean => refusal.details.some(namesKey);

/** Whether the server that refused it is not its app's own and does not know the call or a field, which that one does. */
export const isOlder = (entry: Entry, { details, server }: Pick<Failure, "details" | "server">): boolean =>
  entry.server !== undefined &&
  entry.server !== server &&
  details.some(({ message }) => message === unknownField || message === unknownCall);

/** Whether the answer names a movement whose reversal takes the entry back. */
export const isReversible = ({ route }: { route: string }): boolean =>
  /\/(in|out|transfer|receive|returns)$/.test(route);

/** Whether both requests have the same effect. */
const isSameRequest = (one: SentRequest, other: SentRequest): boolean => textOf(one) === textOf(other);

/** Compares a file by its properties, since a stored one is another object. */
const textOf = ({ route, input: { path, body, file } }: SentRequest): string =>
  JSON.stringify([
    route,
    path,
    body,
    Object.values(file ?? {})
      .flat()
      .map((one) => one && [one.name, one.size, one.lastModified]),
  ]);
