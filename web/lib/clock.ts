// The server's clock, by which screens know the day: the clock of a device may be wrong. In memory only.
import { useSyncExternalStore } from "react";
import { addDays, dayOf, wallClock } from "#shared/day.ts";
import { newEmitter } from "./emitter.ts";

/** Milliseconds that a device's clock may differ unnoticed. */
const tolerance = 5 * 60_000;
/** Milliseconds that it may move against the page's own time before it counts as set, or the device as having slept. */
const maxJump = 60_000;

/** Milliseconds that the device's clock is ahead of the server's, and of the page's own time. */
let read: { ahead: number; ofPage: number } | undefined;
const ticks = newEmitter();
let midnight: ReturnType<typeof setTimeout> | undefined;

const aheadOfPage = (): number => Date.now() - performance.now();

/** Milliseconds that the device's clock is ahead; 0 if it is right, or no answer has told yet. */
export const clockError = (): number => {
  if (read && Math.abs(aheadOfPage() - read.ofPage) > maxJump) read = undefined;
  return read && Math.abs(read.ahead) > tolerance ? read.ahead : 0;
};

const serverNow = (): number => Date.now() - clockError();

/** The current business day; the only clock that screens read. */
export const today = (): string => dayOf(serverNow());

const tick = (): void => {
  clearTimeout(midnight);
  const wait = Date.parse(addDays(today(), 1)) - wallClock(serverNow()).getTime();
  midnight = setTimeout(tick, wait + 1);
  ticks.emit();
};

/** Takes the time from an answer that has just arrived; an API of an earlier release tells none. */
export const noteServerTime = (now: string | undefined): void => {
  if (!now) return;
  read = { ahead: Date.now() - Date.parse(now), ofPage: aheadOfPage() };
  tick();
};

const subscribe = (changed: () => void): (() => void) => {
  if (midnight === undefined) tick();
  return ticks.subscribe(changed);
};

/** The current business day, also after midnight. */
export const useToday = (): string => useSyncExternalStore(subscribe, today);

/** Whole minutes that the device's clock is ahead. */
export const useClockError = (): number => useSyncExternalStore(subscribe, () => Math.round(clockError() / 60_000));
