// The clocks of a test file: its own, which no day ends on, and that of its Lambdas, which a test can set.
import { setEnvironmentData } from "node:worker_threads";

/** Module that gives a worker, or a process that is started, its clock. */
const module = new URL("./clock-of-worker.mjs", import.meta.url).href;

/** Outlives the modules of a file: the clock of a process is moved for each of its files. */
const kept = globalThis as { real?: { Date: DateConstructor; options?: string }; ahead?: number };
kept.real ??= { Date, options: process.env.NODE_OPTIONS };
const { real } = kept;

/** Milliseconds this file's clock is ahead of the real one. */
export const ahead = (): number => kept.ahead ?? 0;

/** Milliseconds the Lambdas' clock is. */
const lambdas = new BigInt64Array(new SharedArrayBuffer(8));
lambdas[0] = BigInt(ahead());

/** Moves this file's clock; its Lambdas, pages and the processes it starts go by it. */
export const moveClock = (milliseconds: number): void => {
  kept.ahead = milliseconds;
  globalThis.Date = real.Date;
  if (milliseconds > 0) moveDate(milliseconds);
  process.env.CLOCK_AHEAD = String(milliseconds);
  process.env.NODE_OPTIONS = [real.options, milliseconds > 0 && `--import ${module}`].filter(Boolean).join(" ");
};

/** Makes `Date` of a process or a page tell the time so many milliseconds ahead. */
export const moveDate = (ahead: number): void => {
  const Real = Date;
  const now = () => Real.now() + ahead;
  globalThis.Date = new Proxy(Real, {
    construct: (_, given, made) => Reflect.construct(Real, given.length === 0 ? [now()] : given, made),
    get: (_, name) => (name === "now" ? now : Reflect.get(Real, name)),
  });
};

/** Module that gives a worker the Lambdas' clock; for `preload` of a world made after it. */
export const testClock = (): string => {
  setEnvironmentData("clock", lambdas);
  return module;
};

/** Sets the Lambdas' clock to an instant; it goes on from there. */
export const setClock = (instant: string): void => {
  lambdas[0] = BigInt(Date.parse(instant) - real.Date.now());
};
