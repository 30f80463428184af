// A clock for the Lambdas of this test file that a test can set: days pass without waiting for them.
import { setEnvironmentData } from "node:worker_threads";

/** Milliseconds the Lambdas' clock is ahead of the real one. */
const ahead = new BigInt64Array(new SharedArrayBuffer(8));

/** Module that gives a worker this clock; for `preload` of a world made after it. */
export const testClock = (): string => {
  setEnvironmentData("clock", ahead);
  return new URL("./clock-of-worker.mjs", import.meta.url).href;
};

/** Sets the clock to an instant; it goes on from there. */
export const setClock = (instant: string): void => {
  ahead[0] = BigInt(Date.parse(instant) - Date.now());
};
