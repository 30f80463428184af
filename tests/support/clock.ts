// The clocks of a test file: its own, on which no day ends, and that of its Lambdas, which a test can set.
import { setEnvironmentData } from "node:worker_threads";
import { moveDate } from "./move-date.ts";

/** Module that sets the clock of a worker or of a child process. */
const module = new URL("./clock-of-worker.mjs", import.meta.url).href;

/** Kept across test files of a process, since each of them moves its clock. */
const acrossFiles = globalThis as {
  real?: { Date: DateConstructor; options?: string };
  ahead?: number;
  /** Milliseconds the Lambdas' clock is ahead, and by which their clocks differ from it at most. */
  lambdas?: BigInt64Array;
};
acrossFiles.real ??= { Date, options: process.env.NODE_OPTIONS };
acrossFiles.lambdas ??= new BigInt64Array(new SharedArrayBuffer(16));
const { real, lambdas } = acrossFiles;

/** Milliseconds this file's clock is ahead of the real one. */
export const ahead = (): number => acrossFiles.ahead ?? 0;

/** Moves this file's clock, and that of its Lambdas, pages and child processes. */
export const moveClock = (milliseconds: number): void => {
  acrossFiles.ahead = milliseconds;
  globalThis.Date = real.Date;
  lambdas[0] = BigInt(milliseconds);
  if (milliseconds > 0) moveDate(milliseconds);
  Object.assign(process.env, clockOfProcess());
};

/** The environment of a child process with this file's clock. */
export const clockOfProcess = (): Record<"CLOCK_AHEAD" | "NODE_OPTIONS", string> => ({
  CLOCK_AHEAD: String(ahead()),
  NODE_OPTIONS: [real.options, ahead() > 0 && `--import ${module}`].filter(Boolean).join(" "),
});

/** Module that sets the Lambdas' clock in a worker; every world of a test has it. */
export const testClock = (): string => {
  setEnvironmentData("clock", lambdas);
  return module;
};

/** Sets the Lambdas' clock to an instant; it goes on from there. */
export const setClock = (instant: string): void => {
  lambdas[0] = BigInt(Date.parse(instant) - real.Date.now());
};

/** Lets the clocks of Lambdas differ from the one that is set, by so many milliseconds at most. */
export const setSkew = (milliseconds: number): void => {
  lambdas[1] = BigInt(milliseconds);
};

/** Milliseconds by the Lambdas' clock. */
export const lambdasNow = (): number => real.Date.now() + Number(lambdas[0]);

/** Module that shortens the waits before a retry in a worker; for `preload` of a world. */
export const shortWaits = new URL("./short-waits-of-worker.mjs", import.meta.url).href;
