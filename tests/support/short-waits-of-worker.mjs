// Loaded into a worker before its bundle: its waits before a retry take a fiftieth of their time. Timeouts keep theirs.
// JavaScript, for the reason given in `infra/local/worker.mjs`.
import promises from "node:timers/promises";

/** Milliseconds. Backoff of the product and of the SDK waits less, and a timeout of a call lasts longer. */
const longestWait = 2_500;
const shorten = (delay) => (delay <= longestWait ? delay / 50 : delay);

const { setTimeout: schedule } = globalThis;
const { setTimeout: wait } = promises;
globalThis.setTimeout = Object.assign((run, delay = 0, ...given) => schedule(run, shorten(delay), ...given), schedule);
promises.setTimeout = (delay = 0, ...rest) => wait(shorten(delay), ...rest);
