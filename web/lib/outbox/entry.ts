// An entry of the outbox: a call that takes effect once, from the moment a person submits it until the server has answered.
import { useSyncExternalStore } from "react";
import type { Calls, Route } from "#shared/api.ts";
import type { Code, Detail } from "#shared/failure.ts";
import type { User } from "#shared/user.ts";
import type { Input } from "../api/client.ts";
import { newEmitter } from "../emitter.ts";

/** The calls that take effect once, however often they are sent. */
export type OnceRoute = { [R in Route]: Calls[R] extends { once: true } ? R : never }[Route];

export type EntryInput<R extends OnceRoute> = Omit<Input<R>, "key" | "signal" | "progress">;

export interface Entry {
  /** The order of entry on this device. */
  seq: number;
  /** Its idempotency key. */
  key: string;
  user: Pick<User, "_id" | "name">;
  route: OnceRoute;
  input: { path?: Record<string, string>; body?: unknown; file?: Record<string, File | undefined> };
  /** Milliseconds since 1970, by the clock of this device. */
  made_at: number;
  /** It was sent at least once, so it may have taken effect. */
  sent: boolean;
  /** The person was told that it waits; until then, the form that it was entered in waits too. */
  kept?: true;
  /** The person said that it is to be sent although it is more than a day old. */
  confirmed?: true;
  /** It is to be reversed as soon as it is answered. */
  undo?: true;
  /** Why the server refused it. */
  refusal?: { code: Code; details: Detail[] };
  /** It could not be stored: it is lost with this tab. */
  unstored?: true;
}

let current: readonly Entry[] = [];
const changes = newEmitter();

/** All entries of this device, in order; those of other users too. */
export const entries = (): readonly Entry[] => current;
export const onEntriesChange = changes.subscribe;
export const useEntries = (): readonly Entry[] => useSyncExternalStore(changes.subscribe, entries);

/** Only for the store. */
export const setEntries = (next: readonly Entry[]): void => {
  current = next;
  changes.emit();
};

const day = 24 * 60 * 60 * 1_000;

/** An entry that has never left the device is not sent after a day unless the person says so: it may be outdated. */
export const needsConfirmation = ({ sent, confirmed, made_at }: Entry, now = Date.now()): boolean =>
  !sent && !confirmed && now - made_at > day;

export const isRefused = ({ refusal }: Entry): boolean => refusal !== undefined;

/** A body with a password is never stored: it is lost with the tab instead. */
export const hasSecret = ({ route }: Pick<Entry, "route">): boolean => route === "POST /v1/users";

/** Its key was used for another request, so what it did cannot be corrected. */
export const isKeyTaken = ({ refusal }: Entry): boolean =>
  refusal?.details.some(({ field }) => field === "idempotency-key") ?? false;
