// The server's day, by which screens go: the clock of a device may be wrong.
import { useSyncExternalStore } from "react";
import { addDays, dayOf, wallClock } from "#shared/day.ts";
import { clockError, onServerTime } from "./clock-error.ts";
import { newEmitter } from "./emitter.ts";

const ticks = newEmitter();
let midnight: ReturnType<typeof setTimeout> | undefined;

const serverNow = (): number => Date.now() - clockError();

/** The current business day; the only clock that screens read. */
export const today = (): string => dayOf(serverNow());

const tick = (): void => {
  clearTimeout(midnight);
  const wait = Date.parse(addDays(today(), 1)) - wallClock(serverNow()).getTime();
  midnight = setTimeout(tick, wait + 1);
  ticks.emit();
};
onServerTime(tick);

const subscribe = (changed: () => void): (() => void) => {
  if (midnight === undefined) tick();
  return ticks.subscribe(changed);
};

/** The current business day, also after midnight. */
export const useToday = (): string => useSyncExternalStore(subscribe, today);

/** Whole minutes that the device's clock is ahead. */
export const useClockError = (): number => useSyncExternalStore(subscribe, () => Math.round(clockError() / 60_000));
