// Ticks of picklists that the server does not have yet: kept on this device by user, so that picking goes on without a
// network, after a reload and in another tab, and sent by pick-sender.ts. The last tick of a place counts.
import { useSyncExternalStore } from "react";
import type { Picked } from "#shared/picklist.ts";
import { session } from "../../lib/api/session.ts";
import { newEmitter } from "../../lib/emitter.ts";

export interface Tick {
  product: string;
  warehouse: string;
  picked: boolean;
  /** Milliseconds since 1970, by the clock of this device. */
  at: number;
}

/** By picklist. */
type Ticks = Readonly<Record<string, readonly Tick[]>>;

const nothing: Ticks = {};
const keyOf = (user: string): string => `ticks ${user}`;
const changes = newEmitter();

/** Where the browser refuses to store: lost with this tab. */
const unstored = new Map<string, string>();

let read: { text: string | null; ticks: Ticks } = { text: null, ticks: nothing };
const parse = (text: string | null): Ticks => {
  if (text !== read.text) read = { text, ticks: text === null ? nothing : JSON.parse(text) };
  return read.ticks;
};

/** The ticks of the signed-in user that wait. */
export const waitingTicks = (): Ticks => {
  const key = keyOf(session().user?._id ?? "");
  return parse(unstored.get(key) ?? localStorage.getItem(key));
};

export const ticksOf = (ticks: Ticks): number => Object.values(ticks).reduce((sum, { length }) => sum + length, 0);

const subscribe = (listener: () => void) => {
  const end = changes.subscribe(listener);
  addEventListener("storage", listener);
  return () => {
    end();
    removeEventListener("storage", listener);
  };
};
export const onTicksChange = changes.subscribe;
export const useWaitingTicks = (): Ticks => useSyncExternalStore(subscribe, waitingTicks);

const write = (ticks: Ticks): void => {
  const { user } = session();
  if (!user) return;
  const key = keyOf(user._id);
  const left = Object.fromEntries(Object.entries(ticks).filter(([, own]) => own.length > 0));
  unstored.delete(key);
  if (Object.keys(left).length === 0) localStorage.removeItem(key);
  else
    try {
      localStorage.setItem(key, JSON.stringify(left));
    } catch (error) {
      console.error("Ticks could not be stored", error);
      unstored.set(key, JSON.stringify(left));
    }
  changes.emit();
};

const isSamePlace = (a: Omit<Tick, "picked" | "at">, b: Omit<Tick, "picked" | "at">): boolean =>
  a.product === b.product && a.warehouse === b.warehouse;

/** Ticks a place of a picklist, or takes its tick back. */
export const tick = (picklist: string, place: Omit<Tick, "at">): void => {
  const ticks = waitingTicks();
  const others = (ticks[picklist] ?? []).filter((one) => !isSamePlace(one, place));
  write({ ...ticks, [picklist]: [...others, { ...place, at: Date.now() }] });
};

/** The server has these, or never will; what was changed meanwhile goes on waiting. */
export const forgetTicks = (picklist: string, sent: readonly Tick[]): void => {
  const ticks = waitingTicks();
  const isSent = (one: Tick) => sent.some((other) => isSamePlace(one, other) && one.at === other.at);
  write({ ...ticks, [picklist]: (ticks[picklist] ?? []).filter((one) => !isSent(one)) });
};

/** What the server answered to ticks of this tab. */
export const pickedAnswers = newEmitter<[picked: Picked]>();
