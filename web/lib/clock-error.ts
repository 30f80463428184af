// How far the clock of this device is wrong, as answers of the server tell. In memory only. Apart from the days of clock.ts,
// which the sign-in does not need.
import { newEmitter } from "./emitter.ts";

/** Milliseconds that a device's clock may differ unnoticed. */
const tolerance = 5 * 60_000;
/** Milliseconds that it may move against the page's own time before it counts as set, or the device as having slept. */
const maxJump = 60_000;

/** Milliseconds that the device's clock is ahead of the server's, and of the page's own time. */
let read: { ahead: number; ofPage: number } | undefined;
const noted = newEmitter();
export const onServerTime = noted.subscribe;

const aheadOfPage = (): number => Date.now() - performance.now();

/** Milliseconds that the device's clock is ahead; 0 if it is right, or no answer has told yet. */
export const clockError = (): number => {
  if (read && Math.abs(aheadOfPage() - read.ofPage) > maxJump) read = undefined;
  return read && Math.abs(read.ahead) > tolerance ? read.ahead : 0;
};

/** Takes the time from an answer that has just arrived; an API of an earlier release tells none. */
export const noteServerTime = (now: string | undefined): void => {
  if (!now) return;
  read = { ahead: Date.now() - Date.parse(now), ofPage: aheadOfPage() };
  noted.emit();
};
